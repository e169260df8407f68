"""Delimited text as a table: header, rows of cells, and the line in which each row starts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import attrs

from lrf.errors import DataError

__all__ = ["Table", "open_table", "read_text"]

DELIMITERS = ",;\t"


@attrs.frozen
class Table:
    """A text file whose first line names the columns.

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
        How many lines the header takes, blank ones before it included.
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
            If a row has more or fewer cells than the header.
        """
        rows = _split(self.path, self.text, self.delimiter)
        next(rows)
        for line, cells in rows:
            if len(cells) != len(self.names):
                raise DataError(
                    f"{self.path}, line {line}: {_counted(len(cells), 'cell')}, "
                    f"but the header names {_counted(len(self.names), 'column')}"
                )
            yield line, cells

    def line_of(self, row: int) -> int:
        """Return the line in which a row starts, rows counted from 0."""
        return next(line for i, (line, _) in enumerate(self.rows()) if i == row)


def open_table(path: Path) -> Table:
    """Read a text file up to and including its header.

    Raises
    ------
    DataError
        If the file is empty or no UTF-8 text, or a column has no name or the name of another.
    """
    text = read_text(path)
    delimiter = _delimiter(text)
    line, cells = next(_split(path, text, delimiter), (1, []))
    if not cells:
        raise DataError(f"{path}: the file is empty")
    names = tuple(cell.strip() for cell in cells)
    _check_names(path, line, names)
    return Table(path, text, delimiter, names, line + sum(cell.count("\n") for cell in cells))


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file, with or without a byte order mark.

    Raises
    ------
    DataError
        If the bytes are no UTF-8 text.
    """
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"{path}, line {line}: byte 0x{content[error.start]:02x} is no UTF-8 text; "
            f"save the file as UTF-8"
        ) from error


def _delimiter(text: str) -> str:
    """Return the delimiter that the first line with text has most of, outside of quotes."""
    first = text.lstrip("\r\n").split("\n", 1)[0]
    unquoted = "".join(first.split('"')[::2])
    return max(DELIMITERS, key=unquoted.count)


def _split(path: Path, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line and the cells of every row that is not blank."""
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True
    )
    line = 1
    try:
        for cells in reader:
            if len(cells) > 1 or (cells and cells[0].strip()):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataError(f"{path}, line {line}: {error}") from error


def _check_names(path: Path, line: int, names: tuple[str, ...]) -> None:
    seen: set[str] = set()
    for number, name in enumerate(names, 1):
        if not name:
            raise DataError(
                f"{path}, line {line}: column {number} has no name "
                f"(pandas writes its index so: save with index=False)"
            )
        if name in seen:
            raise DataError(f"{path}, line {line}: two columns are called {name!r}")
        seen.add(name)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
