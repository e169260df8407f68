"""Spearman's footrule (Spearman, 1906; Diaconis and Graham, 1977): how far labels are displaced.

The distance F of two rankings of k labels is the sum of how far apart the two positions of each
label are. Corrected for the distance that shuffled labels have on average, the correlation is
1 - 3 F / (k^2 - 1), the coefficient of the literature. Ties are average positions (Fagin et al.,
2006), and both rankings normalise it, as in tau-b.

The distance of two positions is the width of all thresholds between them. So the correlation is
the inner product of indicators "at or above the threshold", one for each threshold and label,
centred over the labels and normalised.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.correlations._chances import corrected_for_chance
from lrf.plugin import Correlation, hookimpl


def threshold_indicators(rankings: Any) -> Any:
    """Return vectors whose inner products are footrule correlations.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions.

    Returns
    -------
    vectors : ndarray of shape (n_rankings, n_labels * n_thresholds)
        Without ties there are n_labels - 1 thresholds, with ties up to twice as many.
    """
    levels = np.unique(rankings)
    above = rankings[:, :, np.newaxis] <= levels[:-1]
    return corrected_for_chance(above * np.sqrt(np.diff(levels)))


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer the footrule."""
    return [
        Correlation(
            name="footrule",
            summary="Spearman's footrule: by how many positions labels are displaced",
            reference=(
                "P. Diaconis, R. L. Graham, Spearman's footrule as a measure of disarray, "
                "Journal of the Royal Statistical Society B 39(2), 1977"
            ),
            embed=threshold_indicators,
        )
    ]
