"""The weighted footrule (after Kumar and Vassilvitskii, 2010): displacements cost more at the top.

Spearman's footrule is the sum of how many positions each label is displaced. Here the step from
position p to p + 1 costs 1 / p^decay, so that a label which moves between the first two positions
weighs more than one that moves between the last two. With decay 0 all steps cost 1, and the result
is the footrule itself.

Let c(p) be the cost of all steps down to position p; a position between two others (ties are
average positions) lies between their costs. The distance F(a, b) of two rankings is the sum, over
the k labels, of |c(a_j) - c(b_j)|. If the labels were shuffled, it would be E(a, b) on average:
the sum of |c(a_i) - c(b_j)| over all i and j, divided by k. The correlation compares the two,

    (E(a, b) - F(a, b)) / sqrt(E(a, a) E(b, b)),

so that it is 1 for equal rankings and 0 on average for unrelated ones. Ties are normalised by both
rankings like in tau-b, and a ranking that ties all its labels has correlation 0 with every other.

The distance of two positions is the width of all thresholds between them. So the correlation is
the inner product of indicators "at or above the threshold", one for each threshold and label,
centred over the labels and divided by their length.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.plugin import Correlation, Parameter, hookimpl

__all__ = ["costs", "lrf_correlations", "threshold_indicators"]

Array = npt.NDArray[Any]


def costs(positions: Array, n_labels: int, decay: float) -> Array:
    """Return the cost of all steps from the first position down to each of the given ones.

    Parameters
    ----------
    positions : ndarray of float64
        From 1 to `n_labels`.
    n_labels : int
        Number of labels.
    decay : float
        How fast steps get cheaper: the one from position p to p + 1 costs 1 / p^decay.
    """
    places = np.arange(1.0, n_labels + 1)
    steps = places[:-1] ** -decay
    return np.interp(positions, places, np.concatenate(([0.0], np.cumsum(steps))))


def threshold_indicators(rankings: Array, decay: float) -> Array:
    """Return vectors of length one whose inner products are weighted footrule correlations.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Positions, 1 = best; average positions for ties.
    decay : float
        How fast steps get cheaper on the way down; 0: not at all.

    Returns
    -------
    vectors : ndarray of shape (n_rankings, n_thresholds * n_labels)
        Without ties there are n_labels - 1 thresholds, with ties up to twice as many.
    """
    levels = np.unique(rankings)
    widths = np.diff(costs(levels, rankings.shape[1], decay))
    above = (rankings[:, np.newaxis, :] <= levels[:-1, np.newaxis]).astype(np.float64)
    above -= above.mean(axis=2, keepdims=True)
    above *= np.sqrt(widths)[:, np.newaxis]
    vectors: Array = above.reshape(len(rankings), -1)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors /= np.where(lengths > 0, lengths, 1.0)
    return vectors


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer the weighted footrule."""
    return [
        Correlation(
            name="weighted-footrule",
            summary="Spearman's footrule, with displacements at the top costing more",
            reference=(
                "R. Kumar, S. Vassilvitskii, Generalized distances between rankings, "
                "International Conference on World Wide Web, 2010"
            ),
            embed=threshold_indicators,
            parameters=(
                Parameter(
                    "decay",
                    1.0,
                    "the step from position p to p + 1 costs 1 / p^decay; 0: all the same",
                    minimum=0.0,
                ),
            ),
        )
    ]
