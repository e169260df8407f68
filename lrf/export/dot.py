"""Grown trees in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lrf.export.views import NodeView, view_tree
from lrf.export.words import rows

__all__ = ["export_dot"]

_HEAD = """\
digraph tree {
  graph [rankdir=TB, bgcolor=transparent]
  node [shape=box, style="rounded,filled", fillcolor="#f6f7f9", color="#8a94a6", \
fontname="Helvetica", fontsize=11]
  edge [color="#8a94a6", fontname="Helvetica", fontsize=10]"""


def export_dot(model: Any, tree: int = 0, max_depth: int | None = None) -> str:
    """Return a tree of a fitted model in the language DOT, which Graphviz and others draw.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    tree : int
        Which tree of a forest, counted from 0.
    max_depth : int, optional
        How deep to go; by default all the way, or as deep as 255 nodes allow.

    Returns
    -------
    str
        A ``digraph``, without a newline at the end.

    Raises
    ------
    ConfigError
        If there is no such tree, or the depth is negative.

    References
    ----------
    Gansner, E. R., North, S. C. (2000). An open graph visualization system and its applications
    to software engineering. Software: Practice and Experience, 30.

    Examples
    --------
    >>> from lrf import LabelRankingTree, export_dot
    >>> model = LabelRankingTree().fit([[1.0], [2.0], [4.0]], [[1, 2], [1, 2], [2, 1]])
    >>> print(export_dot(model).splitlines()[-2])
      0 -> 2 [label=">= 3"]
    """
    view = view_tree(model, tree, max_depth)
    lines = [line for node in view.nodes.values() for line in _lines(node, view.nodes)]
    return "\n".join([_HEAD, *lines, "}"])


def _lines(node: NodeView, nodes: dict[int, NodeView]) -> Iterator[str]:
    """Yield the lines about a node and the edges to its children."""
    words = [] if node.question is None else [node.question.feature]
    words += [node.order, f"{rows(node.weight)}, agreement {node.agreement:.2f}"]
    words += [f"({node.below} below)"] if node.below else []
    leaf = "" if node.question else ', fillcolor="#e8f0fb"'
    yield f'  {node.number} [label="{_escaped(words)}"{leaf}]'
    for child in node.children:
        yield f'  {node.number} -> {child} [label="{_escaped([nodes[child].answer])}"]'


def _escaped(lines: list[str]) -> str:
    """Return lines as DOT writes them inside of quotes."""
    plain = [" ".join(line.split()).replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return "\\n".join(plain)
