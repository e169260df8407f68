"""The medoid, or pick-a-perm: the vote with the least summed Kendall distance to all votes.

Whatever the best ranking would be, its distance is at least half of that (Ailon, Charikar and
Newman 2008). The consensus is one of the votes, so it is never a mixture that nobody voted for:
what is common to all votes, it has. With u different votes it takes u k^2 steps.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._votes import kendall_sums, pick
from lrf.plugin import Aggregator, hookimpl

__all__ = ["lrf_aggregators", "medoid"]

Array = npt.NDArray[Any]


def medoid(rankings: Array, weights: Array) -> Array:
    """Return the vote nearest to all votes, of each election.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        Complete.
    weights : ndarray of float64, shape (n, n_distinct)
        How often each was voted for.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Of several nearest votes the one with the largest weight, and of several of these the one
        that gives the label listed first the better position.
    """
    rankings = np.asarray(rankings, dtype=np.float64)
    weights = np.asarray(weights, dtype=np.float64)
    return pick(rankings, weights, [kendall_sums(rankings, weights), -weights])


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return the medoid."""
    return [
        Aggregator(
            name="medoid",
            summary="the vote with the least summed Kendall distance to all votes (pick-a-perm)",
            reference="Ailon, Charikar and Newman (2008), Aggregating inconsistent information: "
            "ranking and clustering, Journal of the ACM 55(5)",
            statistic="votes",
            consensus=medoid,
        )
    ]
