"""Bucket orders by pivots (Gionis, Mannila, Puolamäki and Ukkonen 2006): ties are meant.

A bucket order ties all labels of a bucket. It is at distance ``|share - 1|`` from the votes for
each pair that it orders, where the share is that of the votes that order the pair in the same
way, and ``|share - 1/2|`` for each pair that it ties; the consensus is to have a small distance.

As in quicksort, one label is made the pivot. Labels whose order against it is clear go before or
behind it, those that are about even with it into its bucket, and both sides are ordered in the
same way. With a pivot drawn at random the expected distance is at most 5 times the least possible
for complete votes, and 9 times for others. Here the pivot is the label that forces the least on
pairs of others: chance has no part in it, and results are closer to the best. A round of pivots
takes k^3 steps, and there are at most k rounds. Where the pairs, each decided on its own, make an
order of buckets, all pivots lead to it, and it is the best.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._batches import in_batches, renumbered
from lrf.aggregators._scores import CLOSE, borda_scores, positions_by
from lrf.plugin import Aggregator, Parameter, average_positions, hookimpl

__all__ = ["bucket_pivot", "lrf_aggregators"]

Array = npt.NDArray[Any]


def bucket_pivot(wins: Array, clear: float = 0.75) -> Array:
    """Return a bucket order of each election.

    Parameters
    ----------
    wins : ndarray of float64, shape (n, n_labels, n_labels)
        ``wins[e, a, b]``: weight of the votes that place a before b, a tie counting one half for
        each.
    clear : float
        Share of the votes beyond which the order of a label and the pivot is clear; up to it,
        they are tied.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Average positions for ties.
    """
    return in_batches(partial(_bucket_orders, clear=clear), wins)


def _bucket_orders(wins: Array, clear: float) -> Array:
    shares = _shares(wins)
    positions, together = _by_pairs(shares, clear)
    if not together.all():
        positions[~together] = _by_pivots(wins[~together], shares[~together], clear)
    return positions


def _by_pairs(shares: Array, clear: float) -> tuple[Array, Array]:
    """Return bucket orders by the pairs, each decided on its own, and whether these go together.

    If they do, there is nothing to choose: each pivot leads to this order.
    """
    behind = shares > clear + CLOSE
    ahead = behind.sum(axis=1)
    same = (ahead[:, :, np.newaxis] < ahead[:, np.newaxis, :]) == behind
    return average_positions(ahead), same.all(axis=(1, 2))


def _by_pivots(wins: Array, shares: Array, clear: float) -> Array:
    # Labels are renumbered by their Borda scores: of equally good pivots the first is taken.
    scores = borda_scores(wins)
    borda = positions_by(-scores, np.ones(len(scores)))
    names = np.argsort(borda, axis=1, kind="stable")
    keys = np.empty(borda.shape)
    numbers = _bucket_numbers(renumbered(shares, names), clear)
    np.put_along_axis(keys, names, numbers, axis=1)
    return average_positions(keys)


def _shares(wins: Array) -> Array:
    """Return the share of the votes that place one label before another, 1/2 if there are none."""
    compared = wins + wins.transpose(0, 2, 1)
    shares = np.full(wins.shape, 0.5)
    np.divide(wins, compared, out=shares, where=compared > 0)
    labels = np.arange(wins.shape[1])
    shares[:, labels, labels] = 0.5
    return shares


def _bucket_numbers(shares: Array, clear: float) -> Array:
    """Return how many labels are in the buckets ahead of each label's, shape (n, n_labels).

    Labels that are not in a bucket yet lie in blocks, which are told apart by the number of
    labels ahead; each round makes one of every block's labels its pivot.
    """
    n_elections, n_labels, _ = shares.shape
    ahead = np.zeros((n_elections, n_labels), dtype=np.intp)
    waiting = np.ones((n_elections, n_labels), dtype=bool)
    while len(open_ones := np.flatnonzero(waiting.any(axis=1))):
        here, left = ahead[open_ones], waiting[open_ones]
        block = here[:, :, np.newaxis] == here[:, np.newaxis, :]
        block &= left[:, :, np.newaxis] & left[:, np.newaxis, :]
        sides = _sides_of_pivots(shares[open_ones], block, clear)
        before = sides[:, np.newaxis, :] < sides[:, :, np.newaxis]
        ahead[open_ones] += (block & before).sum(axis=2)
        waiting[open_ones] &= sides != 0
    return ahead


def _sides_of_pivots(shares: Array, block: Array, clear: float) -> Array:
    """Return whether each label goes before (-1), into (0) or behind (1) its pivot's bucket.

    Parameters
    ----------
    shares : ndarray of float64, shape (n, n_labels, n_labels)
        As `_shares` returns them.
    block : ndarray of bool, shape (n, n_labels, n_labels)
        Whether two labels lie in the same block.
    clear : float
        As above.

    Returns
    -------
    sides : ndarray of int8, shape (n, n_labels)
    """
    # behind[e, p, a]: if p is the pivot, a goes behind it.
    behind = block & (shares > clear + CLOSE)
    before = behind.transpose(0, 2, 1)
    prices = _forced(shares, before, block & ~before & ~behind, behind)
    offers = np.where(block, prices[:, np.newaxis, :], np.inf)
    cheap = offers <= offers.min(axis=2, keepdims=True) + CLOSE * shares.shape[1] ** 2
    pivots = cheap.argmax(axis=2)[:, np.newaxis, :]
    sides = behind.astype(np.int8) - before
    return np.asarray(np.take_along_axis(sides, pivots, axis=1)[:, 0])


def _forced(shares: Array, before: Array, beside: Array, behind: Array) -> Array:
    """Return what each pivot costs, beyond the least that each pair costs on its own.

    Parameters
    ----------
    shares : ndarray of float64, shape (n, n_labels, n_labels)
        As `_shares` returns them.
    before, beside, behind : ndarray of bool, shape (n, n_labels, n_labels)
        Which labels go where; the pivot comes first.

    Returns
    -------
    prices : ndarray of float64, shape (n, n_labels)
    """
    tied = np.abs(shares - 0.5)
    least = np.minimum(tied, np.minimum(shares, 1.0 - shares))
    ordering, tying = 1.0 - shares - least, tied - least
    first, middle, last = (side.astype(np.float64) for side in (before, beside, behind))
    pairs = (first @ ordering) * (middle + last)
    pairs += (middle @ ordering) * last
    pairs += (middle @ tying) * middle / 2  # each pair of a bucket is met twice
    return np.asarray(pairs.sum(axis=2))


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return bucket orders by pivots."""
    return [
        Aggregator(
            name="bucket-pivot",
            summary="order of buckets of tied labels, by pivots; ties are meant",
            reference="Gionis, Mannila, Puolamäki and Ukkonen (2006), Algorithms for discovering "
            "bucket orders from data, KDD",
            parameters=(
                Parameter(
                    "clear",
                    0.75,
                    "share of the votes beyond which the order of a label and the pivot is clear",
                    minimum=0.5,
                    maximum=1.0,
                ),
            ),
            statistic="pairwise",
            consensus=bucket_pivot,
        )
    ]
