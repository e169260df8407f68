"""Delimited text as a table: header, rows of cells, and the line in which each row starts."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import attrs

from lrf.data.text import lines_of, read_text
from lrf.data.words import number_of
from lrf.errors import DataError
from lrf.wording import cited, counted

__all__ = ["Table", "delimiter_of", "open_table", "split_rows"]

DELIMITERS = ",;\t"


@attrs.frozen
class Table:
    """A text file of rows, whose first line names the columns.

    Parameters
    ----------
    path : Path
        Where it was read from, for messages.
    text : str
        All of it, the header included.
    delimiter : str
        Comma, semicolon or tab.
    names : tuple of str
        The names of the columns.
    n_header_lines : int
        How many lines the header takes, blank ones before it included; 0: there is none.
    """

    path: Path
    text: str
    delimiter: str
    names: tuple[str, ...]
    n_header_lines: int

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield each row's line, counted from 1 as in an editor, and its cells.

        Raises
        ------
        DataError
            If a row has more or fewer cells than there are columns.
        """
        rows = split_rows(self.path, self.text, self.delimiter)
        if self.n_header_lines:
            next(rows)
        n_columns = len(self.names)
        for line, cells in rows:
            if len(cells) != n_columns:
                first = "the header names" if self.n_header_lines else "the first line has"
                raise DataError(
                    f"{self.path}, line {line}: {counted(len(cells), 'cell')}, "
                    f"but {first} {counted(n_columns, 'column')}"
                )
            yield line, cells

    def place(self, row: int) -> str:
        """Return such as "line 12": where a row starts, rows counted from 0."""
        return f"line {next(islice(self.rows(), row, None))[0]}"

    def cell(self, row: int, column: int) -> str:
        """Return what stands in a row and a column, both counted from 0."""
        return next(islice(self.rows(), row, None))[1][column]


def open_table(path: Path) -> Table:
    """Read a text file up to and including its header.

    Raises
    ------
    DataError
        If the file is empty or no UTF-8 text, or a column has no name or the name of another.
    """
    text = read_text(path)
    delimiter = delimiter_of(text)
    line, cells = next(split_rows(path, text, delimiter), (1, []))
    if not cells:
        raise DataError(f"{path}: the file is empty")
    names = tuple(cell.strip() for cell in cells)
    _check_names(path, line, names)
    return Table(path, text, delimiter, names, line + sum(cell.count("\n") for cell in cells))


def delimiter_of(text: str) -> str:
    """Return the delimiter that the first line with text has most of, outside of quotes."""
    first = text.lstrip("\r\n").split("\n", 1)[0]
    unquoted = "".join(first.split('"')[::2])
    return max(DELIMITERS, key=unquoted.count)


def split_rows(path: Path, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line and the cells of every row that is not blank."""
    reader = csv.reader(lines_of(text), delimiter=delimiter, strict=True, skipinitialspace=True)
    line = 1
    try:
        for cells in reader:
            if len(cells) > 1 or (cells and cells[0].strip()):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataError(f"{path}, line {line}: {_about(error)}") from error


def _about(error: csv.Error) -> str:
    """Return what is wrong with a row, and what to do where the csv module does not say it."""
    message = str(error)
    if "field limit" in message:
        return (
            f"a cell is longer than {csv.field_size_limit()} letters: a double quote may have no "
            f"partner; orders of so many labels are read from columns rank_<label>"
        )
    return f"{message}; a double quote has no partner" if "end of data" in message else message


def _check_names(path: Path, line: int, names: tuple[str, ...]) -> None:
    if all(number_of(name) is not None for name in names):
        raise DataError(
            f"{path}, line {line}: there are numbers where the names of the columns should be"
        )
    seen: set[str] = set()
    for number, name in enumerate(names, 1):
        if not name:
            raise DataError(
                f"{path}, line {line}: column {number} has no name "
                f"(pandas writes its index so: save with index=False)"
            )
        if name in seen:
            raise DataError(f"{path}, line {line}: two columns are called {cited(name)}")
        seen.add(name)
