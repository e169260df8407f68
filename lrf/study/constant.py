"""The constant predictor, which stands beside every model."""

from __future__ import annotations

import numpy as np

from lrf.components import Array
from lrf.consensus import aggregate

__all__ = ["consensus_of"]


def consensus_of(rankings: Array) -> Array:
    """Return the average ranking, or what comes near to it where labels are not ranked.

    Parameters
    ----------
    rankings : ndarray of shape (n_samples, n_labels)
        Positions; NaN: not ranked. Rows that rank nothing are left out.
    """
    gaps = np.isnan(rankings)
    return aggregate(rankings[~gaps.all(axis=1)], "borda" if gaps.any() else "average-ranking")
