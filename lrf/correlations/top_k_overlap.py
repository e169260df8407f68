"""Top-k overlap (Fagin, Kumar and Sivakumar, 2003): how many of the first k labels are the same.

For rankings of n labels of which m are among the first k of both, it is (m - k²/n) / (k - k²/n):
k²/n is what unrelated rankings share on average. The order among the first k does not matter, nor
does what comes below. Labels tied across the border have an equal chance to be above it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.correlations._chances import corrected_for_chance, top_chances
from lrf.plugin import ComponentError, Correlation, Parameter, hookimpl


def top_indicators(rankings: Any, k: int) -> Any:
    """Return which labels are among the first k, centred and normalised.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions.
    k : int
        From 1 to n_labels - 1.

    Returns
    -------
    vectors : ndarray of shape (n_rankings, n_labels)

    Raises
    ------
    ComponentError
        If k is not less than the number of labels.
    """
    n_labels = rankings.shape[1]
    if k >= n_labels:
        raise ComponentError(
            f"top-k-overlap: all rankings of {n_labels} labels have the same top {k}; "
            f"k must be less than the number of labels"
        )
    return corrected_for_chance(top_chances(rankings, np.array([k])))


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer top-k overlap."""
    return [
        Correlation(
            name="top-k-overlap",
            summary="labels that are among the first k of both rankings, corrected for chance",
            reference=(
                "R. Fagin, R. Kumar, D. Sivakumar, Comparing top k lists, "
                "SIAM Journal on Discrete Mathematics 17(1), 2003"
            ),
            embed=top_indicators,
            parameters=(Parameter("k", 1, "size of the top, less than n_labels", minimum=1),),
        )
    ]
