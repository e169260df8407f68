"""Spearman's rho (Spearman, 1904): the linear correlation of positions.

A ranking is embedded as its positions, centred and normalised. A large displacement of one label
weighs more than many small ones, unlike in Kendall's tau.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.plugin import Correlation, hookimpl


def centred_positions(rankings: Any) -> Any:
    """Return positions of mean zero and length one; zeros for a ranking of ties only.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Positions, average positions for ties.

    Returns
    -------
    centred : ndarray of shape (n_rankings, n_labels)
    """
    centred = rankings - rankings.mean(axis=1, keepdims=True)
    length = np.sqrt((centred**2).sum(axis=1, keepdims=True))
    return np.divide(centred, length, out=np.zeros_like(centred), where=length > 0)


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer Spearman's rho."""
    return [
        Correlation(
            name="spearman",
            summary="Spearman's rho: the linear correlation of positions",
            reference="C. Spearman, The proof and measurement of association, Am. J. Psych. 1904",
            embed=centred_positions,
        )
    ]
