"""Where a row of a data set stands, for whoever has to correct it."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from lrf.data.bundled import dataset_names
from lrf.data.reading import LAST_RESORT, reader_of
from lrf.data.table import open_table

__all__ = ["place_of"]


def place_of(source: str | PathLike[str], row: int) -> str:
    """Return such as "line 12" for a table of text, and "row 10" for anything else.

    Parameters
    ----------
    source : str or path
        What was read: a file, a folder, or the name of a bundled data set.
    row : int
        Which row, counted from 0.

    Raises
    ------
    DataError
        If the file cannot be read any more.
    """
    if str(source) not in dataset_names() and reader_of(Path(source)).name == LAST_RESORT:
        return open_table(Path(source)).place(row)
    return f"row {row}"
