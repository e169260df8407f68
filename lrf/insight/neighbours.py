"""Which examples stand behind a prediction: rows that share leaves.

The proximity of two rows is the share of trees in whose leaves they meet (Breiman, 2001). What is
kept of an example is its leaf in each tree, two or four bytes, and the number of its ranking; its
features are not needed.

References
----------
L. Breiman (2001): Random forests. Machine Learning 45 (1).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attrs
import numpy as np

from lrf.components import Array
from lrf.forest import Forest
from lrf.insight.pooling import in_blocks

__all__ = ["Examples", "make_examples", "nearest", "proximities"]

#: How many meetings of rows are counted at a time.
_MEETINGS = 2**22


@attrs.frozen(eq=False)
class Examples:
    """Rows with known rankings, as the trees of a forest see them.

    Parameters
    ----------
    rows : ndarray of int32, shape (n_examples,)
        Which rows of a table they are.
    leaves : ndarray of uint16 or int32, shape (n_examples, n_trees)
        The leaf of each tree, counted within the tree.
    rankings : ndarray of int32, shape (n_examples,)
        The ranking of each, among the distinct rankings of the forest.
    n_rows : int
        Number of rows of the table.
    """

    rows: Array
    leaves: Array
    rankings: Array
    n_rows: int


def make_examples(
    forest: Forest, X: Array, used: Array | None = None, rankings: Array | None = None
) -> Examples:
    """Return rows as examples.

    Parameters
    ----------
    forest : Forest
        The forest.
    X : ndarray of float64, shape (n_rows, n_features)
        The rows.
    used : ndarray of bool, shape (n_rows,), optional
        Which of them are examples; default: all.
    rankings : ndarray of int, shape (n_examples,), optional
        The numbers of their rankings; default: -1, unknown.
    """
    rows = np.arange(len(X)) if used is None else np.flatnonzero(used)
    most = int(np.diff(forest.first_leaf).max())
    kind = np.uint16 if most <= np.iinfo(np.uint16).max else np.int32
    leaves = np.empty((len(rows), forest.n_trees), dtype=kind)
    features = np.ascontiguousarray(X[rows], dtype=np.float64)

    def find(start: int, end: int) -> None:
        leaves[start:end] = forest.descent.find_leaves(features, start, end).T

    in_blocks(len(rows), forest.n_trees, None, find)
    numbers = np.full(len(rows), -1) if rankings is None else rankings
    return Examples(rows.astype(np.int32), leaves, numbers.astype(np.int32), len(X))


def proximities(forest: Forest, X: Array, examples: Examples) -> Iterator[tuple[int, Any]]:
    """Yield in how many trees rows meet examples, block by block.

    Parameters
    ----------
    forest : Forest
        The forest.
    X : ndarray of float64, shape (n_rows, n_features)
        The rows.
    examples : Examples
        What they are compared with.

    Yields
    ------
    start : int
        The first row of the block.
    meetings : scipy.sparse.csr_array of int32, shape (n_block, n_examples)
        Number of trees.
    """
    from scipy.sparse import csr_array

    n_trees, n_leaves = forest.n_trees, int(forest.first_leaf[-1])
    there = (examples.leaves + forest.first_leaf[:-1]).ravel()
    by_example = _indicator(there, n_trees, n_leaves)
    by_leaf = csr_array(by_example.T)
    at_most = np.bincount(there, minlength=n_leaves)
    for start, leaves in _blocks_of_leaves(forest, X, at_most):
        yield start, _indicator(leaves.ravel(), n_trees, n_leaves) @ by_leaf


def _indicator(leaves: Array, n_trees: int, n_leaves: int) -> Any:
    """Return a matrix with a one wherever a row is in a leaf."""
    from scipy.sparse import csr_array

    starts = np.arange(0, len(leaves) + 1, n_trees)
    ones = np.ones(len(leaves), dtype=np.int32)
    return csr_array((ones, leaves, starts), shape=(len(starts) - 1, n_leaves))


def _blocks_of_leaves(forest: Forest, X: Array, at_most: Array) -> Iterator[tuple[int, Array]]:
    """Yield the leaves of rows, so many at a time that they meet not too many examples."""
    size = max(1, 2**18 // forest.n_trees)
    X = np.ascontiguousarray(X, dtype=np.float64)
    for first in range(0, len(X), size):
        last = min(first + size, len(X))
        leaves = forest.find_leaves(X, first, last)
        block = np.cumsum(at_most[leaves].sum(axis=1)) // _MEETINGS
        edges = [0, *(np.flatnonzero(np.diff(block)) + 1).tolist(), last - first]
        for start, end in pairwise(edges):
            yield first + start, leaves[start:end]


def nearest(forest: Forest, X: Array, examples: Examples, count: int) -> tuple[Array, Array]:
    """Return the examples that rows meet in most trees.

    Parameters
    ----------
    forest, X, examples
        As in `proximities`.
    count : int
        How many of them are wanted for each row.

    Returns
    -------
    found : ndarray of int64, shape (n_rows, count)
        Which of the examples, nearest first, equally near ones in their order; -1 where there
        are no more that a row ever meets.
    proximity : ndarray of float64, shape (n_rows, count)
        The share of trees in which they meet, 0 where there are no more.
    """
    found = np.full((len(X), count), -1)
    proximity = np.zeros((len(X), count))
    for start, meetings in proximities(forest, X, examples):
        sizes = np.diff(meetings.indptr)
        row = np.repeat(np.arange(len(sizes)), sizes)
        order = np.lexsort((meetings.indices, -meetings.data, row))
        place = np.arange(len(row)) - np.repeat(meetings.indptr[:-1], sizes)
        first = place < count
        at = (start + row[first], place[first])
        found[at] = meetings.indices[order][first]
        proximity[at] = meetings.data[order][first] / forest.n_trees
    return found, proximity
