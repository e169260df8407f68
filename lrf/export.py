"""Grown trees as text."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.errors import ConfigError
from lrf.rankings import to_orders
from lrf.tree import Tree

__all__ = ["category_at", "export_text", "feature_names", "pick_tree"]


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
    if max_depth is not None and max_depth < 0:
        raise ConfigError(f"max_depth is at least 0, not {max_depth}")
    grown = pick_tree(model, tree)
    names = feature_names(model)
    orders = to_orders(grown.positions, model.labels_)
    shown = [i for i in range(grown.n_nodes) if max_depth is None or grown.depth[i] <= max_depth]
    return "\n".join(
        _way_to(grown, i, model, names)
        + f"{_rows(grown.weight[i])}  {orders[i]}"
        + _left_out(grown, i, max_depth)
        for i in shown
    )


def pick_tree(model: Any, tree: int) -> Tree:
    """Return one tree of a fitted model.

    Raises
    ------
    ConfigError
        If there is no such tree.
    """
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(model)
    n_trees = model.forest_.n_trees
    if not 0 <= tree < n_trees:
        known = "only tree 0" if n_trees == 1 else f"trees 0 to {n_trees - 1}"
        raise ConfigError(f"there is no tree {tree}; the model has {known}")
    picked: Tree = model.forest_.tree(tree)
    return picked


def feature_names(model: Any) -> list[str]:
    """Return the names of a fitted model's features: those of the training, or x0, x1, ..."""
    named = getattr(model, "feature_names_in_", None)
    if named is not None:
        return [str(name) for name in named]
    return [f"x{j}" for j in range(model.n_features_in_)]


def category_at(model: Any, tree: Tree, node: int) -> str | None:
    """Return the category that an inner node of a nominal feature asks for; None: missing."""
    categories = model.categories_[int(tree.feature[node])]
    category: str | None = categories[int(tree.threshold[node])]
    return category


def _way_to(tree: Tree, node: int, model: Any, names: list[str]) -> str:
    """Return the bars before a node and the condition under which rows come to it."""
    parent = int(tree.parent[node])
    if parent < 0:
        return ""
    bars = "|   " * (int(tree.depth[node]) - 1) + "|-- "
    name = names[tree.feature[parent]]
    is_left = bool(tree.left[parent] == node)
    if tree.nominal[parent]:
        return f"{bars}{name} {_is_category(category_at(model, tree, parent), is_left)}: "
    missing_here = bool(tree.missing_left[parent]) == is_left
    if np.isinf(tree.threshold[parent]):
        return f"{bars}{name} {_is_missing(missing_here)}: "
    sign = "<" if is_left else ">="
    has_missing = missing_here and model.has_missing_[tree.feature[parent]]
    end = " or missing" if has_missing else ""
    return f"{bars}{name} {sign} {tree.threshold[parent]:.6g}{end}: "


def _is_category(category: str | None, holds: bool) -> str:
    if category is None:
        return _is_missing(holds)
    plain = category if category and category.isprintable() else repr(category)
    return f"{'=' if holds else '!='} {plain}"


def _is_missing(holds: bool) -> str:
    return "is missing" if holds else "is not missing"


def _rows(weight: float) -> str:
    return f"{weight:g} row" if weight == 1 else f"{weight:.6g} rows"


def _left_out(tree: Tree, node: int, max_depth: int | None) -> str:
    """Return a remark about what lies below a node that is not shown."""
    if tree.feature[node] < 0 or tree.depth[node] != max_depth:
        return ""
    below = node + 1
    while below < tree.n_nodes and tree.depth[below] > tree.depth[node]:
        below += 1
    return f"  ({below - node - 1} nodes below)"
