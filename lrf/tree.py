"""A grown tree to look at: flat arrays, one entry per node, in pre-order."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from lrf.components import Array

__all__ = ["Tree"]


@attrs.frozen(eq=False)
class Tree:
    """One tree of a forest.

    Parameters
    ----------
    feature : ndarray of int32, shape (n_nodes,)
        Attribute that an inner node asks for, -1 for a leaf. Node 0 is the root.
    threshold : ndarray of float64, shape (n_nodes,)
        Rows below it go to the left child, or, where the attribute is nominal, rows that equal
        it; NaN for a leaf.
    left, right : ndarray of int32, shape (n_nodes,)
        The children, -1 for a leaf.
    parent : ndarray of int32, shape (n_nodes,)
        The parent, -1 for the root.
    depth : ndarray of int32, shape (n_nodes,)
        Number of edges to the root.
    weight : ndarray of float64, shape (n_nodes,)
        Weight of the training rows that came through the node.
    positions : ndarray of float64, shape (n_nodes, n_labels)
        Consensus of the training rankings that came through the node.
    missing_left : ndarray of bool, shape (n_nodes,)
        Whether rows whose value is missing go to the left child.
    nominal : ndarray of bool, shape (n_nodes,)
        Whether the node asks for one value of a nominal attribute.
    """

    feature: Array
    threshold: Array
    left: Array
    right: Array
    parent: Array
    depth: Array
    weight: Array
    positions: Array
    missing_left: Array
    nominal: Array

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return len(self.feature)

    @property
    def n_leaves(self) -> int:
        """Number of leaves."""
        return int(np.count_nonzero(self.feature < 0))

    @property
    def max_depth(self) -> int:
        """Number of edges to the deepest leaf."""
        return int(self.depth.max())

    def apply(self, X: Any) -> Array:
        """Return the leaf that each row reaches.

        Parameters
        ----------
        X : ndarray of shape (n_rows, n_features)
            The rows.

        Returns
        -------
        leaves : ndarray of int32, shape (n_rows,)
            Numbers of nodes.
        """
        node = np.zeros(len(X), dtype=np.int32)
        moving = np.arange(len(X)) if self.feature[0] >= 0 else np.empty(0, dtype=np.int64)
        while moving.size:
            at = node[moving]
            goes_left = self._goes_left(at, X[moving, self.feature[at]])
            node[moving] = np.where(goes_left, self.left[at], self.right[at])
            moving = moving[self.feature[node[moving]] >= 0]
        return node

    def _goes_left(self, nodes: Array, values: Array) -> Array:
        below = values < self.threshold[nodes]
        ordered = np.where(np.isnan(values), self.missing_left[nodes], below)
        equal = values == self.threshold[nodes]
        return np.where(self.nominal[nodes], equal, ordered)
