"""From grown trees to a forest: each tree is packed as soon as it is grown, and all are joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np

from lrf.components import Array
from lrf.elections import Members
from lrf.forest import Forest
from lrf.leaves import Leaves, join_leaves, pack_leaves
from lrf.nodes import pack_nodes
from lrf.plan import Plan

__all__ = ["PackedTree", "join_trees", "pack_tree"]


@attrs.frozen(eq=False)
class PackedTree:
    """A tree in as little room as it needs.

    Parameters
    ----------
    nodes : ndarray of `lrf.engine.descend.NODE`, shape (n_inner,)
        Its inner nodes, in pre-order.
    leaves : Leaves
        Its leaves.
    depth : int
        Number of edges to the deepest leaf.
    """

    nodes: Array
    leaves: Leaves
    depth: int


def pack_tree(grown: Any, codes: Any, n_distinct: int) -> PackedTree:
    """Return a tree in as little room as it needs.

    Parameters
    ----------
    grown : lrf.engine.grow.Grown
        The tree.
    codes : lrf.engine.codes.Codes
        The attributes.
    n_distinct : int
        Number of distinct training rankings.
    """
    tree = grown.nodes
    nodes, _ = pack_nodes(
        _thresholds(codes, tree.feature, tree.below, tree.above),
        tree.feature,
        tree.right,
        tree.missing_left,
        _is_nominal(codes, tree.feature),
        np.array([0, len(tree.feature)]),
    )
    members = Members(tree.member_start, tree.member_ranking, tree.member_weight)
    return PackedTree(nodes, pack_leaves(members, n_distinct), grown.depth)


def join_trees(plan: Plan, n_features: int, rankings: Array, trees: Sequence[PackedTree]) -> Forest:
    """Return the forest of some trees.

    Parameters
    ----------
    plan : Plan
        What they were grown by.
    n_features : int
        Number of attributes.
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        The distinct training rankings.
    trees : sequence of PackedTree
        The trees, in their order.
    """
    return Forest(
        plan=plan,
        n_features=n_features,
        rankings=rankings,
        nodes=np.concatenate([tree.nodes for tree in trees]),
        roots=_starts([len(tree.nodes) for tree in trees]),
        first_leaf=_starts([len(tree.leaves) for tree in trees]),
        leaves=join_leaves([tree.leaves for tree in trees]),
        depths=np.array([tree.depth for tree in trees], dtype=np.int32),
    )


def _starts(sizes: Any) -> Array:
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)


def _is_nominal(codes: Any, feature: Array) -> Array:
    """Return which nodes ask for a nominal attribute."""
    from lrf.engine.codes import NOMINAL

    if not len(codes.kinds):
        return np.zeros(len(feature), dtype=bool)
    nominal: Array = (feature >= 0) & (codes.kinds[feature] == NOMINAL)
    return nominal


def _thresholds(codes: Any, feature: Array, below: Array, above: Array) -> Array:
    """Return the values between the codes on both sides of each cut; 0 at leaves."""
    from lrf.engine.codes import threshold_between

    threshold = np.zeros(len(feature))
    inner = np.flatnonzero(feature >= 0)
    offset = codes.offsets[feature[inner]]
    lower = codes.upper[offset + below[inner]]
    upper = codes.lower[offset + above[inner]]
    threshold[inner] = threshold_between(lower, upper)
    return threshold
