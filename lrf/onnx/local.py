"""Borda's order, kemenised locally, as a graph: the steps of ``kemeny-local``, none left out.

Where the majorities of pairs make an order, that is the answer. Elsewhere labels are taken in
Borda's order, and each is put into the order of those before it, as far up as a majority places it
before everybody on the way. Every step is taken for all rows, and looks at all places at once, so
that there are no more steps than labels.
"""

from __future__ import annotations

import numpy as np

from lrf.onnx.graph import Graph
from lrf.onnx.votes import CLOSE, add_borda, add_group_positions

__all__ = ["add_kemeny_local"]

#: The powers of two among which the whole weight of the votes lies.
POWERS = np.ldexp(1.0, np.arange(-64, 64))


def add_kemeny_local(graph: Graph, sums: str, width: int, n_labels: int) -> str:
    """Add the locally kemenised order, and return the name of the positions.

    Parameters
    ----------
    graph, width, n_labels
        As in `lrf.onnx.votes.add_average_ranking`.
    sums : str
        Sums of pairs won, of shape (n_rows, width).
    """
    margins = _add_margins(graph, sums, n_labels)
    beats = _is_above(graph, margins, 0.0)
    beaten = graph.add("Add", graph.sum(beats, 1), graph.constant(1.0))
    places = graph.constant(np.arange(1.0, n_labels + 1)[:, None])
    times = graph.sum(graph.cast(graph.add("Equal", graph.axis(beaten, 1), places)), 2)
    least = graph.add("ReduceMin", times, axes=[1], keepdims=1)
    is_clear = graph.add("Equal", least, graph.constant(1.0))
    borda = add_borda(graph, sums, width, n_labels)
    searched = _add_search(graph, margins, borda, n_labels)
    return graph.add("Where", is_clear, beaten, searched)


def _add_margins(graph: Graph, sums: str, n_labels: int) -> str:
    """Add by how much each label beats each other one, 0 where it is rounding."""
    wins = graph.add("Reshape", sums, graph.constant([-1, n_labels, n_labels], np.int64))
    most = graph.add("ReduceMax", sums, axes=[1], keepdims=1)
    powers = graph.constant(POWERS)
    above = graph.add("Where", graph.add("Greater", powers, most), powers, graph.constant(np.inf))
    unit = graph.axis(graph.add("ReduceMin", above, axes=[1], keepdims=1), 2)
    margins = graph.add("Sub", wins, graph.add("Transpose", wins, perm=[0, 2, 1]))
    margins = graph.add("Div", margins, unit)
    told = graph.add("Greater", graph.add("Abs", margins), graph.constant(CLOSE))
    return graph.add("Where", told, margins, graph.constant(0.0))


def _add_search(graph: Graph, margins: str, borda: str, n_labels: int) -> str:
    """Add the order that is found label by label, as positions of shape (n_rows, n_labels)."""
    numbers = graph.constant(np.arange(float(n_labels))[:, None])
    turn = _add_turns(graph, borda, n_labels)
    by_turn = graph.cast(graph.add("Equal", graph.axis(turn, 1), numbers))
    beats = _sort_both(graph, by_turn, _is_above(graph, margins, 0.0))
    place = _add_places(graph, beats, n_labels)
    by_place = graph.cast(graph.add("Equal", graph.axis(place, 1), numbers))
    order = graph.add("MatMul", by_place, by_turn)
    size = graph.add("Abs", margins)
    differ = graph.add("Abs", graph.add("Sub", graph.axis(borda, 2), graph.axis(borda, 1)))
    uneven = _is_above(graph, graph.add("Add", size, differ), 0.0)
    starts = _add_starts(graph, _sort_both(graph, order, uneven), n_labels)
    counted = graph.constant(np.tril(np.ones((n_labels, n_labels))))
    groups = graph.add("MatMul", counted, graph.axis(starts, 2))
    groups = graph.add("MatMul", graph.add("Transpose", order, perm=[0, 2, 1]), groups)
    flat = graph.add("Reshape", groups, graph.constant([-1, n_labels], np.int64))
    return add_group_positions(graph, flat)


def _is_above(graph: Graph, numbers: str, least: float) -> str:
    return graph.cast(graph.add("Greater", numbers, graph.constant(least)))


def _sort_both(graph: Graph, order: str, matrices: str) -> str:
    """Put rows and columns of matrices into an order that is given by ones and zeros."""
    back = graph.add("Transpose", order, perm=[0, 2, 1])
    return graph.add("MatMul", graph.add("MatMul", order, matrices), back)


def _add_turns(graph: Graph, borda: str, n_labels: int) -> str:
    """Add the turn of each label: by its position, and where that is shared by its number."""
    mine, other = graph.axis(borda, 2), graph.axis(borda, 1)
    below = graph.cast(graph.add("Less", other, mine))
    tied = graph.cast(graph.add("Equal", other, mine))
    tied = graph.add("Mul", tied, graph.constant(np.tril(np.ones((n_labels, n_labels)), -1)))
    return graph.sum(graph.add("Add", below, tied), 2)


def _add_places(graph: Graph, beats: str, n_labels: int) -> str:
    """Add the place that each label ends at, labels numbered by turns."""
    place = graph.add("Mul", _cell(graph, beats, 0, 1), graph.constant(0.0))
    one = graph.constant(1.0)
    for turn in range(1, n_labels):
        stays = graph.add("Sub", one, _cell(graph, beats, turn, turn))
        reached = graph.add("Mul", stays, graph.add("Add", place, one))
        mine = graph.add("ReduceMax", reached, axes=[1], keepdims=1)
        moved = graph.cast(graph.add("GreaterOrEqual", place, mine))
        place = graph.add("Concat", graph.add("Add", place, moved), mine, axis=1)
    return place


def _add_starts(graph: Graph, uneven: str, n_labels: int) -> str:
    """Add whether a new group of tied labels begins at each place."""
    start = graph.add("Mul", _cell(graph, uneven, 0, 1), graph.constant(0.0))
    starts = [graph.add("Add", start, graph.constant(1.0))]
    for place in range(1, n_labels):
        before = graph.constant(np.arange(float(place))[None])
        is_member = graph.cast(graph.add("GreaterOrEqual", before, start))
        other = graph.add("Mul", is_member, _cell(graph, uneven, place, place))
        begins = graph.add("ReduceMax", other, axes=[1], keepdims=1)
        way = graph.add("Sub", graph.constant(float(place)), start)
        start = graph.add("Add", start, graph.add("Mul", begins, way))
        starts.append(begins)
    return graph.add("Concat", *starts, axis=1)


def _cell(graph: Graph, matrices: str, row: int, count: int) -> str:
    """Add the first numbers of a row of each matrix, of shape (n_rows, count)."""
    found = graph.add("Gather", matrices, graph.constant(row, np.int64), axis=1)
    columns = graph.constant(np.arange(count), np.int64)
    return graph.add("Gather", found, columns, axis=1)
