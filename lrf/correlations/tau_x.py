"""Tau extended (Emond and Mason, 2002): Kendall's tau in which ties are statements, not silence.

The score of an ordered pair of labels is 1 if the first is ahead of the second or tied with it, and
-1 otherwise; tau-x is the mean product of the scores of two rankings. So tied pairs agree with tied
pairs, and a ranking that ties all its labels has correlation 1 with itself. Up to a factor,
1 - tau-x is the distance of Kemeny and Snell. Without ties tau-x is Kendall's tau.

The scores of both orders of a pair, summed and subtracted, are the pair's sign and whether it is
tied: so many coordinates suffice, and none for pairs that nobody ties.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.correlations._pairs import pair_differences, unit_rows
from lrf.plugin import Correlation, hookimpl


def signs_and_ties(rankings: Any) -> Any:
    """Return the signs of all label pairs and which of them are tied, normalised.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Positions; NaN: not ranked.

    Returns
    -------
    vectors : ndarray of shape (n_rankings, width)
        One column for each pair of labels, and one more for each that a ranking ties.
    """
    differences = pair_differences(rankings)
    ties = differences == 0
    signs = np.sign(np.nan_to_num(differences))
    return unit_rows(np.hstack([signs, ties[:, ties.any(axis=0)]]))


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer tau-x."""
    return [
        Correlation(
            name="tau-x",
            summary="Emond and Mason's tau extended: like Kendall's, but ties agree with ties",
            reference=(
                "E. J. Emond, D. W. Mason, A new rank correlation coefficient with application to "
                "the consensus ranking problem, J. Multi-Criteria Decision Analysis 11(1), 2002"
            ),
            embed=signs_and_ties,
            incomplete=True,
        )
    ]
