"""Average ranking: labels ordered by their mean position.

The method of Brazdil and Soares (2000), and what the published ranking trees and forests predict
with. For complete rankings it orders as Borda's count does, and its order has the least summed
squared Spearman distance to the votes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._scores import positions_by
from lrf.plugin import Aggregator, hookimpl

__all__ = ["average_ranking", "lrf_aggregators"]

Array = npt.NDArray[Any]


def average_ranking(sums: Array) -> Array:
    """Return the ranking by mean position of each election.

    Parameters
    ----------
    sums : ndarray of float64, shape (n, n_labels)
        Weighted sum of each label's positions. Dividing by the weight changes no order.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Average positions for ties; sums that differ by less than 1e-9 of the largest are tied.
    """
    sums = np.asarray(sums, dtype=np.float64)
    return positions_by(sums, np.abs(sums).max(axis=1))


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return the average ranking."""
    return [
        Aggregator(
            name="average-ranking",
            summary="order by mean position; ties stay ties",
            reference="Brazdil and Soares (2000), A comparison of ranking methods for "
            "classification algorithm selection, ECML",
            statistic="rank-sum",
            consensus=average_ranking,
        )
    ]
