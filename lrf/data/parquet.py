"""Reading Parquet through the package pyarrow, whatever is wrong with a file said in one way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from lrf.errors import DataError
from lrf.wording import one_line

__all__ = ["from_parquet"]


def from_parquet(path: str | Path, take: Callable[[Any], Any]) -> Any:
    """Return what is taken from a Parquet file.

    Parameters
    ----------
    path : str or path
        The file, for messages.
    take : callable
        Given the module ``pyarrow.parquet``, reads what is wanted.

    Raises
    ------
    DataError
        If pyarrow is not installed, or the file is no sound Parquet file.
    """
    try:
        from pyarrow import parquet
    except ImportError as error:
        raise DataError(
            f"{path}: reading Parquet takes the package pyarrow; install lrf[parquet]"
        ) from error
    try:
        return take(parquet)
    except Exception as error:  # whatever its thirty kinds of errors are called
        raise DataError(f"{path}: no sound Parquet file: {one_line(error)}") from error
