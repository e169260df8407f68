"""Scores of labels, and the rankings that follow from scores."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.plugin import average_positions

__all__ = ["CLOSE", "borda_scores", "grouped_positions", "positions_by", "shares_of"]

Array = npt.NDArray[Any]

# Sums of weighted votes carry rounding noise of about 1e-16 of their size; real differences are
# a vote's share of the total weight.
CLOSE = 1e-9


def grouped_positions(orders: Array, starts: Array) -> Array:
    """Return the positions that belong to orders whose neighbours may be tied.

    Parameters
    ----------
    orders : ndarray of int, shape (n, n_labels)
        Labels, best first.
    starts : ndarray of bool, shape (n, n_labels)
        Whether a new group of tied labels starts at this place; the first always does.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        1 = best; tied labels share the average of their places.
    """
    groups = np.empty(orders.shape)
    np.put_along_axis(groups, orders, np.cumsum(starts, axis=1, dtype=np.float64), axis=1)
    return average_positions(groups)


def positions_by(keys: Array, size: Array) -> Array:
    """Return positions by ascending keys; keys that differ by rounding noise only are tied.

    Parameters
    ----------
    keys : ndarray of float64, shape (n, n_labels)
        What to sort the labels by, smallest first.
    size : ndarray of float64, shape (n,)
        How large the numbers were that the keys are made of; noise is relative to it.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Average positions for ties.
    """
    orders = np.argsort(keys, axis=1, kind="stable")
    ascending = np.take_along_axis(keys, orders, axis=1)
    starts = np.ones(keys.shape, dtype=bool)
    starts[:, 1:] = np.diff(ascending, axis=1) > CLOSE * size[:, np.newaxis]
    positions = np.empty(keys.shape)
    np.put_along_axis(positions, orders, np.arange(1.0, keys.shape[1] + 1)[np.newaxis], axis=1)
    tied = ~starts.all(axis=1)
    positions[tied] = grouped_positions(orders[tied], starts[tied])
    return positions


def shares_of(weights: Array) -> Array:
    """Return how the votes on each label are spread, the sum over all being 1.

    Parameters
    ----------
    weights : ndarray of float64, shape (n, n_labels, width)
        How many votes have label a of election e in each of some positions.

    Returns
    -------
    shares : ndarray of float64, shape (n, n_labels, width)
        0 where there are no votes.
    """
    whole = weights.sum(axis=2, keepdims=True)
    return np.asarray(np.divide(weights, whole, out=np.zeros_like(weights), where=whole > 0))


def borda_scores(wins: Array) -> Array:
    """Return the mean share of the comparisons with each other label that a label wins.

    Parameters
    ----------
    wins : ndarray of float64, shape (n, n_labels, n_labels)
        ``wins[e, a, b]``: weight of the votes of election e that place a before b, a tie counting
        one half for each. The diagonal is not looked at.

    Returns
    -------
    scores : ndarray of float64, shape (n, n_labels)
        In [0, 1], larger is better; the mean is over the labels that the label was compared with,
        and 1/2 for a label that was compared with none.
    """
    n_labels = wins.shape[1]
    compared = wins + wins.transpose(0, 2, 1)
    compared[:, np.arange(n_labels), np.arange(n_labels)] = 0.0
    known = compared > 0
    shares = np.divide(wins, compared, out=np.zeros_like(compared), where=known)
    opponents = known.sum(axis=2)
    halves = np.full(opponents.shape, 0.5)
    return np.asarray(np.divide(shares.sum(axis=2), opponents, out=halves, where=opponents > 0))
