"""Correlations against scipy, against values of the literature, and what they refuse."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from lrf.errors import ComponentError
from lrf.metrics import kendall_matrix, spearman_matrix
from lrf.rankings import average_positions, from_orders
from tests.correlation_cases import Case
from tests.naive import measures

Array = npt.NDArray[Any]

NAN = np.nan


def all_orders(k: int) -> Array:
    return np.array(list(permutations(range(1, k + 1))), dtype=float)


def weak_orders(k: int) -> Array:
    keys = np.array(list(product(range(k), repeat=k)), dtype=float)
    return np.unique(average_positions(keys), axis=0)


def correlation(name: str, a: str, b: str, **parameters: Any) -> float:
    """Return the correlation of two orders."""
    return float(Case(name, parameters).matrix(from_orders([a, b]))[0, 1])


def test_kendall_and_spearman_are_those_of_metrics() -> None:
    rankings = weak_orders(4)
    np.testing.assert_allclose(
        Case("kendall", {}).matrix(rankings), kendall_matrix(rankings), atol=1e-12
    )
    np.testing.assert_allclose(
        Case("spearman", {}).matrix(rankings), spearman_matrix(rankings), atol=1e-12
    )


@pytest.mark.parametrize("additive", [True, False])
def test_weighted_tau_is_that_of_scipy(additive: bool) -> None:
    rng = np.random.default_rng(5)
    rankings = average_positions(rng.integers(0, 6, (12, 7)))
    found = Case("weighted-tau", {"additive": additive}).matrix(rankings)
    expected = [
        [stats.weightedtau(-a, -b, additive=additive).statistic for b in rankings] for a in rankings
    ]
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("name", ["weighted-kendall", "weighted-tau"])
def test_uniform_weights_give_tau_b(name: str) -> None:
    rankings = weak_orders(4)
    found = Case(name, {"weights": "uniform"}).matrix(rankings)
    np.testing.assert_allclose(found, kendall_matrix(rankings), atol=1e-12)


def test_items_weigh_as_in_scipy_where_weights_go_by_items() -> None:
    rng = np.random.default_rng(6)
    rankings = average_positions(rng.integers(0, 4, (10, 4)))
    items = [3.0, 0.5, 1.0, 2.0]
    case = Case("weighted-kendall", {"weights": "uniform", "items": "3, 0.5,1, 2"})
    expected = [
        [
            stats.weightedtau(
                a, b, rank=np.arange(4), weigher=lambda item: items[item], additive=False
            ).statistic
            for b in rankings
        ]
        for a in rankings
    ]
    np.testing.assert_allclose(case.matrix(rankings), expected, atol=1e-12)
    np.testing.assert_allclose(case.naive(rankings), expected, atol=1e-12)


def test_items_go_with_their_labels() -> None:
    rankings = weak_orders(3)
    found = Case("weighted-kendall", {"items": "3,0,1"}).matrix(rankings)
    moved = Case("weighted-kendall", {"items": "1,3,0"}).matrix(rankings[:, [2, 0, 1]])
    np.testing.assert_allclose(moved, found, atol=1e-12)


def test_an_item_of_weight_zero_does_not_count() -> None:
    case = Case("weighted-kendall", {"weights": "uniform", "items": "1,1,1,0"})
    rankings = weak_orders(4)
    np.testing.assert_allclose(case.matrix(rankings), kendall_matrix(rankings[:, :3]), atol=1e-12)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_tau_x_is_the_distance_of_kemeny_and_snell(k: int) -> None:
    # Emond and Mason (2002), section 3: tau_x = 1 - 2 d / (k (k - 1)).
    rankings = weak_orders(k)
    signs = np.sign(rankings[:, :, None] - rankings[:, None])
    distance = np.abs(signs[:, None] - signs).sum(axis=(2, 3)) / 2
    expected = 1 - 2 * distance / (k * (k - 1))
    np.testing.assert_allclose(Case("tau-x", {}).matrix(rankings), expected, atol=1e-12)


def test_tau_x_is_tau_without_ties_only() -> None:
    rankings = all_orders(4)
    np.testing.assert_allclose(
        Case("tau-x", {}).matrix(rankings), kendall_matrix(rankings), atol=1e-12
    )
    assert correlation("tau-x", "a=b=c", "a=b=c") == pytest.approx(1)
    assert correlation("tau-x", "a=b=c", "a>b>c") == pytest.approx(0)
    assert correlation("tau-x", "a>b=c", "a>b>c") == pytest.approx(2 / 3)
    assert correlation("kendall", "a>b=c", "a>b>c") == pytest.approx(2 / 6**0.5)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_footrule_is_the_coefficient_of_the_literature(k: int) -> None:
    rankings = all_orders(k)
    distance = np.abs(rankings[:, None] - rankings).sum(axis=2)
    expected = 1 - 3 * distance / (k**2 - 1)
    np.testing.assert_allclose(Case("footrule", {}).matrix(rankings), expected, atol=1e-12)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_hamming_counts_matches(k: int) -> None:
    rankings = all_orders(k)
    matches = (rankings[:, None] == rankings).sum(axis=2)
    expected = (matches - 1) / (k - 1)
    np.testing.assert_allclose(Case("hamming", {}).matrix(rankings), expected, atol=1e-12)


def test_hamming_shares_places_of_ties() -> None:
    # a and b have each of the first two places with chance 1/2: 2 expected matches of 3.
    assert correlation("hamming", "a=b>c", "a>b>c") == pytest.approx(1 / 2**0.5)
    assert correlation("hamming", "a=b>c", "c>a=b") == pytest.approx(-0.5)


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_top_k_overlap_counts_shared_labels(k: int) -> None:
    rankings = all_orders(5)
    top = rankings <= k
    shared = (top[:, None] & top).sum(axis=2)
    expected = (shared - k**2 / 5) / (k - k**2 / 5)
    found = Case("top-k-overlap", {"k": k}).matrix(rankings)
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_top_k_overlap_equals_its_naive_twin(k: int) -> None:
    rankings = weak_orders(4)[::6] if k < 4 else all_orders(k)[::3]
    if k < rankings.shape[1]:
        case = Case("top-k-overlap", {"k": k})
        np.testing.assert_allclose(case.matrix(rankings), case.naive(rankings), atol=1e-12)


def test_top_k_overlap_refuses_a_top_of_all_labels() -> None:
    with pytest.raises(ComponentError) as caught:
        Case("top-k-overlap", {"k": 3}).matrix(all_orders(3))
    assert str(caught.value) == (
        "top-k-overlap: all rankings of 3 labels have the same top 3; "
        "k must be less than the number of labels"
    )


def test_rbo_is_the_extrapolated_one_corrected_for_chance() -> None:
    p, k = 0.9, 5
    a, b = (1.0, 2.0, 3.0, 4.0, 5.0), (4.0, 1.0, 2.0, 3.0, 5.0)  # the lists 12345 and 23415
    extrapolated = measures.extrapolated_rbo(a, b, p)
    assert extrapolated == pytest.approx(0.828, abs=5e-4)  # as published implementations have it
    by_chance = (1 - p) * sum(p ** (d - 1) * d / k for d in range(1, k + 1)) + p**k
    found = Case("rbo", {"p": p}).matrix(np.array([a, b]))
    assert found[0, 1] == pytest.approx((extrapolated - by_chance) / (1 - by_chance))


def test_rbo_of_p_zero_is_overlap_of_the_first() -> None:
    rankings = weak_orders(4)
    np.testing.assert_allclose(
        Case("rbo", {"p": 0.0}).matrix(rankings),
        Case("top-k-overlap", {"k": 1}).matrix(rankings),
        atol=1e-12,
    )


def test_top_heavy_measures_mind_the_top() -> None:
    for name in ("rbo", "weighted-kendall", "weighted-tau"):
        parameters = {"p": 0.5} if name == "rbo" else {}
        top = correlation(name, "a>b>c>d", "b>a>c>d", **parameters)
        bottom = correlation(name, "a>b>c>d", "a>b>d>c", **parameters)
        assert top < bottom


def counted(name: str, k: int) -> dict[int, int]:
    """Return how many orders of k labels are at each distance from one of them."""
    found = Case(name, {}).matrix(all_orders(k))[0]
    distances = (1 - found) * (k - 1) / 2
    return dict(Counter(np.rint(distances).astype(int).tolist()))


def test_cayley_distances_are_counted_by_stirling_numbers() -> None:
    assert counted("cayley", 4) == {0: 1, 1: 6, 2: 11, 3: 6}
    assert counted("cayley", 5) == {0: 1, 1: 10, 2: 35, 3: 50, 4: 24}


def test_ulam_distances_are_counted_by_pairs_of_young_tableaux() -> None:
    assert counted("ulam", 4) == {0: 1, 1: 9, 2: 13, 3: 1}
    assert counted("ulam", 5) == {0: 1, 1: 16, 2: 61, 3: 41, 4: 1}


def test_ulam_and_cayley_by_hand() -> None:
    assert correlation("ulam", "a>b>c>d", "b>c>d>a") == pytest.approx(1 - 2 / 3)  # a moves
    assert correlation("cayley", "a>b>c>d", "b>c>d>a") == pytest.approx(-1)  # a cycle of four
    assert correlation("cayley", "a>b>c>d", "d>b>c>a") == pytest.approx(1 - 2 / 3)
    assert correlation("ulam", "a>b>c>d", "d>c>b>a") == pytest.approx(-1)


@pytest.mark.parametrize("name", ["cayley", "ulam"])
def test_ulam_and_cayley_are_no_inner_products(name: str) -> None:
    eigenvalues = np.linalg.eigvalsh(Case(name, {}).matrix(all_orders(4)))
    assert eigenvalues[0] < -0.1


def test_unranked_labels_add_nothing() -> None:
    rankings = np.array([[1, 2, NAN, NAN], [1, 2, 3, 4], [NAN, NAN, 2, 1], [NAN, 1, NAN, NAN]])
    kendall = Case("kendall", {}).matrix(rankings)
    np.testing.assert_allclose(kendall[0], [1, 1 / 6**0.5, 0, 0], atol=1e-12)
    spearman = Case("spearman", {}).matrix(rankings)
    np.testing.assert_allclose(spearman[0], [1, 1 / (2**0.5 * 5**0.5), 0, 0], atol=1e-12)
    tau_x = Case("tau-x", {}).matrix(rankings)
    np.testing.assert_allclose(tau_x, kendall, atol=1e-12)
    assert (kendall[3] == 0).all()


@pytest.mark.parametrize("items", ["1,2", "1,2,x", "1,2,-1", "1,2,nan", "1,2,3,4", "1;2;3"])
def test_weighted_kendall_refuses_items_that_do_not_fit(items: str) -> None:
    with pytest.raises(ComponentError) as caught:
        Case("weighted-kendall", {"items": items}).matrix(all_orders(3))
    assert str(caught.value) == (
        f"weighted-kendall: items is {items!r}; give 3 weights of at least 0, one for each label "
        "in the order of the columns, separated by commas"
    )


@pytest.mark.parametrize("name", ["cayley", "ulam", "weighted-tau"])
def test_matrix_does_not_depend_on_the_order_in_memory(name: str) -> None:
    rankings = all_orders(4)
    expected = Case(name, {}).matrix(rankings)
    np.testing.assert_array_equal(Case(name, {}).matrix(np.asfortranarray(rankings)), expected)
