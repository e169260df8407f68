"""The footrule: its values, and trees that grow by it. Run after installing the package."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import lrf_footrule
import numpy as np
import pytest
from lrf_footrule import threshold_indicators

from lrf import LabelRankingForest, LabelRankingTree, aggregate
from lrf.metrics import mean_kendall_tau
from lrf.plugin import Correlation, average_positions
from lrf.registry import get_registry

BY_NAME = {"name": "mean-correlation", "correlation": "footrule"}


def correlations(rankings: Any) -> Any:
    vectors = threshold_indicators(np.asarray(rankings, dtype=float))
    return vectors @ vectors.T


def distance(a: Any, b: Any) -> float:
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


def distance_when_shuffled(a: Any, b: Any) -> float:
    return sum(abs(x - y) for x, y in product(a, b)) / len(a)


def naive_correlation(a: Any, b: Any) -> float:
    own = distance_when_shuffled(a, a) * distance_when_shuffled(b, b)
    return (distance_when_shuffled(a, b) - distance(a, b)) / own**0.5 if own else 0.0


def naive_matrix(rankings: Any) -> Any:
    return np.array([[naive_correlation(a, b) for b in rankings] for a in rankings])


def weak_orders(n_labels: int) -> Any:
    keys = np.array(list(product(range(n_labels), repeat=n_labels)), dtype=float)
    return np.unique(average_positions(keys), axis=0)


def grouped_rankings() -> tuple[Any, Any]:
    """Return one attribute that decides the ranking, one that does not, and the rankings."""
    rng = np.random.default_rng(7)
    X = rng.uniform(size=(60, 2))
    scores = np.column_stack([X[:, 0], 1 - X[:, 0], np.full(60, 0.4), X[:, 0] > 0.7])
    return X, average_positions(np.round(scores + rng.normal(scale=0.05, size=scores.shape), 1))


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_equals_the_coefficient_of_the_literature_without_ties(k: int) -> None:
    rankings = list(permutations(range(1, k + 1)))
    expected = [[1 - 3 * distance(a, b) / (k**2 - 1) for b in rankings] for a in rankings]
    np.testing.assert_allclose(correlations(rankings), expected, atol=1e-12)


def test_known_values() -> None:
    found = correlations([[1, 2, 3], [2, 1, 3], [3, 2, 1], [2, 3, 1]])
    np.testing.assert_allclose(found[0], [1, 0.25, -0.5, -0.5], atol=1e-12)
    assert correlations([[1, 2], [2, 1]])[0, 1] == pytest.approx(-1)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_equals_its_definition_with_ties(k: int) -> None:
    rankings = weak_orders(k)
    np.testing.assert_allclose(correlations(rankings), naive_matrix(rankings), atol=1e-12)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_is_one_for_a_ranking_and_itself_and_within_bounds(k: int) -> None:
    rankings = weak_orders(k)
    found = correlations(rankings)
    tied = (rankings == rankings[:, :1]).all(axis=1)
    assert tied.sum() == 1
    np.testing.assert_allclose(np.diag(found), np.where(tied, 0, 1), atol=1e-12)
    assert np.abs(found).max() < 1 + 1e-12
    assert (found[tied] == 0).all()


def test_is_zero_on_average_over_unrelated_rankings() -> None:
    found = correlations(list(permutations(range(1, 6))))
    np.testing.assert_allclose(found.mean(axis=1), 0, atol=1e-12)


def test_does_not_depend_on_the_other_rankings() -> None:
    rankings = weak_orders(4)
    np.testing.assert_allclose(
        correlations(rankings[[3, 40]]), correlations(rankings)[np.ix_([3, 40], [3, 40])]
    )


def test_does_not_depend_on_the_order_of_labels() -> None:
    rankings = weak_orders(4)
    np.testing.assert_allclose(
        correlations(rankings[:, [2, 0, 3, 1]]), correlations(rankings), atol=1e-12
    )


def test_installed_package_provides_it() -> None:
    (entry,) = [
        entry
        for entry in get_registry().entries("correlation")
        if entry.component.name == "footrule"
    ]
    assert entry.provider == "lrf-footrule 0.1.0"
    assert entry.component.embed is lrf_footrule.threshold_indicators


def test_tree_is_the_one_that_the_naive_matrix_grows() -> None:
    X, Y = grouped_rankings()
    naive = Correlation(name="naive-footrule", summary="", matrix=naive_matrix)
    by_name = LabelRankingTree(criterion=BY_NAME, max_depth=4)
    by_matrix = LabelRankingTree(
        criterion={"name": "mean-correlation", "correlation": naive}, max_depth=4
    )
    found, expected = (model.fit(X, Y).forest_.tree(0) for model in (by_name, by_matrix))
    assert found.n_nodes > 3
    np.testing.assert_array_equal(found.feature, expected.feature)
    np.testing.assert_array_equal(found.threshold, expected.threshold)
    np.testing.assert_array_equal(found.positions, expected.positions)


def test_forest_learns_by_it() -> None:
    X, Y = grouped_rankings()
    forest = LabelRankingForest(criterion=BY_NAME, n_estimators=10, random_state=0)
    forest.fit(X[::2], Y[::2])
    always_the_same = np.broadcast_to(aggregate(Y[::2], method="borda"), Y[1::2].shape)
    assert forest.score(X[1::2], Y[1::2]) > mean_kendall_tau(Y[1::2], always_the_same) + 0.2
