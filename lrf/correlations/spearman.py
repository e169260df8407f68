"""Spearman's rho (Spearman, 1904): the linear correlation of positions.

A ranking is embedded as its positions, centred and normalised. A large displacement of one label
weighs more than many small ones, unlike in Kendall's tau. A label that is not ranked gets the mean
position, which is its mean over all ways to insert it (Alvo and Cabilio, 1995), and so adds
nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.correlations._pairs import unit_rows
from lrf.plugin import Correlation, hookimpl


def centred_positions(rankings: Any) -> Any:
    """Return positions of mean zero and length one; zeros for a ranking of ties only.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Positions, average positions for ties; NaN: not ranked.

    Returns
    -------
    centred : ndarray of shape (n_rankings, n_labels)
    """
    ranked = ~np.isnan(rankings)
    positions = np.where(ranked, rankings, 0.0)
    mean = positions.sum(axis=1, keepdims=True) / np.maximum(ranked.sum(axis=1, keepdims=True), 1)
    return unit_rows(np.where(ranked, positions - mean, 0.0))


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer Spearman's rho."""
    return [
        Correlation(
            name="spearman",
            summary="Spearman's rho: the linear correlation of positions",
            reference="C. Spearman, The proof and measurement of association, Am. J. Psych. 1904",
            embed=centred_positions,
            incomplete=True,
        )
    ]
