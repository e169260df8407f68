"""Attributes as integers: each value becomes its rank among the attribute's distinct values.

Sorting a node is then sorting integers, exactly, and the values themselves are needed only for
the thresholds. Coded once per forest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

__all__ = ["COMPLETE", "GAPS", "NOMINAL", "Codes", "code_attributes", "threshold_between"]

#: Kinds of attributes: every value is known; some are missing; values are names without an order.
COMPLETE, GAPS, NOMINAL = 0, 1, 2


class Codes(NamedTuple):
    """Rank-coded attributes.

    Attributes
    ----------
    codes : ndarray of uint32, shape (n_features, n_samples)
        The code of each value; equal values have equal codes, larger values larger ones, and
        missing values the largest.
    lower, upper : ndarray of float64, shape (total number of codes,)
        The smallest and the largest value behind each code, attribute after attribute. They differ
        only where values were binned; both are NaN for missing values.
    offsets : ndarray of int64, shape (n_features + 1,)
        Where the codes of each attribute begin in `lower` and `upper`.
    kinds : ndarray of int8, shape (n_features,)
        `COMPLETE`, `GAPS` (some values are missing) or `NOMINAL`.
    """

    codes: Any
    lower: Any
    upper: Any
    offsets: Any
    kinds: Any


def code_attributes(X: Any, nominal: Any = (), max_bins: int | None = None) -> Codes:
    """Code each attribute by the ranks of its distinct values.

    Parameters
    ----------
    X : ndarray of float64, shape (n_samples, n_features)
        Finite values; NaN: missing. A nominal attribute holds the numbers of its categories.
    nominal : sequence of int
        The nominal attributes.
    max_bins : int, optional
        At least 2. Attributes that are not nominal and have more distinct values are coded by so
        many bins of about equal numbers of samples; equal values always share a bin.

    Returns
    -------
    codes : Codes
    """
    n_samples, n_features = X.shape
    codes = np.empty((n_features, n_samples), dtype=np.uint32)
    kinds = np.full(n_features, COMPLETE, dtype=np.int8)
    lower, upper = [], []
    for attribute in range(n_features):
        distinct, inverse, counts = np.unique(
            X[:, attribute], return_inverse=True, return_counts=True
        )
        inverse = inverse.reshape(-1)
        has_gaps = bool(np.isnan(distinct[-1]))
        if attribute in nominal:
            kinds[attribute] = NOMINAL
        elif has_gaps:
            kinds[attribute] = GAPS
        if max_bins is not None and attribute not in nominal:
            bins = _bins_of_values(counts, max_bins, has_gaps)
            first = np.flatnonzero(np.diff(bins, prepend=-1))
            last = np.append(first[1:] - 1, distinct.size - 1)
            codes[attribute] = bins[inverse]
            lower.append(distinct[first])
            upper.append(distinct[last])
        else:
            codes[attribute] = inverse
            lower.append(distinct)
            upper.append(distinct)
    sizes = [part.size for part in lower]
    offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    nothing = [np.empty(0)]
    return Codes(
        codes, np.concatenate(lower or nothing), np.concatenate(upper or nothing), offsets, kinds
    )


def _bins_of_values(counts: Any, max_bins: int, has_gaps: bool) -> Any:
    """Return the bin of each distinct value, so that bins hold about equal numbers of samples.

    Missing values, the last, get a bin of their own.
    """
    present = counts[:-1] if has_gaps else counts
    if present.size <= max_bins:
        return np.arange(counts.size)
    middle = np.cumsum(present) - present / 2
    raw = np.minimum((middle * max_bins / present.sum()).astype(np.int64), max_bins - 1)
    bins = np.unique(raw, return_inverse=True)[1].reshape(-1)
    return np.append(bins, bins[-1] + 1) if has_gaps else bins


def threshold_between(below: Any, above: Any) -> Any:
    """Return thresholds t with below < t <= above, the midpoints wherever these qualify.

    Rows with x < t go left. The midpoint of two neighbouring doubles is one of them, and it may
    be the lower one, which would then go right with the others. Where one side holds missing
    values only, its value is NaN, and the threshold lies beyond all values.

    Parameters
    ----------
    below, above : ndarray of float64
        Each element of `below` is smaller than its partner in `above`.
    """
    middle = below / 2 + above / 2
    between = np.where((below < middle) & (middle <= above), middle, above)
    return np.where(np.isnan(above), np.inf, np.where(np.isnan(below), -np.inf, between))
