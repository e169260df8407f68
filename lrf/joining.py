"""From grown trees to a forest: trees are packed as they are grown, and all are joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs
import numpy as np

from lrf.components import Array
from lrf.elections import Members
from lrf.forest import Forest
from lrf.leaves import Leaves, join_leaves, pack_leaves
from lrf.nodes import pack_nodes
from lrf.plan import Plan

__all__ = ["PackedTrees", "join_trees", "pack_again", "pack_as_grown", "pack_trees"]

#: Small trees wait for each other until they have so many nodes: packing has a fixed cost.
_NODES_AT_A_TIME = 2**16


@attrs.frozen(eq=False)
class PackedTrees:
    """Some trees in as little room as they need.

    Parameters
    ----------
    nodes : ndarray of `lrf.engine.descend.NODE`, shape (n_inner,)
        Their inner nodes, tree after tree in pre-order.
    leaves : Leaves
        Their leaves.
    n_inner, n_leaves : ndarray of int64, shape (n_trees,)
        How many inner nodes and leaves each tree has.
    depths : ndarray of int32, shape (n_trees,)
        Number of edges to the deepest leaf of each tree.
    """

    nodes: Array
    leaves: Leaves
    n_inner: Array
    n_leaves: Array
    depths: Array

    @property
    def nbytes(self) -> int:
        """Bytes of nodes and leaves."""
        return int(self.nodes.nbytes + self.leaves.nbytes)


def pack_trees(grown: Sequence[Any], codes: Any, n_distinct: int) -> PackedTrees:
    """Return trees in as little room as they need.

    Parameters
    ----------
    grown : sequence of lrf.engine.grow.Grown
        The trees.
    codes : lrf.engine.codes.Codes
        The attributes.
    n_distinct : int
        Number of distinct training rankings.
    """
    from lrf.engine.codes import NOMINAL

    trees = [tree.nodes for tree in grown]
    feature = np.concatenate([tree.feature for tree in trees])
    below, above = (
        np.concatenate([getattr(t, name) for t in trees]) for name in ("below", "above")
    )
    nodes, roots = pack_nodes(
        _thresholds(codes, feature, below, above),
        feature,
        np.concatenate([tree.right for tree in trees]),
        np.concatenate([tree.missing_left for tree in trees]),
        codes.kinds == NOMINAL,
        _starts([len(tree.feature) for tree in trees]),
    )
    sizes = [np.diff(tree.member_start) for tree in trees]
    members = Members(
        _starts(np.concatenate(sizes)),
        np.concatenate([tree.member_ranking for tree in trees]),
        np.concatenate([tree.member_weight for tree in trees]),
    )
    return PackedTrees(
        nodes,
        pack_leaves(members, n_distinct),
        np.diff(roots),
        np.array([len(part) for part in sizes]),
        np.array([tree.depth for tree in grown], dtype=np.int32),
    )


def pack_as_grown(grown: Iterable[Any], codes: Any, n_distinct: int) -> list[PackedTrees]:
    """Pack trees as they come: large ones one by one, small ones many at a time.

    Parameters
    ----------
    grown, codes, n_distinct
        As in `pack_trees`.
    """
    packed: list[PackedTrees] = []
    waiting: list[Any] = []
    n_waiting = 0
    for tree in grown:
        waiting.append(tree)
        n_waiting += len(tree.nodes.feature)
        if n_waiting > _NODES_AT_A_TIME:
            packed.append(pack_trees(waiting, codes, n_distinct))
            waiting, n_waiting = [], 0
    if waiting:
        packed.append(pack_trees(waiting, codes, n_distinct))
    return packed


def pack_again(forest: Forest) -> PackedTrees:
    """Return the trees of a forest, to be joined to others.

    Parameters
    ----------
    forest : Forest
        Grown from the same rankings as the others.
    """
    return PackedTrees(
        forest.nodes,
        forest.leaves,
        np.diff(forest.roots),
        np.diff(forest.first_leaf),
        forest.depths,
    )


def join_trees(
    plan: Plan, n_features: int, rankings: Array, parts: Sequence[PackedTrees]
) -> Forest:
    """Return the forest of some trees.

    Parameters
    ----------
    plan : Plan
        What they were grown by.
    n_features : int
        Number of attributes.
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        The distinct training rankings.
    parts : sequence of PackedTrees
        The trees, in their order.
    """
    return Forest(
        plan=plan,
        n_features=n_features,
        rankings=rankings,
        nodes=np.concatenate([part.nodes for part in parts]),
        roots=_starts(np.concatenate([part.n_inner for part in parts])),
        first_leaf=_starts(np.concatenate([part.n_leaves for part in parts])),
        leaves=join_leaves([part.leaves for part in parts]),
        depths=np.concatenate([part.depths for part in parts]),
    )


def _starts(sizes: Any) -> Array:
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)


def _thresholds(codes: Any, feature: Array, below: Array, above: Array) -> Array:
    """Return the values between the codes on both sides of each cut."""
    from lrf.engine.codes import threshold_between

    inner = np.flatnonzero(feature >= 0)
    offset = codes.offsets[feature[inner]]
    lower = codes.values[offset + below[inner]]
    upper = codes.values[offset + above[inner]]
    threshold: Array = threshold_between(lower, upper)
    return threshold
