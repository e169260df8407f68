"""The values of rows in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.components import Array

__all__ = ["values_in_words"]


def values_in_words(model: Any, features: Array) -> list[tuple[str, ...]]:
    """Return each row's value of each feature: a number, a category, or "missing".

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    features : ndarray of float64, shape (n_rows, n_features)
        As the forest takes them.
    """
    return [
        tuple(_in_words(value, model.categories_.get(j)) for j, value in enumerate(row))
        for row in features.tolist()
    ]


def _in_words(value: float, categories: Any) -> str:
    if np.isnan(value):
        return "missing"
    if categories is None:
        return f"{value:.6g}"
    if not 0 <= value < len(categories):
        return "another category"
    name = categories[int(value)]
    return "missing" if name is None else name or "''"
