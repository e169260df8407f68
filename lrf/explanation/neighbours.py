"""The training rows that are nearest to some rows, from data at hand or from the model."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.estimators.targets import check_comparison
from lrf.explanation.record import Example
from lrf.rankings import to_orders

__all__ = ["Neighbours"]


class Neighbours:
    """The nearest training rows.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    X : array-like or DataFrame of shape (n_rows, n_features)
        The rows to explain.
    training : tuple of X and Y, or None
        What the model was trained on, if it is at hand.
    count : int
        How many are wanted for each row.

    Raises
    ------
    DataError, RankingError
        If the training data do not fit the model.
    """

    def __init__(self, model: Any, X: Any, training: tuple[Any, Any] | None, count: int) -> None:
        self.labels = model.labels_
        self.found: Any = None
        self.rankings: Any = None
        if count == 0 or (training is None and model.examples_ is None):
            return
        if training is None:
            self.found = model.nearest_examples(X, n=count)
            return
        self.found = model.nearest_examples(X, n=count, examples=training[0])
        n_rows = np.shape(training[0])[0]
        self.rankings = check_comparison(training[1], n_rows, model.labels_, training[0])

    def of(self, i: int) -> tuple[Example, ...]:
        """Return the examples for a row; none if they are not known."""
        if self.found is None:
            return ()
        rows = self.found.indices[i]
        there = rows >= 0
        rankings = (
            self.found.positions[i, there] if self.rankings is None else self.rankings[rows[there]]
        )
        orders = to_orders(rankings, self.labels) if there.any() else []
        near = self.found.proximity[i, there]
        return tuple(
            Example(int(row), float(share), order)
            for row, share, order in zip(rows[there], near, orders, strict=True)
        )
