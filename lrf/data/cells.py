"""Numbers in the cells of a table, read quickly where nothing is wrong and carefully elsewhere."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Collection, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.data.table import Table
from lrf.errors import DataError

__all__ = ["read_numbers"]

Array: TypeAlias = npt.NDArray[np.float64]

DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")


def read_numbers(table: Table, columns: Sequence[int], may_be_empty: Collection[int] = ()) -> Array:
    """Return the numbers of some columns, shape (n_rows, n_columns).

    Parameters
    ----------
    table : Table
        Where to read.
    columns : sequence of int
        Which columns, counted from 0.
    may_be_empty : collection of int
        The columns where an empty cell or the word nan is allowed and read as NaN.

    Raises
    ------
    DataError
        If a cell is empty, no number or not finite, with its line and column; or if a row is
        too short or too long.
    """
    numbers = _at_once(table)
    if numbers is None:
        return _cell_by_cell(table, columns, may_be_empty)
    chosen: Array = numbers[:, list(columns)]
    full = [j for j, column in enumerate(columns) if column not in may_be_empty]
    if np.isinf(chosen).any() or np.isnan(chosen[:, full]).any():
        return _cell_by_cell(table, columns, may_be_empty)
    return chosen


def _at_once(table: Table) -> Array | None:
    """Return the whole table, or None if it is not a rectangle of numbers without quotes."""
    body = io.StringIO(table.text, newline="")
    for _ in range(table.n_header_lines):
        body.readline()
    try:
        numbers = np.loadtxt(body, delimiter=table.delimiter, comments=None, ndmin=2)
    except ValueError:
        return None
    return numbers if numbers.shape[1] == len(table.names) else None


def _cell_by_cell(table: Table, columns: Sequence[int], may_be_empty: Collection[int]) -> Array:
    numbers = []
    for line, cells in table.rows():
        numbers.append([_number(table, line, i, cells[i], i in may_be_empty) for i in columns])
    return np.array(numbers, dtype=np.float64)


def _number(table: Table, line: int, column: int, cell: str, may_be_empty: bool) -> float:
    word = cell.strip()
    if may_be_empty and word.lower() in ("", "nan"):
        return math.nan
    number = _parsed(word)
    if number is not None and math.isfinite(number):
        return number
    where = f"{table.path}, line {line}, column {table.names[column]!r}"
    raise DataError(f"{where}: {_complaint(word)}")


def _parsed(word: str) -> float | None:
    """Return a number; Python's underscores between digits are no part of one in a data file."""
    try:
        return None if "_" in word else float(word)
    except ValueError:
        return None


def _complaint(word: str) -> str:
    if not word:
        return "the cell is empty"
    if word.lower().lstrip("+-") in ("nan", "inf", "infinity"):
        return f"{word!r} is not a finite number"
    if _parsed(word) is not None:
        return f"{word!r} is too large for a number"
    if DECIMAL_COMMA.fullmatch(word):
        return f"{word!r} is not a number: write a decimal point, not a comma"
    return f"{word!r} is not a number"
