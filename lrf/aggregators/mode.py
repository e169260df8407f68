"""The mode: the ranking that was voted for most.

It says nothing about the rankings that were not, however near they are to each other, and is for
few labels and many votes, or votes of which many are the same. It is the ranking with the least
number of votes that differ from it. Finding it takes a look at each different vote; breaking ties
by distance takes k^2 steps for each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._votes import kendall_sums, pick
from lrf.plugin import Aggregator, hookimpl

__all__ = ["lrf_aggregators", "mode"]

Array = npt.NDArray[Any]


def mode(rankings: Array, weights: Array) -> Array:
    """Return the most frequent vote of each election.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        Complete.
    weights : ndarray of float64, shape (n, n_distinct)
        How often each was voted for.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Of several most frequent votes the one with the least summed Kendall distance to all
        votes, and of several of these the one that gives the label listed first the better
        position.
    """
    rankings = np.asarray(rankings, dtype=np.float64)
    weights = np.asarray(weights, dtype=np.float64)
    return pick(rankings, weights, [-weights, kendall_sums(rankings, weights)])


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return the mode."""
    return [
        Aggregator(
            name="mode",
            summary="the ranking that was voted for most",
            statistic="votes",
            consensus=mode,
        )
    ]
