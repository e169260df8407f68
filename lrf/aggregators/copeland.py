"""Copeland's method (1951): labels ordered by how many others they beat, less those they lose to.

Only who wins each pair counts, not by how much. A label that beats each other one by majority
comes first, and each label of a group that beats everybody outside of it comes before them.
Scores are whole numbers of at most k - 1, so where majorities go round they often tie. Finding them
takes k^2 steps.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._majority import follow_majorities, margins_of
from lrf.plugin import Aggregator, average_positions, hookimpl

__all__ = ["copeland", "lrf_aggregators"]

Array = npt.NDArray[Any]


def copeland(wins: Array) -> Array:
    """Return the ranking by Copeland score of each election.

    Parameters
    ----------
    wins : ndarray of float64, shape (n, n_labels, n_labels)
        ``wins[e, a, b]``: weight of the votes that place a before b, a tie counting one half for
        each.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Average positions for ties, which are labels of equal score.
    """
    return follow_majorities(_by_score, wins)


def _by_score(wins: Array) -> Array:
    margins, _ = margins_of(wins)
    return average_positions(-np.sign(margins).sum(axis=2))


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return Copeland's method."""
    return [
        Aggregator(
            name="copeland",
            summary="order by the number of labels beaten by majority, less those lost to",
            reference="Copeland (1951), A reasonable social welfare function, University of "
            "Michigan",
            statistic="pairwise",
            consensus=copeland,
        )
    ]
