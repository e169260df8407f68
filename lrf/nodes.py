"""The nodes of a forest, as its trees are grown and written, and as the engine reads them.

Grown, all nodes of a tree stand in pre-order, leaves among them, and the left child follows its
parent. Packed, only the inner nodes are kept, 20 bytes each; a child that is a leaf is given by
its number. Nothing is lost: pre-order says where the leaves were.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import DataError

__all__ = [
    "columns_of_nodes",
    "nodes_of_columns",
    "pack_nodes",
    "places_of_leaves",
    "unpack_nodes",
]

#: Bits of a node in a file, beside those of its shape (see `lrf.engine.preorder`).
_MISSING_LEFT, _NOMINAL = 4, 8
_ALL_BITS = 15


def pack_nodes(
    threshold: Array,
    feature: Array,
    right: Array,
    missing_left: Array,
    nominal: Array,
    roots: Array,
) -> tuple[Array, Array]:
    """Return the inner nodes as the engine reads them.

    Parameters
    ----------
    threshold : ndarray of float64, shape (n_inner,)
        Thresholds of the inner nodes.
    feature : ndarray of int32, shape (n_nodes,)
        Attributes of the inner nodes, -1 for leaves.
    right : ndarray of int32, shape (n_nodes,)
        Right children of the inner nodes, counted from the root; the numbers of the leaves.
    missing_left : ndarray of uint8, shape (n_nodes,)
        Whether missing values go left.
    nominal : ndarray of bool, shape (n_features,)
        Whether rows that equal the threshold go left, and no others.
    roots : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins.

    Returns
    -------
    nodes : ndarray of `lrf.engine.descend.NODE`, shape (n_inner,)
    packed_roots : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins in `nodes`.
    """
    from lrf.engine.descend import NODE
    from lrf.engine.pack import pack_trees

    nodes = np.empty(len(threshold), dtype=NODE)
    nodes["threshold"] = threshold
    packed_roots = np.empty_like(roots)
    numbers = np.empty(int(np.diff(roots).max()), dtype=np.int32)
    pack_trees(
        feature, right, missing_left, nominal, roots, nodes["feature"], nodes["left"],
        nodes["right"], packed_roots, numbers,
    )  # fmt: skip
    return nodes, packed_roots


def unpack_nodes(nodes: Array, packed_roots: Array, first_leaf: Array) -> dict[str, Array]:
    """Return what `pack_nodes` was given, by name.

    Parameters
    ----------
    nodes : ndarray of `lrf.engine.descend.NODE`, shape (n_inner,)
        The inner nodes.
    packed_roots, first_leaf : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins in `nodes`, and its leaves among all leaves.
    """
    from lrf.engine.descend import ATTRIBUTE_MASK, MISSING_LEFT_FLAG, NOMINAL_FLAG

    n_inner, n_leaves = len(nodes), int(first_leaf[-1])
    leaf_place = places_of_leaves(nodes, packed_roots, first_leaf)
    inner = np.ones(n_inner + n_leaves, dtype=bool)
    inner[leaf_place] = False
    inner_place = np.flatnonzero(inner)
    roots = packed_roots + first_leaf
    tree = np.repeat(np.arange(len(roots) - 1), np.diff(packed_roots))
    threshold = np.zeros(len(inner))
    feature = np.full(len(inner), -1, dtype=np.int32)
    right = np.empty(len(inner), dtype=np.int32)
    threshold[inner] = nodes["threshold"]
    feature[inner] = nodes["feature"] & ATTRIBUTE_MASK
    missing_left, nominal = (np.zeros(len(inner), dtype=np.uint8) for _ in range(2))
    missing_left[inner] = (nodes["feature"] & MISSING_LEFT_FLAG) != 0
    nominal[inner] = (nodes["feature"] & NOMINAL_FLAG) != 0
    child = nodes["right"].astype(np.int64)
    is_leaf = child < 0
    place = np.empty(n_inner, dtype=np.int64)
    place[is_leaf] = leaf_place[first_leaf[tree[is_leaf]] + ~child[is_leaf]]
    place[~is_leaf] = inner_place[packed_roots[tree[~is_leaf]] + child[~is_leaf]]
    right[inner] = place - roots[tree]
    right[leaf_place] = np.arange(n_leaves) - np.repeat(first_leaf[:-1], np.diff(first_leaf))
    return {
        "threshold": threshold,
        "feature": feature,
        "right": right,
        "missing_left": missing_left,
        "nominal": nominal,
        "roots": roots,
    }


def places_of_leaves(nodes: Any, packed_roots: Array, first_leaf: Array) -> Array:
    """Return where each leaf stands among all nodes in pre-order.

    A left leaf follows its parent, so that as many inner nodes stand before it as the parent's
    number says, and one. A right leaf follows the leaf before it.

    Parameters
    ----------
    nodes, packed_roots, first_leaf
        As in `unpack_nodes`.

    Returns
    -------
    places : ndarray of int64, shape (n_leaves,)
    """
    n_leaves = int(first_leaf[-1])
    inner_before = np.full(n_leaves, -1, dtype=np.int64)
    tree = np.repeat(np.arange(len(packed_roots) - 1), np.diff(packed_roots))
    parents = np.flatnonzero(nodes["left"] < 0)
    inner_before[first_leaf[tree[parents]] + ~nodes["left"][parents]] = parents + 1
    alone = np.diff(packed_roots) == 0
    inner_before[first_leaf[:-1][alone]] = packed_roots[:-1][alone]
    inner_before = np.maximum.accumulate(inner_before)
    return np.arange(n_leaves) + inner_before


def columns_of_nodes(nodes: Array) -> dict[str, Array]:
    """Return the inner nodes as files keep them, without what pre-order says already.

    Parameters
    ----------
    nodes : ndarray of `lrf.engine.descend.NODE`, shape (n_inner,)
        The inner nodes.

    Returns
    -------
    columns : dict of str to ndarray
        ``threshold``, ``feature`` and ``shape``, each of shape (n_inner,).
    """
    from lrf.engine.descend import ATTRIBUTE_MASK, MISSING_LEFT_FLAG, NOMINAL_FLAG
    from lrf.engine.preorder import LEFT_LEAF, RIGHT_LEAF

    word = nodes["feature"]
    bits = {
        LEFT_LEAF: nodes["left"] < 0,
        RIGHT_LEAF: nodes["right"] < 0,
        _MISSING_LEFT: word & MISSING_LEFT_FLAG,
        _NOMINAL: word & NOMINAL_FLAG,
    }
    shape = np.zeros(len(nodes), dtype=np.uint8)
    for bit, is_set in bits.items():
        shape[is_set != 0] += bit
    feature = word & ATTRIBUTE_MASK
    for kind in (np.uint8, np.uint16):
        if feature.max(initial=0) <= np.iinfo(kind).max:
            feature = feature.astype(kind)
            break
    threshold = np.ascontiguousarray(nodes["threshold"])
    return {"threshold": threshold, "feature": feature, "shape": shape}


def nodes_of_columns(
    threshold: Array, feature: Array, shape: Array, roots: Array
) -> tuple[Array, Array]:
    """Return the inner nodes that `columns_of_nodes` was given, and the depths of their trees.

    Whatever the columns hold, the children of a node lie behind it and in its own tree.

    Parameters
    ----------
    threshold, feature, shape : ndarray, shape (n_inner,)
        The columns; features are trusted to exist.
    roots : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins.

    Raises
    ------
    DataError
        If the nodes of a tree are not exactly one tree.
    """
    from lrf.engine.descend import MISSING_LEFT_FLAG, NODE, NOMINAL_FLAG
    from lrf.engine.preorder import link_trees

    nodes = np.empty(len(shape), dtype=NODE)
    depths = np.empty(len(roots) - 1, dtype=np.int32)
    waiting = np.empty((2, int(np.diff(roots).max())), dtype=np.int32)
    wrong = link_trees(shape, roots, nodes["left"], nodes["right"], depths, waiting)
    if wrong >= 0:
        raise DataError(f"the nodes of tree {wrong} are no binary tree")
    flags = np.zeros(_ALL_BITS + 1, dtype=np.int32)
    for bit, flag in ((_MISSING_LEFT, MISSING_LEFT_FLAG), (_NOMINAL, NOMINAL_FLAG)):
        flags[np.arange(len(flags)) & bit != 0] += flag
    nodes["threshold"] = threshold
    if shape.max(initial=0) >= _MISSING_LEFT:
        feature = feature + flags[shape]
    nodes["feature"] = feature
    return nodes, depths
