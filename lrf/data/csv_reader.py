"""Reads comma-, semicolon- and tab-separated files whose first line names the columns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from lrf.data.cells import read_numbers
from lrf.data.layout import Layout, find_layout
from lrf.data.table import Table, open_table
from lrf.data.targets import Array, read_orders, read_positions
from lrf.plugin import DataError, Dataset, Reader, hookimpl

__all__ = ["lrf_readers", "read", "recognises"]


def recognises(path: Path, head: bytes) -> bool:
    """Whether a file is text: no zero byte is part of it."""
    return path.is_file() and b"\0" not in head


def read(
    path: Path,
    ranks: str | None = None,
    order_column: str | None = None,
    require_targets: bool = True,
) -> Dataset:
    """Read a file.

    Parameters
    ----------
    path : Path
        UTF-8 text. The first line holds the names of the columns, each further line a sample.
    ranks : str, optional
        A glob that the columns of positions match; without it, they are called ``rank_<label>``.
        An empty cell among them says that the label was not ranked.
    order_column : str, optional
        The column that holds orders such as ``a>b>c``. Columns named like all the labels are the
        same rankings in another writing, or what they were made of, and are left out.
    require_targets : bool
        Whether a file without targets is refused; if not, `Dataset.Y` has no columns then.

    Raises
    ------
    DataError
        If something is wrong; the message names the file, and the line and column if there are.
    """
    table = open_table(path)
    try:
        layout = find_layout(table.names, ranks, order_column, require_targets)
    except DataError as error:
        raise DataError(f"{path}: {error}") from error
    if next(table.rows(), None) is None:
        raise DataError(f"{path}: no rows below the header")
    if layout.order is None:
        return _with_ranks(table, layout)
    return _with_orders(table, layout, layout.order)


def _with_ranks(table: Table, layout: Layout) -> Dataset:
    n_features = len(layout.features)
    numbers = read_numbers(table, layout.features + layout.ranks, layout.ranks)
    Y = numbers[:, n_features:]
    if layout.ranks:
        Y = read_positions(table, layout.ranks, Y)
    return _dataset(table, layout.features, numbers[:, :n_features], Y, layout.labels)


def _with_orders(table: Table, layout: Layout, order: int) -> Dataset:
    labels, Y = read_orders(table, order)
    features = layout.features
    if set(labels) <= set(table.names):
        features = tuple(i for i in features if table.names[i] not in labels)
    return _dataset(table, features, read_numbers(table, features), Y, labels)


def _dataset(
    table: Table, features: Sequence[int], X: Array, Y: Array, labels: Sequence[str]
) -> Dataset:
    return Dataset(
        name=table.path.stem,
        X=np.ascontiguousarray(X),
        Y=Y,
        feature_names=[table.names[i] for i in features],
        label_names=labels,
    )


@hookimpl
def lrf_readers() -> list[Reader]:
    """Return the reader."""
    return [
        Reader(
            name="csv",
            summary="text with named columns, separated by commas, semicolons or tabs",
            recognises=recognises,
            read=read,
        )
    ]
