"""Rankings and measurements in tables with named columns: found by name, and named again."""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Sized
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from lrf.errors import RankingError
from lrf.frames import column_names, entries_of, is_pandas
from lrf.given import shown
from lrf.rankings.named import NamedTable
from lrf.rankings.ties import Floats
from lrf.wording import cited, listed, nearest

__all__ = [
    "as_named",
    "check_lengths",
    "column",
    "column_array",
    "like",
    "named_like",
]


def column(table: Any, name: Hashable) -> list[Any]:
    """Return the entries of a column.

    Raises
    ------
    RankingError
        If the table has no such column, or no names.
    """
    check_column(table, name)
    return entries_of(_entries(table, name))


def _entries(table: Any, name: Hashable) -> Any:
    """Return a column as it is, which in a dictionary may be anything."""
    entries = table[name]
    if isinstance(entries, str | bytes) or not hasattr(entries, "__len__"):
        raise RankingError(
            f"the column {name!r} is {shown(entries)}; a column is a list with an entry for each "
            f"row"
        )
    return entries


def check_column(table: Any, name: Hashable) -> None:
    """Refuse a name that no column has.

    Raises
    ------
    RankingError
        If the table has no such column, or no names.
    """
    names = column_names(table)
    if names is None:
        raise RankingError(
            f"the table is of type {type(table).__name__} and has no named columns; pass a "
            f"DataFrame or a dictionary of columns"
        )
    if name not in names:
        known = list(map(str, names))
        near = nearest(str(name), known)
        others = f"there are {listed(known)}" if known else "there are no columns"
        hint = others if near is None else f"did you mean {cited(near)}?"
        raise RankingError(f"there is no column {name!r}; {hint}")


def as_named(table: Any) -> Any:
    """Return a table of polars, Arrow or a dictionary as a `NamedTable`, others as they are.

    Raises
    ------
    RankingError
        If columns differ in length.
    """
    names = column_names(table)
    if names is None or is_pandas(table) or isinstance(table, NamedTable):
        return table
    columns = [column_array(table, name) for name in names]
    check_lengths(names, columns)
    values = np.column_stack(columns) if columns else np.empty((0, 0))
    return NamedTable(values, range(len(values)), map(str, names))


def check_lengths(names: Sequence[Hashable], columns: Sequence[Sized]) -> None:
    """Refuse columns that differ in length, as those of a dictionary may.

    Raises
    ------
    RankingError
        If there is such a column.
    """
    for name, entries in zip(names, columns, strict=True):
        if len(entries) != len(columns[0]):
            raise RankingError(
                f"the column {name!r} has {len(entries)} entries, but {names[0]!r} has "
                f"{len(columns[0])}"
            )


def column_array(table: Any, name: Hashable) -> npt.NDArray[Any]:
    """Return a column as numbers, or as objects where something else is in it.

    Raises
    ------
    RankingError
        As in `column`.
    """
    check_column(table, name)
    entries = np.asarray(_entries(table, name))
    if entries.dtype.kind in "fiu" and entries.ndim == 1:
        return entries
    objects = column(table, name)
    entries = np.empty(len(objects), dtype=object)
    entries[:] = objects
    return entries


def like(table: Any, values: Floats) -> Any:
    """Return values with the names of a table of the same shape, in a table of the same kind."""
    if is_pandas(table):
        return type(table)(values, index=table.index, columns=table.columns)
    return attrs.evolve(table, values=values) if isinstance(table, NamedTable) else values


def named_like(
    table: Any, values: Floats, samples: Sequence[Hashable], labels: Sequence[str]
) -> Any:
    """Return values with names in a table of the same kind, or in a `NamedTable`."""
    if is_pandas(table):
        return type(table)(values, index=list(samples), columns=list(labels))
    return NamedTable(values, samples, labels)
