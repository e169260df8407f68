"""``lrf show``: a tree of a model as text."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lrf.cli.options import Json, Model
from lrf.cli.output import check_writable, counted, write_json

if TYPE_CHECKING:
    from lrf.tree import Tree

__all__ = ["show"]


def show(
    model: Model,
    tree: Annotated[
        int, typer.Option(metavar="N", help="Which tree of a forest, counted from 0.")
    ] = 0,
    max_depth: Annotated[
        int | None, typer.Option(metavar="N", help="How deep to go; all the way otherwise.")
    ] = None,
    json: Json = None,
) -> None:
    """Show a tree: conditions, numbers of rows, and the order of the labels at every node.

    The JSON holds all nodes, whatever depth is shown.
    """
    from lrf.export import export_text, feature_names, pick_tree
    from lrf.modelfile import load
    from lrf.rankings import to_orders

    check_writable(json)
    trained = load(model)
    text = export_text(trained, tree, max_depth)
    grown = pick_tree(trained, tree)
    n_trees = trained.forest_.n_trees
    which = "tree" if n_trees == 1 else f"tree {tree} of {n_trees}"
    nodes, leaves = counted(grown.n_nodes, "node"), counted(grown.n_leaves, "leaf")
    typer.echo(f"{which}: {nodes}, {leaves}, depth {grown.max_depth}")
    typer.echo(text)
    orders = to_orders(grown.positions, trained.labels_)
    names = feature_names(trained)
    write_json(
        json,
        {
            "model": str(model),
            "tree": tree,
            "n_trees": n_trees,
            "depth": grown.max_depth,
            "nodes": [_node(grown, i, orders[i], names, trained) for i in range(grown.n_nodes)],
        },
    )


def _node(tree: Tree, i: int, order: str, names: list[str], trained: Any) -> dict[str, Any]:
    node: dict[str, Any] = {
        "node": i,
        "depth": int(tree.depth[i]),
        "rows": float(tree.weight[i]),
        "order": order,
    }
    if tree.feature[i] >= 0:
        node |= {
            "feature": names[tree.feature[i]],
            **_asked(tree, i, trained),
            "left": int(tree.left[i]),
            "right": int(tree.right[i]),
        }
    return node


def _asked(tree: Tree, i: int, trained: Any) -> dict[str, Any]:
    """Return what goes left at an inner node, and where missing values go.

    Without a threshold, a node asks whether the value is missing; so it does without a category.
    """
    from lrf.export import category_at

    if tree.nominal[i]:
        category = category_at(trained, tree, i)
        return {"category": category, "missing": "left" if category is None else "right"}
    threshold = float(tree.threshold[i])
    return {
        "threshold": threshold if math.isfinite(threshold) else None,
        "missing": "left" if tree.missing_left[i] else "right",
    }
