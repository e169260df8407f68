"""Sorting the samples of a node by one attribute.

A key holds the attribute's code in its upper and the sample's vote (see `records`) in its lower 32
bits. The sweep needs nothing else of a sample, so that sorting keys is all the moving there is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.engine.jit import kernel

__all__ = ["MOST_DIGITS", "VOTE_BITS", "VOTE_MASK", "sort_keys"]

VOTE_BITS = 32
VOTE_MASK = (1 << VOTE_BITS) - 1

# Few keys are sorted by insertion; many by digits of up to 11 bits, fewer by smaller digits, since
# a pass visits every digit.
_SMALL = 24
_LARGE = 1024
_BITS_OF_MANY = 11
_BITS_OF_FEWER = 8
MOST_DIGITS = 1 << _BITS_OF_MANY


@kernel(inline=True)
def _insertion_sort(keys: Any, size: int) -> None:
    """Sort the first `size` keys in place."""
    for i in range(1, size):
        key = keys[i]
        j = i - 1
        while j >= 0 and keys[j] > key:
            keys[j + 1] = keys[j]
            j -= 1
        keys[j + 1] = key


@kernel(inline=True)
def _scatter(
    source: Any, target: Any, size: int, base: int, shift: int, bits: int, counts: Any
) -> None:
    """Order `source` by one digit of the codes into `target`, keeping the order of equals."""
    n_digits = 1 << bits
    mask = n_digits - 1
    for digit in range(n_digits):
        counts[digit] = 0
    for i in range(size):
        counts[((source[i] - base) >> shift) & mask] += 1
    position = 0
    for digit in range(n_digits):
        count = counts[digit]
        counts[digit] = position
        position += count
    for i in range(size):
        key = source[i]
        digit = ((key - base) >> shift) & mask
        target[counts[digit]] = key
        counts[digit] += 1


@kernel
def sort_keys(keys: Any, spare: Any, size: int, lowest: int, highest: int, counts: Any) -> None:
    """Sort the first `size` keys in place by their codes.

    Parameters
    ----------
    keys, spare : ndarray of int64
        The keys, and room for as many.
    size : int
        How many keys there are.
    lowest, highest : int
        The smallest and the largest code among them.
    counts : ndarray of int64, shape (MOST_DIGITS,)
        Room for counting digits.
    """
    if size <= _SMALL:
        _insertion_sort(keys, size)
        return
    span = np.int64(highest) - np.int64(lowest)
    bits = 0
    while span >> bits > 0:
        bits += 1
    most = _BITS_OF_MANY if size >= _LARGE else _BITS_OF_FEWER
    n_passes = (bits + most - 1) // most
    digit_bits = (bits + n_passes - 1) // max(n_passes, 1)
    base = np.int64(lowest) << VOTE_BITS
    for n_pass in range(n_passes):
        shift = VOTE_BITS + n_pass * digit_bits
        if n_pass % 2 == 0:
            _scatter(keys, spare, size, base, shift, digit_bits, counts)
        else:
            _scatter(spare, keys, size, base, shift, digit_bits, counts)
    if n_passes % 2 == 1:
        for i in range(size):
            keys[i] = spare[i]
