"""A tree as pictures show it: how deep, and what is written at each node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np

from lrf.components import Array
from lrf.export.contents import Contents, contents_of
from lrf.export.picking import check_depth, feature_names, pick_tree
from lrf.export.questions import Question, question_at
from lrf.export.words import nodes_below, with_signs
from lrf.rankings import to_orders
from lrf.tree import Tree

__all__ = ["MOST_NODES", "NodeView", "TreeView", "view_tree"]

#: A picture of more nodes ends at the deepest level up to which there are at most so many.
MOST_NODES = 255


@attrs.frozen(eq=False)
class NodeView:
    """What is written at a node.

    Parameters
    ----------
    number : int
        The node.
    children : tuple of int
        Left and right; none if the picture ends here.
    depth : int
        Edges to the root.
    weight : float
        Weight of the training rows that came here.
    order : str
        Consensus of their rankings.
    agreement : float
        Kendall's tau-b of the consensus and the rankings, averaged.
    answer : str
        Which rows come here from the parent; empty for the root.
    question : Question or None
        What is asked; None for a leaf.
    below : str
        Such as "4 nodes", if they are not shown.
    """

    number: int
    children: tuple[int, ...]
    depth: int
    weight: float
    order: str
    agreement: float
    answer: str
    question: Question | None
    below: str


@attrs.frozen(eq=False)
class TreeView:
    """A tree down to some depth.

    Parameters
    ----------
    nodes : dict of int to NodeView
        Those that are shown, by their numbers, in pre-order.
    labels : tuple of str
        The labels.
    contents : Contents
        The training rankings at all nodes.
    """

    nodes: dict[int, NodeView]
    labels: tuple[str, ...]
    contents: Contents


def view_tree(
    model: Any, tree: int = 0, max_depth: int | None = None, most_nodes: int = MOST_NODES
) -> TreeView:
    """Return a tree of a fitted model as pictures show it.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    tree : int
        Which tree of a forest.
    max_depth : int, optional
        How deep to go; by default as deep as `most_nodes` allow.
    most_nodes : int
        How many nodes are shown if no depth is given.

    Raises
    ------
    ConfigError
        If there is no such tree, or the depth is negative.
    """
    check_depth(max_depth)
    grown = pick_tree(model, tree)
    depth = _last_level(grown, most_nodes) if max_depth is None else max_depth
    contents = contents_of(model, tree, grown)
    agreement = contents.agreement(grown.positions)
    shown = np.flatnonzero(grown.depth <= depth)
    orders = to_orders(grown.positions[shown], model.labels_)
    names = feature_names(model)
    nodes: dict[int, NodeView] = {}
    for node, order in zip(shown.tolist(), orders, strict=True):
        nodes[node] = _view(model, grown, node, order, agreement, names, depth, nodes)
    return TreeView(nodes, tuple(str(label) for label in model.labels_), contents)


def _last_level(tree: Tree, most_nodes: int) -> int:
    """Return the deepest level down to which there are few enough nodes, at least the first."""
    counts = np.cumsum(np.bincount(tree.depth))
    return max(int(np.searchsorted(counts, most_nodes, side="right")) - 1, 0)


def _view(
    model: Any,
    tree: Tree,
    node: int,
    order: str,
    agreement: Array,
    names: Sequence[str],
    max_depth: int,
    above: dict[int, NodeView],
) -> NodeView:
    is_leaf, parent = bool(tree.feature[node] < 0), int(tree.parent[node])
    ends = is_leaf or tree.depth[node] == max_depth
    asked = above[parent].question if parent >= 0 else None
    left = parent >= 0 and tree.left[parent] == node
    return NodeView(
        number=node,
        children=() if ends else (int(tree.left[node]), int(tree.right[node])),
        depth=int(tree.depth[node]),
        weight=float(tree.weight[node]),
        order=order,
        agreement=float(agreement[node]),
        answer="" if asked is None else with_signs(asked.left if left else asked.right),
        question=None if is_leaf else question_at(model, tree, node, names),
        below=nodes_below(tree, node, max_depth),
    )
