"""Sorting the samples of a node by one attribute.

A key holds the attribute's code in its upper and the sample's vote (see `records`) in its lower 32
bits. The sweep needs nothing else of a sample, so that sorting keys is all the moving there is.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from lrf.engine.jit import COMPILED, kernel

__all__ = ["MOST_DIGITS", "MOST_RANKED", "VOTE_BITS", "VOTE_MASK", "sort_keys"]

VOTE_BITS = 32
VOTE_MASK = (1 << VOTE_BITS) - 1

# A handful of keys is sorted by insertion. Some dozens are ranked: each is compared with all
# others, sixteen at a time, and no branch depends on the outcome. More are sorted by digits, of up
# to 11 bits if they are many, of fewer if they are not, since a pass visits every digit.
_FEW = 4
MOST_RANKED = 96
_PLACE_BITS = 7
_LARGEST_DISTANCE = (1 << (32 - _PLACE_BITS)) - 2
_LARGE = 1024
_BITS_OF_MANY = 11
_BITS_OF_FEWER = 8
MOST_DIGITS = 1 << _BITS_OF_MANY

_BLOCK = 16


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


if COMPILED:

    @intrinsic
    def _count(
        typing_context: Any, marks: Any, block: Any, size: Any, places: Any
    ) -> tuple[Any, Any]:
        signature = types.void(marks, types.intp, types.intp, places)
        word, index = ir.IntType(32), ir.IntType(64)
        words = ir.VectorType(word, _BLOCK)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            room = context.make_array(signature.args[3])(context, builder, arguments[3]).data
            at = builder.mul(arguments[1], ir.Constant(index, _BLOCK))
            ours = builder.load(builder.bitcast(builder.gep(data, [at]), words.as_pointer()))
            ours.align = 4
            nothing = ir.Constant(words, ir.Undefined)
            counts = cgutils.alloca_once_value(builder, ir.Constant(words, [0] * _BLOCK))
            with cgutils.for_range(builder, arguments[2]) as loop:
                mark = builder.load(builder.gep(data, [loop.index]))
                first = builder.insert_element(nothing, mark, ir.Constant(word, 0))
                other = builder.shuffle_vector(first, nothing, ir.Constant(words, [0] * _BLOCK))
                smaller = builder.zext(builder.icmp_unsigned("<", other, ours), words)
                builder.store(builder.add(builder.load(counts), smaller), counts)
            target = builder.bitcast(builder.gep(room, [at]), words.as_pointer())
            builder.store(builder.load(counts), target).align = 4
            return context.get_dummy_value()

        return signature, generate

    @kernel(inline=True)
    def _count_smaller(marks: Any, block: int, size: int, places: Any) -> None:
        """Write how many of the marks are smaller than each of sixteen."""
        _count(marks, block, size, places)

else:

    def _count_smaller(marks: Any, block: int, size: int, places: Any) -> None:
        """Write how many of the marks are smaller than each of sixteen."""
        ours = slice(block * _BLOCK, (block + 1) * _BLOCK)
        places[ours] = (marks[:size] < marks[ours, None]).sum(axis=1)


@kernel(inline=True)
def _rank_sort(keys: Any, spare: Any, size: int, lowest: int, marks: Any) -> None:
    """Sort keys by counting how many of the others come before each.

    A mark is the distance of a code from the lowest, then the place, so that no two are equal.
    """
    places = marks[MOST_RANKED:]
    for i in range(size):
        distance = (keys[i] >> VOTE_BITS) - lowest
        marks[i] = np.uint32((distance << _PLACE_BITS) | i)
    for block in range((size + _BLOCK - 1) // _BLOCK):
        _count_smaller(marks, block, size, places)
    for i in range(size):
        spare[places[i]] = keys[i]
    for i in range(size):
        keys[i] = spare[i]


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
    position = np.uint32(0)
    for digit in range(n_digits):
        count = counts[digit]
        counts[digit] = position
        position = np.uint32(position + count)
    for i in range(size):
        key = source[i]
        digit = ((key - base) >> shift) & mask
        place = counts[digit]
        target[place] = key
        counts[digit] = place + 1


@kernel
def sort_keys(
    keys: Any,
    spare: Any,
    size: int,
    lowest: int,
    highest: int,
    counts: Any,
    marks: Any,
) -> None:
    """Sort the first `size` keys in place by their codes.

    Parameters
    ----------
    keys, spare : ndarray of int64
        The keys, and room for as many.
    size : int
        How many keys there are.
    lowest, highest : int
        The smallest and the largest code among them.
    counts : ndarray of uint32, shape (MOST_DIGITS,)
        Room for counting digits.
    marks : ndarray of uint32, shape (2 * MOST_RANKED,)
        Room for ranking.
    """
    if size <= _FEW:
        _insertion_sort(keys, size)
        return
    span = np.int64(highest) - np.int64(lowest)
    if size <= MOST_RANKED and span <= _LARGEST_DISTANCE:
        _rank_sort(keys, spare, size, np.int64(lowest), marks)
        return
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
