"""Hamming's correlation (Hamming, 1950): the labels that have the same place in both rankings.

For k labels of which m have the same place in both rankings it is (m - 1) / (k - 1): one match is
what unrelated rankings have on average. How far the other labels are from their place does not
matter. Labels that share places by a tie have an equal chance of each of them, and matches are
counted by their expectation.

A ranking is embedded as its permutation matrix, label by place, centred and normalised.
"""

from __future__ import annotations

from typing import Any

from lrf.correlations._chances import corrected_for_chance, place_chances
from lrf.plugin import Correlation, hookimpl


def permutation_matrices(rankings: Any) -> Any:
    """Return the centred and normalised permutation matrix of each ranking.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions.

    Returns
    -------
    vectors : ndarray of shape (n_rankings, n_labels ** 2)
    """
    return corrected_for_chance(place_chances(rankings))


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer Hamming's correlation."""
    return [
        Correlation(
            name="hamming",
            summary="labels with the same place in both rankings, corrected for chance",
            reference="R. W. Hamming, Error detecting and error correcting codes, Bell Syst. 1950",
            embed=permutation_matrices,
        )
    ]
