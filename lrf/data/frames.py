"""Tables in memory, of pandas, polars or Arrow, none of which is imported."""

from __future__ import annotations

import numbers
from collections import Counter
from decimal import Decimal
from typing import Any, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from lrf.components import Dataset
from lrf.data.coding import Flaw, Text, find_flaw, text_of
from lrf.data.columns import Columns
from lrf.data.tabular import dataset_of
from lrf.data.wanted import Wanted
from lrf.data.words import as_numbers, is_missing
from lrf.errors import DataError
from lrf.frames import (
    CATEGORIES,
    collected,
    column_at,
    column_names,
    entries_of,
    kind_of,
)
from lrf.rankings.labels import as_name
from lrf.rankings.tables import is_missing as is_nothing

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
        If two columns have the same name, or one holds something else.
    """
    frame = collected(frame)
    names = _names(frame, source)
    found = [_read_column(column_at(frame, j), names[j], source) for j in range(len(names))]
    texts = {j: column for j, column in enumerate(found) if isinstance(column, Text)}
    numeric = [column.codes if isinstance(column, Text) else column for column in found]
    lengths = {len(column) for column in numeric}
    if len(lengths) > 1:
        raise DataError(f"{source}: columns have different lengths, {sorted(lengths)}")
    flaws = {j: flaw for j, text in texts.items() if (flaw := _flaw(column_at(frame, j), text))}
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
        raise DataError(f"{source}: two columns are called {twice[0]!r}")
    return names


def _is_nominal(column: Any) -> bool:
    return kind_of(column).startswith(CATEGORIES)


def _flaw(column: Any, text: Text) -> Flaw | None:
    """Return what is wrong with a column of words, which may be numbers only where declared so."""
    return None if _is_nominal(column) else find_flaw(text)


def _read_column(column: Any, name: str, source: str) -> Array | Text:
    """Return the numbers or the words of a column."""
    if not _is_nominal(column):
        array = np.asarray(column)
        if array.dtype.kind in "fiub" and array.ndim == 1:
            return array.astype(np.float64)
    entries = [_entry(entry, row, name, source) for row, entry in enumerate(entries_of(column))]
    words = [entry for entry in entries if isinstance(entry, str)]
    if _is_nominal(column) or words:
        text = [None if is_nothing(entry) else as_name(entry) for entry in entries]
        numeric = None if _is_nominal(column) else as_numbers([word or "" for word in text])
        return text_of(text) if numeric is None else numeric
    return np.array([np.nan if entry is None else entry for entry in entries], dtype=np.float64)


def _entry(entry: Any, row: int, name: str, source: str) -> str | float | None:
    """Return a number, a word, or None for what is missing."""
    if is_nothing(entry):
        return None
    if isinstance(entry, str):
        word = entry.strip()
        return None if is_missing(word) else word
    try:
        if isinstance(entry, numbers.Real | Decimal | np.bool_):
            return float(entry)
    except (OverflowError, ValueError):
        pass
    raise DataError(
        f"{source}, row {row}, column {name!r}: {entry!r} is neither a number nor text; "
        f"make one of it first"
    )
