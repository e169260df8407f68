"""Trees that grow by each correlation are those that its naive twin grows."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from lrf import LabelRankingTree
from lrf.config import config_from_dict
from lrf.errors import ComponentError
from lrf.growth import grow_forest
from lrf.plan import make_plan
from lrf.rankings import average_positions
from tests.correlation_cases import CASES, Case
from tests.naive import measures, trees
from tests.naive.trees import NaiveTree, Rules
from tests.plain import plain_forest

Array = npt.NDArray[Any]

every_case = pytest.mark.parametrize("case", CASES, ids=str)


def problem(case: Case, seed: int, gaps: bool = False) -> tuple[Array, Array]:
    """Return attributes of few values, and rankings of four labels that follow them a little."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 12, (50, 3)).astype(float)
    keys = X @ rng.normal(size=(3, 4)) + rng.normal(scale=4.0, size=(50, 4))
    if case.record.ties:
        keys = np.round(keys / 6)
    if gaps:
        keys[rng.random(keys.shape) < 0.2] = np.nan
        keys[np.isnan(keys).all(axis=1), 0] = 0.0
    return X, average_positions(keys)


def criterion(case: Case, self_pairs: bool = True) -> dict[str, Any]:
    correlation = {"name": case.name, **case.parameters}
    return {"name": "mean-correlation", "correlation": correlation, "self_pairs": self_pairs}


def naive_tree(case: Case, X: Array, Y: Array, **rules: Any) -> NaiveTree:
    given = {**case.record.defaults(), **case.parameters}
    correlation = partial(measures.matrix, case.name, **given)
    return trees.grow(X, Y, Rules(correlation=correlation, **rules))


@every_case
@pytest.mark.parametrize("self_pairs", [True, False])
def test_tree_is_the_naive_one(case: Case, self_pairs: bool) -> None:
    X, Y = problem(case, seed=3)
    model = LabelRankingTree(
        criterion=criterion(case, self_pairs), stopping="none", max_depth=5, min_samples_leaf=2
    )
    found = model.fit(X, Y).forest_.tree(0)
    expected = naive_tree(
        case, X, Y, self_pairs=self_pairs, stopping="none", max_depth=5, min_samples_leaf=2
    )
    assert found.n_nodes == expected.n_nodes > 7
    np.testing.assert_array_equal(found.feature, expected.feature)
    np.testing.assert_array_equal(found.threshold, expected.threshold)
    np.testing.assert_array_equal(found.positions, expected.positions)


@pytest.mark.parametrize("case", [case for case in CASES if case.record.incomplete], ids=str)
def test_tree_of_incomplete_rankings_is_the_naive_one(case: Case) -> None:
    X, Y = problem(case, seed=4, gaps=True)
    settings = {"criterion": criterion(case), "stopping": "none", "leaf": "borda"}
    plan = make_plan(config_from_dict({"estimator": "tree", **settings, "max_depth": 4}))
    found = grow_forest(X, Y, plan).tree(0)
    expected = naive_tree(case, X, Y, stopping="none", max_depth=4)
    assert found.n_nodes == expected.n_nodes > 7
    np.testing.assert_array_equal(found.feature, expected.feature)
    np.testing.assert_array_equal(found.threshold, expected.threshold)


@pytest.mark.parametrize("case", [case for case in CASES if not case.record.incomplete], ids=str)
def test_incomplete_rankings_are_refused_where_the_measure_is_not_defined(case: Case) -> None:
    X, Y = problem(case, seed=4)
    Y[3] = average_positions([[2.0, 1.0, np.nan, 3.0]])
    settings = {"criterion": criterion(case), "stopping": "none", "leaf": "borda"}
    plan = make_plan(config_from_dict({"estimator": "tree", **settings}))
    with pytest.raises(ComponentError, match=f"'{case.name}' is not defined for incomplete"):
        grow_forest(X, Y, plan)


@pytest.mark.parametrize("name", ["cayley", "ulam"])
def test_ties_are_refused_where_the_measure_is_not_defined(name: str) -> None:
    model = LabelRankingTree(criterion={"name": "mean-correlation", "correlation": name})
    with pytest.raises(ComponentError, match=f"'{name}' is not defined for rankings with ties"):
        model.fit([[1.0], [2.0]], [[1, 2, 3], [1, 1, 2]])


@every_case
def test_forest_learns_by_it(case: Case) -> None:
    X, Y = problem(case, seed=5)
    forest = plain_forest(criterion=criterion(case), n_estimators=20, random_state=0)
    assert forest.fit(X[10:], Y[10:]).score(X[:10], Y[:10]) > 0.2
