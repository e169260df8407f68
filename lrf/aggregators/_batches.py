"""Elections in batches: what is worked on at a time fits into the processor's cache."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["batches", "in_batches", "renumbered"]

Array = npt.NDArray[Any]

# Numbers of a temporary array; 2 MiB in each of a few.
AT_ONCE = 1 << 18


def batches(n_elections: int, width: int) -> list[slice]:
    """Return ranges of elections.

    Parameters
    ----------
    n_elections : int
        How many there are.
    width : int
        Numbers that each takes in a temporary array.
    """
    at_once = max(1, AT_ONCE // max(1, width))
    return [slice(start, start + at_once) for start in range(0, n_elections, at_once)]


def in_batches(method: Callable[[Array], Array], statistic: Array) -> Array:
    """Return the positions that a method gives, called with some elections at a time.

    Parameters
    ----------
    method : callable
        ``method(statistic) -> positions``.
    statistic : array-like of shape (n, n_labels, width)
        Of all elections.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
    """
    statistic = np.asarray(statistic, dtype=np.float64)
    n_elections, n_labels, width = statistic.shape
    positions = np.empty((n_elections, n_labels))
    for batch in batches(n_elections, n_labels * width):
        positions[batch] = method(statistic[batch])
    return positions


def renumbered(matrices: Array, names: Array) -> Array:
    """Return square matrices with rows and columns in the order of `names`.

    Parameters
    ----------
    matrices : ndarray of shape (n, n_labels, n_labels)
        One for each election.
    names : ndarray of int, shape (n, n_labels)
        Which label becomes the first, the second, and so on.
    """
    rows = np.arange(len(matrices))[:, np.newaxis, np.newaxis]
    return np.asarray(matrices[rows, names[:, :, np.newaxis], names[:, np.newaxis, :]])
