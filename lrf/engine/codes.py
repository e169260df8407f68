"""Attributes as integers: each value becomes its rank among the attribute's distinct values.

Sorting a node is then sorting integers, exactly, and the values themselves are needed only for
the thresholds. Coded once per forest.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from lrf.engine.binning import Bins, firsts_of_bins, number_bins

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
    values : ndarray of float64, shape (total number of codes,)
        The value behind each code, attribute after attribute; NaN for missing values.
    offsets : ndarray of int64, shape (n_features + 1,)
        Where the codes of each attribute begin in `values`.
    kinds : ndarray of int8, shape (n_features,)
        `COMPLETE`, `GAPS` (some values are missing) or `NOMINAL`.
    bins : Bins
        Ranges of codes.
    """

    codes: Any
    values: Any
    offsets: Any
    kinds: Any
    bins: Bins


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
        At least 2. Attributes that are not nominal and have more distinct values get so many bins
        of about equal numbers of samples.
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
        distinct, inverse, counts = np.unique(
            X[:, attribute], return_inverse=True, return_counts=True
        )
        codes[attribute] = inverse.reshape(-1)
        is_nominal, has_gaps = attribute in nominal, bool(np.isnan(distinct[-1]))
        if is_nominal:
            kinds[attribute] = NOMINAL
        elif has_gaps:
            kinds[attribute] = GAPS
        return distinct, firsts_of_bins(counts, None if is_nominal else max_bins, has_gaps)

    if n_threads == 1 or X.size < _WORTH_THREADS:
        found = [code(attribute) for attribute in range(n_features)]
    else:  # most of the time is spent in sorting, which lets other threads run
        with ThreadPoolExecutor(n_threads) as threads:
            found = list(threads.map(code, range(n_features)))
    sizes = [distinct.size for distinct, _ in found]
    return Codes(
        codes,
        np.concatenate([np.empty(0), *(distinct for distinct, _ in found)]),
        np.cumsum([0, *sizes]).astype(np.int64),
        kinds,
        number_bins([firsts for _, firsts in found], codes),
    )


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
