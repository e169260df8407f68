"""Sending rows down grown trees.

A node is one record of 16 bytes; the left child lies next to its parent, so that a step to the
left is in the same cache line. Several rows go down together, which hides the wait for memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.engine.jit import kernel

__all__ = ["NODE", "accumulate", "find_leaves"]

#: One node: rows with X[:, feature] < threshold go to the next node, others to `right`.
#: In a leaf feature is -1 and `right` the number of the leaf.
NODE = np.dtype([("threshold", np.float64), ("feature", np.int32), ("right", np.int32)])


@kernel(inline=True)
def _find_leaf(nodes: Any, root: int, X: Any, row: int) -> int:
    node = root
    while nodes[node]["feature"] >= 0:
        if X[row, nodes[node]["feature"]] < nodes[node]["threshold"]:
            node += 1
        else:
            node = root + nodes[node]["right"]
    return int(nodes[node]["right"])


@kernel
def find_leaves(nodes: Any, roots: Any, X: Any, start: int, end: int, leaves: Any) -> None:
    """Find the leaf of each row of a block in each tree.

    Parameters
    ----------
    nodes : ndarray of `NODE`, shape (n_nodes,)
        All trees, one after the other; `right` of an inner node counts from its tree's root.
    roots : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins in `nodes`.
    X : ndarray of float64, shape (n_rows, n_features)
        The rows.
    start, end : int
        The block of rows.
    leaves : ndarray of int32, shape (end - start, n_trees)
        Where the numbers of the leaves are written.
    """
    for tree in range(roots.shape[0] - 1):
        root = roots[tree]
        for row in range(start, end):
            leaves[row - start, tree] = _find_leaf(nodes, root, X, row)


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
    sums: Any,
) -> None:
    """Add up the statistics of the leaves that each row of a block reaches.

    Parameters
    ----------
    nodes, roots, X, start, end
        As in `find_leaves`.
    first_leaf : ndarray of int64, shape (n_trees + 1,)
        Where the leaves of each tree begin in `leaf_rows`.
    leaf_rows : ndarray of int32, shape (n_leaves,)
        The row of each leaf's statistic in `table`.
    table : ndarray of float64, shape (n_statistics, size)
        Each different statistic once.
    sums : ndarray of float64, shape (end - start, size)
        Where the sums are added.
    """
    size = table.shape[1]
    for tree in range(roots.shape[0] - 1):
        root = roots[tree]
        offset = first_leaf[tree]
        for row in range(start, end):
            entry = leaf_rows[offset + _find_leaf(nodes, root, X, row)]
            for j in range(size):
                sums[row - start, j] += table[entry, j]
