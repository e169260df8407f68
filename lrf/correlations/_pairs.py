"""Pairs of labels: which of the two is ahead."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["pair_differences", "unit_rows"]

Array = npt.NDArray[Any]


def pair_differences(rankings: Array) -> Array:
    """Return by how many positions the first label of each pair is ahead of the second.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Positions; NaN: not ranked.

    Returns
    -------
    differences : ndarray of shape (n_rankings, n_labels * (n_labels - 1) / 2)
        NaN where a label of the pair is not ranked.
    """
    first, second = np.triu_indices(rankings.shape[1], k=1)
    differences: Array = rankings[:, second] - rankings[:, first]
    return differences


def unit_rows(vectors: Array) -> Array:
    """Return rows of length one; a row of zeros stays as it is."""
    length = np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    unit: Array = np.divide(vectors, length, out=np.zeros(vectors.shape), where=length > 0)
    return unit
