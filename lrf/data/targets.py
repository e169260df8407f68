"""The rankings of a table, from columns of positions or scores, or from a column of orders."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from lrf.data.columns import Columns
from lrf.data.layout import Layout
from lrf.data.wanted import Wanted
from lrf.errors import DataError, RankingError
from lrf.memory import check_room, most_columns
from lrf.rankings import from_orders, from_scores, validate_rankings
from lrf.rankings.labels import sorted_labels
from lrf.rankings.orders import labels_among
from lrf.wording import cited

__all__ = ["Targets", "read_targets"]

Array: TypeAlias = npt.NDArray[Any]

# How the errors of `lrf.rankings` name the row that is wrong.
ROW = re.compile(r"^\w+: row (\d+)(:?) ")


@attrs.frozen(eq=False)
class Targets:
    """The rankings of all rows.

    Parameters
    ----------
    labels : tuple of str
        What is ranked.
    positions : ndarray of float64, shape (n_rows, n_labels)
        1 = best, ties as average positions, NaN for labels that are not ranked.
    scores : ndarray of float64 of the same shape, or None
        What the positions were made of.
    """

    labels: tuple[str, ...]
    positions: Array
    scores: Array | None = None


def read_targets(columns: Columns, layout: Layout, wanted: Wanted) -> Targets:
    """Return the rankings that a table holds.

    Parameters
    ----------
    columns : Columns
        The table.
    layout : Layout
        Where the rankings are.
    wanted : Wanted
        Which scores are better, and whether each row needs its ranking; if not, positions of rows
        without one are NaN.

    Raises
    ------
    DataError
        If a row is no ranking, with its place and the columns.
    """
    if not layout.targets:
        return Targets((), np.empty((columns.n_rows, 0)))
    if layout.writing == "orders":
        return _from_orders(columns, layout.targets[0], wanted)
    if layout.writing == "scores":
        return _from_scores(columns, layout, wanted)
    numbers = columns.numbers(layout.targets, finite=True)
    ranked = _ranked_rows(columns, layout.targets, numbers, wanted.require_targets)
    positions = np.full(numbers.shape, np.nan)
    if ranked.any():
        rows = np.flatnonzero(ranked)
        positions[rows] = _blamed(
            columns, layout.targets, rows, lambda: validate_rankings(numbers[rows])
        )
    return Targets(layout.labels, positions)


def _from_scores(columns: Columns, layout: Layout, wanted: Wanted) -> Targets:
    scores = columns.numbers(layout.targets)
    _ranked_rows(columns, layout.targets, scores, wanted.require_targets)
    positions = from_scores(scores, higher_is_better=wanted.higher_is_better)
    return Targets(layout.labels, positions, np.ascontiguousarray(scores))


def _from_orders(columns: Columns, column: int, wanted: Wanted) -> Targets:
    """Return what a column of orders ranks; equal orders are read once."""
    if column not in columns.words:
        raise DataError(
            f"{columns.source}, {columns.called([column])}: there are numbers, not orders such as "
            f"a>b>c"
        )
    codes, orders = columns.text(column).codes, columns.words[column]
    _ranked_rows(columns, [column], codes[:, np.newaxis], wanted.require_targets)
    if not orders:
        return Targets((), np.empty((columns.n_rows, 0)))
    rows = np.flatnonzero(~np.isnan(codes))
    first = rows[np.unique(codes[rows], return_index=True)[1]]
    by_row = np.argsort(first)  # the first mistake in the file is the one to be told
    orders = tuple(orders[code] for code in by_row)
    rows, known = first[by_row], columns.rankings.get(column)
    labels = known or _labels(columns, column, rows, orders)
    where = f"{columns.source}, {columns.called([column])}"
    check_room(where, columns.n_rows, len(labels), " (are these orders, such as a>b>c?)")
    distinct = _blamed(
        columns, [column], rows, lambda: from_orders(orders, labels, wanted.unlisted)
    )
    if len(labels) < 2:
        raise DataError(f"{where}: a single label, {cited(labels[0])}: nothing to rank")
    table = np.full((len(orders) + 1, len(labels)), np.nan)
    table[by_row] = distinct  # the last row stays NaN: no order
    positions = table[np.nan_to_num(codes, nan=len(orders)).astype(np.intp)]
    if column not in columns.rankings:
        _refuse_misspelt(columns, column, labels, positions)
    return Targets(labels, positions)


def _labels(columns: Columns, column: int, rows: Array, orders: Sequence[str]) -> tuple[str, ...]:
    """Return what orders rank, sorted; of more than there is room for, some."""
    most = most_columns(columns.n_rows)
    found = _blamed(columns, [column], rows, lambda: labels_among(orders, most))
    return sorted_labels(found)


def _ranked_rows(columns: Columns, targets: Sequence[int], cells: Array, require: bool) -> Array:
    """Return which rows rank anything at all.

    Raises
    ------
    DataError
        If all have to, and one does not.
    """
    empty = np.asarray(np.isnan(cells).all(axis=1))
    if require and empty.any():
        what = "the cell is empty" if len(targets) == 1 else "all cells are empty"
        raise columns.error(int(np.argmax(empty)), targets, f"{what}; leave out rows without one")
    return ~empty


def _refuse_misspelt(
    columns: Columns, column: int, labels: Sequence[str], positions: Array
) -> None:
    """Raise if a single row stands between these rankings and complete ones."""
    ranked = ~np.isnan(positions)
    counts = ranked.sum(axis=0)
    n_rows, n_labels = ranked.shape
    if n_rows < 3 or sorted(counts) != [1, n_rows - 1] + [n_rows] * (n_labels - 2):
        return
    odd, lacking = int(np.argmin(counts)), int(np.flatnonzero(counts == n_rows - 1)[0])
    row = int(np.argmax(ranked[:, odd]))
    if not ranked[row, lacking]:
        other = cited(labels[lacking])
        raise columns.error(
            row,
            [column],
            f"the label {cited(labels[odd])} occurs in this row only, and {other} is missing here "
            f"only; did you mean {other}?",
        )


def _blamed(columns: Columns, targets: Sequence[int], rows: Array, work: Callable[[], Any]) -> Any:
    """Return what comes of work on some rows; its errors name the place where the row stands."""
    try:
        return work()
    except RankingError as error:
        message = str(error)
        found = ROW.match(message)
        if found is None:
            where = f"{columns.source}, {columns.called(targets)}"
            raise DataError(f"{where}: {message}") from error
        subject = "" if found[2] else "the row "
        row = int(rows[int(found[1])])
        raise columns.error(row, targets, subject + message[found.end() :]) from error
