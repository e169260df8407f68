"""Which place each label has in some rankings: the numbers behind the small bars."""

from __future__ import annotations

import numpy as np

from lrf.components import Array

__all__ = ["place_intervals", "place_shares"]

#: How many numbers are worked on at a time.
_AT_ONCE = 2**21


def place_intervals(rankings: Array) -> tuple[Array, Array]:
    """Return the stretch of places that each label takes up in each ranking.

    The places are the stretches from 0 to 1, from 1 to 2, and so on. A label on its own takes up
    one of them; tied labels share theirs. Where labels are not ranked, those that are take up all
    places together: of three labels out of six, the first one takes up the places 1 and 2.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions; NaN: not ranked.

    Returns
    -------
    begins, ends : ndarray of float64, shape (n_rankings, n_labels)
        NaN where a label is not ranked.
    """
    from scipy.stats import rankdata

    ranked = ~np.isnan(rankings)
    filled = np.where(ranked, rankings, np.inf)
    scale = rankings.shape[1] / np.maximum(ranked.sum(axis=1, keepdims=True), 1)
    begins = (rankdata(filled, method="min", axis=1) - 1) * scale
    ends = rankdata(filled, method="max", axis=1) * scale
    return np.where(ranked, begins, np.nan), np.where(ranked, ends, np.nan)


def place_shares(rankings: Array, weights: Array, most: int | None = None) -> Array:
    """Return by how much each label is in each place, averaged over rankings.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions; NaN: not ranked.
    weights : ndarray of shape (n_rankings,)
        How much each ranking counts.
    most : int, optional
        Only so many of the first places.

    Returns
    -------
    shares : ndarray of float64, shape (n_labels, n_places)
        The labels of each place add up to 1.
    """
    n_labels = rankings.shape[1]
    n_places = n_labels if most is None else min(most, n_labels)
    edges = np.arange(n_places + 1.0)
    size = max(1, _AT_ONCE // (n_labels * (n_places + 1)))
    total = np.zeros((n_labels, n_places))
    for start in range(0, len(rankings), size):
        block = slice(start, start + size)
        begins, ends = (table[:, :, None] for table in place_intervals(rankings[block]))
        covered = np.clip((edges - begins) / (ends - begins), 0.0, 1.0)
        total += np.tensordot(weights[block], np.nan_to_num(np.diff(covered, axis=2)), axes=1)
    shares: Array = total / total.sum(axis=0)
    return shares
