"""Weighted Kendall's tau: pairs of labels weigh by their places (Shieh, 1998) or by themselves.

Reversing the first two labels is worse than reversing the last two. A pair's weight in a ranking is
the sum (or the product) of the weights of the two places that it takes there; where two rankings
place a pair differently, the geometric mean of both weights counts, which keeps the correlation an
inner product. Labels can have weights of their own, a pair then having the product of both (Kumar
and Vassilvitskii, 2010).

As in tau-b, pairs that are tied or not ranked add nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.correlations._pairs import pair_differences, unit_rows
from lrf.correlations._weights import ADDITIVE, SCHEME, place_weights
from lrf.plugin import ComponentError, Correlation, Parameter, hookimpl


def weighted_pair_signs(rankings: Any, weights: str, additive: bool, items: str) -> Any:
    """Return the signs of all label pairs times the root of their weight, normalised.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions; NaN: not ranked.
    weights : str
        Scheme of the weights of places, see `place_weights`.
    additive : bool
        Whether a pair's weight is the sum of those of its places; else the product.
    items : str
        Weights of the labels; empty: all alike.

    Returns
    -------
    vectors : ndarray of shape (n_rankings, n_labels * (n_labels - 1) / 2)

    Raises
    ------
    ComponentError
        If `items` does not hold one weight for each label.
    """
    n_labels = rankings.shape[1]
    first, second = np.triu_indices(n_labels, k=1)
    n_ranked = np.count_nonzero(~np.isnan(rankings), axis=1)[:, np.newaxis]
    of_place = place_weights(rankings, n_ranked, weights)
    of_item = item_weights(items, n_labels)
    join = np.add if additive else np.multiply
    pairs = join(of_place[:, first], of_place[:, second]) * of_item[first] * of_item[second]
    signs = np.sign(np.nan_to_num(pair_differences(rankings)))
    return unit_rows(signs * np.sqrt(np.nan_to_num(pairs)))


def item_weights(items: str, n_labels: int) -> Any:
    """Return the weights that `items` lists, one for each label, or ones if it is empty."""
    if not items.strip():
        return np.ones(n_labels)
    try:
        weights = np.array([float(word) for word in items.split(",")])
    except ValueError:
        weights = np.empty(0)
    if len(weights) != n_labels or not np.isfinite(weights).all() or (weights < 0).any():
        raise ComponentError(
            f"weighted-kendall: items is {items!r}; give {n_labels} weights of at least 0, one for "
            f"each label in the order of the columns, separated by commas"
        )
    return weights


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer weighted Kendall's tau."""
    return [
        Correlation(
            name="weighted-kendall",
            summary="Kendall's tau with pairs weighted by places, the top most, or by labels",
            reference=(
                "G. S. Shieh, A weighted Kendall's tau statistic, Statistics & Probability Letters "
                "39(1), 1998; R. Kumar, S. Vassilvitskii, Generalized distances between rankings, "
                "WWW 2010"
            ),
            embed=weighted_pair_signs,
            incomplete=True,
            parameters=(
                SCHEME,
                ADDITIVE,
                Parameter("items", "", "weights of the labels, such as '2,1,1'; empty: all alike"),
            ),
        )
    ]
