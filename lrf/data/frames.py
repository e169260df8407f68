"""Tables in memory, of pandas, polars or Arrow, none of which is imported."""

from __future__ import annotations

import numbers
from collections import Counter
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from lrf.components import Dataset
from lrf.data.coding import Flaw, Text, find_flaw, text_of
from lrf.data.columns import Columns
from lrf.data.quantities import DATE, LEAVE_OUT, TIME
from lrf.data.tabular import dataset_of
from lrf.data.wanted import Wanted
from lrf.data.words import as_numbers, is_missing
from lrf.errors import DataError
from lrf.frames import (
    CATEGORIES,
    STRINGS,
    collected,
    column_at,
    column_names,
    columns_of,
    entries_of,
    kind_of,
)
from lrf.given import shown
from lrf.rankings.labels import as_name
from lrf.rankings.tables import is_missing as is_nothing
from lrf.wording import cited

__all__ = ["columns_of_frame", "read_frame"]

Array: TypeAlias = npt.NDArray[Any]


def read_frame(frame: Any, reader: str | None = None, **options: Any) -> Dataset:
    """Return a data set whose columns are those of a table in memory.

    Parameters
    ----------
    frame : DataFrame of pandas or polars, or table of Arrow
        One row for each sample.
    reader : None
        There is nothing to read.
    **options
        As for files.

    Raises
    ------
    DataError
        If something is wrong; the message names the row, counted from 0, and the column.
    """
    if reader is not None:
        raise DataError(f"a table in memory is read by no reader, such as {reader!r}")
    known = {field.name for field in attrs.fields(Wanted)}
    unknown = [name for name in options if name not in known]
    if unknown:
        raise DataError(f"a table in memory has no {unknown[0]}=")
    return dataset_of(columns_of_frame(frame), Wanted(**options))


def columns_of_frame(frame: Any, source: str = "the table", name: str = "table") -> Columns:
    """Return the columns of a table in memory.

    Parameters
    ----------
    frame : DataFrame of pandas or polars, or table of Arrow
        Numbers, truth values, text and categories.
    source : str
        What messages call it.
    name : str
        What to call the data set.

    Raises
    ------
    DataError
        If two columns have the same name, or one is none. What holds neither numbers nor words is
        a flaw of its column, which may not be needed.
    """
    frame = collected(frame)
    names = _names(frame, source)
    found, flaws = [], {}
    for j, entries in enumerate(columns_of(frame)):
        column, flaw = _read_column(_checked(entries, names[j], source))
        found.append(column)
        if flaw is not None:
            flaws[j] = flaw
    texts = {j: column for j, column in enumerate(found) if isinstance(column, Text)}
    numeric = [column.codes if isinstance(column, Text) else column for column in found]
    lengths = {len(column) for column in numeric}
    if len(lengths) > 1:
        raise DataError(f"{source}: columns have different lengths, {sorted(lengths)}")
    return Columns(
        source=source,
        name=name,
        names=names,
        values=np.column_stack(numeric) if numeric else np.empty((0, 0)),
        words={j: text.words for j, text in texts.items()},
        flaws=flaws,
        place=lambda row: f"row {row}",
        cell=lambda row, j: str(entries_of(column_at(frame, j))[row]),
    )


def _names(frame: Any, source: str) -> tuple[str, ...]:
    names = tuple(str(name) for name in column_names(frame) or ())
    twice = [name for name, number in Counter(names).items() if number > 1]
    if twice:
        raise DataError(f"{source}: two columns are called {cited(twice[0])}")
    return names


def _checked(column: Any, name: str, source: str) -> Any:
    """Return a column of a dictionary, or another table, if it is one."""
    if isinstance(column, str | bytes) or not hasattr(column, "__len__"):
        raise DataError(
            f"{source}: column {cited(name)} is {shown(column)}; a column has an entry for each row"
        )
    return column


def _is_nominal(column: Any) -> bool:
    return kind_of(column).startswith(CATEGORIES)


def _read_column(column: Any) -> tuple[Array | Text, Flaw | None]:
    """Return the numbers or the words of a column, and why it can be no feature, if so."""
    declared = _is_nominal(column)
    if not declared and not kind_of(column).startswith(STRINGS):
        array = _as_array(column)
        if array.dtype.kind in "fiub" and array.ndim == 1:
            return array.astype(np.float64), None
        if array.dtype.kind in "mM" and array.ndim == 1:
            return _dates(array)
    entries = list(map(_entry, entries_of(column)))
    for row, entry in enumerate(entries):
        if isinstance(entry, Flaw):
            return np.full(len(entries), np.nan), attrs.evolve(entry, row=row)
    if not declared and not any(isinstance(entry, str) for entry in entries):
        return np.array([np.nan if e is None else e for e in entries], dtype=np.float64), None
    words = [None if is_nothing(entry) else as_name(entry) for entry in entries]
    known = None if declared else as_numbers([word or "" for word in words])
    if known is not None:
        return known, None
    text = text_of(words)
    return text, None if declared else find_flaw(text)


def _as_array(column: Any) -> Array:
    try:
        return np.asarray(column)
    except Exception:  # of lists that differ in length, or of types that numpy lacks
        return np.empty(0, dtype=object)


def _dates(array: Array) -> tuple[Array | Text, Flaw | None]:
    """Return dates or durations of numpy, whose numbers mean something to numpy only, as words."""
    known = np.flatnonzero(~np.isnat(array))
    if not known.size:
        return np.full(len(array), np.nan), None
    words = [None if np.isnat(entry) else str(entry) for entry in array]
    reason = DATE if array.dtype.kind == "M" else TIME
    row = int(known[0])
    return text_of(words), Flaw(row, f"{words[row]!r} {reason}{LEAVE_OUT}", is_quantity=True)


def _entry(entry: Any) -> str | float | Flaw | None:
    """Return a number, a word, None for what is missing, or what is wrong with it."""
    if is_nothing(entry):
        return None
    if isinstance(entry, str):
        word = entry.strip()
        return None if is_missing(word) else word
    if isinstance(entry, date | time | timedelta):
        return str(entry)
    try:
        if isinstance(entry, numbers.Real | Decimal | np.bool_):
            return float(entry)
    except (OverflowError, ValueError):
        pass
    return Flaw(0, f"{shown(entry)} is neither a number nor text; make one of it first")
