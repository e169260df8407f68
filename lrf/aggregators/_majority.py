"""Majorities: who beats whom and by how much, and the order they make where they make one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._batches import batches, in_batches
from lrf.aggregators._scores import CLOSE

__all__ = ["clear_orders", "follow_majorities", "margins_of", "shared_places"]

Array = npt.NDArray[Any]


def _units(wins: Array) -> Array:
    """Return for each election a power of two of about its whole weight, shape (n,)."""
    _, exponents = np.frexp(wins.max(axis=(1, 2)))
    return np.asarray(np.ldexp(1.0, exponents))


def margins_of(wins: Array) -> tuple[Array, Array]:
    """Return by how much each label beats each other one, in units of about the whole weight.

    Parameters
    ----------
    wins : ndarray of float64, shape (n, n_labels, n_labels)
        ``wins[e, a, b]``: weight of the votes that place a before b.

    Returns
    -------
    margins : ndarray of float64, shape (n, n_labels, n_labels)
        In (-1, 1); those of rounding noise become 0.
    units : ndarray of float64, shape (n,)
        Powers of two, so that margins of whole votes remain exact.
    """
    units = _units(wins)
    margins = (wins - wins.transpose(0, 2, 1)) / units[:, np.newaxis, np.newaxis]
    margins[np.abs(margins) <= CLOSE] = 0.0
    return margins, units


def clear_orders(wins: Array) -> tuple[Array, Array]:
    """Return the orders that the majorities make, where no majority is tied and none go round.

    Votes that nearly agree leave little else, and each method that follows majorities returns
    this order then: there is nothing to search for.

    Parameters
    ----------
    wins : ndarray of float64, shape (n, n_labels, n_labels)
        ``wins[e, a, b]``: weight of the votes that place a before b.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        One more than by how many others each label is beaten.
    clear : ndarray of bool, shape (n,)
        Whether these are an order that agrees with each majority.
    """
    n_elections, n_labels, _ = wins.shape
    positions = np.empty((n_elections, n_labels))
    clear = np.empty(n_elections, dtype=bool)
    ones, numbers = np.ones(n_labels, dtype=np.float32), np.arange(1, n_labels + 1)
    for batch in batches(n_elections, n_labels**2):
        part = wins[batch]
        least = (CLOSE * _units(part))[:, np.newaxis, np.newaxis]
        beats = part - part.transpose(0, 2, 1) > least
        positions[batch] = ones @ beats.astype(np.float32) + 1
        # Numbers of defeats from 0 to k - 1, each once, are those of an order and of nothing else.
        clear[batch] = (np.sort(positions[batch], axis=1) == numbers).all(axis=1)
    return positions, clear


def follow_majorities(otherwise: Callable[[Array], Array], wins: Array) -> Array:
    """Return the orders that the majorities make, and where they make none those of a method.

    Parameters
    ----------
    otherwise : callable
        ``otherwise(wins) -> positions``; asked about the other elections only.
    wins : array-like of shape (n, n_labels, n_labels)
        ``wins[e, a, b]``: weight of the votes that place a before b.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
    """
    wins = np.asarray(wins, dtype=np.float64)
    positions, clear = clear_orders(wins)
    unclear = np.flatnonzero(~clear)
    if len(unclear):
        positions[unclear] = in_batches(otherwise, wins[unclear])
    return positions


def shared_places(margins: Array, ranks: Array) -> Array:
    """Return where a new group of tied labels starts in orders, from the top.

    A label joins the group ahead if neither majorities nor ranks tell it from any member.

    Parameters
    ----------
    margins : ndarray of float64, shape (n, n_labels, n_labels)
        As `margins_of` returns them, labels in the order in question.
    ranks : ndarray of float64, shape (n, n_labels)
        Positions by another method, in the same order.

    Returns
    -------
    starts : ndarray of bool, shape (n, n_labels)
    """
    n_elections, n_labels = ranks.shape
    even = (margins == 0) & (ranks[:, :, np.newaxis] == ranks[:, np.newaxis, :])
    starts = np.ones((n_elections, n_labels), dtype=bool)
    start = np.zeros((n_elections, 1), dtype=np.intp)
    for place in range(1, n_labels):
        in_group = np.arange(place) >= start
        joins = (even[:, place, :place] | ~in_group).all(axis=1)
        starts[:, place] = ~joins
        start[~joins] = place
    return starts
