"""The rankings of a table, from columns of positions or from a column of orders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.data.table import Table
from lrf.errors import DataError, RankingError
from lrf.rankings import from_orders, order_labels, validate_rankings

__all__ = ["read_orders", "read_positions"]

Array: TypeAlias = npt.NDArray[Any]

# How the errors of `lrf.rankings` name the row that is wrong.
ROW = re.compile(r"^\w+: row (\d+)(:?) ")


def read_positions(table: Table, columns: Sequence[int], positions: Array) -> Array:
    """Return the positions in some columns, ties as average positions.

    Raises
    ------
    DataError
        If a row is no ranking, with its line and the columns.
    """
    try:
        return validate_rankings(positions)
    except RankingError as error:
        first, last = table.names[columns[0]], table.names[columns[-1]]
        raise _at_its_line(table, f"columns {first!r} to {last!r}", error) from error


def read_orders(table: Table, column: int) -> tuple[tuple[str, ...], Array]:
    """Return the labels that occur in a column of orders, sorted, and the positions.

    Raises
    ------
    DataError
        If a cell is no order, with its line and column.
    """
    where = f"column {table.names[column]!r}"
    orders = []
    for line, cells in table.rows():
        if not cells[column].strip():
            raise DataError(f"{table.path}, line {line}, {where}: the cell is empty")
        orders.append(cells[column])
    try:
        labels = order_labels(orders)
        positions = from_orders(orders, labels)
    except RankingError as error:
        raise _at_its_line(table, where, error) from error
    if len(labels) < 2:
        raise DataError(f"{table.path}, {where}: a single label, {labels[0]!r}: nothing to rank")
    _refuse_misspelt(table, where, labels, positions)
    return labels, positions


def _refuse_misspelt(table: Table, where: str, labels: Sequence[str], positions: Array) -> None:
    """Raise if a single row stands between these rankings and complete ones."""
    ranked = ~np.isnan(positions)
    counts = ranked.sum(axis=0)
    n_rows, n_labels = ranked.shape
    if n_rows < 3 or sorted(counts) != [1, n_rows - 1] + [n_rows] * (n_labels - 2):
        return
    odd, lacking = int(np.argmin(counts)), int(np.flatnonzero(counts == n_rows - 1)[0])
    row = int(np.argmax(ranked[:, odd]))
    if not ranked[row, lacking]:
        raise DataError(
            f"{table.path}, line {table.line_of(row)}, {where}: the label {labels[odd]!r} occurs "
            f"in this row only, and {labels[lacking]!r} is missing here only; "
            f"did you mean {labels[lacking]!r}?"
        )


def _at_its_line(table: Table, where: str, error: RankingError) -> DataError:
    """Return an error that names the line where the other one names the row."""
    message = str(error)
    found = ROW.match(message)
    if found is None:
        return DataError(f"{table.path}, {where}: {message}")
    subject = "" if found[2] else "the row "
    line = table.line_of(int(found[1]))
    return DataError(f"{table.path}, line {line}, {where}: {subject}{message[found.end() :]}")
