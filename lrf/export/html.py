"""Grown trees as a page to click through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lrf.export.assets import fill_page
from lrf.export.colours import label_colours
from lrf.export.markup import as_script_data, as_text
from lrf.export.page_rows import rows_on_page
from lrf.export.page_trees import trees_on_page
from lrf.export.picking import feature_names, pick_tree
from lrf.export.tables import as_cells

__all__ = ["export_html"]

#: So many nodes are in a page if nothing is said, unless a single tree has more.
_MOST_NODES = 40_000
_SCRIPTS = ("model.js", "parts.js", "outline.js", "details.js", "follow.js", "main.js")


def export_html(
    model: Any,
    tree: int = 0,
    X: Any = None,
    Y: Any = None,
    row_names: Sequence[str] | None = None,
    max_trees: int | None = None,
    title: str | None = None,
) -> str:
    """Return a fitted model as a page in HTML that needs nothing else, not even a network.

    In it, nodes open and close, by mouse or keyboard. Of each node one sees the way to it, its
    consensus, how much the training rankings agree with it, how often each label has each place,
    and the distinct rankings that came there with their counts. Other trees of a forest can be
    picked, and the way of one object followed: values that are typed in, or one of the rows `X`.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    tree : int
        The tree that is shown first, counted from 0.
    X : array-like or DataFrame of shape (n_rows, n_features), optional
        Objects to choose from.
    Y : array-like or DataFrame of shape (n_rows, n_labels), optional
        Their true positions.
    row_names : sequence of str, optional
        What to call the objects; otherwise "row 0", "row 1", ...
    max_trees : int, optional
        How many trees are in the page; by default as many as 40,000 nodes allow (some 3 MB).
    title : str, optional
        The heading.

    Returns
    -------
    str
        The page.

    Raises
    ------
    ConfigError
        If there is no such tree, `max_trees` is below 1, or there is not one name for each row.
    DataError, RankingError
        If `X` or `Y` do not fit the model.

    Examples
    --------
    >>> from lrf import LabelRankingTree, export_html
    >>> model = LabelRankingTree().fit([[1.0], [2.0], [4.0]], [[1, 2], [1, 2], [2, 1]])
    >>> page = export_html(model, X=[[1.5]])
    >>> page.splitlines()[0]
    '<!doctype html>'
    """
    pick_tree(model, tree)
    rows = rows_on_page(model, X, Y, row_names)
    trees, consensuses = trees_on_page(model, tree, max_trees, _MOST_NODES)
    data = {
        "start": [grown["index"] for grown in trees].index(tree),
        "labels": [str(label) for label in model.labels_],
        "colours": label_colours(model.n_labels_),
        "features": _features(model),
        "rankings": as_cells(model.forest_.rankings),
        "consensuses": consensuses,
        "trees": trees,
        "rows": rows,
    }
    return fill_page(
        "tree.html",
        ["base.css", "tree.css"],
        _SCRIPTS,
        title=as_text(title or _title(model)),
        about=as_text(_about(model, len(trees))),
        data=as_script_data(data),
    )


def _features(model: Any) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "missing": bool(model.has_missing_[j]),
            "categories": list(model.categories_[j]) if j in model.categories_ else None,
        }
        for j, name in enumerate(feature_names(model))
    ]


def _title(model: Any) -> str:
    n_trees = model.forest_.n_trees
    return "Label ranking tree" if n_trees == 1 else f"Label ranking forest of {n_trees} trees"


def _about(model: Any, n_shown: int) -> str:
    n_trees = model.forest_.n_trees
    parts = [
        f"{model.n_labels_} labels",
        f"{model.n_features_in_} feature{'' if model.n_features_in_ == 1 else 's'}",
        f"{len(model.forest_.rankings)} distinct training rankings",
    ]
    if n_shown < n_trees:
        are = "is" if n_shown == 1 else "are"
        parts.append(f"{n_shown} of the {n_trees} trees {are} in this page")
    return " · ".join(parts)
