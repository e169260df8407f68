"""From what leaves say to positions: the elections that can be written as a graph."""

from __future__ import annotations

import numpy as np

from lrf.onnx.graph import Graph

__all__ = ["CLOSE", "NOTHING", "add_average_ranking", "add_borda", "add_group_positions"]

#: What the aggregators take for rounding: differences that are smaller tie, sums are nothing.
CLOSE, NOTHING = 1e-9, 1e-9


def add_average_ranking(graph: Graph, sums: str, width: int, n_labels: int) -> str:
    """Add the order by mean position, and return the name of the positions.

    Parameters
    ----------
    graph : Graph
        Where to add it.
    sums : str
        Sums of positions, of shape (n_rows, width).
    width : int
        Twice the number of labels if the sums are followed by the weights that they are of, since
        rankings were incomplete.
    n_labels : int
        Number of labels.
    """
    if width == n_labels:
        largest = graph.add("ReduceMax", graph.add("Abs", sums), axes=[1], keepdims=1)
        return _add_positions(graph, sums, largest)
    totals, counts = (_columns(graph, sums, start, n_labels) for start in (0, n_labels))
    known = graph.add("Greater", counts, graph.constant(NOTHING))
    means = graph.add("Div", totals, graph.add("Where", known, counts, graph.constant(1.0)))
    means = graph.add("Where", known, means, graph.constant((n_labels + 1) / 2))
    largest = graph.add("ReduceMax", graph.add("Abs", means), axes=[1], keepdims=1)
    return _add_positions(graph, means, largest)


def add_borda(graph: Graph, sums: str, width: int, n_labels: int) -> str:
    """Add the order by Borda's count, and return the name of the positions.

    Parameters
    ----------
    graph, width, n_labels
        As in `add_average_ranking`.
    sums : str
        Sums of pairs won, of shape (n_rows, width).
    """
    shape = graph.constant([-1, n_labels, n_labels], np.int64)
    wins = graph.add("Reshape", sums, shape)
    compared = graph.add("Add", wins, graph.add("Transpose", wins, perm=[0, 2, 1]))
    compared = graph.add("Mul", compared, graph.constant(1.0 - np.eye(n_labels)))
    known = graph.add("Greater", compared, graph.constant(0.0))
    shares = graph.add("Div", wins, graph.add("Where", known, compared, graph.constant(1.0)))
    shares = graph.add("Where", known, shares, graph.constant(0.0))
    opponents = graph.sum(graph.cast(known), 2)
    some = graph.add("Greater", opponents, graph.constant(0.0))
    divisor = graph.add("Where", some, opponents, graph.constant(1.0))
    means = graph.add("Div", graph.sum(shares, 2), divisor)
    means = graph.add("Where", some, means, graph.constant(0.5))
    return _add_positions(graph, graph.add("Neg", means), graph.constant([[1.0]]))


def _columns(graph: Graph, table: str, start: int, count: int) -> str:
    index = graph.constant(np.arange(start, start + count), np.int64)
    return graph.add("Gather", table, index, axis=1)


def _add_positions(graph: Graph, keys: str, size: str) -> str:
    """Add positions by ascending keys: neighbours that rounding could have parted are tied.

    A group begins at each key that is well above the one before it. The number of a label's group
    is how many groups begin at its key or before it.
    """
    n_labels = graph.add("Gather", graph.add("Shape", keys), graph.constant([1], np.int64))
    ascending = graph.add("TopK", keys, n_labels, axis=1, largest=0, sorted=1)
    graph.second()
    all_labels = graph.constant([np.iinfo(np.int64).max], np.int64)
    zero, one, axis = (graph.constant([value], np.int64) for value in (0, 1, 1))
    minus_one = graph.constant([-1], np.int64)
    after = graph.add("Slice", ascending, one, all_labels, axis)
    before = graph.add("Slice", ascending, zero, minus_one, axis)
    gap = graph.add("Sub", after, before)
    least = graph.add("Mul", size, graph.constant(CLOSE))
    begins = graph.cast(graph.add("Greater", gap, least))
    # Which of the later keys are not above a label's own: of shape (n_rows, n_labels, others).
    reached = graph.add("LessOrEqual", graph.axis(after, 1), graph.axis(keys, 2))
    group = graph.sum(graph.add("Mul", graph.cast(reached), graph.axis(begins, 1)), 2)
    return add_group_positions(graph, group)


def add_group_positions(graph: Graph, group: str) -> str:
    """Add the positions of labels in groups, those of a group sharing the average of their places.

    Parameters
    ----------
    graph : Graph
        Where to add it.
    group : str
        The number of each label's group, the best one first, of shape (n_rows, n_labels).
    """
    mine, other = graph.axis(group, 2), graph.axis(group, 1)
    below = graph.sum(graph.cast(graph.add("Less", other, mine)), 2)
    tied = graph.sum(graph.cast(graph.add("Equal", other, mine)), 2)
    half = graph.add("Mul", graph.add("Add", tied, graph.constant(1.0)), graph.constant(0.5))
    return graph.add("Add", below, half)
