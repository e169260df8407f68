"""Incomplete rankings are learned by trees of two kinds; complete ones as they always were."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lrf
from lrf.bagging import is_bootstrapped, plan_of_tree, settled
from lrf.blending import Evidence, blend_of
from lrf.config import config_from_dict
from lrf.distributed.draws import Draws
from lrf.drawing import drawn_rows
from lrf.errors import ConfigError
from lrf.estimators import LabelRankingForest
from lrf.plan import make_plan
from tests.small import iris

Array = Any


def erased(share: float = 0.3, seed: int = 0) -> tuple[Array, Array]:
    """Return rows of iris, with some of their positions erased, that rank two labels at least."""
    X, Y = iris()
    rng = np.random.default_rng(seed)
    Y = np.where(rng.random(Y.shape) < share, np.nan, Y)
    kept = np.count_nonzero(~np.isnan(Y), axis=1) > 1
    return X[kept], Y[kept]


def forest(**parameters: Any) -> LabelRankingForest:
    return LabelRankingForest(**{"n_estimators": 12, "random_state": 0, **parameters})


def assert_same(one: LabelRankingForest, other: LabelRankingForest) -> None:
    assert one.config_ == other.config_
    first, second = one.forest_.to_arrays(), other.forest_.to_arrays()
    assert first.keys() == second.keys()
    for name, array in first.items():
        np.testing.assert_array_equal(array, second[name], err_msg=name)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**40), st.sampled_from(["logistic", "none"]), st.integers(1, 5))
def test_complete_rankings_are_learned_as_without_bootstrap(
    seed: int, blend: Any, smallest: int
) -> None:
    X, Y = iris()
    wanted = {"random_state": seed, "blend": blend, "min_samples_leaf": smallest}
    model = forest(**wanted).fit(X, Y)
    assert model.config_.bootstrap is False
    assert_same(model, forest(bootstrap=False, **wanted).fit(X, Y))


def test_one_gap_makes_the_forest_mixed() -> None:
    X, Y = iris()
    Y = Y.copy()
    Y[7, 1] = np.nan
    model = forest().fit(X, Y)
    assert model.config_.bootstrap == "mixed"
    assert_same(model, forest(bootstrap="mixed").fit(X, Y))
    assert forest(bootstrap=False).fit(X, Y).config_.bootstrap is False


def test_a_gap_in_a_row_without_weight_does_not_count() -> None:
    X, Y = iris()
    Y = Y.copy()
    Y[7, 1] = np.nan
    weights = np.ones(len(X))
    weights[7] = 0.0
    assert forest().fit(X, Y, weights).config_.bootstrap is False


def test_a_row_that_says_nothing_does_not_count() -> None:
    X, Y = iris()
    Y = Y.copy()
    Y[7] = np.nan
    assert forest().fit(X, Y).config_.bootstrap is False


@given(st.integers(1, 20), st.integers(0, 200))
def test_every_other_tree_draws_with_replacement(smallest: int, tree: int) -> None:
    plan = make_plan(config_from_dict({"bootstrap": "mixed", "min_samples_leaf": smallest}))
    config = plan_of_tree(plan, tree).config
    assert config.bootstrap is (tree % 2 == 1)
    assert config.min_samples_leaf == (smallest if tree % 2 == 0 else max(1, smallest // 2))
    assert config.max_samples == (1.0 if tree % 2 else 0.9)
    assert is_bootstrapped("mixed", tree) is config.bootstrap


@pytest.mark.parametrize(
    ("given", "drawn"), [(0.9, 1.0), (1.0, 1.0), (0.45, 0.5), (7, 7), (None, None)]
)
def test_a_share_with_replacement_is_a_ninth_more(given: Any, drawn: Any) -> None:
    plan = make_plan(config_from_dict({"bootstrap": "mixed", "max_samples": given}))
    assert plan_of_tree(plan, 0).config.max_samples == given
    assert plan_of_tree(plan, 1).config.max_samples == drawn


@pytest.mark.parametrize("bootstrap", [True, False])
def test_trees_of_one_kind_follow_the_plan_itself(bootstrap: bool) -> None:
    plan = make_plan(config_from_dict({"bootstrap": bootstrap}))
    assert all(plan_of_tree(plan, tree) is plan for tree in range(8))
    assert all(is_bootstrapped(bootstrap, tree) is bootstrap for tree in range(8))
    assert settled(plan.config, True) is plan.config


@pytest.mark.parametrize("weighted", [False, True])
def test_drawn_rows_are_those_in_the_leaves(weighted: bool) -> None:
    X, Y = erased()
    weights = np.random.default_rng(0).integers(1, 4, len(X)).astype(float)
    model = forest().fit(X, Y, weights if weighted else None)
    counts = list(drawn_rows(model.forest_.plan, weights if weighted else np.ones(len(X)), 0))
    total = weights.sum() if weighted else len(X)
    for tree, drawn in enumerate(counts):
        assert drawn.sum() == (round(0.9 * total) if tree % 2 == 0 else total)
        assert model.forest_.tree(tree).weight[0] == drawn.sum()
        most = weights if weighted else 1
        assert (drawn <= most).all() == (tree % 2 == 0)


def test_leaves_are_as_large_as_the_kind_of_tree_allows() -> None:
    X, Y = erased()
    model = forest(min_samples_leaf=6).fit(X, Y)
    for number in range(12):
        tree = model.forest_.tree(number)
        least = tree.weight[tree.feature < 0].min()
        assert least >= (6 if number % 2 == 0 else 3)
    bootstrapped = [model.forest_.tree(i) for i in range(12) if i % 2]
    assert min(tree.weight[tree.feature < 0].min() for tree in bootstrapped) < 6


def test_neither_threads_nor_steps_change_the_forest() -> None:
    X, Y = erased()
    whole = forest().fit(X, Y)
    assert_same(whole, forest(n_jobs=2).fit(X, Y))
    grown = forest(n_estimators=5, warm_start=True).fit(X, Y)
    assert_same(whole, grown.set_params(n_estimators=12).fit(X, Y))


def test_out_of_bag_is_the_same_after_saving(tmp_path: Any) -> None:
    X, Y = erased()
    model = forest(n_estimators=60, oob_score=True).fit(X, Y)
    model.save(tmp_path / "model.lrf")
    again = lrf.load(tmp_path / "model.lrf")
    assert again.config_.bootstrap == "mixed"
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    np.testing.assert_array_equal(again.oob_pairwise(X, Y), model.oob_pairwise(X, Y))


def test_tuning_compares_with_what_is_grown_by_default() -> None:
    X, Y = erased()
    model = forest(tune="oob", min_samples_leaf=3).fit(X, Y)
    random = [row for row in model.tuning_ if row["splitter"] == "random"]
    assert {row["bootstrap"] for row in random} == {"mixed"}
    assert model.tuning_[0]["bootstrap"] == "mixed"
    assert len(model.tuning_) == 12  # the forest as configured is not tried twice


def test_a_cluster_draws_as_a_forest_is_configured() -> None:
    draws = Draws(0, 50, 40, "mixed", more=44)
    assert draws.largest == 44
    for tree in range(8):
        rows = draws.rows(tree, 0, 50)
        assert len(rows) == (40 if tree % 2 == 0 else 44)
        assert (len(set(rows.tolist())) == len(rows)) == (tree % 2 == 0)


def test_other_words_are_refused() -> None:
    with pytest.raises(ConfigError) as caught:
        forest(bootstrap="mixd").fit(*iris())
    assert str(caught.value) == (
        "bootstrap: 'mixd' is not allowed; did you mean 'mixed'? allowed: true or false or "
        "'auto', 'mixed'"
    )


def test_without_rows_drawn_nothing_may_be_out_of_bag() -> None:
    with pytest.raises(ConfigError, match="^oob_score: without bootstrap and max_samples "):
        forest(max_samples=None, oob_score=True, bootstrap=False).fit(*erased())


def doubtful(n_rows: int, spread: float, gap: bool) -> Evidence:
    """Return rows about which trees err a little more than the constant, or much more."""
    rng = np.random.default_rng(0)
    targets = 2.0 + 0.1 * rng.normal(size=(n_rows, 3))
    trees = targets + spread * rng.normal(size=targets.shape)
    if gap:
        targets[0, 0] = np.nan
    zeros, means = np.zeros_like(targets), np.full(3, 2.0)
    rows = np.arange(n_rows)
    others = np.broadcast_to(means, targets.shape)
    return Evidence(rows, np.ones(n_rows), targets, trees, zeros, means, others, None, None)


def test_doubtful_shares_are_pulled_to_the_trees_where_rankings_are_incomplete() -> None:
    few = {gap: blend_of(doubtful(12, 0.12, gap)).trees for gap in (False, True)}
    assert few[False] < few[True] <= 1.0
    many = {gap: blend_of(doubtful(4000, 1.0, gap)).trees for gap in (False, True)}
    assert many[True] == pytest.approx(many[False], abs=0.01)


@settings(max_examples=50, deadline=None)
@given(st.integers(10, 60), st.floats(0.01, 3.0), st.integers(0, 99))
def test_shares_lie_between_the_trees_alone_and_the_mixture_that_errs_least(
    n_rows: int, spread: float, seed: int
) -> None:
    evidence = doubtful(n_rows, spread, gap=False)
    evidence = attrs.evolve(evidence, trees=np.random.default_rng(seed).permuted(evidence.trees))
    targets = evidence.targets.copy()
    targets[0] = np.nan  # a row that says nothing, so that what errs least stays the same
    told = attrs.evolve(evidence, targets=targets)
    rest = attrs.evolve(
        evidence,
        **{
            name: getattr(evidence, name)[1:]
            for name in ("rows", "weights", "targets", "trees", "noise", "others")
        },
    )
    low, high = sorted((blend_of(rest).trees, 1.0))
    assert low - 1e-9 <= blend_of(told).trees <= high + 1e-9
