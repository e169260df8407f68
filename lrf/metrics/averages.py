"""The average of a measure over rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.errors import RankingError
from lrf.rankings.ties import Floats

__all__ = ["mean_of_rows"]


def mean_of_rows(values: Any, sample_weight: Any = None) -> float:
    """Average what a measure says of each row.

    Parameters
    ----------
    values : array-like of shape (n,)
        One number per row; NaN says that there was nothing to compare, and the row is left out.
    sample_weight : array-like of shape (n,), optional
        How much each row counts; default: all the same.

    Returns
    -------
    mean : float
        Never NaN.

    Raises
    ------
    RankingError
        If no row is left, or the weights do not fit.
    """
    numbers: Floats = np.asarray(values, dtype=np.float64)
    counted = ~np.isnan(numbers)
    if not counted.any():
        raise RankingError("there are no rows to average over")
    if sample_weight is None:
        return float(numbers[counted].mean())
    weights = np.asarray(sample_weight, dtype=np.float64)
    if weights.shape != numbers.shape:
        raise RankingError(
            f"sample_weight has the shape {weights.shape}, but there are {len(numbers)} rows"
        )
    total = weights[counted].sum()
    if not total > 0:
        raise RankingError("the weights of the rows to average over do not sum to more than 0")
    return float(np.average(numbers[counted], weights=weights[counted]))
