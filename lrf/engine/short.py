"""Sending rows down short nodes: eight bytes each, a quarter of the work of a step.

Where no value is missing and no attribute nominal, all that a tree asks of a value is which of the
forest's thresholds on its attribute it reaches. So each value is first replaced by the number of
those that it does; a node then holds whole numbers only, in one word:

====  =========================================================
bits  what
====  =========================================================
0     the attribute
16    the number from which values go right
32    the left child, counted from the root of the tree
48    the right child
====  =========================================================

The inner nodes of a tree stand before its leaves. A leaf's children are the leaf itself, so that a
row that has arrived stays, and eight rows can step together whoever of them has.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.engine.jit import kernel
from lrf.engine.predict import add_leaves

__all__ = ["ROWS_TOGETHER", "accumulate_short", "find_short_leaves", "number_values"]

#: Rows go down in groups of so many; room for rows is a multiple of it.
ROWS_TOGETHER = 8

_STEPS = 3
_TILE = 64

_NOTHING, _ONE = np.uint64(0), np.uint64(1)
_FIELD, _NUMBER, _CHILDREN = np.uint64(0xFFFF), np.uint64(16), np.uint64(32)
_SIXTEEN = np.uint64(4)  # the binary logarithm of the distance between the children


@kernel(inline=True)
def _step(words: Any, root: Any, at: Any, numbers: Any, row: Any) -> Any:
    """Return where a row goes from where it is."""
    word = words[root + at]
    number = np.uint64(numbers[row, word & _FIELD])
    goes_right = np.uint64(number >= ((word >> _NUMBER) & _FIELD))
    return (word >> (_CHILDREN + (goes_right << _SIXTEEN))) & _FIELD


@kernel(inline=True)
def _descend_together(
    words: Any, root: Any, n_inner: Any, numbers: Any, row: Any, leaves: Any
) -> None:
    """Write the leaves of eight rows."""
    a = b = c = d = e = f = g = h = _NOTHING
    row_b, row_c, row_d = row + _ONE, row + np.uint64(2), row + np.uint64(3)
    row_e, row_f = row + np.uint64(4), row + np.uint64(5)
    row_g, row_h = row + np.uint64(6), row + np.uint64(7)
    while min(min(min(a, b), min(c, d)), min(min(e, f), min(g, h))) < n_inner:
        for _ in range(_STEPS):
            a, b = _step(words, root, a, numbers, row), _step(words, root, b, numbers, row_b)
            c, d = _step(words, root, c, numbers, row_c), _step(words, root, d, numbers, row_d)
            e, f = _step(words, root, e, numbers, row_e), _step(words, root, f, numbers, row_f)
            g, h = _step(words, root, g, numbers, row_g), _step(words, root, h, numbers, row_h)
    leaves[row], leaves[row_b] = a - n_inner, b - n_inner
    leaves[row_c], leaves[row_d] = c - n_inner, d - n_inner
    leaves[row_e], leaves[row_f] = e - n_inner, f - n_inner
    leaves[row_g], leaves[row_h] = g - n_inner, h - n_inner


@kernel(part=True)
def _find_block(words: Any, root: Any, n_inner: Any, numbers: Any, leaves: Any) -> None:
    """Write the leaf of each row in one tree."""
    for group in range(numbers.shape[0] // ROWS_TOGETHER):
        row = np.uint64(group * ROWS_TOGETHER)
        _descend_together(words, root, n_inner, numbers, row, leaves)


def number_values(X: Any, start: int, end: int, thresholds: Any, firsts: Any, numbers: Any) -> None:
    """Count how many of the thresholds on its attribute each value reaches.

    Parameters
    ----------
    X : ndarray of float64, shape (n_rows, n_features)
        The rows, no value missing.
    start, end : int
        The rows that are wanted.
    thresholds : ndarray of float64
        The different thresholds on each attribute, rising, one attribute after the other.
    firsts : ndarray of int64, shape (n_features + 1,)
        Where those of each attribute begin.
    numbers : ndarray of uint16, shape (at least end - start, n_features)
        Where the counts are written.
    """
    values, places = np.empty(_TILE), np.empty(_TILE, dtype=np.int64)
    _number_values(X, start, end, thresholds, firsts, values, places, numbers)


@kernel
def _number_values(
    X: Any,
    start: int,
    end: int,
    thresholds: Any,
    firsts: Any,
    values: Any,
    places: Any,
    numbers: Any,
) -> None:
    """Count with room for some values of an attribute, side by side, and for their places."""
    for tile in range(start, end, _TILE):
        size = min(_TILE, end - tile)
        for attribute in range(firsts.shape[0] - 1):
            first, length = firsts[attribute], firsts[attribute + 1] - firsts[attribute]
            for i in range(size):
                values[i] = X[tile + i, attribute]
                places[i] = first
            # Halving is the same for all rows; no branch depends on a value.
            while length > 0:
                half = (length + 1) // 2
                for i in range(size):
                    at = places[i]
                    places[i] = at + half * (thresholds[at + (half - 1)] <= values[i])
                length -= half
            for i in range(size):
                numbers[tile - start + i, attribute] = places[i] - first


@kernel
def find_short_leaves(
    words: Any, roots: Any, n_inner: Any, numbers: Any, room: Any, leaves: Any
) -> None:
    """Find the leaf of each row in each tree.

    Parameters
    ----------
    words : ndarray of uint64
        The short nodes of all trees, one after the other.
    roots : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins.
    n_inner : ndarray of int64, shape (n_trees,)
        How many nodes of each tree are inner nodes.
    numbers : ndarray of uint16, shape (a multiple of `ROWS_TOGETHER`, n_features)
        What `number_values` wrote, and anything below it.
    room : ndarray of uint16, shape (the same multiple,)
        Room.
    leaves : ndarray of int32, shape (n_trees, n_rows)
        Where the numbers of the leaves are written.
    """
    for tree in range(roots.shape[0] - 1):
        _find_block(words, np.uint64(roots[tree]), np.uint64(n_inner[tree]), numbers, room)
        for row in range(leaves.shape[1]):
            leaves[tree, row] = room[row]


@kernel
def accumulate_short(
    words: Any,
    roots: Any,
    n_inner: Any,
    first_leaf: Any,
    leaf_rows: Any,
    table: Any,
    numbers: Any,
    room: Any,
    sums: Any,
) -> None:
    """Add up the statistics of the leaves that each row reaches.

    Parameters
    ----------
    words, roots, n_inner, numbers, room
        As in `find_short_leaves`.
    first_leaf, leaf_rows, table, sums
        As in `lrf.engine.predict.accumulate`.
    """
    for tree in range(roots.shape[0] - 1):
        _find_block(words, np.uint64(roots[tree]), np.uint64(n_inner[tree]), numbers, room)
        add_leaves(room, first_leaf[tree], leaf_rows, table, sums)
