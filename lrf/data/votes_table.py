"""Rankings in a table of text, whatever else is in it."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.data.columns import Columns
from lrf.data.hints import no_column
from lrf.data.tabular import rankings_of
from lrf.data.votes import Votes
from lrf.data.wanted import Wanted
from lrf.errors import DataError

__all__ = ["votes_of"]

Array: TypeAlias = npt.NDArray[Any]


def votes_of(columns: Columns, wanted: Wanted, weights: str | None = None) -> Votes:
    """Return the rankings of a table and how much each counts.

    Parameters
    ----------
    columns : Columns
        The table.
    wanted : Wanted
        Where the rankings are said to be.
    weights : str, optional
        The column that holds how much each counts; without it, all count the same.

    Raises
    ------
    DataError
        If there are no rankings, or something is wrong with them or the weights.
    """
    _, targets, notes = rankings_of(columns, wanted)
    return Votes(
        columns.name,
        targets.labels,
        targets.positions,
        np.ones(columns.n_rows) if weights is None else _weights(columns, weights),
        tuple(f"{columns.source}: {note}" for note in notes),
    )


def _weights(columns: Columns, name: str) -> Array:
    if name not in columns.names:
        raise DataError(f"{columns.source}: {no_column(name, columns.names)}")
    column = columns.names.index(name)
    weights: Array = columns.numbers([column], finite=True)[:, 0]
    wrong = np.flatnonzero(~(weights >= 0))
    if len(wrong):
        row = int(wrong[0])
        cell = columns.cell(row, column).strip() or "nothing"
        raise columns.error(row, [column], f"a weight is a number of at least 0, not {cell}")
    if not weights.any():
        raise DataError(f"{columns.source}, column {name!r}: all weights are 0")
    return weights
