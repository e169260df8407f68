"""The permutation test of the best cut, against every order of the votes and on pure noise."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from lrf import LabelRankingForest, LabelRankingTree, RankingDiscretizer
from lrf.errors import ConfigError
from lrf.plugin import Parameter, StoppingRule, accept
from lrf.rankings import average_positions
from lrf.testing import check_stopping_rule
from tests.naive import chances, impurities
from tests.plain import plain_forest
from tests.small import iris

Array = npt.NDArray[Any]

CRITERIA = ["variance", "gini", "mallows", "plackett-luce"]
N_TREES = 800


def share_of_split_roots(
    X: Array, Y: Array, w: Array, criterion: Any, level: float, **settings: Any
) -> float:
    """Return how often the root is split; each tree of the forest shuffles by itself."""
    rule = {"name": "permutation", "level": level}
    forest = plain_forest(
        criterion=criterion, stopping=rule, n_estimators=N_TREES, bootstrap=False,
        max_features=None, max_depth=1, random_state=0, **settings,
    ).fit(X, Y, w)  # fmt: skip
    depths = [forest.forest_.tree(i).n_nodes > 1 for i in range(N_TREES)]
    return float(np.mean(depths))


def rows(seed: int, tied: bool) -> tuple[Array, Array, Array]:
    """Return five rows of one attribute that says something of the rankings."""
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 4, 5).astype(float)
    keys = np.argsort(rng.normal(size=(5, 3)) + 0.8 * x[:, np.newaxis] * [0, 1, 2], axis=1)
    if tied:
        keys = np.minimum(keys, 1)
    weights = rng.choice([1.0, 2.0, 0.5], 5) if seed % 2 else np.ones(5)
    return x[:, np.newaxis], average_positions(keys.astype(float)), weights


def expect(found: float, expected: float) -> None:
    """Hold a share of trees to a probability, within four standard errors."""
    assert abs(found - expected) <= 4 * np.sqrt(expected * (1 - expected) / N_TREES) + 1e-3


@pytest.mark.compiled
@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("is_nominal", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_cuts_are_accepted_as_often_as_the_exact_chance_says(
    criterion: str, is_nominal: bool, seed: int
) -> None:
    X, Y, w = rows(seed, tied=seed >= 2)
    score = impurities.SCORES[criterion]
    chance = chances.exact(X[:, 0], Y, w, score, is_nominal)
    settings = {"categorical_features": [0]} if is_nominal else {}
    found = share_of_split_roots(X, Y, w, criterion, 0.15, **settings)
    expect(found, chances.acceptance(chance, 1, 0.15))


@pytest.mark.compiled
def test_every_attribute_tried_makes_the_test_stricter() -> None:
    X, Y, w = rows(0, tied=False)
    chance = chances.exact(X[:, 0], Y, w, impurities.SCORES["variance"])
    constant, same = np.zeros_like(X), X.copy()
    found = share_of_split_roots(np.hstack([X, constant]), Y, w, "variance", 0.2)
    expect(found, chances.acceptance(chance, 1, 0.2))
    found = share_of_split_roots(np.hstack([X, constant, same]), Y, w, "variance", 0.2)
    once = chances.acceptance(chance, 2, 0.2)
    expect(found, 1 - (1 - once) ** 2)  # the second copy is asked about if the first is rejected


@pytest.mark.compiled
def test_least_weight_of_a_child_holds_for_shuffled_votes_too() -> None:
    X, Y, w = rows(0, tied=False)
    chance = chances.exact(X[:, 0], Y, w, impurities.SCORES["variance"], least=2.0)
    found = share_of_split_roots(X, Y, w, "variance", 0.2, min_samples_leaf=2)
    expect(found, chances.acceptance(chance, 1, 0.2))


def noise(rng: Any, kind: str) -> tuple[Array, Array, dict[str, Any]]:
    """Return attributes and rankings that have nothing to do with each other."""
    n, k = 30, 4
    X = rng.normal(size=(n, 4))
    Y = rng.permuted(np.tile(np.arange(k) + 1.0, (n, 1)), axis=1)
    settings: dict[str, Any] = {}
    if kind == "ties":
        Y = np.ceil(Y / 2)
    if kind == "incomplete":
        Y[rng.random(Y.shape) < 0.3] = np.nan
    if kind == "missing":
        X[rng.random(X.shape) < 0.2] = np.nan
    if kind == "nominal":
        X = rng.integers(0, 5, X.shape).astype(float)
        settings["categorical_features"] = list(range(4))
    return X, average_positions(Y), settings


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("criterion", "kind"),
    [
        ("mean-correlation", "plain"),
        ("mean-correlation", "ties"),
        ("mean-correlation", "incomplete"),
        ("mean-correlation", "missing"),
        ("mean-correlation", "nominal"),
        ("mean-correlation", "weights"),
        ("ranking-gain", "plain"),
        ("mallows", "nominal"),
    ],
)
def test_noise_is_split_as_seldom_as_the_level_says(criterion: str, kind: str) -> None:
    """With four attributes, 1 - (1 - 0.2 / 4) ** 4 = 0.19; fewer where gaps are tried twice."""
    rng = np.random.default_rng(7)
    rule = {"name": "permutation", "level": 0.2}
    n_split, n_trials = 0, 400
    for seed in range(n_trials):
        X, Y, settings = noise(rng, kind)
        w = rng.uniform(0.2, 3.0, len(X)) if kind == "weights" else None
        tree = LabelRankingTree(
            criterion=criterion, stopping=rule, max_depth=1, random_state=seed, **settings
        ).fit(X, Y, w)
        n_split += tree.depth_
    share = n_split / n_trials
    assert share < 0.19 + 4 * np.sqrt(0.19 * 0.81 / n_trials)
    assert share > (0.07 if kind == "missing" else 0.19 - 4 * np.sqrt(0.19 * 0.81 / n_trials))


@pytest.mark.parametrize("criterion", [*CRITERIA, "mean-correlation", "ranking-gain"])
def test_what_is_no_accident_is_found(criterion: str) -> None:
    X, Y = iris()
    X, Y = X[::3], Y[::3]
    rule = {"name": "permutation", "level": 0.1}
    noise = np.random.default_rng(0).permuted(X, axis=0)
    tree = LabelRankingTree(criterion=criterion, stopping=rule, random_state=0)
    assert tree.fit(X, Y).score(X, Y) > 0.85
    assert tree.fit(noise, Y).depth_ == 0


def structure(forest: LabelRankingForest) -> list[list[float]]:
    trees = [forest.forest_.tree(i) for i in range(forest.n_estimators)]
    return [[*tree.feature.tolist(), *np.nan_to_num(tree.threshold).tolist()] for tree in trees]


def test_forest_does_not_depend_on_the_number_of_threads() -> None:
    X, Y = iris()
    settings: dict[str, Any] = {"stopping": "permutation", "n_estimators": 8, "random_state": 3}
    forests = [plain_forest(n_jobs=n, **settings).fit(X[::3], Y[::3]) for n in (1, 2)]
    assert structure(forests[0]) == structure(forests[1])


def test_smaller_levels_make_smaller_trees() -> None:
    X, Y = iris()
    X = X + np.random.default_rng(0).normal(size=X.shape)
    sizes = [
        LabelRankingTree(stopping={"name": "permutation", "level": level}, random_state=0)
        .fit(X[::3], Y[::3])
        .forest_.tree(0)
        .n_nodes
        for level in (1.0, 0.05, 0.005)
    ]
    assert sizes[0] > sizes[1] >= sizes[2] > 1


def test_bins_are_reproducible() -> None:
    X, Y = iris()
    bins = [
        RankingDiscretizer(stopping="permutation", random_state=5).fit(X, Y).cut_points_
        for _ in range(2)
    ]
    assert [len(cuts) for cuts in bins[0]] != [0] * 4
    for one, other in zip(*bins, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("level", [0.0, -1.0, 1.5])
def test_level_is_a_probability(level: float) -> None:
    X, Y = iris()
    with pytest.raises(ConfigError) as caught:
        LabelRankingTree(stopping={"name": "permutation", "level": level}).fit(X, Y)
    assert str(caught.value) == (
        f"stopping.level: {level} is not allowed; allowed: a number from 0.0001 to 1"
    )


@accept
def rare_and_balanced(split: float, whole: Any, left: Any, right: Any, params: Any) -> bool:
    return min(left.weight, right.weight) > 0.3 * whole.weight and whole.chance <= params[0]


LEVEL = Parameter("level", 0.1, minimum=0.001, maximum=1.0)


def test_rule_of_a_stranger_may_ask_for_chances() -> None:
    rule = StoppingRule(
        name="rare",
        summary="for tests",
        accept=rare_and_balanced,
        needs_chance=True,
        parameters=[LEVEL],
    )
    check_stopping_rule(rule)
    X, Y = iris()
    tree = LabelRankingTree(stopping=rule, random_state=0).fit(X, Y).forest_.tree(0)
    inner = np.flatnonzero(tree.feature >= 0)
    assert len(inner) > 0
    for node in inner:
        children = tree.weight[[tree.left[node], tree.right[node]]]
        assert children.min() > 0.3 * tree.weight[node]


@pytest.mark.parametrize("parameters", [[], [Parameter("level", 0.1)]])
def test_rule_that_asks_for_chances_has_a_level(parameters: list[Parameter]) -> None:
    with pytest.raises(ValueError) as caught:
        StoppingRule(
            name="rare",
            summary="for tests",
            accept=rare_and_balanced,
            needs_chance=True,
            parameters=parameters,
        )
    assert str(caught.value) == (
        "a rule that needs chances has a parameter 'level', the largest chance that it accepts, "
        "with a minimum above 0"
    )


@pytest.mark.compiled
@pytest.mark.parametrize("is_nominal", [False, True])
def test_random_cuts_are_tested_too(is_nominal: bool) -> None:
    """An attribute of two values has one cut, which is also the best one."""
    X, Y, w = rows(1, tied=False)
    X = (X > 1.0).astype(float)
    settings = {"categorical_features": [0]} if is_nominal else {}
    for criterion in ("variance", "mallows"):
        chance = chances.exact(X[:, 0], Y, w, impurities.SCORES[criterion])
        found = share_of_split_roots(X, Y, w, criterion, 0.3, splitter="random", **settings)
        expect(found, chances.acceptance(chance, 1, 0.3))
