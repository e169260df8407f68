"""Sorting the samples of a node by one attribute.

A key holds the attribute's code in its upper and the sample's place in the node in its lower 32
bits, so sorting keys sorts samples, and equal codes keep the order of the samples.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.engine.jit import kernel

__all__ = ["PLACE_BITS", "PLACE_MASK", "sort_keys"]

PLACE_BITS = 32
PLACE_MASK = (1 << PLACE_BITS) - 1
_DIGIT_BITS = 8
_DIGITS = 1 << _DIGIT_BITS
_SMALL = 24


@kernel
def _insertion_sort(keys: Any, size: int) -> None:
    """Sort the first `size` keys in place; quickest for a few of them."""
    for i in range(1, size):
        key = keys[i]
        j = i - 1
        while j >= 0 and keys[j] > key:
            keys[j + 1] = keys[j]
            j -= 1
        keys[j + 1] = key


@kernel
def _scatter(source: Any, target: Any, size: int, shift: int, lowest: int, counts: Any) -> None:
    """Order `source` by one digit of the codes into `target`, keeping the order of equals."""
    counts[:] = 0
    for i in range(size):
        counts[((source[i] - lowest) >> shift) & (_DIGITS - 1)] += 1
    position = 0
    for digit in range(_DIGITS):
        count = counts[digit]
        counts[digit] = position
        position += count
    for i in range(size):
        digit = ((source[i] - lowest) >> shift) & (_DIGITS - 1)
        target[counts[digit]] = source[i]
        counts[digit] += 1


@kernel
def sort_keys(keys: Any, spare: Any, size: int, lowest: int, highest: int, counts: Any) -> None:
    """Sort the first `size` keys in place.

    Parameters
    ----------
    keys, spare : ndarray of int64
        The keys, and room for as many.
    size : int
        How many keys there are. Those of one code must come in the order of their places.
    lowest, highest : int
        The smallest and the largest code among them.
    counts : ndarray of int64, shape (256,)
        Room for counting digits.
    """
    if size <= _SMALL:
        _insertion_sort(keys, size)
        return
    base = np.int64(lowest) << PLACE_BITS
    span = np.int64(highest) - np.int64(lowest)
    shift = PLACE_BITS
    in_spare = False
    while span > 0:
        if in_spare:
            _scatter(spare, keys, size, shift, base, counts)
        else:
            _scatter(keys, spare, size, shift, base, counts)
        in_spare = not in_spare
        span >>= _DIGIT_BITS
        shift += _DIGIT_BITS
    if in_spare:
        for i in range(size):
            keys[i] = spare[i]
