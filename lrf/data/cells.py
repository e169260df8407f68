"""The cells of delimited text as columns, quickly where all are numbers, carefully elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.data.coding import Flaw, Text, TextBuilder, find_flaw
from lrf.data.columns import Columns
from lrf.data.table import Table
from lrf.data.text import lines_of
from lrf.data.words import as_numbers, is_missing

__all__ = ["read_columns"]

Array: TypeAlias = npt.NDArray[np.float64]

# Rows read at a time: numbers take a tenth of the memory of the text that they were.
CHUNK = 4096


def read_columns(table: Table) -> Columns:
    """Return the columns of a table.

    A column is one of numbers if all its cells are numbers or missing, and one of words otherwise.

    Parameters
    ----------
    table : Table
        Where to read.

    Raises
    ------
    DataError
        If a row is too short or too long.
    """
    is_empty = next(table.rows(), None) is None
    values = np.empty((0, len(table.names))) if is_empty else _at_once(table)
    if values is not None:
        return _columns(table, values, {}, {})
    values, texts = _in_chunks(table)
    flaws: dict[int, Flaw] = {}
    for column, text in texts.items():
        values[:, column] = text.codes
        flaw = find_flaw(text)
        if flaw is not None:
            flaws[column] = flaw
    return _columns(table, values, {column: text.words for column, text in texts.items()}, flaws)


def _columns(
    table: Table, values: Array, words: dict[int, tuple[str, ...]], flaws: dict[int, Flaw]
) -> Columns:
    return Columns(
        source=str(table.path),
        name=table.path.stem,
        names=table.names,
        values=values,
        words=words,
        flaws=flaws,
        place=table.place,
        cell=table.cell,
    )


def _at_once(table: Table) -> Array | None:
    """Return the whole table, or None if it is not a rectangle of numbers without quotes."""
    body = lines_of(table.text)
    for _ in range(table.n_header_lines):
        body.readline()
    try:
        numbers = np.loadtxt(body, delimiter=table.delimiter, comments=None, ndmin=2)
    except ValueError:
        return None
    return numbers if numbers.shape[1] == len(table.names) else None


def _in_chunks(table: Table) -> tuple[Array, dict[int, Text]]:
    """Return the numbers of all columns, and the columns that hold something else, too."""
    chunks: list[Array] = []
    builders: dict[int, TextBuilder] = {}
    late: set[int] = set()  # columns that begin with numbers, of which the writing is lost
    for chunk in _chunks(table):
        values = np.full((len(chunk), len(table.names)), np.nan)
        for column, cells in enumerate(zip(*chunk, strict=True)):
            is_text = column in builders or column in late
            numbers = None if is_text else as_numbers(cells)
            if numbers is not None:
                values[:, column] = numbers
            elif chunks and column not in builders:
                late.add(column)
            else:
                builders.setdefault(column, TextBuilder(_word)).extend(cells)
        chunks.append(values)
    builders |= _read_again(table, late)
    texts = {column: builders[column].build() for column in sorted(builders)}
    return np.concatenate(chunks or [np.empty((0, len(table.names)))]), texts


def _read_again(table: Table, columns: Collection[int]) -> dict[int, TextBuilder]:
    builders = {column: TextBuilder(_word) for column in columns}
    for chunk in _chunks(table) if columns else ():
        for column, builder in builders.items():
            builder.extend([cells[column] for cells in chunk])
    return builders


def _chunks(table: Table) -> Iterator[list[list[str]]]:
    rows = table.rows()
    while chunk := [cells for _, cells in islice(rows, CHUNK)]:
        yield chunk


def _word(cell: str) -> str | None:
    word = cell.strip()
    return None if is_missing(word) else word
