"""Spearman's footrule (Spearman, 1906; Diaconis and Graham, 1977): how far labels are displaced.

The footrule distance F(a, b) of two rankings is the sum, over the k labels, of how far apart their
two positions are. If the labels were shuffled, it would be E(a, b) on average: the sum of
|a_i - b_j| over all i and j, divided by k. The correlation compares the two,

    (E(a, b) - F(a, b)) / sqrt(E(a, a) E(b, b)),

so that it is 1 for equal rankings and 0 on average for unrelated ones. Without ties this is
1 - 3 F(a, b) / (k^2 - 1), the coefficient of the literature; its least value is -1/2 for odd k and
a little below for even k (-1 for two labels). With ties, given as average positions, it is
normalised by both rankings like tau-b. A ranking that ties all its labels has correlation 0 with
every other, as in tau-b.

The distance of two positions is the width of all thresholds between them. So the correlation is
the inner product of indicators "at or above the threshold", one for each threshold and label,
centred over the labels and divided by their length.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.plugin import Correlation, hookimpl

__all__ = ["lrf_correlations", "threshold_indicators"]

Array = npt.NDArray[Any]


def threshold_indicators(rankings: Array) -> Array:
    """Return vectors of length one whose inner products are footrule correlations.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Positions, 1 = best; average positions for ties.

    Returns
    -------
    vectors : ndarray of shape (n_rankings, n_thresholds * n_labels)
        Without ties there are n_labels - 1 thresholds, with ties up to twice as many.
    """
    levels = np.unique(rankings)
    above = (rankings[:, np.newaxis, :] <= levels[:-1, np.newaxis]).astype(np.float64)
    above -= above.mean(axis=2, keepdims=True)
    above *= np.sqrt(np.diff(levels))[:, np.newaxis]
    vectors: Array = above.reshape(len(rankings), -1)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors /= np.where(lengths > 0, lengths, 1.0)
    return vectors


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
