"""Criteria score cuts as their definitions say, and grow the trees of their naive twins."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lrf import LabelRankingTree
from lrf.config import config_from_dict
from lrf.criteria import mallows
from lrf.engine.jit import COMPILED
from lrf.engine.records import room_size
from lrf.errors import ComponentError
from lrf.metrics import mean_kendall_tau
from lrf.plan import growth_rules, make_plan
from lrf.plugin import Correlation, Criterion, gain, value
from lrf.rankings import average_positions
from lrf.registry import get_registry
from lrf.testing import check_criterion
from lrf.tree import Tree
from tests.naive import impurities
from tests.plain import plain_forest
from tests.small import iris

Array = npt.NDArray[Any]

every_criterion = pytest.mark.parametrize("name", sorted(impurities.SCORES))


@every_criterion
def test_scores_are_those_of_the_definition(name: str) -> None:
    def naive(left: Array, right: Array) -> float:
        Y = np.concatenate([left, right])
        return impurities.SCORES[name](Y, np.ones(len(Y)), np.arange(len(Y)) < len(left))

    check_criterion(name, naive=naive)


@st.composite
def samples(draw: st.DrawFn) -> tuple[Array, Array, Array]:
    """Draw a few rows with ties within attributes, within rankings, and between rows."""
    n, m, k = draw(st.integers(2, 12)), draw(st.integers(1, 3)), draw(st.integers(2, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    X = rng.integers(0, draw(st.integers(2, 12)), (n, m)).astype(float)
    keys = rng.permuted(np.tile(np.arange(k), (n, 1)), axis=1)
    if draw(st.booleans()):
        keys = rng.integers(0, k, (n, k))
    weights = rng.integers(0, 4, n).astype(float)
    if draw(st.booleans()):
        weights *= rng.uniform(0.2, 3.0, n)
    weights[rng.integers(0, n)] += 1.0
    return X, average_positions(keys.astype(float)), weights


def branches(tree: Tree, node: int = 0) -> impurities.Tree:
    """Return a tree in the form of the naive one."""
    if tree.feature[node] < 0:
        return None
    children = [branches(tree, int(side[node])) for side in (tree.left, tree.right)]
    return int(tree.feature[node]), float(tree.threshold[node]), *children


@every_criterion
@given(drawn=samples(), least=st.sampled_from([1, 2]))
@settings(max_examples=60)
def test_tree_is_the_naive_one(name: str, drawn: Any, least: int) -> None:
    X, Y, weights = drawn
    model = LabelRankingTree(criterion=name, min_samples_leaf=least).fit(X, Y, weights)
    floor = 0.0 if least == 1 else least - 1e-9
    expected = impurities.grow(X, Y, weights, impurities.SCORES[name], floor)
    assert branches(model.forest_.tree(0)) == expected


@st.composite
def incomplete_samples(draw: st.DrawFn) -> tuple[Array, Array, Array]:
    """Draw rows each of which ranks two labels or more."""
    X, Y, weights = draw(samples())
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    gaps = rng.random(Y.shape) < draw(st.sampled_from([0.2, 0.5]))
    gaps[gaps.sum(axis=1) > Y.shape[1] - 2] = False
    return X, average_positions(np.where(gaps, np.nan, Y)), weights


@pytest.mark.parametrize("name", ["mallows", "plackett-luce", "variance"])
@given(drawn=incomplete_samples())
@settings(max_examples=60)
def test_tree_of_incomplete_rankings_is_the_naive_one(name: str, drawn: Any) -> None:
    X, Y, weights = drawn
    model = LabelRankingTree(criterion=name).fit(X, Y, weights)
    expected = impurities.grow(X, Y, weights, impurities.SCORES[name], 0.0)
    assert branches(model.forest_.tree(0)) == expected


@pytest.mark.parametrize("name", ["mallows", "plackett-luce", "variance"])
def test_forests_learn_from_incomplete_rankings(name: str) -> None:
    X, Y = iris()
    gaps = np.random.default_rng(0).random(Y.shape) < 0.3
    gaps[gaps.sum(axis=1) > 1] = False
    left = average_positions(np.where(gaps, np.nan, Y))
    assert np.isnan(left).any()
    forest = plain_forest(criterion=name, n_estimators=10, random_state=0)
    forest.fit(X[::2], left[::2])
    assert mean_kendall_tau(Y[1::2], forest.predict(X[1::2])) > 0.8


@every_criterion
def test_forest_beats_chance(name: str) -> None:
    X, Y = iris()
    forest = plain_forest(criterion=name, n_estimators=10, random_state=0).fit(X[::2], Y[::2])
    assert mean_kendall_tau(Y[1::2], forest.predict(X[1::2])) > 0.8


@pytest.mark.parametrize("n_labels", [2, 3, 5, 10, 25])
def test_spread_is_that_of_maximum_likelihood(n_labels: int) -> None:
    room = np.zeros(room_size(n_labels, 8))
    mallows.fill_tables(n_labels, room)
    for part in (0.0, 1e-6, 0.01, 0.2, 0.5, 0.9, 0.999, 1.0):
        distance = part * n_labels * (n_labels - 1) / 4
        expected = 1 / (1 + impurities.spread(distance, n_labels))
        share = mallows.share_of_distance(1.0 - part, 1.0, n_labels)
        assert share == pytest.approx(distance / (distance + n_labels - 1))
        found = mallows.impurity(share, room)
        assert found == pytest.approx(expected, abs=1e-7)
        assert mallows.line_below(share, room) <= found


def test_mallows_leaves_small_nodes_alone() -> None:
    X, Y = iris()
    X, Y = X[::5], Y[::5]
    criterion = {"name": "mallows", "rankings_per_label": 2.0}
    tree = LabelRankingTree(criterion=criterion).fit(X, Y).forest_.tree(0)
    score = impurities.SCORES["mallows"]
    expected = impurities.grow(X, Y, np.ones(len(X)), score, 0.0, lambda Y, w: w.sum() < 6)
    assert expected is not None
    assert branches(tree) == expected
    assert (tree.weight[tree.feature >= 0] >= 6).all()


def test_mallows_finds_the_same_cuts_in_a_second_tree() -> None:
    """Its tables and the value of the last node outlive the tree that they were made for."""
    X, Y = iris()
    forest = plain_forest(
        criterion="mallows", n_estimators=3, bootstrap=False, max_features=None
    ).fit(X, Y)
    first, *others = (branches(forest.forest_.tree(i)) for i in range(3))
    assert first == branches(LabelRankingTree(criterion="mallows").fit(X, Y).forest_.tree(0))
    assert others == [first, first]


VALUES = {"mallows": impurities.mallows, "plackett-luce": impurities.unsaid}


@pytest.mark.parametrize("name", sorted(VALUES))
@given(drawn=st.one_of(samples(), incomplete_samples()), gamma=st.sampled_from([0.6, 0.9]))
@settings(max_examples=40)
def test_stopping_rules_see_the_values_of_the_definition(
    name: str, drawn: Any, gamma: float
) -> None:
    """The root is split only if its best cut pays, by the rule's own definition."""
    X, Y, w = drawn
    score = impurities.SCORES[name]
    value = VALUES[name]
    for rule in (
        {"name": "gamma-ratio", "gamma": gamma},
        {"name": "min-gain", "threshold": 0.05},
    ):
        X1 = X[:, :1]  # of several attributes, another could be asked about in its place
        tree = LabelRankingTree(criterion=name, stopping=rule, max_depth=1).fit(X1, Y, w)
        cut = impurities.grow(X1, Y, w, score, 0.0)
        if cut is None:
            assert tree.depth_ == 0
            continue
        there, left = w > 0, X1[:, 0] < cut[1]
        parts = [there & left, there & ~left]
        whole = value(Y[there], w[there])
        split = sum(w[part].sum() * value(Y[part], w[part]) for part in parts) / w.sum()
        margin = gamma * whole - split if rule["name"] == "gamma-ratio" else whole - split - 0.05
        if abs(margin) > 1e-6:
            assert tree.depth_ == int(margin > 0), (margin, whole, split)


@pytest.mark.parametrize("name", sorted(VALUES))
def test_rules_that_compare_values_stop_in_time(name: str) -> None:
    X, Y = iris()
    for rule in ({"name": "gamma-ratio", "gamma": 0.6}, {"name": "min-gain", "threshold": 0.1}):
        tree = LabelRankingTree(criterion=name, stopping=rule).fit(X, Y)
        full = LabelRankingTree(criterion=name).fit(X, Y)
        assert 2 < tree.forest_.tree(0).n_nodes < full.forest_.tree(0).n_nodes
        assert tree.score(X, Y) > 0.9
    nominal = LabelRankingTree(criterion=name, stopping="gamma-ratio", categorical_features=[0])
    assert nominal.fit(np.round(X), Y).score(np.round(X), Y) > 0.8


def test_vectors_of_a_criterion_may_be_undefined_for_incomplete_rankings() -> None:
    own = Correlation(name="own", summary="", embed=np.sign)
    record = Criterion(name="odd", summary="", gain=no_gain, correlation=None, embedding=own)
    Y = np.array([[1.0, 2.0, np.nan], [2.0, 1.0, 3.0]])
    with pytest.raises(ComponentError, match="'odd' is not defined for incomplete rankings"):
        LabelRankingTree(criterion=record).fit([[0.0], [1.0]], Y)


def test_only_a_sweep_has_a_value_of_samples() -> None:
    with pytest.raises(ValueError) as caught:
        Criterion(name="odd", summary="", gain=no_gain, statistics="samples")
    assert str(caught.value) == (
        "a gain is given numbers, so that its statistics cannot be 'samples'"
    )


@gain
def no_gain(left: Any, right: Any, whole: Any) -> float:
    return 0.0


def test_criterion_has_a_correlation_or_vectors_of_its_own() -> None:
    own = Correlation(name="own", summary="", embed=np.sign)
    with pytest.raises(ValueError) as caught:
        Criterion(name="both", summary="", gain=no_gain, embedding=own)
    assert str(caught.value) == "an embedding of its own goes with correlation=None only"


def no_value(side: Any) -> float:
    raise AssertionError("nobody asks for it")


@pytest.mark.skipif(COMPILED, reason="compiled kernels cannot be watched")
def test_values_of_samples_are_worked_out_for_rules_that_want_them_only() -> None:
    X, Y = iris()
    record = attrs.evolve(get_registry().get("criterion", "plackett-luce"), value=value(no_value))
    assert LabelRankingTree(criterion=record).fit(X[::5], Y[::5]).depth_ > 0
    with pytest.raises(AssertionError, match="nobody asks for it"):
        LabelRankingTree(criterion=record, stopping="gamma-ratio").fit(X[::5], Y[::5])


def no_code(side: Any) -> float:
    return {}  # type: ignore[return-value]


@pytest.mark.compiled
def test_values_are_compiled_for_rules_that_want_them_only() -> None:
    X, Y = iris()
    record = attrs.evolve(get_registry().get("criterion", "gini"), value=value(no_code))
    assert LabelRankingTree(criterion=record).fit(X[::5], Y[::5]).depth_ > 0
    with pytest.raises(ComponentError, match="gini: the value 'no_code' cannot be compiled"):
        LabelRankingTree(criterion=record, stopping="gamma-ratio").fit(X[::5], Y[::5])


@pytest.mark.parametrize(("rule", "wanted"), [("none", False), ("min-gain", True)])
def test_rules_decide_whether_values_of_samples_are_wanted(rule: str, wanted: bool) -> None:
    settings = {"estimator": "tree", "criterion": "mallows", "stopping": rule}
    assert growth_rules(make_plan(config_from_dict(settings)), 3).has_value is wanted
