"""A tree of a fitted model, and the names of what it asks for."""

from __future__ import annotations

from typing import Any

from lrf.errors import ConfigError
from lrf.tree import Tree

__all__ = ["category_at", "check_depth", "feature_names", "pick_tree"]


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


def check_depth(max_depth: int | None) -> None:
    """Refuse a negative depth.

    Raises
    ------
    ConfigError
        If it is one.
    """
    if max_depth is not None and max_depth < 0:
        raise ConfigError(f"max_depth is at least 0, not {max_depth}")


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
