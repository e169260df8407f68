"""Regression of the signs of all pairs of labels at once, decoded by each label's sum of signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from sklearn.ensemble import ExtraTreesRegressor
from sklearn.linear_model import Ridge, RidgeCV

from lrf.components import Array
from lrf.rankings import from_scores
from lrf.study.baselines.base import Baseline, numeric_features, pair_signs, scores_of_pairs

__all__ = ["ExtraTreesOnPairs", "RidgeOnPairs"]


class OnPairs(Baseline):
    """What the two have in common."""

    _scaled: bool

    def _regressor(self, n_samples: int) -> Any:
        raise NotImplementedError

    def fit(self, X: Any, Y: Any) -> Self:
        """Fit one regressor to the signs of all pairs."""
        positions = np.asarray(Y, dtype=float)
        self.n_labels_ = positions.shape[1]
        self.features_ = numeric_features(self.categorical_features, self._scaled).fit(X)
        signs = pair_signs(positions)
        # scikit-learn wants the signs of a single pair as a plain sequence.
        answers = signs.ravel() if signs.shape[1] == 1 else signs
        self.regressor_ = self._regressor(len(signs)).fit(self.features_.transform(X), answers)
        return self

    def predict(self, X: Any) -> Array:
        """Rank the labels by their sums of expected signs."""
        signs = self.regressor_.predict(self.features_.transform(X))
        n_pairs = self.n_labels_ * (self.n_labels_ - 1) // 2
        scores = scores_of_pairs(signs.reshape(len(signs), n_pairs), self.n_labels_)
        return np.asarray(from_scores(scores))


class ExtraTreesOnPairs(OnPairs):
    """scikit-learn's `ExtraTreesRegressor`, the hardest of its forests to beat.

    Parameters
    ----------
    n_estimators : int
        Number of trees.
    max_features : float, int, str or None
        As scikit-learn takes it; None: all of them in each node.
    min_samples_leaf : int
        Least number of rows in a leaf.
    categorical_features : sequence of int, optional
        The nominal columns.
    random_state : int, optional
        Seed.
    n_jobs : int, optional
        Threads.
    """

    _scaled = False

    def __init__(
        self,
        n_estimators: int = 100,
        max_features: Any = None,
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

    def _regressor(self, n_samples: int) -> Any:
        return ExtraTreesRegressor(
            n_estimators=self.n_estimators,
            max_features=1.0 if self.max_features is None else self.max_features,
            min_samples_leaf=self.min_samples_leaf,
            random_state=self.random_state,
            n_jobs=self.n_jobs,
        )


class RidgeOnPairs(OnPairs):
    """Linear regression with scikit-learn's `RidgeCV`: what the nearly linear data sets ask for.

    Parameters
    ----------
    alphas : sequence of float
        Penalties, of which leave-one-out errors choose.
    categorical_features : sequence of int, optional
        The nominal columns.
    """

    _scaled = True

    def __init__(
        self,
        alphas: Sequence[float] = (0.01, 0.1, 1.0, 10.0, 100.0),
        categorical_features: Sequence[int] | None = None,
    ) -> None:
        self.alphas = alphas
        self.categorical_features = categorical_features

    def _regressor(self, n_samples: int) -> Any:
        # Leaving out the only row leaves nothing to choose by.
        return RidgeCV(alphas=tuple(self.alphas)) if n_samples > 1 else Ridge()
