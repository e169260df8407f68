"""Majority: its laws, its values, and trees that grow by it. Run after installing the package."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import lrf_majority
import numpy as np
import pytest

from lrf import LabelRankingForest, LabelRankingTree, aggregate
from lrf.metrics import mean_kendall_tau
from lrf.plugin import average_positions
from lrf.registry import get_registry
from lrf.testing import check_criterion


def disagreeing(rankings: Any) -> int:
    """Return how many answers do not agree with the majority, pair by pair."""
    total = 0
    for a, b in combinations(range(rankings.shape[1]), 2):
        answers = np.sign(rankings[:, a] - rankings[:, b])
        counts = Counter(answers[~np.isnan(answers)].tolist())
        total += counts.total() - max(counts.values(), default=0)
    return total


def naive_score(left: Any, right: Any) -> float:
    whole = np.vstack([left, right])
    n_pairs = whole.shape[1] * (whole.shape[1] - 1) / 2
    fewer = disagreeing(whole) - disagreeing(left) - disagreeing(right)
    return float(fewer / (len(whole) * n_pairs))


def root(X: Any, Y: Any, **settings: Any) -> Any:
    tree = LabelRankingTree("majority", stopping="none", max_depth=1, **settings)
    return tree.fit(X, Y).forest_.tree(0)


def grouped_rankings() -> tuple[Any, Any]:
    """Return one attribute that decides the ranking, one that does not, and the rankings."""
    rng = np.random.default_rng(7)
    X = rng.uniform(size=(80, 2))
    scores = np.column_stack([X[:, 0], 1 - X[:, 0], np.full(80, 0.4), X[:, 0] > 0.7])
    return X, average_positions(np.round(scores + rng.normal(scale=0.05, size=scores.shape), 1))


def test_keeps_the_laws_and_equals_its_definition() -> None:
    check_criterion("majority", naive=naive_score)


def test_installed_package_provides_it() -> None:
    (entry,) = [
        entry for entry in get_registry().entries("criterion") if entry.component.name == "majority"
    ]
    assert entry.provider == "lrf-majority 0.1.0"
    assert entry.component.sweep is lrf_majority.most_agreement


@pytest.mark.parametrize("outliers", [0, 1, 2])
def test_outlying_rankings_do_not_move_the_cut(outliers: int) -> None:
    X = np.arange(20.0)[:, np.newaxis]
    Y = np.where(X < 10, [1.0, 2.0, 3.0], [3.0, 2.0, 1.0])
    Y[:outliers] = [3, 1, 2]
    assert root(X, Y).threshold[0] == 9.5


def test_labels_that_are_not_ranked_do_not_count() -> None:
    X = np.arange(12.0)[:, np.newaxis]
    Y = np.where(X < 6, [1.0, 2.0, np.nan], [2.0, 1.0, np.nan])
    Y[::3] = [np.nan, 1, 2]
    assert root(X, Y).threshold[0] == 5.5


def test_least_weight_of_a_child_is_respected() -> None:
    X = np.arange(8.0)[:, np.newaxis]
    Y = np.where(X < 1, [1.0, 2.0], [2.0, 1.0])
    assert root(X, Y).threshold[0] == 0.5
    assert root(X, Y, min_samples_leaf=3).weight[1:].min() >= 3


def test_leaf_error_is_that_of_the_kemeny_consensus_where_majorities_do_not_run_in_a_circle() -> (
    None
):
    Y = np.array([[1, 2, 3], [1, 3, 2], [2, 1, 3], [1, 2, 3]], dtype=float)
    consensus = aggregate(Y, method="kemeny")
    signs = [np.sign(Y[:, a] - Y[:, b]) for a, b in combinations(range(3), 2)]
    wanted = [np.sign(consensus[a] - consensus[b]) for a, b in combinations(range(3), 2)]
    distance = sum(int((s != w).sum()) for s, w in zip(signs, wanted, strict=True))
    assert disagreeing(Y) == distance == 2


def test_forest_learns_by_it() -> None:
    X, Y = grouped_rankings()
    forest = LabelRankingForest(criterion="majority", n_estimators=10, random_state=0)
    forest.fit(X[::2], Y[::2])
    always_the_same = np.broadcast_to(aggregate(Y[::2], method="borda"), Y[1::2].shape)
    assert forest.score(X[1::2], Y[1::2]) > mean_kendall_tau(Y[1::2], always_the_same) + 0.2
