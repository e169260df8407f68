"""Kemeny's consensus (1959): the order with the least summed Kendall distance to the votes.

A vote is at distance 1 for each pair of labels that it orders the other way, and 1/2 for each
pair that it ties (Fagin et al. 2004). The order of least total distance is found exactly, though
that is NP-hard in general (Bartholdi, Tovey and Trick 1989): labels that no cycle of majorities
joins are ordered by the majorities alone (Truchon 1998); within a cycle the best order is found
by dynamic programming, or by integer programming if it joins more than 12 labels. Where votes
nearly agree, there are few cycles, and counting majorities is all there is to do.

Which order, if several are best: within each strongly connected component of the majority graph
the lexicographically first in terms of Borda's scores (that is, led by the label with the best
score of those that can lead, and so on), and these merged in the same way. At the very end,
neighbours whose majority is tied and whose Borda scores are equal share a position, which costs
nothing. Only where neither decides, the label that is listed first goes first.
"""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._batches import renumbered
from lrf.aggregators._exact import best_orders
from lrf.aggregators._majority import clear_orders, margins_of, shared_places
from lrf.aggregators._scores import borda_scores, grouped_positions, positions_by
from lrf.plugin import Aggregator, Parameter, TimeLimitWarning, hookimpl

__all__ = ["kemeny", "lrf_aggregators"]

Array = npt.NDArray[Any]

# Numbers of `wins` that are searched at a time. Many, since equal components are solved once.
AT_ONCE = 1 << 21


def kemeny(wins: Array, time_limit: float = 10.0) -> Array:
    """Return the Kemeny consensus of each election.

    Parameters
    ----------
    wins : ndarray of float64, shape (n, n_labels, n_labels)
        ``wins[e, a, b]``: weight of the votes that place a before b, a tie counting one half for
        each.
    time_limit : float
        Seconds that all elections together may spend in integer programming.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        An order of least distance; see the module for which, and for its ties.

    Warns
    -----
    TimeLimitWarning
        If time ran out. The best orders found are returned; the warning says how far from the
        best they may be.
    """
    wins = np.asarray(wins, dtype=np.float64)
    deadline = time.monotonic() + time_limit
    positions, clear = clear_orders(wins)
    unclear = np.flatnonzero(~clear)
    gaps = np.zeros(len(wins))
    at_once = max(1, AT_ONCE // wins.shape[1] ** 2)
    for start in range(0, len(unclear), at_once):
        batch = unclear[start : start + at_once]
        positions[batch], gaps[batch] = _search(wins[batch], deadline)
    if gaps.any():
        _warn(wins, positions, gaps, time_limit)
    return positions


def _search(wins: Array, deadline: float) -> tuple[Array, Array]:
    """Return positions, shape (n, n_labels), and by how much each may miss the best, shape (n,).

    Labels are renumbered by their Borda score, so that everything below this function just
    prefers small numbers.
    """
    scores = borda_scores(wins)
    borda = positions_by(-scores, np.ones(len(scores)))
    names = np.argsort(borda, axis=1, kind="stable")
    margins, units = margins_of(renumbered(wins, names))
    orders, gaps = best_orders(margins, deadline)
    ordered = renumbered(margins, orders)
    orders = np.take_along_axis(names, orders, axis=1)
    starts = shared_places(ordered, np.take_along_axis(borda, orders, axis=1))
    return grouped_positions(orders, starts), gaps * units


def _warn(wins: Array, positions: Array, gaps: Array, time_limit: float) -> None:
    """Say how many consensus rankings are not proved best, and how bad the worst may be."""
    worst = int(np.argmax(gaps))
    votes = wins[worst]
    behind = positions[worst][:, np.newaxis] > positions[worst]
    tied = positions[worst][:, np.newaxis] == positions[worst]
    np.fill_diagonal(tied, False)
    distance = float(votes[behind].sum() + votes[tied].sum() / 2)
    warnings.warn(
        f"kemeny: {np.count_nonzero(gaps)} of {len(gaps)} consensus rankings are not proved best "
        f"within time_limit={time_limit:g} seconds; the worst has distance {distance:g}, "
        f"and no ranking can have less than "
        f"{distance - gaps[worst]:g}",
        TimeLimitWarning,
        stacklevel=3,
    )


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return Kemeny's consensus."""
    return [
        Aggregator(
            name="kemeny",
            summary="order of least summed Kendall distance to the votes, exactly",
            reference="Kemeny (1959), Mathematics without numbers, Daedalus 88(4)",
            parameters=(
                Parameter(
                    "time_limit",
                    10.0,
                    "seconds for the integer programs of one batch, after which the best found "
                    "is taken",
                    minimum=0.0,
                ),
            ),
            statistic="pairwise",
            consensus=kemeny,
        )
    ]
