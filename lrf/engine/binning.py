"""Bins of values, for nodes of so many samples that not every value need be told apart.

A bin is a range of codes. A node that has fewer than half as many samples as the attribute has
bins, or samples of one bin only, is cut between any two of its values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from lrf.engine.jit import kernel

__all__ = [
    "Bins",
    "are_coarse_enough",
    "count_bins",
    "ends_of_bins",
    "firsts_of_bins",
    "number_bins",
]

_MOST = 2**16 - 1  # and one for missing values


class Bins(NamedTuple):
    """The bins of attributes with too many values; others have none.

    Attributes
    ----------
    numbers : ndarray of uint16, shape (n_features, n_samples)
        The bin of each sample, for attributes that have bins; empty if none has.
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
        Most bins of known values, up to 65,535; None: no limit.
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
    max_bins = min(max_bins, _MOST)
    middle = np.cumsum(present) - present / 2
    bins = np.minimum((middle * max_bins / present.sum()).astype(np.int64), max_bins - 1)
    firsts = np.flatnonzero(np.diff(bins, prepend=-1))
    ends = (present.size, counts.size) if has_gaps else (counts.size,)
    return np.append(firsts, ends).astype(np.uint32)


def number_bins(firsts: Sequence[Any], codes: Any) -> Bins:
    """Put samples into the bins of all attributes.

    Parameters
    ----------
    firsts : sequence of ndarray
        What `firsts_of_bins` returned for each attribute.
    codes : ndarray of uint32, shape (n_features, n_samples)
        The codes.
    """
    offsets = np.cumsum([0, *(part.size for part in firsts)]).astype(np.int64)
    joined = np.concatenate([np.empty(0, np.uint32), *firsts])
    numbers = np.zeros(codes.shape if joined.size > 0 else (0, 0), dtype=np.uint16)
    for attribute, part in enumerate(firsts):
        if part.size > 0:
            of_codes = np.repeat(np.arange(part.size - 1, dtype=np.uint16), np.diff(part))
            numbers[attribute] = of_codes[codes[attribute]]
    return Bins(numbers, joined, offsets)


@kernel(inline=True)
def count_bins(bins: Bins, attribute: int) -> np.int64:
    """Return how many bins an attribute has; -1 if it has none."""
    return np.int64(bins.offsets[attribute + 1] - bins.offsets[attribute] - 1)


@kernel(inline=True)
def are_coarse_enough(bins: Bins, attribute: int, size: int) -> bool:
    """Whether an attribute has bins, and not too many for a node of so many samples."""
    n_bins = count_bins(bins, attribute)
    return n_bins >= 0 and 2 * size >= n_bins


@kernel(inline=True)
def ends_of_bins(bins: Bins, attribute: int, below: Any, above: Any) -> tuple[np.int64, np.int64]:
    """Return the last code of one bin and the first code of a later one."""
    offset = bins.offsets[attribute]
    return (
        np.int64(bins.firsts[offset + below + 1]) - 1,
        np.int64(bins.firsts[offset + above]),
    )
