"""Picking one of the votes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._batches import batches
from lrf.aggregators._scores import CLOSE

__all__ = ["kendall_sums", "pick"]

Array = npt.NDArray[Any]


def kendall_sums(rankings: Array, weights: Array) -> Array:
    """Return the summed Kendall distance of each ranking to the votes of each election.

    Two rankings are at distance 1 for each pair of labels that they order differently, and 1/2
    for each that only one of them ties.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        Complete.
    weights : ndarray of float64, shape (n, n_distinct)
        How often each was voted for.

    Returns
    -------
    sums : ndarray of float64, shape (n, n_distinct)
    """
    first, second = np.triu_indices(rankings.shape[1], 1)
    sums = np.zeros(weights.shape)
    for pairs in batches(len(first), 6 * len(rankings)):
        before = rankings[:, first[pairs]] < rankings[:, second[pairs]]
        behind = rankings[:, first[pairs]] > rankings[:, second[pairs]]
        tied = ~(before | behind)
        votes = np.concatenate([before, tied, behind], axis=1).astype(np.float64)
        costs = np.concatenate(
            [behind + tied / 2, (before | behind) / 2, before + tied / 2], axis=1
        )
        sums += np.linalg.multi_dot([weights, costs, votes.T])
    return sums


def pick(rankings: Array, weights: Array, costs: Sequence[Array]) -> Array:
    """Return the best ranking of each election among those that were voted for.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        Complete.
    weights : ndarray of float64, shape (n, n_distinct)
        How often each was voted for.
    costs : sequence of ndarrays of float64, shape (n, n_distinct)
        The first decides; of several equally good ones the next does; at the very end, the label
        listed first gets the better position. Relative to the whole weight; what differs by
        rounding noise only is equal.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        All labels tied where nothing was voted for.
    """
    n_labels = rankings.shape[1]
    by_position = np.lexsort(rankings.T[::-1])
    candidates = weights > 0
    whole = weights.sum(axis=1, keepdims=True)
    for cost in costs:
        among = np.where(candidates, cost, np.inf)
        least = among.min(axis=1, keepdims=True)
        candidates &= among <= least + CLOSE * n_labels**2 * whole
    picked = rankings[by_position[candidates[:, by_position].argmax(axis=1)]]
    return np.asarray(np.where(whole > 0, picked, (n_labels + 1) / 2))
