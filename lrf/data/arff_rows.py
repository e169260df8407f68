"""The lines and rows of an ARFF file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from lrf.data.arff_header import QUOTED, unquote
from lrf.data.text import lines_of
from lrf.errors import DataError

__all__ = ["Rows", "read_lines", "read_rows"]

#: Numbers of lines, and the values in them, None for those that are missing.
Rows: TypeAlias = list[tuple[int, list[str | None]]]

CHUNK = 4096
# One value of a row, with the comma after it.
VALUE = re.compile(rf"""\s*+({QUOTED}|[^,'"][^,]*|)\s*+(,|$)""")


def read_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something, with their numbers."""
    for number, line in enumerate(lines_of(text, None), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("%"):
            yield number, stripped


def read_rows(path: Path, lines: Iterator[tuple[int, str]], n_cells: int) -> Iterator[Rows]:
    """Yield the rows, many at a time.

    Parameters
    ----------
    path : Path
        The file, for messages.
    lines : iterator of (int, str)
        What is left of `read_lines` below the header.
    n_cells : int
        How many values each row must have.

    Raises
    ------
    DataError
        If a row has another number of values, or is written in a way that is not read.
    """
    rows = ((number, _row(f"{path}, line {number}", line, n_cells)) for number, line in lines)
    while chunk := list(islice(rows, CHUNK)):
        yield chunk


def _row(where: str, line: str, n_cells: int) -> list[str | None]:
    """Return the values of a row, None for those that are missing."""
    if line.startswith("{"):
        raise DataError(f"{where}: the row is sparse, which is not read; save all values")
    if "'" in line or '"' in line:
        cells = _quoted_cells(where, line)
    else:
        words = line.split(",") if "," in line or n_cells == 1 else line.split()
        cells = [_plain(word.strip()) for word in words]
    if len(cells) != n_cells:
        about_weight = "; weights are not read" if line.endswith("}") else ""
        raise DataError(
            f"{where}: {len(cells)} values, but the header names {n_cells} attributes{about_weight}"
        )
    return cells


def _plain(word: str) -> str | None:
    return None if word in ("?", "") else word


def _quoted_cells(where: str, line: str) -> list[str | None]:
    cells: list[str | None] = []
    place = 0
    while True:
        found = VALUE.match(line, place)
        if found is None:
            raise DataError(
                f"{where}: expected a value and a comma at {line[place : place + 30]!r}"
            )
        word = found[1].strip()
        cells.append(unquote(word) if word[:1] in ("'", '"') else _plain(word))
        place = found.end()
        if found[2] != ",":
            return cells
