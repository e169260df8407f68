"""Repeated measurements: many values in a cell of a table, and one that stands for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.errors import RankingError
from lrf.rankings.ties import Floats, Integers

__all__ = ["Aggregate", "aggregate_cells"]

Aggregate: TypeAlias = str | Callable[[npt.NDArray[Any]], float]


def aggregate_cells(cells: Integers, values: Floats, how: Aggregate) -> tuple[Integers, Floats]:
    """Return the cells that occur and one value for each.

    Parameters
    ----------
    cells : ndarray of int, shape (n,)
        The cell of each value.
    values : ndarray of float64, shape (n,)
        No NaN.
    how : {"mean", "median", "min", "max"} or callable
        A callable gets the values of a cell in their order.

    Raises
    ------
    RankingError
        If `how` is none of these, or a callable returns something that is no number.
    """
    if callable(how):
        return _called(cells, values, how)
    if not isinstance(how, str) or how not in NAMED:
        raise RankingError(
            f"aggregate must be {', '.join(map(repr, NAMED))} or a function, not {how!r}"
        )
    # Sorted values make a mean that does not depend on the order of the rows.
    order = np.lexsort((values, cells))
    distinct, first = np.unique(cells[order], return_index=True)
    if distinct.size == 0:
        return distinct, np.empty(0)
    last = np.append(first[1:], len(cells)) - 1
    with np.errstate(invalid="ignore"):  # inf and -inf in one cell
        return distinct, NAMED[how](values[order], first, last)


def _called(
    cells: Integers, values: Floats, how: Callable[[Floats], float]
) -> tuple[Integers, Floats]:
    order = np.argsort(cells, kind="stable")
    distinct, first = np.unique(cells[order], return_index=True)
    groups = np.split(values[order], first[1:]) if distinct.size else []
    found = [how(group) for group in groups]
    try:
        return distinct, np.array(found, dtype=np.float64).reshape(len(found))
    except (TypeError, ValueError):
        raise RankingError(
            f"aggregate must return a number, but it returned {found[0]!r} for the first cell"
        ) from None


def _mean(values: Floats, first: Integers, last: Integers) -> Floats:
    mean = np.add.reduceat(values, first) / (last - first + 1)
    # The mean of equal values is that value, to the last bit: ties must survive.
    clipped: Floats = np.clip(mean, values[first], values[last])
    return clipped


def _median(values: Floats, first: Integers, last: Integers) -> Floats:
    low, high = values[(first + last) // 2], values[(first + last + 1) // 2]
    median: Floats = np.where(low == high, low, low + (high - low) / 2)
    return median


def _min(values: Floats, first: Integers, last: Integers) -> Floats:
    return values[first]


def _max(values: Floats, first: Integers, last: Integers) -> Floats:
    return values[last]


NAMED: dict[str, Callable[[Floats, Integers, Integers], Floats]] = {
    "mean": _mean,
    "median": _median,
    "min": _min,
    "max": _max,
}
