"""The shape of a tree: all that its packed nodes imply, and what lies below each of them."""

from __future__ import annotations

import attrs
import numpy as np

from lrf.components import Array
from lrf.elections import Members
from lrf.nodes import unpack_nodes

__all__ = ["Shape", "shape_of"]


@attrs.frozen(eq=False)
class Shape:
    """A tree, one entry per node, in pre-order.

    Parameters
    ----------
    nodes : dict of str to ndarray
        What `lrf.nodes.unpack_nodes` returns.
    left, right, parent : ndarray of int32, shape (n_nodes,)
        Relatives of each node, -1 for none.
    depth : ndarray of int32, shape (n_nodes,)
        Number of edges to the root.
    end : ndarray of int64, shape (n_nodes,)
        The first node behind the subtree of each node.
    leaves : Members
        The training rankings in each leaf.
    """

    nodes: dict[str, Array]
    left: Array
    right: Array
    parent: Array
    depth: Array
    end: Array
    leaves: Members

    @property
    def is_leaf(self) -> Array:
        """Which nodes are leaves."""
        return self.left < 0

    def below(self) -> Members:
        """Return the training rankings below each node."""
        leaves_before = np.concatenate(([0], np.cumsum(self.is_leaf)))
        return self.leaves.merge(leaves_before[:-1], leaves_before[self.end])


def shape_of(packed: Array, leaves: Members) -> Shape:
    """Return the shape of one tree.

    Parameters
    ----------
    packed : ndarray of `lrf.engine.descend.NODE`, shape (n_inner,)
        Its inner nodes.
    leaves : Members
        The training rankings in its leaves.
    """
    nodes = unpack_nodes(packed, np.array([0, len(packed)]), np.array([0, len(leaves)]))
    inner = nodes["feature"] >= 0
    numbers = np.arange(len(inner), dtype=np.int32)
    left = np.where(inner, numbers + 1, -1).astype(np.int32)
    right = np.where(inner, nodes["right"], -1).astype(np.int32)
    parent = np.full(len(inner), -1, dtype=np.int32)
    parent[left[inner]] = parent[right[inner]] = numbers[inner]
    end = _ends(inner, right)
    return Shape(nodes, left, right, parent, _depths(inner, end), end, leaves)


def _ends(inner: Array, right: Array) -> Array:
    """Return where each subtree ends: behind the leaf to which only right children lead."""
    last = np.where(inner, right, np.arange(len(inner)))
    while True:
        further = last[last]
        if np.array_equal(further, last):
            return last + 1
        last = further


def _depths(inner: Array, end: Array) -> Array:
    """Return how many subtrees each node lies in besides its own."""
    size = len(inner) + 1
    opened = np.bincount(np.flatnonzero(inner) + 1, minlength=size)
    closed = np.bincount(end[inner], minlength=size)
    return np.cumsum(opened - closed)[:-1].astype(np.int32)
