"""The numbers that a kernel of a component is given, and the types of the pointers to kernels."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

__all__ = ["Agreement", "Judged", "SweepNode", "Variety", "pointer_signature"]


class Agreement(NamedTuple):
    """How much the rankings on one side of a cut agree.

    Attributes
    ----------
    weight : float
        Total weight of the rankings; a ranking of weight 2 counts as two equal rankings.
    norm : float
        Sum of the correlations over all ordered pairs of rankings, each with itself included.
    own : float
        The part of `norm` that comes from pairing each ranking with itself.
    """

    weight: float
    norm: float
    own: float


class Variety(NamedTuple):
    """How many different rankings there are on one side of a cut, and how alike they are.

    Attributes
    ----------
    weight : float
        Total weight of the rankings.
    distinct : float
        Number of distinct rankings.
    log_sum : float
        Sum of c ln c over the distinct rankings, c being the weight of each.
    square_sum : float
        Sum of c * c over the distinct rankings.
    cross : float
        Sum of the correlations of every ranking with every distinct ranking.
    """

    weight: float
    distinct: float
    log_sum: float
    square_sum: float
    cross: float


class Judged(NamedTuple):
    """What a stopping rule learns about a node or one of its would-be children.

    Attributes
    ----------
    weight : float
        Total weight of the rankings.
    distinct : float
        Number of distinct rankings; 0 unless the rule asks for it.
    value : float
        The criterion's value of the node; 0 if the criterion has none.
    chance : float
        Of the node: how likely a cut like this would be if rankings had nothing to do with
        attributes, at some attribute of the node; 0 unless the rule asks for it, and of children.
    """

    weight: float
    distinct: float
    value: float
    chance: float = 0.0


class SweepNode(NamedTuple):
    """The samples of a node in the order of one attribute, for a criterion that sweeps itself.

    Attributes
    ----------
    keys : ndarray of int64, shape (n,)
        Attribute values as integers in the same order; a cut is possible between two different
        ones. Only differences of neighbours mean anything.
    rankings : ndarray of int32, shape (n,)
        Row of each sample's ranking in `positions` and `vectors`.
    weights : ndarray of float64, shape (n,)
        Weight of each sample.
    positions : ndarray of float64, shape (n_distinct, n_labels)
        The distinct rankings of the training data.
    vectors : ndarray of float64 or float32, shape (n_distinct, width)
        Their embedding, in single floats where all sums of the forest are exact in them; inner
        products times ``scale`` are correlations (the columns from ``n_positive`` on count
        negatively).
    n_positive : int
        Number of columns that count positively.
    scale : float
        See `vectors`.
    minimum : float
        Least weight of a child.
    weight : float
        Total weight of the node.
    total : ndarray like `vectors`, shape (width,)
        Weighted sum of the node's vectors.
    left : ndarray like `vectors`, shape (width,)
        Memory for a sum on the left.
    to_beat : float
        Score of the best cut of the attributes before; cuts that are no better may be overlooked.
    room : ndarray of float64, shape (16 * (n_labels + width) + 1024,)
        Memory to work in, which nobody else writes to. Zeros at first; later it holds what the
        sweep before has left there, for other nodes and other trees of the same forest.
    """

    keys: Any
    rankings: Any
    weights: Any
    positions: Any
    vectors: Any
    n_positive: int
    scale: float
    minimum: float
    weight: float
    total: Any
    left: Any
    to_beat: float
    room: Any


@cache
def pointer_signature(kind: str, statistics: str = "agreement", singles: bool = False) -> Any:
    """Return the numba signature of a kernel of the given kind.

    Parameters
    ----------
    kind : {"gain", "scores", "value", "accept", "sweep"}
        The kind of kernel; "scores" is a gain in its loop over many cuts.
    statistics : {"agreement", "variety", "samples"}
        Which numbers a gain or a value is given.
    singles : bool
        Whether the vectors that a sweep is given are single floats.
    """
    from numba import types

    number = types.float64
    side = {
        "agreement": types.NamedUniTuple(number, len(Agreement._fields), Agreement),
        "variety": types.NamedUniTuple(number, len(Variety._fields), Variety),
    }.get(statistics)
    judged = types.NamedUniTuple(number, len(Judged._fields), Judged)
    params = types.CPointer(number)
    vector = number[::1]
    matrix = number[:, ::1]
    entry = types.float32 if singles else number
    node = types.NamedTuple(
        (
            *(types.int64[::1], types.int32[::1], vector, matrix, entry[:, ::1], types.intp),
            *(number, number, number, entry[::1], entry[::1], number, vector),
        ),
        SweepNode,
    )
    if statistics == "samples":
        side = node
    return {
        "gain": number(side, side, side, params),
        "scores": types.void(matrix, types.intp, side, number, vector, params),
        "value": number(side, params),
        "accept": types.boolean(number, judged, judged, judged, params),
        "sweep": types.void(node, vector, params),
    }[kind]
