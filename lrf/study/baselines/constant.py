"""The default ranking: whatever the features, the consensus of the training rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from lrf.components import Array
from lrf.study.baselines.base import Baseline
from lrf.study.constant import consensus_of

__all__ = ["DefaultRanking"]


class DefaultRanking(Baseline):
    """Predicts the same ranking for every row: what a model must not fall below."""

    def __init__(self, categorical_features: Sequence[int] | None = None) -> None:
        self.categorical_features = categorical_features

    def fit(self, X: Any, Y: Any) -> Self:
        """Find the average ranking, or what comes near to it where labels are not ranked."""
        self.consensus_ = consensus_of(np.asarray(Y, dtype=float))
        return self

    def predict(self, X: Any) -> Array:
        """Return the consensus once for each row."""
        return np.tile(self.consensus_, (len(X), 1))
