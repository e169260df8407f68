"""Ranked pairs (Tideman, 1987): majorities count from the largest down, unless they contradict.

Each pair of labels has a majority, as large as the margin by which it wins. Going from the largest
to the smallest, each is locked in, unless the larger ones together already say the contrary. What
is locked in orders the labels. A label that beats every other comes first, the one that loses to
every other last, and the consensus does not change its mind when near-copies of a label join.

Majorities of one size are looked at together: those that would contradict each other, given the
larger ones, are left out, all of them. So neither the order of the labels nor chance decides, and
where margins differ, nothing is left out that Tideman's rule would lock in. Labels that remain
unordered stand where the numbers of labels locked in above and below them put them, and share a
position if these are alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.plugin import Aggregator, average_positions, hookimpl

__all__ = ["lrf_aggregators", "ranked_pairs"]

# Margins that differ by less, in proportion to the weight of all votes, are of one size.
DECIMALS = 9


def ranked_pairs(wins: Any) -> Any:
    """Return the consensus of each election.

    Parameters
    ----------
    wins : ndarray of shape (n_elections, n_labels, n_labels)
        ``wins[e, a, b]``: the weight of the votes of election e that place a before b, a tie
        counting one half for each.

    Returns
    -------
    positions : ndarray of shape (n_elections, n_labels)
        1 = best, average positions for ties.
    """
    margins = wins - wins.transpose(0, 2, 1)
    totals = (wins + wins.transpose(0, 2, 1)).max(axis=(1, 2), keepdims=True)
    margins = np.round(margins / np.where(totals > 0, totals, 1.0), DECIMALS)
    above = margins > 0
    for election in np.flatnonzero(~_are_orders(above)):
        above[election] = _locked(margins[election])
    return average_positions(above.sum(axis=1) - above.sum(axis=2))


def _are_orders(beats: Any) -> Any:
    """Return in which elections the majorities are an order of all labels: no tie, no circle."""
    numbers = np.sort(beats.sum(axis=2), axis=1)
    return (numbers == np.arange(beats.shape[1])).all(axis=1)


def _locked(margins: Any) -> Any:
    """Return which labels end up before which, shape (n_labels, n_labels)."""
    before = np.eye(len(margins), dtype=bool)
    for group in _by_size(margins):
        # What is said already, either way, need not be locked in any more.
        new = [(a, b) for a, b in group if not (before[a, b] or before[b, a])]
        if len(new) > 1:
            together = _with(before, new)
            new = [(a, b) for a, b in new if not together[b, a]]
        before = _with(before, new)
    return before & ~np.eye(len(margins), dtype=bool)


def _by_size(margins: Any) -> list[Any]:
    """Return the majorities, winner and loser, in groups of one size, the largest first."""
    pairs = np.argwhere(margins > 0)
    sizes = margins[pairs[:, 0], pairs[:, 1]]
    order = np.argsort(-sizes, kind="stable")
    return np.split(pairs[order], np.flatnonzero(np.diff(sizes[order])) + 1)


def _with(before: Any, pairs: Any) -> Any:
    """Return what follows if the first of each pair is before the second, too."""
    before = before.copy()
    for a, b in pairs:
        before |= np.outer(before[:, a], before[b])
    return before


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Offer ranked pairs."""
    return [
        Aggregator(
            name="ranked-pairs",
            summary="lock majorities in, the largest first, unless larger ones contradict them",
            reference=(
                "T. N. Tideman, Independence of clones as a criterion for voting rules, Social "
                "Choice and Welfare 4, 1987"
            ),
            statistic="pairwise",
            consensus=ranked_pairs,
        )
    ]
