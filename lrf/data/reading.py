"""Data sets by name or by file, whichever reader the file needs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from lrf.components import Dataset, Reader
from lrf.data.bundled import dataset_names, load_dataset
from lrf.errors import DataError
from lrf.registry import get_registry

__all__ = ["find_dataset", "read_data"]

# Plain text is what a reader of some particular text format would also recognise.
LAST_RESORT = "csv"
HEAD = 4096


def read_data(
    path: str | os.PathLike[str],
    ranks: str | None = None,
    order_column: str | None = None,
    require_targets: bool = True,
) -> Dataset:
    """Read a data file.

    Parameters
    ----------
    path : str or path-like
        The file; the readers of all plugins are asked whether they recognise it.
    ranks : str, optional
        A glob that the columns of positions match; without it, they are called ``rank_<label>``.
    order_column : str, optional
        The name of the column that holds orders such as ``a>b>c``.
    require_targets : bool
        Whether a file without targets is refused; if not, `Dataset.Y` has no columns then.

    Returns
    -------
    Dataset
        Features, positions, and the names of both.

    Raises
    ------
    DataError
        If there is no such file, no reader for it, or something wrong in it; the message names
        the file, the line and the column.
    """
    path = Path(path)
    reader = _reader_for(path, _head(path))
    options: dict[str, Any] = {"ranks": ranks, "order_column": order_column}
    if not require_targets:
        options["require_targets"] = False
    try:
        return reader.read(path, **options)
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from error


def find_dataset(name_or_path: str, **options: Any) -> Dataset:
    """Return a bundled data set, or read a file if none is called so.

    Parameters
    ----------
    name_or_path : str
        A name wins over a file that is called the same; write ``./iris`` for the file.
    **options
        For `read_data`.

    Raises
    ------
    DataError
        As `read_data`.
    """
    if name_or_path in dataset_names():
        return load_dataset(name_or_path)
    if not Path(name_or_path).exists() and not Path(name_or_path).suffix:
        raise DataError(
            f"{name_or_path}: there is no such file, and no bundled data set of that name "
            f"({', '.join(dataset_names())})"
        )
    return read_data(name_or_path, **options)


def _head(path: Path) -> bytes:
    """Return the first bytes of a file, none of a directory."""
    if path.is_dir():
        return b""
    try:
        with path.open("rb") as file:
            return file.read(HEAD)
    except FileNotFoundError as error:
        raise DataError(f"{path}: there is no such file") from error
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from error


def _reader_for(path: Path, head: bytes) -> Reader:
    registry = get_registry()
    readers: list[Reader] = [registry.get("reader", name) for name in registry.names("reader")]
    for reader in sorted(readers, key=lambda reader: (reader.name == LAST_RESORT, reader.name)):
        if reader.recognises(path, head):
            return reader
    names = ", ".join(reader.name for reader in readers)
    if path.is_dir():
        raise DataError(f"{path}: this is a directory, and no reader recognises it ({names})")
    raise DataError(f"{path}: this is no text file, and no reader recognises it ({names})")
