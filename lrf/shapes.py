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
    below : Members
        The training rankings below each node.
    """

    nodes: dict[str, Array]
    left: Array
    right: Array
    parent: Array
    depth: Array
    below: Members


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
    return Shape(nodes, left, right, parent, _depths(parent), _below(leaves, inner, right))


def _depths(parent: Array) -> Array:
    depth = np.zeros(len(parent), dtype=np.int32)
    for node in range(1, len(parent)):
        depth[node] = depth[parent[node]] + 1
    return depth


def _below(leaves: Members, inner: Array, right: Array) -> Members:
    """Return the members of the leaves below each node, which lie side by side."""
    n_nodes = len(inner)
    end = np.arange(1, n_nodes + 1)
    for node in range(n_nodes - 1, -1, -1):
        if inner[node]:
            end[node] = end[right[node]]
    leaves_before = np.concatenate(([0], np.cumsum(~inner)))
    return leaves.merge(leaves_before[:-1], leaves_before[end])
