"""Orders in which each label pays for its place, and ties of neighbours that cost nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._scores import CLOSE, grouped_positions

__all__ = ["tie_neighbours"]

Array = npt.NDArray[Any]


def tie_neighbours(
    orders: Array, means: Array, price_groups: Callable[[Array], Callable[[int, int], Array]]
) -> Array:
    """Return the positions of orders after tying neighbours where that costs nothing.

    Parameters
    ----------
    orders : ndarray of int, shape (n, n_labels)
        Labels, best first.
    means : ndarray of float64, shape (n, n_labels)
        Mean position of each label. Only labels whose means are equal are tied.
    price_groups : callable
        ``price_groups(elections)`` returns a function ``price(start, end)`` of what it costs, in
        each of these elections, that the labels in the places from `start` up to but without
        `end` of the order are tied. Numbers around 1.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Average positions for ties; of several ways that cost the same one with the fewest groups.
    """
    starts = np.ones(orders.shape, dtype=bool)
    steps = np.diff(np.take_along_axis(means, orders, axis=1), axis=1)
    equal = np.abs(steps) <= CLOSE * orders.shape[1]
    elections = np.flatnonzero(equal.any(axis=1))
    if len(elections):
        starts[elections] = _cheapest_groups(equal[elections], price_groups(elections))
    return grouped_positions(orders, starts)


def _cheapest_groups(equal: Array, price: Callable[[int, int], Array]) -> Array:
    """Return where the groups of the cheapest way to tie neighbours start, shape (n, n_labels).

    Parameters
    ----------
    equal : ndarray of bool, shape (n, n_labels - 1)
        Whether a label may be tied with the next one.
    price : callable
        As above.
    """
    n_elections, n_labels = equal.shape[0], equal.shape[1] + 1
    # About the labels in the places up to each one: the least cost, the number of groups, and
    # where the last group starts.
    least = np.zeros((n_elections, n_labels + 1))
    groups = np.zeros((n_elections, n_labels + 1), dtype=np.intp)
    first = np.zeros((n_elections, n_labels + 1), dtype=np.intp)
    for end in range(1, n_labels + 1):
        least[:, end] = np.inf
        may = np.ones(n_elections, dtype=bool)
        for start in range(end - 1, -1, -1):
            if start < end - 1:
                may &= equal[:, start]
                if not may.any():
                    break
            cost = least[:, start] + price(start, end)
            number = groups[:, start] + 1
            saves = cost < least[:, end] - CLOSE
            same = (cost <= least[:, end] + CLOSE) & (number < groups[:, end])
            better = may & (saves | same)
            least[better, end] = cost[better]
            groups[better, end] = number[better]
            first[better, end] = start
    return _starts_of(first)


def _starts_of(first: Array) -> Array:
    """Return where all groups start, given where the last one of the labels up to a place does."""
    n_elections, n_places = first.shape
    starts = np.zeros((n_elections, n_places - 1), dtype=bool)
    place = np.full(n_elections, n_places - 1)
    while len(unfinished := np.flatnonzero(place)):
        place[unfinished] = first[unfinished, place[unfinished]]
        starts[unfinished, place[unfinished]] = True
    return starts
