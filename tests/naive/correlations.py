"""Correlations of all pairs of rankings, pair of labels by pair of labels."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def kendall(Y: Array) -> Array:
    """Return tau-b of each row of `Y` with each other, shape (n, n); 0 for a ranking of ties."""
    pairs = list(combinations(range(Y.shape[1]), 2))
    signs = np.array([[np.sign(row[a] - row[b]) for a, b in pairs] for row in Y])
    untied = (signs != 0).sum(axis=1)
    agreement = signs @ signs.T
    # The root of the product of two integers: exact where a ranking meets itself.
    most = np.sqrt(np.outer(untied, untied))
    tau: Array = np.divide(agreement, most, out=np.zeros_like(most), where=most > 0)
    return tau


def spearman(Y: Array) -> Array:
    """Return Spearman's rho of each row of `Y` with each other; 0 for a ranking of ties."""
    centred = Y - Y.mean(axis=1, keepdims=True)
    length = (centred**2).sum(axis=1)
    most = np.sqrt(np.outer(length, length))
    rho: Array = np.divide(centred @ centred.T, most, out=np.zeros_like(most), where=most > 0)
    return rho


def cayley(Y: Array) -> Array:
    """Return 1 - 2 d / (k - 1), d the number of swaps that turn one ranking into the other.

    For rankings without ties. It is no inner product: some eigenvalues are negative.
    """
    k = Y.shape[1]
    distance = [[k - _cycles(np.argsort(b)[a.astype(int) - 1]) for b in Y] for a in Y]
    correlation: Array = 1 - 2 * np.array(distance, dtype=float) / (k - 1)
    return correlation


def _cycles(permutation: Array) -> int:
    unseen = set(range(len(permutation)))
    count = 0
    while unseen:
        count += 1
        place = min(unseen)
        while place in unseen:
            unseen.remove(place)
            place = int(permutation[place])
    return count
