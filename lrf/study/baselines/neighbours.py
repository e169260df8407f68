"""Nearest neighbours: the average ranking (Borda) of the rows that are most alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from sklearn.neighbors import NearestNeighbors

from lrf.components import Array
from lrf.rankings import from_scores
from lrf.study.baselines.base import Baseline, centred_ranks, numeric_features

__all__ = ["NearestNeighbours"]


class NearestNeighbours(Baseline):
    """The consensus of the nearest training rows, by Euclidean distance of scaled features.

    Parameters
    ----------
    n_neighbors : int
        How many; all rows if there are fewer.
    categorical_features : sequence of int, optional
        The nominal columns.
    n_jobs : int, optional
        Threads.

    References
    ----------
    Brazdil, P., Soares, C., da Costa, J. (2003). Ranking learning algorithms. Machine Learning 50.
    """

    def __init__(
        self,
        n_neighbors: int = 10,
        categorical_features: Sequence[int] | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs

    def fit(self, X: Any, Y: Any) -> Self:
        """Keep the rows."""
        self.ranks_ = centred_ranks(np.asarray(Y, dtype=float))
        self.features_ = numeric_features(self.categorical_features, scaled=True).fit(X)
        count = min(self.n_neighbors, len(self.ranks_))
        self.index_ = NearestNeighbors(n_neighbors=count, n_jobs=self.n_jobs)
        self.index_.fit(self.features_.transform(X))
        return self

    def predict(self, X: Any) -> Array:
        """Rank the labels by their mean position among the neighbours."""
        near = self.index_.kneighbors(self.features_.transform(X), return_distance=False)
        return np.asarray(from_scores(self.ranks_[near].mean(axis=1), higher_is_better=False))
