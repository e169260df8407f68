"""Rank-biased overlap (Webber, Moffat and Zobel, 2010): how much the tops of rankings overlap.

At each depth d the overlap is the number of labels that both rankings have among their first d,
divided by d. Rank-biased overlap is the mean over all depths with weights (1 - p) p^(d - 1): the
view of somebody who reads both from the top and goes on from each label with probability p. Below
the last label of finite rankings the overlap stays 1.

It is corrected for chance: unrelated rankings overlap by d / k at depth d on average. With p = 0
only the first labels count; p = 1 is the average overlap, all depths weighing the same. Labels that
share places by a tie have an equal chance of each of them (Corsi and Urbano, 2024).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.correlations._chances import corrected_for_chance, top_chances
from lrf.plugin import Correlation, Parameter, hookimpl


def weighted_tops(rankings: Any, p: float) -> Any:
    """Return the indicators of the first 1, 2, ... labels, weighted, centred and normalised.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions.
    p : float
        Probability to go on by one label, from 0 to 1.

    Returns
    -------
    vectors : ndarray of shape (n_rankings, n_labels * (n_labels - 1))
    """
    depths = np.arange(1, rankings.shape[1])
    weights = float(p) ** (depths - 1) / depths
    return corrected_for_chance(top_chances(rankings, depths) * np.sqrt(weights))


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer rank-biased overlap."""
    return [
        Correlation(
            name="rbo",
            summary="rank-biased overlap: shared labels from the top down, corrected for chance",
            reference=(
                "W. Webber, A. Moffat, J. Zobel, A similarity measure for indefinite rankings, "
                "ACM Transactions on Information Systems 28(4), 2010"
            ),
            embed=weighted_tops,
            parameters=(
                Parameter(
                    "p",
                    0.9,
                    "how deep to look, the probability to go on from each label",
                    minimum=0.0,
                    maximum=1.0,
                ),
            ),
        )
    ]
