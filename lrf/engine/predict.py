"""Sending rows down grown trees, and adding up what their leaves say.

Eight rows go down together, four steps between two looks at who has arrived: while one row waits
for memory, the others step.
"""

from __future__ import annotations

from typing import Any

from lrf.engine.descend import step
from lrf.engine.jit import kernel

__all__ = ["accumulate", "add_leaves", "find_leaves"]

_ROWS = 8
_STEPS = 4


@kernel(inline=True)
def _descend_together(
    nodes: Any, root: int, X: Any, row: int, plain: bool, leaves: Any, place: int
) -> None:
    """Write the leaves of eight rows; meanwhile `leaves` holds where they are."""
    for k in range(_ROWS):
        leaves[place + k] = 0
    some_on_the_way = True
    while some_on_the_way:
        for _ in range(_STEPS):
            for k in range(_ROWS):
                leaves[place + k] = step(nodes, root, leaves[place + k], X, row + k, plain)
        some_on_the_way = False
        for k in range(_ROWS):
            some_on_the_way |= leaves[place + k] >= 0
    for k in range(_ROWS):
        leaves[place + k] = ~leaves[place + k]


@kernel(inline=True)
def _descend_alone(nodes: Any, root: int, X: Any, row: int, plain: bool) -> int:
    at = 0
    while at >= 0:
        at = step(nodes, root, at, X, row, plain)
    return ~at


@kernel(inline=True)
def _find_block(
    nodes: Any,
    root: int,
    next_root: int,
    X: Any,
    start: int,
    end: int,
    plain: bool,
    leaves: Any,
) -> None:
    """Write the leaf of each row of a block in one tree."""
    row = start
    if root == next_root:  # the tree is a lone leaf
        for place in range(end - start):
            leaves[place] = 0
        row = end
    while row + _ROWS <= end:
        _descend_together(nodes, root, X, row, plain, leaves, row - start)
        row += _ROWS
    while row < end:
        leaves[row - start] = _descend_alone(nodes, root, X, row, plain)
        row += 1


@kernel(inline=True)
def add_leaves(leaves: Any, offset: int, leaf_rows: Any, table: Any, sums: Any) -> None:
    """Add the statistic of the leaf that each row reaches in one tree to its sum."""
    for place in range(sums.shape[0]):
        entry = leaf_rows[offset + leaves[place]]
        for j in range(table.shape[1]):
            sums[place, j] += table[entry, j]


@kernel
def find_leaves(
    nodes: Any, roots: Any, X: Any, start: int, end: int, plain: bool, leaves: Any
) -> None:
    """Find the leaf of each row of a block in each tree.

    Parameters
    ----------
    nodes : ndarray of `lrf.engine.descend.NODE`, shape (n_inner,)
        The inner nodes of all trees, one after the other.
    roots : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins in `nodes`.
    X : ndarray of float64, shape (n_rows, n_features)
        The rows.
    start, end : int
        The block of rows.
    plain : bool
        Whether no value is missing and no attribute nominal, which is quicker.
    leaves : ndarray of int32, shape (n_trees, end - start)
        Where the numbers of the leaves are written.
    """
    for tree in range(roots.shape[0] - 1):
        _find_block(nodes, roots[tree], roots[tree + 1], X, start, end, plain, leaves[tree])


@kernel
def accumulate(
    nodes: Any,
    roots: Any,
    first_leaf: Any,
    leaf_rows: Any,
    table: Any,
    X: Any,
    start: int,
    end: int,
    plain: bool,
    leaves: Any,
    sums: Any,
) -> None:
    """Add up the statistics of the leaves that each row of a block reaches.

    Parameters
    ----------
    nodes, roots, X, start, end, plain
        As in `find_leaves`.
    first_leaf : ndarray of int64, shape (n_trees + 1,)
        Where the leaves of each tree begin in `leaf_rows`.
    leaf_rows : ndarray of uint16 or int32, shape (n_leaves,)
        The row of each leaf's statistic in `table`.
    table : ndarray of float64, shape (n_statistics, size)
        Each different statistic once.
    leaves : ndarray of int32, shape (end - start,)
        Room.
    sums : ndarray of float64, shape (end - start, size)
        Where the sums are added.
    """
    for tree in range(roots.shape[0] - 1):
        _find_block(nodes, roots[tree], roots[tree + 1], X, start, end, plain, leaves)
        add_leaves(leaves, first_leaf[tree], leaf_rows, table, sums)
