"""Reads Parquet files, whose columns are those of a CSV file; takes the package pyarrow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lrf.data.frames import columns_of_frame
from lrf.data.parquet import from_parquet
from lrf.data.tabular import dataset_of
from lrf.data.wanted import UNLISTED, Wanted
from lrf.plugin import Dataset, Reader, hookimpl

__all__ = ["lrf_readers", "read", "recognises"]

MAGIC = b"PAR1"


def recognises(path: Path, head: bytes) -> bool:
    """Whether a file begins as Parquet files do."""
    return head.startswith(MAGIC)


def read(
    path: Path,
    ranks: str | None = None,
    order_column: str | None = None,
    require_targets: bool = True,
    scores: str | None = None,
    higher_is_better: bool = True,
    ignore: Sequence[str] = (),
    unlisted: str = "missing",
) -> Dataset:
    """Read a file.

    Parameters
    ----------
    path : Path
        The file.
    ranks, scores : str, optional
        A glob that the columns of positions or scores match.
    order_column : str, optional
        The column that holds orders.
    require_targets : bool
        Whether a file without rankings is refused.
    higher_is_better : bool
        Which of the scores are the good ones.
    ignore : sequence of str
        Columns that are left out, whatever they hold.
    unlisted : {"missing", "last"}
        Whether a label that an order leaves out was not ranked, or comes after all others.

    Raises
    ------
    DataError
        If something is wrong; the message names the file, and the row (from 0) and column.
    """
    wanted = Wanted(
        ranks, order_column, scores, higher_is_better, require_targets, tuple(ignore), unlisted
    )
    return dataset_of(columns_of_frame(_table(path), str(path), path.stem), wanted)


def _table(path: Path) -> Any:
    def take(parquet: Any) -> Any:
        table = parquet.read_table(path)
        table.validate(full=True)  # text is not looked at otherwise, nor are names
        return table.rename_columns(list(table.column_names))

    return from_parquet(path, take)


@hookimpl
def lrf_readers() -> list[Reader]:
    """Return the reader."""
    return [
        Reader(
            name="parquet",
            summary="Parquet files (takes the extra lrf[parquet])",
            parameters=[UNLISTED],
            recognises=recognises,
            read=read,
        )
    ]
