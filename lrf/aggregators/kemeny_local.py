"""Borda's order, kemenised locally (Dwork, Kumar, Naor and Sivakumar 2001).

Labels are taken in the order of their Borda scores, and each moves up past its neighbours for as
long as a majority places it before them. No exchange of neighbours brings the result closer to
the votes in Kendall distance, so it is a local optimum of what `kemeny` finds the best of; it is
never farther than Borda's order, and found in k^2 steps, whatever cycles there are. A label that
beats each other one by majority comes first; so does, as a whole, a group whose members all beat
everybody else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._batches import renumbered
from lrf.aggregators._majority import follow_majorities, margins_of, shared_places
from lrf.aggregators._scores import borda_scores, grouped_positions, positions_by
from lrf.plugin import Aggregator, hookimpl

__all__ = ["kemeny_local", "lrf_aggregators"]

Array = npt.NDArray[Any]


def kemeny_local(wins: Array) -> Array:
    """Return the locally kemenised Borda order of each election.

    Parameters
    ----------
    wins : ndarray of float64, shape (n, n_labels, n_labels)
        ``wins[e, a, b]``: weight of the votes that place a before b, a tie counting one half for
        each.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Neighbours share a position if their majority is tied and their Borda scores are equal.
    """
    return follow_majorities(_kemenised, wins)


def _kemenised(wins: Array) -> Array:
    scores = borda_scores(wins)
    borda = positions_by(-scores, np.ones(len(scores)))
    names = np.argsort(borda, axis=1, kind="stable")
    margins, _ = margins_of(renumbered(wins, names))
    orders = _insert_one_by_one(margins > 0)
    ordered = renumbered(margins, orders)
    orders = np.take_along_axis(names, orders, axis=1)
    starts = shared_places(ordered, np.take_along_axis(borda, orders, axis=1))
    return grouped_positions(orders, starts)


def _insert_one_by_one(beats: Array) -> Array:
    """Return orders in which no label beats its neighbour ahead.

    Parameters
    ----------
    beats : ndarray of bool, shape (n, n_labels, n_labels)
        ``beats[e, a, b]``: a majority places a before b.

    Returns
    -------
    orders : ndarray of int, shape (n, n_labels)
        Labels, best first. Where majorities do not say otherwise, small numbers go first.
    """
    n_elections, n_labels, _ = beats.shape
    elections = np.arange(n_elections)
    orders = np.tile(np.arange(n_labels), (n_elections, 1))
    for end in range(1, n_labels):
        rises = np.ones(n_elections, dtype=bool)
        for place in range(end, 0, -1):
            ahead, label = orders[:, place - 1].copy(), orders[:, place].copy()
            rises &= beats[elections, label, ahead]
            if not rises.any():
                break
            orders[:, place - 1] = np.where(rises, label, ahead)
            orders[:, place] = np.where(rises, ahead, label)
    return orders


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return Borda's order, kemenised locally."""
    return [
        Aggregator(
            name="kemeny-local",
            summary="Borda's order, improved by exchanging neighbours until majorities agree",
            reference="Dwork, Kumar, Naor and Sivakumar (2001), Rank aggregation methods for the "
            "web, WWW10",
            statistic="pairwise",
            consensus=kemeny_local,
        )
    ]
