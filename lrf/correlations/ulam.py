"""Ulam's correlation (Ulam, 1972): how few labels must be moved to turn a ranking into another.

The distance is k less the length of the longest sequence of labels that both rankings have in the
same order, at most k - 1; the correlation is 1 - 2 distance / (k - 1), which is -1 for reversed
rankings. One label that moves across all others costs as much as one that moves by one place. It is
no inner product, and so it is given by its matrix. It is not defined for ties.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.plugin import Correlation, compiled, hookimpl


def ulam_correlations(rankings: Any) -> Any:
    """Return Ulam's correlation of all pairs of rankings.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Positions without ties.

    Returns
    -------
    correlations : ndarray of shape (n_rankings, n_rankings)
    """
    n_rankings, n_labels = rankings.shape
    places = np.ascontiguousarray(rankings, dtype=np.int64) - 1
    longest = np.empty((n_rankings, n_rankings))
    fill_with_common_length(places, np.argsort(places, axis=1), longest)
    return 1 - 2 * (n_labels - longest) / (n_labels - 1)


@compiled
def fill_with_common_length(places: Any, orders: Any, out: Any) -> None:
    """Write the length of the longest sequence that two rankings share into `out`.

    ``last[m]`` is the least place at which a shared sequence of m + 1 labels can end.
    """
    n_rankings, n_labels = places.shape
    last = np.empty(n_labels, np.int64)
    for a in range(n_rankings):
        for b in range(a + 1):
            length = 0
            for i in range(n_labels):
                place = places[b, orders[a, i]]
                m = length
                while m > 0 and last[m - 1] > place:
                    m -= 1
                last[m] = place
                length = max(length, m + 1)
            out[a, b] = out[b, a] = length


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer Ulam's correlation."""
    return [
        Correlation(
            name="ulam",
            summary="Ulam's distance: labels that must be moved to turn one into the other",
            reference="S. Ulam, Some ideas and prospects in biomathematics, Ann. Rev. Bioph. 1972",
            matrix=ulam_correlations,
            ties=False,
        )
    ]
