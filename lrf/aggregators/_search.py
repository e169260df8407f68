"""Good orders of labels by local search: where exact search starts, and what it falls back on."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._scores import CLOSE

__all__ = ["improve", "settle", "total_loss"]

Array = npt.NDArray[Any]


def total_loss(order: Array, losses: Array) -> float:
    """Return the sum of the losses of all pairs of labels in this order.

    Parameters
    ----------
    order : ndarray of int, shape (n_labels,)
        Labels, best first.
    losses : ndarray of float64, shape (n_labels, n_labels)
        ``losses[a, b]``: what it costs to place a before b.
    """
    return float(np.triu(losses[np.ix_(order, order)], 1).sum())


def improve(order: Array, losses: Array) -> Array:
    """Move one label after the other to its best place until no such move lowers the loss.

    Parameters
    ----------
    order : ndarray of int, shape (n_labels,)
        Labels, best first.
    losses : ndarray of float64, shape (n_labels, n_labels)
        ``losses[a, b]``: what it costs to place a before b.

    Returns
    -------
    order : ndarray of int, shape (n_labels,)
        An order that is no worse.
    """
    order = order.copy()
    moved = True
    while moved:
        moved = False
        for label in order.copy():
            moved |= _move(label, order, losses)
    return order


def _move(label: int, order: Array, losses: Array) -> bool:
    """Move `label` to its best place in `order`; return whether that lowered the loss."""
    place = int(np.flatnonzero(order == label)[0])
    others = np.delete(order, place)
    # By how much each of the others that `label` is placed behind changes the loss.
    changes = np.cumsum(losses[others, label] - losses[label, others])
    at_place = np.concatenate(([0.0], changes))
    best = int(np.argmin(at_place))
    if at_place[best] >= at_place[place] - CLOSE:
        return False
    order[:] = np.insert(others, best, label)
    return True


def settle(order: Array, losses: Array) -> Array:
    """Exchange neighbours that cost the same either way, the smaller label first.

    Parameters
    ----------
    order : ndarray of int, shape (n_labels,)
        Labels, best first.
    losses : ndarray of float64, shape (n_labels, n_labels)
        ``losses[a, b]``: what it costs to place a before b.

    Returns
    -------
    order : ndarray of int, shape (n_labels,)
        An order of the same loss.
    """
    settled = list(order)
    for end in range(1, len(settled)):
        place = end
        while place and settled[place] < settled[place - 1]:
            ahead, label = settled[place - 1], settled[place]
            if losses[ahead, label] != losses[label, ahead]:
                break
            settled[place - 1], settled[place] = label, ahead
            place -= 1
    return np.array(settled)
