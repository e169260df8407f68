"""Short nodes of a grown forest, made from its inner nodes: see `lrf.engine.short`."""

from __future__ import annotations

from itertools import pairwise

import attrs
import numpy as np

from lrf.components import Array

__all__ = ["ShortNodes", "shorten"]

#: One more than the largest number that a field of a short node can hold.
_LIMIT = 2**16


@attrs.frozen(eq=False)
class ShortNodes:
    """The trees of a forest in short nodes.

    Parameters
    ----------
    words : ndarray of uint64, shape (n_nodes,)
        The nodes of all trees: of each, the inner ones before the leaves.
    roots : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins in `words`.
    n_inner : ndarray of int64, shape (n_trees,)
        Number of inner nodes of each tree.
    thresholds : ndarray of float64
        The different thresholds on each feature, rising, one feature after the other.
    firsts : ndarray of int64, shape (n_features + 1,)
        Where those of each feature begin.
    """

    words: Array
    roots: Array
    n_inner: Array
    thresholds: Array
    firsts: Array

    def number(self, X: Array, start: int, end: int) -> tuple[Array, Array]:
        """Return the numbers of some rows' values, and room for as many leaves.

        Parameters
        ----------
        X : ndarray of float64, shape (n_rows, n_features)
            C-contiguous rows, no value missing.
        start, end : int
            The rows that are wanted.
        """
        from lrf.engine.short import ROWS_TOGETHER, number_values

        size = -(-(end - start) // ROWS_TOGETHER) * ROWS_TOGETHER
        numbers = np.zeros((size, len(self.firsts) - 1), dtype=np.uint16)
        number_values(X, start, end, self.thresholds, self.firsts, numbers)
        return numbers, np.empty(size, dtype=np.uint16)


def shorten(nodes: Array, roots: Array, first_leaf: Array, n_features: int) -> ShortNodes | None:
    """Return a forest in short nodes, or None where it is too large for them.

    Parameters
    ----------
    nodes : ndarray of `lrf.engine.descend.NODE`, shape (n_inner,)
        The inner nodes of all trees; no attribute is nominal.
    roots, first_leaf : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins in `nodes`, and where its leaves do among all leaves.
    n_features : int
        Number of features.
    """
    n_inner, n_leaves = np.diff(roots), np.diff(first_leaf)
    if n_features > _LIMIT or (n_inner + n_leaves).max(initial=0) > _LIMIT:
        return None
    cuts = _number_cuts(nodes, n_features)
    if cuts is None:
        return None
    attribute, number, thresholds, firsts = cuts
    size_before = np.repeat(n_inner, n_inner)
    words = np.empty(len(nodes) + int(first_leaf[-1]), dtype=np.uint64)
    words[np.arange(len(nodes)) + np.repeat(first_leaf[:-1], n_inner)] = _pack(
        attribute, number, *(_place(nodes[side], size_before) for side in ("left", "right"))
    )
    leaf = np.arange(first_leaf[-1])
    itself = leaf - np.repeat(first_leaf[:-1] - n_inner, n_leaves)
    words[leaf + np.repeat(roots[1:], n_leaves)] = _pack(0, 0, itself, itself)
    return ShortNodes(words, roots + first_leaf, n_inner, thresholds, firsts)


def _number_cuts(nodes: Array, n_features: int) -> tuple[Array, Array, Array, Array] | None:
    """Return each node's attribute and number, and the thresholds and where they begin.

    None where a feature has too many thresholds.
    """
    from lrf.engine.descend import ATTRIBUTE_MASK
    from lrf.engine.short import number_values

    attribute = (nodes["feature"] & ATTRIBUTE_MASK).astype(np.uint16)
    by_attribute = np.argsort(attribute, kind="stable")
    edges = np.concatenate(([0], np.cumsum(np.bincount(attribute, minlength=n_features))))
    cuts = np.ascontiguousarray(nodes["threshold"])[by_attribute][:, None]
    numbers = np.empty((len(nodes), 1), dtype=np.uint16)
    thresholds = []
    for start, end in pairwise(edges):
        different = np.unique(cuts[start:end])
        if len(different) >= _LIMIT or np.isnan(different).any():
            return None
        whole = np.array([0, len(different)])
        number_values(cuts, start, end, different, whole, numbers[start:end])
        thresholds.append(different)
    number = np.empty(len(nodes), dtype=np.uint16)
    number[by_attribute] = numbers[:, 0]
    firsts = np.concatenate(([0], np.cumsum([len(different) for different in thresholds])))
    return attribute, number, np.concatenate(thresholds), firsts


def _place(child: Array, n_inner: Array) -> Array:
    """Return where children stand, counted from the root: leaves after all inner nodes."""
    return np.where(child < 0, n_inner + ~child.astype(np.int64), child)


def _pack(*fields: Array | int) -> Array:
    """Return words of four fields of 16 bits, the first the lowest."""
    words: Array = np.array(0, dtype=np.uint64)
    for place, field in enumerate(fields):
        words = words | np.asarray(field).astype(np.uint64) << np.uint64(16 * place)
    return words
