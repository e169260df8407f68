"""The cheapest way to give each label a place of its own.

Often there are several. All of them are found, by looking for exchanges of places that cost
nothing, so that another price can decide between them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._scores import CLOSE

__all__ = ["cheapest_orders"]

Array = npt.NDArray[Any]


def cheapest_orders(costs: Array, means: Array) -> Array:
    """Return the cheapest order of each election.

    Parameters
    ----------
    costs : ndarray of float64, shape (n, n_labels, n_labels)
        ``costs[e, a, p]``: what it costs to put label a in place p, places counted from 0.
        Numbers around 1: sums closer than 1e-9 count as equal.
    means : ndarray of float64, shape (n, n_labels)
        Mean position of each label. Of several cheapest orders one with the least squared
        differences to them is taken, and of several of these one that puts labels listed first
        first.

    Returns
    -------
    orders : ndarray of int, shape (n, n_labels)
        Labels, best first.
    """
    n_elections, n_labels, _ = costs.shape
    numbers = np.arange(n_labels)
    places = np.empty((n_elections, n_labels), dtype=np.intp)
    chosen = np.ones(costs.shape, dtype=bool)
    several = np.arange(n_elections)
    differences = (numbers + 1.0 - means[:, :, np.newaxis]) ** 2
    by_number = np.broadcast_to(-1.0 * np.outer(numbers, numbers), costs.shape)
    for prices in (costs, differences, by_number):
        asked = np.where(chosen[several], prices[several], np.inf)
        places[several] = _cheapest_places(asked)
        chosen[several] = _in_cheapest(asked, places[several])
        several = several[chosen[several].sum(axis=(1, 2)) > n_labels]
    return np.argsort(places, axis=1)


def _cheapest_places(prices: Array) -> Array:
    """Return the place of each label in one of the cheapest orders, shape (n, n_labels)."""
    from scipy.optimize import linear_sum_assignment

    places = np.empty(prices.shape[:2], dtype=np.intp)
    for election, price in enumerate(prices):
        places[election] = linear_sum_assignment(price)[1]
    return places


def _in_cheapest(prices: Array, places: Array) -> Array:
    """Return which label stands in which place in any of the cheapest orders, shape (n, k, k).

    Label a can have the place of b if b and others can move on, round to the place of a, in such
    a way that all of this costs nothing.

    Parameters
    ----------
    prices : ndarray of float64, shape (n, n_labels, n_labels)
        Of each label in each place; infinite where it must not be.
    places : ndarray of int, shape (n, n_labels)
        The place of each label in one of the cheapest orders.
    """
    # What it costs that a label moves from its place to that of another one.
    moves = np.take_along_axis(prices, places[:, np.newaxis, :], axis=2)
    moves -= np.diagonal(moves, axis1=1, axis2=2)[:, :, np.newaxis].copy()
    chains = moves.copy()
    for via in range(chains.shape[1]):
        detours = chains[:, :, via, np.newaxis] + chains[:, np.newaxis, via, :]
        np.minimum(chains, detours, out=chains)
    free = moves + chains.transpose(0, 2, 1) <= CLOSE
    cheapest: Array = np.empty_like(free)
    np.put_along_axis(cheapest, places[:, np.newaxis, :], free, axis=2)
    return cheapest
