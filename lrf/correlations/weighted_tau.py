"""Vigna's weighted tau (Vigna, 2015): Kendall's tau with pairs weighted by their places.

The weights of pairs are those of one ranking, its ties broken by the other; the mean of both ways
round is symmetric. This is `scipy.stats.weightedtau`. It is -1 for reversed rankings, but no inner
product, and so it is given by its matrix; 'weighted-kendall' is the inner product next to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.correlations._weights import ADDITIVE, SCHEME, place_weights
from lrf.plugin import Correlation, compiled, hookimpl


def weighted_taus(rankings: Any, weights: str, additive: bool) -> Any:
    """Return Vigna's tau of all pairs of rankings.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Positions.
    weights : str
        Scheme of the weights of places, see `place_weights`.
    additive : bool
        Whether a pair's weight is the sum of those of its places; else the product.

    Returns
    -------
    tau : ndarray of shape (n_rankings, n_rankings)
        0 where a ranking ties all labels.
    """
    n_rankings, n_labels = rankings.shape
    of_place = place_weights(np.arange(1.0, n_labels + 1), n_labels, weights)
    one_way = np.zeros((n_rankings, n_rankings))
    fill_one_way(np.ascontiguousarray(rankings), of_place, bool(additive), one_way)
    return (one_way + one_way.T) / 2


@compiled
def fill_one_way(rankings: Any, weights: Any, additive: bool, out: Any) -> None:
    """Write tau of each two rankings into `out`, weighted by the places of the first."""
    n_rankings, n_labels = rankings.shape
    weight_of = np.empty(n_labels)
    for a in range(n_rankings):
        for b in range(n_rankings):
            for i in range(n_labels):
                place = 0
                for j in range(n_labels):
                    ahead = rankings[a, i] - rankings[a, j]
                    if ahead == 0.0:
                        ahead = rankings[b, i] - rankings[b, j]
                    place += ahead > 0.0 or (ahead == 0.0 and j < i)
                weight_of[i] = weights[place]
            product = square_a = square_b = 0.0
            for i in range(1, n_labels):
                for j in range(i):
                    weight = weight_of[i] * weight_of[j]
                    if additive:
                        weight = weight_of[i] + weight_of[j]
                    sign_a = np.sign(rankings[a, i] - rankings[a, j])
                    sign_b = np.sign(rankings[b, i] - rankings[b, j])
                    product += weight * sign_a * sign_b
                    square_a += weight * sign_a * sign_a
                    square_b += weight * sign_b * sign_b
            if product != 0.0:
                out[a, b] = product / np.sqrt(square_a * square_b)


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer Vigna's tau."""
    return [
        Correlation(
            name="weighted-tau",
            summary="Vigna's weighted tau, as scipy.stats.weightedtau: the top places weigh most",
            reference=(
                "S. Vigna, A weighted correlation index for rankings with ties, "
                "International Conference on World Wide Web 2015"
            ),
            matrix=weighted_taus,
            parameters=(SCHEME, ADDITIVE),
        )
    ]
