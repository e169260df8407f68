"""Tables in memory, whoever made them: of pandas, polars or Arrow, or a dictionary of columns.

None of these packages is imported. What they have in common is enough: columns have names, places
and types. This is the one room that knows by which attributes they are told apart.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

__all__ = [
    "CATEGORIES",
    "COMPLEX",
    "DATES",
    "LARGE_INTEGERS",
    "OBJECTS",
    "SPARSE",
    "STRINGS",
    "TEXT",
    "collected",
    "column_at",
    "column_names",
    "columns_of",
    "decoded",
    "entries_of",
    "index_of",
    "is_frame",
    "is_pandas",
    "kind_of",
    "kinds_of",
    "pandas_index",
    "pick",
]

#: How the types of columns of categories begin in pandas, polars and Arrow, in lower case.
CATEGORIES = ("category", "categorical", "enum", "dictionary")
#: How those of columns that may hold text do, there and in numpy.
TEXT = ("str", "object", "large_str", "<u", ">u", "|s")
#: How those of columns of text only do, of pandas, polars and Arrow.
STRINGS = ("str", "large_str")
#: How those of dates and durations do.
DATES = ("date", "time", "duration", "<m8", ">m8")
#: How those of columns of anything do.
OBJECTS = ("object",)
#: How those of complex numbers do.
COMPLEX = ("complex",)
#: How those of integers do that only polars has.
LARGE_INTEGERS = ("int128", "uint128")
#: How those of pandas' sparse columns do.
SPARSE = ("sparse",)


def is_pandas(table: Any) -> bool:
    """Whether a table is a DataFrame of pandas, or of a package that copies its manners."""
    return hasattr(table, "iloc") and hasattr(table, "columns")


def is_frame(value: Any) -> bool:
    """Whether a value is a table with named columns."""
    if hasattr(value, "__fspath__"):
        return False
    # polars' plan of a table warns when it is asked for its columns.
    return hasattr(value, "collect_schema") or column_names(value) is not None


def collected(table: Any) -> Any:
    """Return the table that a plan of polars stands for; other tables as they are."""
    is_plan = hasattr(table, "collect") and not hasattr(table, "to_dict")
    return table.collect() if is_plan else table


def column_names(table: Any) -> tuple[Any, ...] | None:
    """Return the names of a table's columns; None if they have none, as in an array."""
    if isinstance(table, type):
        return None
    if isinstance(table, Mapping):
        return tuple(table)
    names = getattr(table, "column_names", None)  # Arrow, whose `columns` are the columns
    if names is None:
        names = getattr(table, "columns", None)
    return None if names is None else tuple(names)


def column_at(table: Any, j: int) -> Any:
    """Return a column by its place, as its package has it, so that names may be there twice.

    Parameters
    ----------
    table : table with named columns
        Of pandas, polars or Arrow, or a dictionary of columns.
    j : int
        From 0.
    """
    if is_pandas(table):
        return table.iloc[:, j]
    if hasattr(type(table), "column_names"):  # Arrow, which makes the list of all names each time
        return table.column(j)
    return table[(column_names(table) or ())[j]]


def columns_of(table: Any) -> Iterator[Any]:
    """Yield the columns of a table one after another, as its package has them."""
    names = column_names(table) or ()
    if is_pandas(table) or hasattr(type(table), "column_names"):
        yield from (column_at(table, j) for j in range(len(names)))
    else:
        yield from (table[name] for name in names)


def decoded(column: Any) -> Any:
    """Return a column of Arrow's categories as their names, other columns as they are.

    Numpy would take the first category for those that are missing.
    """
    if not hasattr(column, "to_pylist") or not kind_of(column).startswith(CATEGORIES):
        return column
    entries = column.to_pylist()
    names = np.empty(len(entries), dtype=object)
    names[:] = entries
    return names


def kind_of(column: Any) -> str:
    """Return the type of a column, in lower case; empty for a list, which has none."""
    return str(getattr(column, "dtype", getattr(column, "type", ""))).lower()


def kinds_of(table: Any) -> tuple[str, ...]:
    """Return the type of each column of a table, in lower case."""
    if hasattr(table, "dtypes"):
        return tuple(str(kind).lower() for kind in table.dtypes)
    return tuple(map(kind_of, columns_of(table)))


def entries_of(column: Any) -> list[Any]:
    """Return the entries of a column as Python has them."""
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, name):
            return list(getattr(column, name)())
    return list(column)


def pick(table: Any, places: Sequence[int]) -> Any:
    """Return some columns, by their places, as a table of the same kind."""
    if is_pandas(table):
        return table.iloc[:, list(places)]
    names = column_names(table) or ()
    chosen = [names[j] for j in places]
    return table.select(chosen) if hasattr(table, "select") else {n: table[n] for n in chosen}


def pandas_index(table: Any) -> Any:
    """Return the index of a DataFrame or Series of pandas as it is; None for other tables."""
    index = getattr(table, "index", None)
    return index if hasattr(index, "equals") else None


def index_of(table: Any) -> list[Hashable] | None:
    """Return the names of rows; None for arrays, lists, and frames that have no index."""
    index = getattr(table, "index", None)  # a method, in a list
    return None if index is None or callable(index) else list(index)
