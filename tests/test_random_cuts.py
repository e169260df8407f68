"""Random cuts: the engine draws those of the naive twin, and they are cuts like any others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lrf import LabelRankingForest, LabelRankingTree
from lrf.growth import grow_forest
from lrf.tree import Tree
from tests.naive import trees
from tests.naive.trees import Rules
from tests.test_growth import (
    AWKWARD,
    assert_same,
    draw_weights,
    plan_of,
    rules_for_trees,
    samples,
)

Array = Any

CRITERIA = ["mean-correlation", "ranking-gain", "mallows", "plackett-luce", "variance", "gini"]


def seeded(seed: int) -> np.random.Generator:
    """Return the generator of the first tree of a forest."""
    return np.random.default_rng(np.random.SeedSequence(seed).spawn(1)[0])


def grow(X: Array, Y: Array, rules: Rules, seed: int, weights: Array | None = None) -> Tree:
    """Return the engine's tree."""
    plan = plan_of(rules, splitter="random")
    return grow_forest(X, Y, plan, sample_weight=weights, random_state=seed).tree(0)


@given(samples(), rules_for_trees(), st.integers(0, 5))
@settings(max_examples=300)
def test_tree_is_that_of_the_naive_twin(data: tuple[Array, Array], rules: Rules, seed: int) -> None:
    X, Y = data
    assert_same(grow(X, Y, rules, seed), trees.grow(X, Y, rules, rng=seeded(seed)))


@given(samples(), rules_for_trees(), st.data())
@settings(max_examples=100)
def test_weights(data: tuple[Array, Array], rules: Rules, more: st.DataObject) -> None:
    X, Y = data
    weights = draw_weights(more, len(X), st.sampled_from([0.0, 0.25, 1.0, 2.0, 1024.0]))
    assert_same(grow(X, Y, rules, 0, weights), trees.grow(X, Y, rules, weights, seeded(0)))


@given(samples(values=st.sampled_from(AWKWARD)), rules_for_trees())
@settings(max_examples=100)
def test_awkward_values_are_separated(data: tuple[Array, Array], rules: Rules) -> None:
    X, Y = data
    assert_same(grow(X, Y, rules, 0), trees.grow(X, Y, rules, rng=seeded(0)))


def learnable(n: int = 80, seed: int = 0) -> tuple[Array, Array]:
    """Return features, and rankings that follow from them."""
    X = np.random.default_rng(seed).normal(size=(n, 4))
    return X, np.argsort(np.argsort(X[:, :3], axis=1), axis=1) + 1.0


@pytest.mark.parametrize("criterion", CRITERIA)
def test_every_criterion_judges_random_cuts(criterion: str) -> None:
    X, Y = learnable()
    settings = {"criterion": criterion, "splitter": "random", "n_estimators": 20}
    forest = LabelRankingForest(**settings, random_state=0).fit(X, Y)
    assert forest.score(X, Y) > 0.9
    first, second = (forest.forest_.tree(i).threshold for i in (0, 1))
    assert not np.array_equal(first, second, equal_nan=True)


def test_forest_does_not_depend_on_the_threads() -> None:
    X, Y = learnable()
    alone, together = (
        LabelRankingForest(splitter="random", n_estimators=9, random_state=1, n_jobs=n_jobs)
        .fit(X, Y)
        .forest_.to_arrays()
        for n_jobs in (None, 3)
    )
    for name, array in alone.items():
        np.testing.assert_array_equal(array, together[name])


def test_missing_values_go_where_they_belong() -> None:
    # Whoever has no first feature ranks the other way round: only the gap tells.
    X, Y = learnable(n=120)
    X[::3, 0] = np.nan
    Y[::3] = 4 - Y[::3]
    tree = LabelRankingTree(splitter="random", random_state=0).fit(X, Y)
    assert tree.score(X, Y) == 1.0
    shown = tree.forest_.tree(0)
    apart = np.isinf(shown.threshold)
    assert apart.any()
    assert not shown.missing_left[apart].any()


def test_gaps_alone_can_be_split() -> None:
    X = np.array([[np.nan], [np.nan], [5.0], [5.0]])
    Y = np.array([[1, 2], [1, 2], [2, 1], [2, 1]])
    tree = LabelRankingTree(splitter="random", random_state=0).fit(X, Y)
    np.testing.assert_array_equal(tree.predict([[np.nan], [5.0]]), [[1, 2], [2, 1]])


def test_nominal_features_are_split_into_one_category_and_the_rest() -> None:
    colours = pd.DataFrame({"colour": pd.Categorical(["red", "blue", "green", "white"] * 5)})
    Y = np.array([[1, 2, 3], [2, 1, 3], [3, 2, 1], [1, 2, 3]] * 5)
    tree = LabelRankingTree(splitter="random", random_state=0).fit(colours, Y)
    assert tree.score(colours, Y) == 1.0
    assert tree.forest_.tree(0).nominal[0]


def test_cuts_lie_anywhere_between_the_values() -> None:
    X, Y = np.linspace(0.0, 1.0, 101)[:, None], np.tile([[1.0, 2.0], [2.0, 1.0]], (51, 1))[:101]
    stumps = LabelRankingForest(
        splitter="random",
        max_samples=None,
        min_samples_leaf=1,
        max_depth=1,
        n_estimators=400,
        random_state=0,
    ).fit(X, Y)
    cuts = np.array([stumps.forest_.tree(i).threshold[0] for i in range(400)])
    np.testing.assert_allclose(np.quantile(cuts, [0.25, 0.5, 0.75]), [0.25, 0.5, 0.75], atol=0.06)
