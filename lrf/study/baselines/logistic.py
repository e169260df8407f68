"""Ranking by pairwise comparison: a logistic regression for each pair of labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from sklearn.linear_model import LogisticRegression

from lrf.components import Array
from lrf.rankings import from_scores
from lrf.study.baselines.base import Baseline, numeric_features, pair_signs, scores_of_pairs

__all__ = ["LogisticOnPairs"]


class LogisticOnPairs(Baseline):
    """Each pair's classifier says how likely a comes before b; labels are ranked by their sums.

    Parameters
    ----------
    C : float
        Inverse of the penalty, as in `LogisticRegression`.
    categorical_features : sequence of int, optional
        The nominal columns.

    References
    ----------
    Hüllermeier, E., Fürnkranz, J., Cheng, W., Brinker, K. (2008). Label ranking by learning
    pairwise preferences. Artificial Intelligence 172.
    """

    def __init__(self, C: float = 1.0, categorical_features: Sequence[int] | None = None) -> None:
        self.C = C
        self.categorical_features = categorical_features

    def fit(self, X: Any, Y: Any) -> Self:
        """Fit one classifier for each pair, to the rows that tell the two labels apart."""
        positions = np.asarray(Y, dtype=float)
        self.n_labels_ = positions.shape[1]
        self.features_ = numeric_features(self.categorical_features, scaled=True).fit(X)
        table = self.features_.transform(X)
        self.models_ = [self._fit_pair(table, signs) for signs in pair_signs(positions).T]
        return self

    def _fit_pair(self, table: Array, signs: Array) -> Any:
        """Return a classifier; a number where the rows know one answer only, or none."""
        rows = signs != 0
        answers = np.unique(signs[rows])
        if len(answers) < 2:
            return float(answers[0]) if len(answers) else 0.0
        return LogisticRegression(C=self.C, max_iter=1000).fit(table[rows], signs[rows])

    def predict(self, X: Any) -> Array:
        """Rank the labels by their sums of weighted votes."""
        table = self.features_.transform(X)
        signs = np.empty((len(table), len(self.models_)))
        for column, model in enumerate(self.models_):
            signs[:, column] = (
                model if isinstance(model, float) else 2 * model.predict_proba(table)[:, 1] - 1
            )
        return np.asarray(from_scores(scores_of_pairs(signs, self.n_labels_)))
