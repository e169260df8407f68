"""Borda's count (1781): labels ordered by how much of their comparisons they win.

A vote gives a label one point for each label placed behind it and half a point for each tied with
it. An incomplete vote says nothing about the labels that it leaves out, so points are counted
pair by pair: the score of a label is its mean, over the labels it was compared with, of the share
of these comparisons that it wins. It estimates the chance to win against a label drawn at random
(Heckel et al. 2019), and is the same however often a label was ranked, as long as that has
nothing to do with where. For complete votes the order is the one by mean position.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._scores import borda_scores, positions_by
from lrf.plugin import Aggregator, hookimpl

__all__ = ["borda", "lrf_aggregators"]

Array = npt.NDArray[Any]


def borda(wins: Array) -> Array:
    """Return the ranking by Borda score of each election.

    Parameters
    ----------
    wins : ndarray of float64, shape (n, n_labels, n_labels)
        ``wins[e, a, b]``: weight of the votes that place a before b, a tie counting one half for
        each.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Average positions for ties; scores closer than 1e-9 are tied.
    """
    scores = borda_scores(np.asarray(wins, dtype=np.float64))
    return positions_by(-scores, np.ones(len(scores)))


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return Borda's count."""
    return [
        Aggregator(
            name="borda",
            summary="order by the share of comparisons won; counts only pairs that a vote orders",
            reference="Borda (1781), Mémoire sur les élections au scrutin; Heckel, Shah, "
            "Ramchandran and Wainwright (2019), Active ranking from pairwise comparisons and when "
            "parametric assumptions do not help, Annals of Statistics 47(6)",
            statistic="pairwise",
            consensus=borda,
        )
    ]
