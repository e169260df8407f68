"""Votes counted: who is placed before whom, and how far a ranking is from all of them."""

from __future__ import annotations

import attrs
import numpy as np

from lrf.components import Array
from lrf.metrics import kendall_tau
from lrf.rankings import distinct_rankings
from lrf.statistics import weighted_sums

__all__ = ["Tally", "tally"]


@attrs.frozen(eq=False)
class Tally:
    """The votes of one election.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        The different rankings, average positions for ties; NaN: not ranked.
    weights : ndarray of float64, shape (n_distinct,)
        How much each counts.
    wins : ndarray of float64, shape (n_labels, n_labels)
        ``wins[a, b]``: weight of the votes that place a before b, a tie counting one half for
        each.
    """

    rankings: Array
    weights: Array
    wins: Array

    def kemeny_distance(self, positions: Array) -> float:
        """Return the summed Kendall distance of a ranking to the votes.

        A pair of labels counts 1 for each vote that orders it the other way, and 1/2 for each
        pair that the ranking or the vote ties. Pairs that a vote leaves out do not count.
        """
        behind = positions[:, np.newaxis] > positions
        tied = positions[:, np.newaxis] == positions
        np.fill_diagonal(tied, False)
        return float(self.wins[behind].sum() + self.wins[tied].sum() / 2)

    def mean_tau(self, positions: Array) -> float:
        """Return Kendall's tau-b of a ranking and each vote, averaged by weight."""
        same = np.broadcast_to(positions, self.rankings.shape)
        return float(np.average(kendall_tau(same, self.rankings), weights=self.weights))


def tally(rankings: Array, weights: Array) -> Tally:
    """Count votes.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_rankings, n_labels)
        Average positions; NaN: not ranked.
    weights : ndarray of float64, shape (n_rankings,)
        How much each ranking counts.
    """
    distinct, codes = distinct_rankings(rankings)
    counts = np.bincount(codes, weights, minlength=len(distinct))
    n_labels = rankings.shape[1]
    wins = weighted_sums("pairwise", distinct, counts).reshape(n_labels, n_labels)
    return Tally(distinct, counts, wins)
