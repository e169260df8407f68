"""Bins of values, for nodes of so many samples that not every value need be told apart.

A bin is a range of codes. A node that has fewer samples than the attribute has bins, or samples of
one bin only, is cut between any two of its values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from lrf.engine.jit import kernel

__all__ = ["Bins", "count_bins", "ends_of_bins", "firsts_of_bins", "number_bins"]


class Bins(NamedTuple):
    """The bins of attributes with too many values; others have none.

    Attributes
    ----------
    numbers : ndarray of uint32, shape (total number of codes,)
        The bin of each code, attribute after attribute; empty if no attribute has bins.
    firsts : ndarray of uint32
        The first code of each bin of an attribute, then the number of its codes, attribute after
        attribute.
    offsets : ndarray of int64, shape (n_features + 1,)
        Where each attribute begins in `firsts`.
    """

    numbers: Any
    firsts: Any
    offsets: Any


def firsts_of_bins(counts: Any, max_bins: int | None, has_gaps: bool) -> Any:
    """Return where bins of about equal numbers of samples begin.

    Parameters
    ----------
    counts : ndarray of int, shape (n_codes,)
        How many samples have each code.
    max_bins : int or None
        Most bins of known values; None: no limit.
    has_gaps : bool
        Whether the last code stands for missing values, which get a bin of their own.

    Returns
    -------
    firsts : ndarray of uint32
        As in `Bins`; empty if there are no more values than bins.
    """
    present = counts[:-1] if has_gaps else counts
    if max_bins is None or present.size <= max_bins:
        return np.empty(0, dtype=np.uint32)
    middle = np.cumsum(present) - present / 2
    bins = np.minimum((middle * max_bins / present.sum()).astype(np.int64), max_bins - 1)
    firsts = np.flatnonzero(np.diff(bins, prepend=-1))
    ends = (present.size, counts.size) if has_gaps else (counts.size,)
    return np.append(firsts, ends).astype(np.uint32)


def number_bins(firsts: Sequence[Any], n_codes: Sequence[int]) -> Bins:
    """Put the bins of all attributes into one record.

    Parameters
    ----------
    firsts : sequence of ndarray
        What `firsts_of_bins` returned for each attribute.
    n_codes : sequence of int
        How many codes each attribute has.
    """
    offsets = np.cumsum([0, *(part.size for part in firsts)]).astype(np.int64)
    joined = np.concatenate([np.empty(0, np.uint32), *firsts])
    numbers = np.empty(0, dtype=np.uint32)
    if joined.size > 0:
        numbers = np.concatenate([_numbers(*both) for both in zip(firsts, n_codes, strict=True)])
    return Bins(numbers, joined, offsets)


def _numbers(firsts: Any, n_codes: int) -> Any:
    if firsts.size == 0:
        return np.zeros(n_codes, dtype=np.uint32)
    return np.repeat(np.arange(firsts.size - 1, dtype=np.uint32), np.diff(firsts))


@kernel(inline=True)
def count_bins(bins: Bins, attribute: int) -> np.int64:
    """Return how many bins an attribute has; -1 if it has none."""
    return np.int64(bins.offsets[attribute + 1] - bins.offsets[attribute] - 1)


@kernel(inline=True)
def ends_of_bins(bins: Bins, attribute: int, below: Any, above: Any) -> tuple[np.int64, np.int64]:
    """Return the last code of one bin and the first code of a later one."""
    offset = bins.offsets[attribute]
    return (
        np.int64(bins.firsts[offset + below + 1]) - 1,
        np.int64(bins.firsts[offset + above]),
    )
