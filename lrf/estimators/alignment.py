"""Whether the rows of two tables belong together, as far as their indices say.

Rows are taken in their order. Where both tables have an index, such as the index of a DataFrame,
and the two do not agree, somebody has sorted or filtered one table and not the other: that is
refused, as nothing else would tell. The index 0, 1, 2, ... that pandas makes by itself says
nothing, unless the other table holds the same numbers in another order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.errors import DataError
from lrf.frames import pandas_index

__all__ = ["check_alignment"]


def check_alignment(table: Any, name: str, beside: Any, other: str = "X") -> None:
    """Refuse a table whose rows are not those of another one, by the indices of both.

    Parameters
    ----------
    table : object
        Rankings or weights.
    name : str
        What messages call it.
    beside : object
        What its rows belong to.
    other : str
        What messages call that.

    Raises
    ------
    DataError
        About the first row that differs.
    """
    mine, its = pandas_index(table), pandas_index(beside)
    if mine is None or its is None or len(mine) != len(its) or mine.equals(its):
        return
    if _is_default(mine) != _is_default(its) and not _is_same_in_another_order(mine, its):
        return
    row = next((i for i, (a, b) in enumerate(zip(mine, its, strict=True)) if a != b), 0)
    raise DataError(
        f"{name}: row {row} has the index {_shown(mine[row])}, but that of {other} has "
        f"{_shown(its[row])}; bring the rows together with {name}.loc[{other}.index], or, if they "
        f"are in the same order already, say so with {name}.set_axis({other}.index)"
    )


def _is_default(index: Any) -> bool:
    """Whether an index is the one that pandas makes by itself."""
    return type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1


def _is_same_in_another_order(one: Any, two: Any) -> bool:
    return bool(one.is_unique and two.is_unique and one.isin(two).all())


def _shown(entry: Any) -> str:
    return repr(entry.item() if isinstance(entry, np.generic) else entry)
