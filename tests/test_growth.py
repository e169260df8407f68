"""The engine grows the trees of the naive twin, and every tree is sound."""

from __future__ import annotations

import dataclasses
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lrf.components import Correlation, Criterion
from lrf.config import config_from_dict
from lrf.criteria import entropy, gini, mean_correlation, ranking_gain
from lrf.growth import grow_forest
from lrf.plan import Plan, make_plan
from lrf.rankings import average_positions
from lrf.tree import Tree
from tests.naive import correlations, trees
from tests.naive.trees import NaiveTree, Rules

Array = Any

CRITERIA = [
    ("mean-correlation", "gamma-ratio"),
    ("mean-correlation", "none"),
    ("ranking-gain", "gamma-ratio"),
    ("ranking-gain", "mdlpc"),
    ("ranking-gain", "none"),
]
#: Values between which there is no room, or whose midpoint overflows or underflows.
AWKWARD = [
    0.0,
    -0.0,
    5e-324,
    -5e-324,
    2.2250738585072014e-308,
    1.0,
    float(np.nextafter(1.0, 2.0)),
    float(np.nextafter(1.0, 0.0)),
    1e300,
    float(np.nextafter(1e300, np.inf)),
    float(np.finfo(np.float64).max),
    float(np.finfo(np.float64).min),
    float(np.nextafter(np.finfo(np.float64).max, 0.0)),
]


def plan_of(rules: Rules, **changes: Any) -> Plan:
    """Return the plan of the engine for what the naive twin grows by."""
    names: dict[Any, Any] = {
        correlations.kendall: "kendall",
        correlations.spearman: "spearman",
        correlations.cayley: CAYLEY,
    }
    criterion: dict[str, Any] = {"name": rules.criterion}
    criterion["correlation"] = names[rules.correlation]
    if rules.criterion == "mean-correlation":
        criterion["self_pairs"] = rules.self_pairs
    stopping: dict[str, Any] = {"name": rules.stopping}
    if rules.stopping == "gamma-ratio":
        stopping["gamma"] = rules.gamma
    config = {
        "estimator": "tree",
        "criterion": criterion,
        "stopping": stopping,
        "max_depth": rules.max_depth,
        "min_samples_leaf": rules.min_samples_leaf,
        "max_bins": rules.max_bins,
        **changes,
    }
    return make_plan(config_from_dict(config))


CAYLEY = Correlation(name="cayley", summary="swaps", matrix=correlations.cayley, ties=False)


@st.composite
def rules_for_trees(draw: st.DrawFn, measures: Any = None) -> Rules:
    """Draw how a tree is grown."""
    criterion, stopping = draw(st.sampled_from(CRITERIA))
    measures = measures or [correlations.kendall, correlations.spearman]
    return Rules(
        criterion=criterion,
        stopping=stopping,
        correlation=draw(
            st.sampled_from(measures or [correlations.kendall, correlations.spearman])
        ),
        self_pairs=draw(st.booleans()),
        gamma=draw(st.sampled_from([0.5, 0.8, 0.9, 0.98, 1.0])),
        min_samples_leaf=draw(st.integers(1, 4)),
        max_depth=draw(st.none() | st.integers(1, 4)),
    )


@st.composite
def samples(draw: st.DrawFn, values: Any = None, ties: bool = True) -> tuple[Array, Array]:
    """Draw a few rows with ties within attributes, within rankings, and between rows."""
    n, m, k = draw(st.integers(1, 14)), draw(st.integers(1, 3)), draw(st.integers(2, 4))
    values = st.integers(-2, 3).map(float) if values is None else values
    X = np.array(draw(st.lists(st.lists(values, min_size=m, max_size=m), min_size=n, max_size=n)))
    row = st.lists(st.integers(1, k), min_size=k, max_size=k) if ties else st.permutations(range(k))
    keys = np.array(draw(st.lists(row, min_size=n, max_size=n)), dtype=float)
    return X, average_positions(keys)


def draw_weights(data: st.DataObject, n: int, of: Any) -> Array:
    """Draw a weight for each of n rows, at least one of them positive."""
    weights = data.draw(st.lists(of, min_size=n, max_size=n).filter(any), label="weights")
    return np.array(weights, dtype=float)


def grow(X: Array, Y: Array, rules: Rules, weights: Array | None = None, **changes: Any) -> Tree:
    """Return the engine's tree."""
    return grow_forest(X, Y, plan_of(rules, **changes), sample_weight=weights).tree(0)


def assert_same(ours: Tree, naive: NaiveTree | Tree) -> None:
    """Check two trees for equality, node by node."""
    for name in ("feature", "left", "right", "parent", "depth"):
        assert list(getattr(ours, name)) == list(getattr(naive, name)), name
    np.testing.assert_array_equal(ours.threshold, naive.threshold)
    np.testing.assert_array_equal(ours.weight, naive.weight)
    np.testing.assert_array_equal(ours.positions, naive.positions)


def assert_sound(tree: Tree, X: Array, Y: Array, weights: Array, rules: Rules) -> None:
    """Check what must hold for every tree: sizes, thresholds, leaves and numbering."""
    order, stack = [], [0]
    rows = {0: np.flatnonzero(weights > 0)}
    leaves = tree.apply(X)
    while stack:
        node = stack.pop()
        order.append(node)
        here = rows[node]
        assert tree.weight[node] == pytest.approx(weights[here].sum(), rel=1e-12)
        sums = (weights[here, np.newaxis] * Y[here]).sum(axis=0)
        np.testing.assert_array_equal(tree.positions[node], average_positions(sums[np.newaxis])[0])
        if tree.feature[node] < 0:
            assert (leaves[here] == node).all()
            assert (tree.left[node], tree.right[node]) == (-1, -1)
            assert np.isnan(tree.threshold[node])
            continue
        left, right = int(tree.left[node]), int(tree.right[node])
        assert tree.parent[left] == tree.parent[right] == node
        assert tree.depth[left] == tree.depth[right] == tree.depth[node] + 1
        x, threshold = X[here, tree.feature[node]], tree.threshold[node]
        assert np.isfinite(threshold)
        rows[left], rows[right] = here[x < threshold], here[x >= threshold]
        low, high = x[x < threshold].max(), x[x >= threshold].min()
        assert low < threshold <= high
        middle = (np.longdouble(low) + np.longdouble(high)) / 2
        assert abs(threshold - middle) <= 2.3e-16 * max(abs(low), abs(high)) + 5e-324
        assert min(tree.weight[left], tree.weight[right]) >= (
            rules.min_samples_leaf if rules.min_samples_leaf > 1 else 0
        )
        stack += [right, left]
    assert order == list(range(tree.n_nodes))
    assert tree.parent[0] == -1
    assert tree.max_depth == tree.depth.max() <= (rules.max_depth or len(X))


@given(samples(), rules_for_trees())
@settings(max_examples=400)
def test_tree_is_that_of_the_naive_twin(data: tuple[Array, Array], rules: Rules) -> None:
    X, Y = data
    ours = grow(X, Y, rules)
    assert_same(ours, trees.grow(X, Y, rules))
    assert_sound(ours, X, Y, np.ones(len(X)), rules)


@given(samples(), rules_for_trees(), st.data())
@settings(max_examples=200)
def test_whole_weights_are_repeated_rows(
    data: tuple[Array, Array], rules: Rules, more: st.DataObject
) -> None:
    X, Y = data
    weights = draw_weights(more, len(X), st.integers(0, 3))
    ours = grow(X, Y, rules, weights)
    assert_same(ours, trees.grow(X, Y, rules, weights))
    times = weights.astype(int)
    assert_same(ours, grow(np.repeat(X, times, axis=0), np.repeat(Y, times, axis=0), rules))
    assert_sound(ours, X, Y, weights, rules)


@given(samples(), rules_for_trees(), st.data())
@settings(max_examples=200)
def test_fractional_weights(data: tuple[Array, Array], rules: Rules, more: st.DataObject) -> None:
    X, Y = data
    weights = draw_weights(more, len(X), st.sampled_from([0.0, 0.25, 0.5, 1.0, 1.75, 1024.0]))
    ours = grow(X, Y, rules, weights)
    assert_same(ours, trees.grow(X, Y, rules, weights))
    assert_sound(ours, X, Y, weights, rules)


@given(samples(values=st.sampled_from(AWKWARD)), rules_for_trees())
@settings(max_examples=200)
def test_awkward_values_are_separated(data: tuple[Array, Array], rules: Rules) -> None:
    X, Y = data
    ours = grow(X, Y, rules)
    assert_same(ours, trees.grow(X, Y, rules))
    assert_sound(ours, X, Y, np.ones(len(X)), rules)


@given(samples(ties=False), rules_for_trees(measures=[correlations.cayley]))
@settings(max_examples=200)
def test_correlation_that_is_no_inner_product(data: tuple[Array, Array], rules: Rules) -> None:
    X, Y = data
    assert_same(grow(X, Y, rules), trees.grow(X, Y, rules))


@given(samples(), rules_for_trees(), st.randoms(use_true_random=False))
@settings(max_examples=200)
def test_order_of_rows_does_not_matter(
    data: tuple[Array, Array], rules: Rules, random: Any
) -> None:
    X, Y = data
    shuffled = list(range(len(X)))
    random.shuffle(shuffled)
    assert_same(grow(X[shuffled], Y[shuffled], rules), grow(X, Y, rules))


@given(samples(), rules_for_trees())
def test_only_the_order_of_values_matters(data: tuple[Array, Array], rules: Rules) -> None:
    X, Y = data
    stretched = grow(np.exp(X), Y, rules)
    plain = grow(X, Y, rules)
    assert_same(without_thresholds(stretched), without_thresholds(plain))
    np.testing.assert_array_equal(stretched.apply(np.exp(X)), plain.apply(X))


def without_thresholds(tree: Tree) -> Tree:
    """Return the tree without its thresholds."""
    return attrs.evolve(tree, threshold=np.zeros(tree.n_nodes))


@given(samples(), rules_for_trees(), st.integers(2, 4), st.data())
@settings(max_examples=200)
def test_large_nodes_are_cut_between_bins(
    data: tuple[Array, Array], rules: Rules, max_bins: int, more: st.DataObject
) -> None:
    X, Y = data
    rules = dataclasses.replace(rules, max_bins=max_bins)
    weights = draw_weights(more, len(X), st.integers(0, 2).map(float))
    assert_same(grow(X, Y, rules, weights), trees.grow(X, Y, rules, weights))


def without_end(criterion: Criterion) -> Criterion:
    """Return a criterion of which nothing tells that a cut cannot be better."""
    return attrs.evolve(criterion, name="endless", highest=None, value=None)


@given(
    samples(),
    st.integers(0, 2**16),
    st.sampled_from([mean_correlation, ranking_gain, gini, entropy]),
    st.sampled_from(["none", "permutation"]),
    st.sampled_from(["best", "random"]),
    st.sampled_from(["all", 2]),
)
@settings(max_examples=200)
def test_nodes_that_look_no_further_have_found_the_best_cut(
    data: tuple[Array, Array], seed: int, module: Any, stopping: str, splitter: str, tried: Any
) -> None:
    """Knowing when a cut cannot be better saves time and changes nothing."""
    (criterion,) = module.lrf_criteria()
    assert (criterion.highest is None) == (module is not mean_correlation)
    config = {
        "estimator": "forest",
        "n_estimators": 3,
        "stopping": stopping,
        "splitter": splitter,
        "max_features": tried,
        "min_samples_leaf": 1,
        "blend": "none",
    }
    first, second = (
        grow_forest(
            *data, make_plan(config_from_dict(config | {"criterion": record})), random_state=seed
        )
        for record in (criterion, without_end(criterion))
    )
    for name, array in first.to_arrays().items():
        np.testing.assert_array_equal(array, second.to_arrays()[name], err_msg=name)


@given(samples(), rules_for_trees())
def test_enough_bins_change_nothing(data: tuple[Array, Array], rules: Rules) -> None:
    X, Y = data
    assert_same(grow(X, Y, rules, max_bins=16), grow(X, Y, rules))


@pytest.mark.parametrize("k", [2, 5])
@pytest.mark.parametrize("weighting", ["none", "bootstrap", "fractions"])
@pytest.mark.parametrize(("criterion", "stopping"), CRITERIA)
def test_larger_samples(criterion: str, stopping: str, weighting: str, k: int) -> None:
    rng = np.random.default_rng([len(criterion), len(stopping), len(weighting), k])
    n = 70
    X = np.round(rng.normal(size=(n, 4)), 1)
    noise = rng.normal(scale=0.7, size=(n, k))
    Y = average_positions(np.round(X @ rng.normal(size=(4, k)) + noise, 1))
    weights = {
        "none": np.ones(n),
        "bootstrap": np.bincount(rng.integers(0, n, n), minlength=n).astype(float),
        "fractions": rng.uniform(0.1, 2.0, n),
    }[weighting]
    for minimum in (1, 2, 5):
        for gamma in (0.9, 1.0):
            rules = Rules(criterion, stopping=stopping, gamma=gamma, min_samples_leaf=minimum)
            ours, naive = grow(X, Y, rules, weights), trees.grow(X, Y, rules, weights)
            assert stopping != "none" or ours.n_nodes > 2 * k
            np.testing.assert_array_equal(ours.feature, naive.feature)
            np.testing.assert_array_equal(ours.threshold, naive.threshold)
            np.testing.assert_allclose(ours.weight, naive.weight)
            np.testing.assert_array_equal(ours.positions, naive.positions)
