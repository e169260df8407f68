"""``lrf show``: a tree of a model as text, picture, graph or page."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lrf.cli.data import load_rows
from lrf.cli.matching import features_for, told_where, truth_for
from lrf.cli.options import Json, Model
from lrf.cli.output import check_writable, format_of, write_json, write_text
from lrf.errors import ConfigError
from lrf.wording import counted

if TYPE_CHECKING:
    from lrf.tree import Tree

__all__ = ["show"]

FORMATS = ("text", "svg", "dot", "html")
SUFFIXES = {".svg": "svg", ".dot": "dot", ".gv": "dot", ".html": "html", ".htm": "html"}


def show(
    model: Model,
    tree: Annotated[
        int, typer.Option(metavar="N", help="Which tree of a forest, counted from 0.")
    ] = 0,
    max_depth: Annotated[
        int | None, typer.Option(metavar="N", help="How deep to go; all the way otherwise.")
    ] = None,
    format_: Annotated[
        str | None,
        typer.Option("--format", metavar="NAME", help="text, svg, dot or html."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file to write, or the screen."),
    ] = None,
    data: Annotated[
        str | None,
        typer.Option(metavar="DATA", help="Rows whose way can be followed in the page of html."),
    ] = None,
    json: Json = None,
) -> None:
    """Show a tree: conditions, numbers of rows, and the order of the labels at every node.

    As svg it is a picture, as dot a graph for Graphviz, and as html a page in which nodes open and
    close. Without --format, the name of the file says which. The JSON holds all nodes, whatever
    depth is shown.
    """
    from lrf.modelfile import load

    check_writable(output, json)
    chosen = format_of(format_, output, FORMATS, SUFFIXES)
    if data is not None and chosen != "html":
        raise ConfigError(f"--data: rows are followed in a page, with --format html, not {chosen}")
    if max_depth is not None and chosen == "html":
        raise ConfigError("--max-depth: not with --format html, where nodes open and close")
    trained = load(model)
    head, text = _head(trained, tree), _export(chosen, trained, tree, max_depth, data)
    if output is not None:
        write_text(output, text + "\n")
        typer.echo(f"{output}: {head}")
    else:
        typer.echo(f"{head}\n{text}" if chosen == "text" else text)
    if json is not None:
        write_json(json, _nodes(trained, tree) | {"model": str(model)})


def _head(trained: Any, tree: int) -> str:
    """Return which tree it is, and how large."""
    from lrf.export import pick_tree

    grown = pick_tree(trained, tree)
    n_trees = trained.forest_.n_trees
    which = "tree" if n_trees == 1 else f"tree {tree} of {n_trees}"
    nodes, leaves = counted(grown.n_nodes, "node"), counted(grown.n_leaves, "leaf")
    return f"{which}: {nodes}, {leaves}, depth {grown.max_depth}"


def _export(chosen: str, trained: Any, tree: int, max_depth: int | None, data: str | None) -> str:
    from lrf import export

    if chosen == "text":
        return export.export_text(trained, tree, max_depth)
    if chosen == "svg":
        return export.export_svg(trained, tree, max_depth)
    if chosen == "dot":
        return export.export_dot(trained, tree, max_depth)
    if data is None:
        return export.export_html(trained, tree)
    dataset = load_rows(data)
    X, Y = features_for(trained, dataset, data), truth_for(trained, dataset, data)
    with told_where(data):
        return export.export_html(trained, tree, X, Y)


def _nodes(trained: Any, tree: int) -> dict[str, Any]:
    from lrf.export import feature_names, pick_tree
    from lrf.rankings import to_orders

    grown, names = pick_tree(trained, tree), feature_names(trained)
    orders = to_orders(grown.positions, trained.labels_)
    return {
        "tree": tree,
        "n_trees": trained.forest_.n_trees,
        "depth": grown.max_depth,
        "nodes": [_node(grown, i, orders[i], names, trained) for i in range(grown.n_nodes)],
    }


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
