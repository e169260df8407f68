"""Random forest on ranks: regression of all positions at once, what most users write first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from sklearn.ensemble import RandomForestRegressor

from lrf.components import Array
from lrf.rankings import from_scores
from lrf.study.baselines.base import Baseline, centred_ranks, numeric_features

__all__ = ["ForestOnRanks"]

# With few features, the square root leaves too little to choose from.
_FEW_FEATURES = 8


class ForestOnRanks(Baseline):
    """scikit-learn's multi-output `RandomForestRegressor` on centred positions.

    Parameters
    ----------
    n_estimators : int
        Number of trees.
    max_features : float, int, str or None
        As scikit-learn takes it; "auto": the square root of their number, or half of them if there
        are 8 or fewer.
    min_samples_leaf : int
        Least number of rows in a leaf.
    categorical_features : sequence of int, optional
        The nominal columns.
    random_state : int, optional
        Seed.
    n_jobs : int, optional
        Threads.
    """

    def __init__(
        self,
        n_estimators: int = 100,
        max_features: Any = "auto",
        min_samples_leaf: int = 1,
        categorical_features: Sequence[int] | None = None,
        random_state: int | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.max_features = max_features
        self.min_samples_leaf = min_samples_leaf
        self.categorical_features = categorical_features
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, Y: Any) -> Self:
        """Grow the forest."""
        self.features_ = numeric_features(self.categorical_features, scaled=False).fit(X)
        table = self.features_.transform(X)
        self.forest_ = RandomForestRegressor(
            n_estimators=self.n_estimators,
            max_features=self._max_features(table.shape[1]),
            min_samples_leaf=self.min_samples_leaf,
            random_state=self.random_state,
            n_jobs=self.n_jobs,
        ).fit(table, centred_ranks(np.asarray(Y, dtype=float)))
        return self

    def _max_features(self, n_features: int) -> Any:
        if self.max_features != "auto":
            return self.max_features
        return 0.5 if n_features <= _FEW_FEATURES else "sqrt"

    def predict(self, X: Any) -> Array:
        """Rank the labels by the positions that the forest expects."""
        expected = self.forest_.predict(self.features_.transform(X))
        return np.asarray(from_scores(expected, higher_is_better=False))
