"""The weighted footrule: its values, and trees that grow by it. Run after installing it."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import lrf_footrule
import numpy as np
import pytest
from lrf_footrule import costs, threshold_indicators

from lrf import LabelRankingForest, LabelRankingTree, aggregate
from lrf.metrics import mean_kendall_tau
from lrf.plugin import Correlation, average_positions
from lrf.registry import get_registry

BY_NAME = {"name": "mean-correlation", "correlation": "weighted-footrule"}
DECAYS = (0.0, 0.5, 1.0, 3.0)


def correlations(rankings: Any, decay: float = 1.0) -> Any:
    vectors = threshold_indicators(np.asarray(rankings, dtype=float), decay)
    return vectors @ vectors.T


def cost(position: float, decay: float) -> float:
    """Return the cost of all whole steps down to a position, and of the part of the last one."""
    whole = int(position)
    steps = [1 / place**decay for place in range(1, whole + 1)]
    return sum(steps[:-1]) + (position - whole) * steps[-1]


def distance(a: Any, b: Any, decay: float = 0.0) -> float:
    return sum(abs(cost(x, decay) - cost(y, decay)) for x, y in zip(a, b, strict=True))


def distance_when_shuffled(a: Any, b: Any, decay: float) -> float:
    return sum(abs(cost(x, decay) - cost(y, decay)) for x, y in product(a, b)) / len(a)


def naive_correlation(a: Any, b: Any, decay: float) -> float:
    own = distance_when_shuffled(a, a, decay) * distance_when_shuffled(b, b, decay)
    gained = distance_when_shuffled(a, b, decay) - distance(a, b, decay)
    return gained / own**0.5 if own else 0.0


def naive_matrix(rankings: Any, decay: float = 1.0) -> Any:
    return np.array([[naive_correlation(a, b, decay) for b in rankings] for a in rankings])


def weak_orders(n_labels: int) -> Any:
    keys = np.array(list(product(range(n_labels), repeat=n_labels)), dtype=float)
    return np.unique(average_positions(keys), axis=0)


def grouped_rankings() -> tuple[Any, Any]:
    """Return one attribute that decides the ranking, one that does not, and the rankings."""
    rng = np.random.default_rng(7)
    X = rng.uniform(size=(60, 2))
    scores = np.column_stack([X[:, 0], 1 - X[:, 0], np.full(60, 0.4), X[:, 0] > 0.7])
    return X, average_positions(np.round(scores + rng.normal(scale=0.05, size=scores.shape), 1))


def test_costs() -> None:
    assert costs(np.array([1.0, 1.5, 2.0, 4.0]), 4, 1.0) == pytest.approx([0, 0.5, 1, 1 + 5 / 6])
    assert costs(np.array([1.0, 2.5, 4.0]), 4, 0.0) == pytest.approx([0, 1.5, 3])


@pytest.mark.parametrize("k", [2, 3, 4])
def test_is_the_footrule_without_decay(k: int) -> None:
    rankings = weak_orders(k)
    vectors = get_registry().get("correlation", "footrule").embed(rankings)
    np.testing.assert_allclose(correlations(rankings, 0.0), vectors @ vectors.T, atol=1e-12)


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_is_the_coefficient_of_the_literature_without_decay_and_ties(k: int) -> None:
    rankings = list(permutations(range(1, k + 1)))
    expected = [[1 - 3 * distance(a, b) / (k**2 - 1) for b in rankings] for a in rankings]
    np.testing.assert_allclose(correlations(rankings, 0.0), expected, atol=1e-12)


def test_exchange_at_the_top_weighs_more() -> None:
    for decay in DECAYS[1:]:
        found = correlations([[1, 2, 3, 4], [2, 1, 3, 4], [1, 2, 4, 3]], decay)
        assert found[0, 1] < found[0, 2]


def test_known_values() -> None:
    # Costs are 0, 1 and 1.5, so the distances 0, 2, 1 and 3; shuffled labels are 2 away on average.
    found = correlations([[1, 2, 3], [2, 1, 3], [1, 3, 2], [3, 2, 1]])
    np.testing.assert_allclose(found[0], [1, 0, 0.5, -0.5], atol=1e-12)
    assert correlations([[1, 2], [2, 1]])[0, 1] == pytest.approx(-1)


@pytest.mark.parametrize("decay", DECAYS)
@pytest.mark.parametrize("k", [2, 3, 4])
def test_equals_its_definition_with_ties(k: int, decay: float) -> None:
    rankings = weak_orders(k)
    expected = naive_matrix(rankings, decay)
    np.testing.assert_allclose(correlations(rankings, decay), expected, atol=1e-12)


@pytest.mark.parametrize("decay", DECAYS)
@pytest.mark.parametrize("k", [2, 3, 4])
def test_is_one_for_a_ranking_and_itself_and_within_bounds(k: int, decay: float) -> None:
    rankings = weak_orders(k)
    found = correlations(rankings, decay)
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
        if entry.component.name == "weighted-footrule"
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
