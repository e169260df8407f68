"""The models of both sides: as many trees, grown as far, trying as many attributes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

import numpy as np
from sklearn.ensemble import RandomForestRegressor

from benchmarks.sets import Problem
from benchmarks.timing import Side, timed
from lrf import LabelRankingForest
from lrf.testing.growing import PLAIN

__all__ = ["fitting", "forest", "pair_signs", "regressor", "warm_up"]

BINS = 255
KENDALL = {"name": "mean-correlation", "correlation": "kendall"}


def forest(trees: int, seed: int = 0, **parameters: Any) -> Any:
    """Return an unfitted forest of ours."""
    common = {**PLAIN, "criterion": KENDALL, "n_jobs": 1}
    return LabelRankingForest(n_estimators=trees, random_state=seed, **(common | parameters))


def regressor(trees: int, seed: int = 0, **parameters: Any) -> Any:
    """Return an unfitted forest of scikit-learn."""
    common = {"max_features": "sqrt", "bootstrap": True, "min_samples_leaf": 1, "n_jobs": 1}
    return RandomForestRegressor(n_estimators=trees, random_state=seed, **(common | parameters))


def fitting(
    make: Callable[[int], Any],
    X: Any,
    Y: Any,
    clock: Callable[[], float] = process_time,
) -> Side:
    """Return the side that fits models.

    Parameters
    ----------
    make : callable
        Returns an unfitted model for a seed, which is the number of the run.
    X, Y : ndarray
        What to fit it to.
    clock : callable
        As for `timed`.
    """
    return timed(lambda run: partial(make(run).fit, X, Y), clock)


def warm_up(problem: Problem, **parameters: Any) -> None:
    """Have the kernels that a forest needs for a data set compiled and loaded."""
    model = forest(2, **parameters).fit(problem.X, problem.Y)
    model.predict(problem.X[:10])


def pair_signs(Y: Any) -> Any:
    """Return the sign of each pair of labels, of shape (n_rows, k (k - 1) / 2)."""
    first, second = np.triu_indices(Y.shape[1], 1)
    return np.sign(Y[:, second] - Y[:, first])
