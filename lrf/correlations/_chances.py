"""Chances of labels to stand at a place when ties are broken at random, and their centring.

A ranking that ties labels is the mean of all rankings that break its ties. What is centred over the
labels and has length one has inner products that are correlations corrected for chance: 1 for a
ranking and itself, 0 on average over all ways to shuffle the labels.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.correlations._pairs import unit_rows

__all__ = ["corrected_for_chance", "place_chances", "top_chances"]

Array = npt.NDArray[Any]


def _groups(rankings: Array) -> tuple[Array, Array]:
    """Return the first place (from 1) and the size of each label's group of ties."""
    size = (rankings[:, :, np.newaxis] == rankings[:, np.newaxis]).sum(axis=2)
    return rankings - (size - 1) / 2, size


def place_chances(rankings: Array) -> Array:
    """Return the chance of each label to stand at each place.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions.

    Returns
    -------
    chances : ndarray of shape (n_rankings, n_labels, n_labels)
        Axis 2 are the places from 1 to n_labels.
    """
    first, size = (part[:, :, np.newaxis] for part in _groups(rankings))
    places = np.arange(1, rankings.shape[1] + 1)
    return ((first <= places) & (places < first + size)) / size


def top_chances(rankings: Array, depths: Array) -> Array:
    """Return the chance of each label to be among the first so many.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions.
    depths : ndarray of int, shape (n_depths,)
        How many.

    Returns
    -------
    chances : ndarray of shape (n_rankings, n_labels, n_depths)
    """
    first, size = (part[:, :, np.newaxis] for part in _groups(rankings))
    return np.clip((depths + 1 - first) / size, 0.0, 1.0)


def corrected_for_chance(features: Array) -> Array:
    """Return features of labels as vectors of length one that are centred over the labels.

    Parameters
    ----------
    features : ndarray of shape (n_rankings, n_labels, n_features)

    Returns
    -------
    vectors : ndarray of shape (n_rankings, n_labels * n_features)
        Zeros for a ranking that gives all labels the same features.
    """
    differ = np.ptp(features, axis=1, keepdims=True).any(axis=2, keepdims=True)
    # Where no label differs, what centring leaves is rounding, which must not get length one.
    centred = np.where(differ, features - features.mean(axis=1, keepdims=True), 0.0)
    return unit_rows(centred.reshape(len(features), -1))
