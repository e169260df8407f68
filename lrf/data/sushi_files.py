"""The files of the SUSHI preference data set: orders, users, items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.data.text import read_text
from lrf.data.words import number_of
from lrf.errors import DataError
from lrf.memory import check_room

__all__ = ["read_items", "read_orders", "read_users"]

Array: TypeAlias = npt.NDArray[Any]


def read_orders(path: Path) -> Array:
    """Read an ``.order`` file.

    Its first line holds the number of items and a 1, each further one 0, the number of items that
    are ordered, and these items, best first.

    Returns
    -------
    positions : ndarray of float64, shape (n_users, n_items)
        NaN for items that are not in the order.

    Raises
    ------
    DataError
        If a line is something else, with its number.
    """
    lines = _lines(path)
    line, fields = next(lines, (1, []))
    header = _whole(path, line, fields)
    if len(header) != 2 or header[0] < 2:
        raise DataError(f"{path}, line {line}: expected the number of items, at least 2, and a 1")
    orders = [_items(path, line, fields, header[0]) for line, fields in lines]
    if not orders:
        raise DataError(f"{path}: there are no orders below the first line")
    check_room(str(path), len(orders), header[0])
    positions = np.full((len(orders), header[0]), np.nan)
    for row, items in zip(positions, orders, strict=True):
        row[items] = np.arange(1.0, len(items) + 1)
    return positions


def _items(path: Path, line: int, fields: Sequence[str], n_items: int) -> Array:
    """Return the items of an order, the best first."""
    numbers = _whole(path, line, fields)
    items = numbers[2:]
    if not items or numbers[1] != len(items):
        raise DataError(
            f"{path}, line {line}: expected 0, the number of items in the order, and these items"
        )
    outside = [item for item in items if item >= n_items]
    if outside or len(set(items)) < len(items):
        raise DataError(
            f"{path}, line {line}: expected different items from 0 to {n_items - 1}, "
            f"found {outside[0] if outside else 'one of them twice'}"
        )
    return np.array(items, dtype=np.int32)  # a tenth of the memory of a list


def read_users(path: Path, n_fields: int) -> Array:
    """Read an ``.udata`` file: one line of numbers for each user.

    Raises
    ------
    DataError
        If a line is something else, with its number.
    """
    rows = []
    for line, fields in _lines(path):
        numbers = list(map(number_of, fields[: n_fields + 1]))
        known = [number for number in numbers if number is not None]
        if not len(known) == len(numbers) == n_fields or not np.isfinite(known).all():
            raise DataError(f"{path}, line {line}: expected {n_fields} numbers")
        rows.append(known)
    if not rows:
        raise DataError(f"{path}: the file is empty")
    return np.array(rows, dtype=np.float64)


def read_items(path: Path) -> tuple[str, ...]:
    """Read the names in an ``.idata`` file: the second field of each line.

    Raises
    ------
    DataError
        If a line has no name, with its number.
    """
    names = []
    for line, fields in _lines(path, "\t"):
        if len(fields) < 2 or not fields[1].strip():
            raise DataError(f"{path}, line {line}: expected the number and the name of an item")
        names.append(fields[1].strip())
    return tuple(names)


def _lines(path: Path, separator: str | None = None) -> Iterator[tuple[int, list[str]]]:
    """Yield the numbers and the fields of the lines that are not blank."""
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if line.strip():
            yield number, line.strip().split(separator)


def _whole(path: Path, line: int, fields: Sequence[str]) -> list[int]:
    if not all(field.isdecimal() and len(field) < 10 for field in fields):
        raise DataError(f"{path}, line {line}: expected whole numbers with blanks between them")
    return [int(field) for field in fields]
