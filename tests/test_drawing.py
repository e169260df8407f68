"""Rows drawn for a tree by whole weights, small and enormous."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lrf import LabelRankingForest
from lrf.config import config_from_dict
from lrf.drawing import draw_rows
from lrf.plan import make_plan
from tests.small import iris


def draw(weights: Any, seed: int = 0, **settings: Any) -> Any:
    plan = make_plan(config_from_dict({"estimator": "forest", "bootstrap": False, **settings}))
    return draw_rows(plan, np.asarray(weights, dtype=float), np.random.default_rng(seed))


@pytest.mark.parametrize("unit", [1e3, 1e7, 1e12, 1e15])
@pytest.mark.parametrize("bootstrap", [False, True])
def test_rows_are_drawn_as_often_as_weights_say(unit: float, bootstrap: bool) -> None:
    weights = np.array([1.0, 0.0, 2.0, 5.0]) * unit
    counts = draw(weights, bootstrap=bootstrap, max_samples=0.5)
    np.testing.assert_array_equal(counts, np.floor(counts))
    assert counts[1] == 0
    np.testing.assert_allclose(counts, weights / 2, rtol=0.15)
    if not bootstrap:
        assert np.all(counts <= weights)


@pytest.mark.parametrize("unit", [1, 10**4, 10**9, 10**15])
def test_a_number_of_rows_is_drawn(unit: int) -> None:
    for seed in range(20):
        counts = draw([unit, 2 * unit, 0, 2], seed=seed, max_samples=3)
        assert counts.sum() == 3
        assert np.all(counts <= [unit, 2 * unit, 0, 2])


@pytest.mark.parametrize("weights", [[3e7, 1e7, 0.0], [3e14, 1.0, 0.0]])
def test_all_rows_are_all_rows(weights: list[float]) -> None:
    np.testing.assert_array_equal(draw(weights, max_samples=1.0), weights)


def test_weights_that_nobody_can_count_are_drawn_whole_or_not_at_all() -> None:
    weights = np.array([1e300, 2e300, 3e300, 4e300])
    counts = draw(weights, max_samples=0.5)
    assert set(counts / weights) == {0.0, 1.0}
    assert np.count_nonzero(counts) == 2


def test_forests_learn_from_enormous_weights() -> None:
    X, Y = iris()
    for bootstrap in (False, True):
        forest = LabelRankingForest(n_estimators=5, bootstrap=bootstrap, random_state=0)
        assert forest.fit(X, Y, np.full(len(X), 1e11)).score(X, Y) > 0.95
