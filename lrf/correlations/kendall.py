"""Kendall's tau-b (Kendall, 1945): the share of label pairs ordered alike, less those reversed.

Each pair of labels gives one coordinate: -1, 0 (tied) or 1, normalised by the number of pairs
that the ranking does not tie. The inner product of two such vectors is tau-b; a ranking that ties
all its labels gets the zero vector, and with it tau 0. A pair with a label that is not ranked says
as little as a tied one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.correlations._pairs import pair_differences, unit_rows
from lrf.plugin import Correlation, hookimpl


def pair_signs(rankings: Any) -> Any:
    """Return the normalised signs of all label pairs.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Positions; NaN: not ranked.

    Returns
    -------
    signs : ndarray of shape (n_rankings, n_labels * (n_labels - 1) / 2)
    """
    return unit_rows(np.sign(np.nan_to_num(pair_differences(rankings))))


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer Kendall's tau-b."""
    return [
        Correlation(
            name="kendall",
            summary="Kendall's tau-b: label pairs ordered alike, less those reversed",
            reference="M. G. Kendall, The treatment of ties in ranking problems, Biometrika 1945",
            embed=pair_signs,
            incomplete=True,
        )
    ]
