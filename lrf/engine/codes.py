"""Attributes as integers: each value becomes its rank among the attribute's distinct values.

Sorting a node is then sorting integers, exactly, and the values themselves are needed only for
the thresholds. Coded once per forest.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

__all__ = ["COMPLETE", "GAPS", "NOMINAL", "Codes", "code_attributes", "threshold_between"]

#: Kinds of attributes: every value is known; some are missing; values are names without an order.
COMPLETE, GAPS, NOMINAL = 0, 1, 2

#: Numbers below which threads take longer to start than to sort.
_WORTH_THREADS = 2**16


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


def code_attributes(
    X: Any, nominal: Any = (), max_bins: int | None = None, n_threads: int = 1
) -> Codes:
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
    n_threads : int
        How many attributes to code at a time.

    Returns
    -------
    codes : Codes
    """
    n_samples, n_features = X.shape
    codes = np.empty((n_features, n_samples), dtype=np.uint32)
    kinds = np.full(n_features, COMPLETE, dtype=np.int8)

    def code(attribute: int) -> tuple[Any, Any]:
        is_nominal = attribute in nominal
        bins = None if is_nominal else max_bins
        codes[attribute], lower, upper = _code_values(X[:, attribute], bins)
        if is_nominal:
            kinds[attribute] = NOMINAL
        elif np.isnan(upper[-1]):
            kinds[attribute] = GAPS
        return lower, upper

    if n_threads == 1 or X.size < _WORTH_THREADS:
        ends = [code(attribute) for attribute in range(n_features)]
    else:  # most of the time is spent in sorting, which lets other threads run
        with ThreadPoolExecutor(n_threads) as threads:
            ends = list(threads.map(code, range(n_features)))
    lower, upper = (
        np.concatenate([pair[side] for pair in ends] or [np.empty(0)]) for side in (0, 1)
    )
    offsets = np.concatenate(([0], np.cumsum([pair[0].size for pair in ends]))).astype(np.int64)
    return Codes(codes, lower, upper, offsets, kinds)


def _code_values(values: Any, max_bins: int | None) -> tuple[Any, Any, Any]:
    """Return the codes of values, and the smallest and the largest value behind each code."""
    distinct, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    inverse = inverse.reshape(-1)
    if max_bins is None:
        return inverse, distinct, distinct
    bins = _bins_of_values(counts, max_bins, bool(np.isnan(distinct[-1])))
    first = np.flatnonzero(np.diff(bins, prepend=-1))
    last = np.append(first[1:] - 1, distinct.size - 1)
    return bins[inverse], distinct[first], distinct[last]


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
