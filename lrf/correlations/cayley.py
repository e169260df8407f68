"""Cayley's correlation (Cayley, 1849): how few exchanges of two labels turn a ranking into another.

The distance is k less the number of cycles of the permutation that leads from one ranking to the
other, at most k - 1; the correlation is 1 - 2 distance / (k - 1). It is no inner product, and so it
is given by its matrix. It is not defined for ties.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.plugin import Correlation, compiled, hookimpl


def cayley_correlations(rankings: Any) -> Any:
    """Return Cayley's correlation of all pairs of rankings.

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
    cycles = np.empty((n_rankings, n_rankings))
    fill_with_cycles(places, np.argsort(places, axis=1), cycles)
    return 1 - 2 * (n_labels - cycles) / (n_labels - 1)


@compiled
def fill_with_cycles(places: Any, orders: Any, out: Any) -> None:
    """Write the number of cycles of the permutation between each two rankings into `out`."""
    n_rankings, n_labels = places.shape
    seen = np.full(n_labels, -1)
    trip = 0
    for a in range(n_rankings):
        for b in range(a + 1):
            cycles = 0
            for start in range(n_labels):
                if seen[start] == trip:
                    continue
                cycles += 1
                place = start
                while seen[place] != trip:
                    seen[place] = trip
                    place = places[b, orders[a, place]]
            trip += 1
            out[a, b] = out[b, a] = cycles


@hookimpl
def lrf_correlations() -> list[Correlation]:
    """Offer Cayley's correlation."""
    return [
        Correlation(
            name="cayley",
            summary="Cayley's distance: exchanges of two labels that turn one into the other",
            reference="A. Cayley, A note on the theory of permutations, Phil. Magazine 34, 1849",
            matrix=cayley_correlations,
            ties=False,
        )
    ]
