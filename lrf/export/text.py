"""Grown trees as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lrf.export.picking import check_depth, feature_names, pick_tree
from lrf.export.questions import question_at
from lrf.export.words import nodes_below, rows
from lrf.rankings import to_orders
from lrf.tree import Tree

__all__ = ["export_text"]


def export_text(model: Any, tree: int = 0, max_depth: int | None = None) -> str:
    """Return a tree of a fitted model as text, one line per node.

    Each line says which rows come to the node, how many training rows did, and their consensus,
    which is what a leaf predicts. Where a feature had missing values in training, it says on which
    side rows go that miss it.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    tree : int
        Which tree of a forest, counted from 0. In a bootstrapped tree, a row counts as often as
        it was drawn.
    max_depth : int, optional
        How deep to go; by default all the way.

    Returns
    -------
    str
        Lines without a newline at the end.

    Raises
    ------
    ConfigError
        If there is no such tree, or the depth is negative.

    Examples
    --------
    >>> from lrf import LabelRankingTree, export_text
    >>> model = LabelRankingTree().fit([[1.0], [2.0], [4.0]], [[1, 2], [1, 2], [2, 1]])
    >>> print(export_text(model))
    3 rows  0>1
    |-- x0 < 3: 2 rows  0>1
    |-- x0 >= 3: 1 row  1>0
    """
    check_depth(max_depth)
    grown = pick_tree(model, tree)
    names = feature_names(model)
    orders = to_orders(grown.positions, model.labels_)
    shown = [i for i in range(grown.n_nodes) if max_depth is None or grown.depth[i] <= max_depth]
    return "\n".join(
        _way_to(grown, i, model, names)
        + f"{rows(grown.weight[i])}  {orders[i]}"
        + nodes_below(grown, i, max_depth, "  ({} below)")
        for i in shown
    )


def _way_to(tree: Tree, node: int, model: Any, names: Sequence[str]) -> str:
    """Return the bars before a node and the condition under which rows come to it."""
    parent = int(tree.parent[node])
    if parent < 0:
        return ""
    bars = "|   " * (int(tree.depth[node]) - 1) + "|-- "
    question = question_at(model, tree, parent, names)
    answer = question.left if tree.left[parent] == node else question.right
    return f"{bars}{question.feature} {answer}: "
