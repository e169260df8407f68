"""The mixture of a forest's vote with a linear model and the constant, as a graph."""

from __future__ import annotations

import numpy as np

from lrf.linear import CATEGORY, HINGE, MISSING, LinearModel
from lrf.logistic import MOST_ODDS, ChanceModel, PairModel
from lrf.mixture import Blend
from lrf.onnx.graph import Graph

__all__ = ["add_blend"]


def add_blend(
    graph: Graph, blend: Blend, table: str, sums: str, n_trees: int, chances: bool
) -> str:
    """Add the mixture, and return the name of what is elected from.

    Parameters
    ----------
    graph : Graph
        Where to add it.
    blend : Blend
        What is mixed.
    table : str
        The features as numbers.
    sums : str
        What the trees say, of shape (n_rows, width).
    n_trees : int
        How many trees said it.
    chances : bool
        Whether the numbers lie between 0 and 1.
    """
    constant = graph.constant(blend.constant)
    means = graph.add("Div", sums, graph.constant(float(n_trees)))
    mixed = graph.add("Add", constant, _share(graph, means, constant, blend.trees))
    if blend.linear is not None:
        assert not isinstance(blend.linear, ChanceModel)  # which no aggregator sums up
        said = _add_said(graph, blend.linear, table)
        mixed = graph.add("Add", mixed, _share(graph, said, constant, blend.ridge))
    if not chances:
        return mixed
    mixed = graph.add("Max", mixed, graph.constant(0.0))
    return graph.add("Min", mixed, graph.constant(1.0))


def _share(graph: Graph, said: str, constant: str, share: float) -> str:
    return graph.add("Mul", graph.add("Sub", said, constant), graph.constant(share))


def _add_said(graph: Graph, linear: LinearModel | PairModel, table: str) -> str:
    """Add what the linear model says of each row, as the aggregator's statistic."""
    if isinstance(linear, LinearModel):
        return _add_linear(graph, linear, table)
    odds = graph.add("Max", _add_linear(graph, linear.odds, table), graph.constant(-MOST_ODDS))
    chances = graph.add("Sigmoid", graph.add("Min", odds, graph.constant(MOST_ODDS)))
    said = graph.add("MatMul", chances, graph.constant(linear.spread))
    return graph.add("Add", said, graph.constant(linear.offset))


def _add_linear(graph: Graph, linear: LinearModel, table: str) -> str:
    """Add what the linear model says of each row."""
    raw = graph.add("Gather", table, graph.constant(linear.feature, np.int64), axis=1)
    nothing = graph.constant(np.zeros(len(linear.scale)))
    gaps = graph.cast(graph.add("IsNaN", raw))
    matches = graph.cast(graph.add("Equal", raw, graph.constant(linear.category)))
    raw = graph.add("Where", graph.constant(linear.kind == MISSING, np.bool_), gaps, raw)
    raw = graph.add("Where", graph.constant(linear.kind == CATEGORY, np.bool_), matches, raw)
    if (hinges := linear.kind == HINGE).any():
        half = graph.add("Mul", raw, graph.constant(0.5))
        over = graph.add("Sub", half, graph.constant(linear.category / 2))
        over = graph.add("Where", graph.add("Less", over, graph.constant(0.0)), nothing, over)
        raw = graph.add("Where", graph.constant(hinges, np.bool_), over, raw)
    scaled = graph.add("Div", raw, graph.constant(linear.scale))
    with np.errstate(over="ignore"):  # as in `lrf.linear`, where it is cut off afterwards, too
        middle = linear.centre / linear.scale
    scaled = graph.add("Sub", scaled, graph.constant(middle))
    scaled = graph.add("Where", graph.add("IsNaN", scaled), nothing, scaled)
    scaled = graph.add("Max", scaled, graph.constant(linear.low))
    scaled = graph.add("Min", scaled, graph.constant(linear.high))
    said = graph.add("MatMul", scaled, graph.constant(linear.slope))
    return graph.add("Add", said, graph.constant(linear.intercept))
