"""Reads comma-, semicolon- and tab-separated files whose first line names the columns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lrf.data.cells import read_columns
from lrf.data.table import open_table
from lrf.data.tabular import dataset_of
from lrf.data.text import is_text
from lrf.data.wanted import UNLISTED, Wanted
from lrf.plugin import Dataset, Reader, hookimpl

__all__ = ["lrf_readers", "read", "recognises"]


def recognises(path: Path, head: bytes) -> bool:
    """Whether a file is text."""
    return path.is_file() and is_text(head)


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
        The first line holds the names of the columns, each further line a sample. An empty cell is
        a value that is missing, or a label that was not ranked.
    ranks : str, optional
        A glob that the columns of positions match; without it, they are called ``rank_<label>``.
    order_column : str, optional
        The column that holds orders such as ``a>b>c``; without it and without ``rank_<label>``, the
        only column that does.
    require_targets : bool
        Whether a file without targets is refused; if not, `Dataset.Y` has no columns then.
    scores : str, optional
        A glob that the columns of scores match.
    higher_is_better : bool
        Which of the scores are the good ones.
    ignore : sequence of str
        Columns that are left out, whatever they hold.
    unlisted : {"missing", "last"}
        Whether a label that an order leaves out was not ranked, or comes after all others.

    Raises
    ------
    DataError
        If something is wrong; the message names the file, and the line and column if there are.
    """
    wanted = Wanted(
        ranks, order_column, scores, higher_is_better, require_targets, tuple(ignore), unlisted
    )
    return dataset_of(read_columns(open_table(path)), wanted)


@hookimpl
def lrf_readers() -> list[Reader]:
    """Return the reader."""
    return [
        Reader(
            name="csv",
            summary="text with named columns, separated by commas, semicolons or tabs",
            parameters=[UNLISTED],
            recognises=recognises,
            read=read,
        )
    ]
