"""Exact Kemeny orders by dynamic programming over subsets of labels (Lawler 1964).

The best way to order a set of labels begins with one of them and goes on with the best way to
order the others, so 2^k sets suffice instead of k! orders. All sets of one size, of many
elections, are handled in one go.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._scores import CLOSE

__all__ = ["orders_by_subsets"]

Array = npt.NDArray[Any]

# Numbers in the largest table; 32 MiB.
TABLE = 1 << 22


@cache
def _sets_of_size(n_labels: int, size: int) -> tuple[Array, Array]:
    """Return all sets of a size as bit masks, shape (m,), and their labels, shape (m, size)."""
    bits = _members(n_labels)
    masks = np.flatnonzero(bits.sum(axis=1) == size)
    return masks, np.nonzero(bits[masks])[1].reshape(len(masks), size)


def _members(n_labels: int) -> Array:
    """Return which labels belong to each set, 0 or 1, shape (2^n_labels, n_labels)."""
    return np.arange(1 << n_labels)[:, np.newaxis] >> np.arange(n_labels) & 1


def _least_losses(leading: Array) -> Array:
    """Return the least loss of ordering each set, shape (m, 2^n_labels)."""
    n_elections, n_labels, n_sets = leading.shape
    least = np.zeros((n_elections, n_sets))
    for size in range(1, n_labels + 1):
        masks, labels = _sets_of_size(n_labels, size)
        sets = masks[:, np.newaxis]
        by_leader = leading[:, labels, sets] + least[:, sets ^ (1 << labels)]
        least[:, masks] = by_leader.min(axis=2)
    return least


def _read_off(leading: Array, least: Array) -> Array:
    """Return the lexicographically first order of least loss, shape (m, n_labels)."""
    n_elections, n_labels, n_sets = leading.shape
    rows = np.arange(n_elections)
    bits = 1 << np.arange(n_labels)
    left = np.full(n_elections, n_sets - 1)
    orders = np.empty((n_elections, n_labels), dtype=np.intp)
    for place in range(n_labels):
        here = left[:, np.newaxis]
        by_leader = leading[rows, :, left] + least[rows[:, np.newaxis], here & ~bits]
        good = (here & bits > 0) & (by_leader <= least[rows, left][:, np.newaxis] + CLOSE)
        orders[:, place] = np.argmax(good, axis=1)
        left ^= bits[orders[:, place]]
    return orders


def orders_by_subsets(losses: Array) -> Array:
    """Return the order of least loss of each election, and of several the first.

    Parameters
    ----------
    losses : ndarray of float64, shape (m, n_labels, n_labels)
        ``losses[e, a, b]``: what it costs to place a before b; 0 on the diagonal. Numbers around
        1: sums closer than 1e-9 count as equal.

    Returns
    -------
    orders : ndarray of int, shape (m, n_labels)
        Labels, best first. Of orders of equal loss the lexicographically first.
    """
    n_elections, n_labels, _ = losses.shape
    at_once = max(1, TABLE // (n_labels << n_labels))
    members = _members(n_labels).T.astype(np.float64)
    orders = np.empty((n_elections, n_labels), dtype=np.intp)
    for start in range(0, n_elections, at_once):
        leading = losses[start : start + at_once] @ members
        orders[start : start + at_once] = _read_off(leading, _least_losses(leading))
    return orders
