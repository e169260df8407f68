"""Attributes as integers: each value becomes its rank among the attribute's distinct values.

Sorting a node is then sorting integers, exactly, and the values themselves are needed only for
the thresholds. Coded once per forest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

__all__ = ["Codes", "bin_attributes", "code_attributes", "threshold_between"]


class Codes(NamedTuple):
    """Rank-coded attributes.

    Attributes
    ----------
    codes : ndarray of uint32, shape (n_features, n_samples)
        The code of each value; equal values have equal codes, larger values larger ones.
    lower, upper : ndarray of float64, shape (total number of codes,)
        The smallest and the largest value behind each code, attribute after attribute. They differ
        only where values were binned.
    offsets : ndarray of int64, shape (n_features + 1,)
        Where the codes of each attribute begin in `lower` and `upper`.
    """

    codes: Any
    lower: Any
    upper: Any
    offsets: Any


def code_attributes(X: Any) -> Codes:
    """Code each attribute by the ranks of its distinct values.

    Parameters
    ----------
    X : ndarray of float64, shape (n_samples, n_features)
        Finite values.

    Returns
    -------
    codes : Codes
    """
    n_samples, n_features = X.shape
    codes = np.empty((n_features, n_samples), dtype=np.uint32)
    values = []
    for attribute in range(n_features):
        distinct, inverse = np.unique(X[:, attribute], return_inverse=True)
        codes[attribute] = inverse.reshape(-1)
        values.append(distinct)
    joined = np.concatenate(values) if values else np.empty(0)
    return Codes(codes, joined, joined, _offsets(values))


def bin_attributes(X: Any, max_bins: int) -> Codes:
    """Code each attribute by at most `max_bins` bins of about equal numbers of samples.

    Equal values always share a bin. Attributes with no more than `max_bins` distinct values are
    coded exactly.

    Parameters
    ----------
    X : ndarray of float64, shape (n_samples, n_features)
        Finite values.
    max_bins : int
        At least 2.

    Returns
    -------
    codes : Codes
    """
    n_samples, n_features = X.shape
    codes = np.empty((n_features, n_samples), dtype=np.uint32)
    lower, upper = [], []
    for attribute in range(n_features):
        distinct, inverse, counts = np.unique(
            X[:, attribute], return_inverse=True, return_counts=True
        )
        bins = _bins_of_values(counts, max_bins)
        first = np.flatnonzero(np.diff(bins, prepend=-1))
        last = np.append(first[1:] - 1, distinct.size - 1)
        codes[attribute] = bins[inverse.reshape(-1)]
        lower.append(distinct[first])
        upper.append(distinct[last])
    joined = (np.concatenate(lower), np.concatenate(upper)) if lower else (np.empty(0),) * 2
    return Codes(codes, joined[0], joined[1], _offsets(lower))


def _bins_of_values(counts: Any, max_bins: int) -> Any:
    """Return the bin of each distinct value, so that bins hold about equal numbers of samples."""
    if counts.size <= max_bins:
        return np.arange(counts.size)
    middle = np.cumsum(counts) - counts / 2
    raw = np.minimum((middle * max_bins / counts.sum()).astype(np.int64), max_bins - 1)
    return np.unique(raw, return_inverse=True)[1].reshape(-1)


def _offsets(values: list[Any]) -> Any:
    sizes = [part.size for part in values]
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)


def threshold_between(below: Any, above: Any) -> Any:
    """Return thresholds t with below < t <= above, the midpoints wherever these qualify.

    Rows with x < t go left. The midpoint of two neighbouring doubles is one of them, and it may
    be the lower one, which would then go right with the others.

    Parameters
    ----------
    below, above : ndarray of float64
        Each element of `below` is smaller than its partner in `above`.
    """
    middle = below / 2 + above / 2
    return np.where((below < middle) & (middle <= above), middle, above)
