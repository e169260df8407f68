"""What a node asks, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np

from lrf.export.picking import category_at
from lrf.tree import Tree

__all__ = ["Question", "question_at"]


@attrs.frozen
class Question:
    """What an inner node asks of a row.

    Parameters
    ----------
    feature : str
        The feature's name.
    left, right : str
        Which rows go to each child, such as "< 2.45 or missing".
    """

    feature: str
    left: str
    right: str


def question_at(model: Any, tree: Tree, node: int, names: Sequence[str]) -> Question:
    """Return what an inner node asks.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    tree : Tree
        One of its trees.
    node : int
        An inner node.
    names : sequence of str
        The names of the features.
    """
    feature = int(tree.feature[node])
    if tree.nominal[node]:
        category = category_at(model, tree, node)
        return Question(names[feature], _is_category(category, True), _is_category(category, False))
    missing_left = bool(tree.missing_left[node])
    if np.isinf(tree.threshold[node]):
        return Question(names[feature], _is_missing(missing_left), _is_missing(not missing_left))
    ends = ["", ""]
    if model.has_missing_[feature]:
        ends[0 if missing_left else 1] = " or missing"
    number = f"{tree.threshold[node]:.6g}"
    return Question(names[feature], f"< {number}{ends[0]}", f">= {number}{ends[1]}")


def _is_category(category: str | None, holds: bool) -> str:
    if category is None:
        return _is_missing(holds)
    plain = category if category and category.isprintable() else repr(category)
    return f"{'=' if holds else '!='} {plain}"


def _is_missing(holds: bool) -> str:
    return "is missing" if holds else "is not missing"
