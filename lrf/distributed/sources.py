"""The parts that large data come in, each small enough to be read by one worker."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs

from lrf.data.parquet import from_parquet
from lrf.errors import DataError

__all__ = ["Part", "holds_parquet", "parts_of"]

#: How many rows of a Parquet file make a part, if they are in groups small enough.
_ROWS_OF_A_PART = 2**20


@attrs.frozen(eq=False)
class Part:
    """A part of the data.

    Parameters
    ----------
    called : str
        What messages call it.
    table : Delayed
        What a worker reads: a table of pandas or Arrow.
    """

    called: str
    table: Any


def parts_of(data: Any) -> list[Part]:
    """Return the parts of some data, in their order; nothing but their sizes is read.

    Parameters
    ----------
    data : DataFrame of Dask, path, or sequence of paths
        Files of Parquet are parted by their row groups; of a folder all that end in ".parquet" are
        taken, by their names.

    Raises
    ------
    DataError
        If there is nothing there, or something else.
    """
    if hasattr(data, "to_delayed") and hasattr(data, "columns"):
        return [Part(f"partition {i}", table) for i, table in enumerate(data.to_delayed())]
    if isinstance(data, str | os.PathLike):
        return [part for path in _files(Path(data)) for part in _parts_of_file(path)]
    if isinstance(data, Sequence):
        return [part for path in data for part in parts_of(path)]
    raise DataError(
        f"data are a DataFrame of Dask, a folder or file of Parquet, or several of these, not "
        f"{type(data).__name__}"
    )


def holds_parquet(path: Path) -> bool:
    """Whether a path is a folder with files of Parquet in it."""
    return path.is_dir() and next(path.rglob("*.parquet"), None) is not None


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        files = sorted(path.rglob("*.parquet"))
        if not files:
            raise DataError(f"{path}: there are no files that end in .parquet in this folder")
        return files
    if not path.exists():
        raise DataError(f"{path}: there is no such file")
    return [path]


def _parts_of_file(path: Path) -> Iterator[Part]:
    import dask

    for first, last in _ranges(_open(path).metadata):
        where = f"row group {first}" if first == last else f"row groups {first} to {last}"
        yield Part(f"{path}, {where}", dask.delayed(_read)(str(path.absolute()), first, last))


def _ranges(metadata: Any) -> Iterator[tuple[int, int]]:
    """Yield the first and the last row group of each part."""
    first, n_rows = 0, 0
    for group in range(metadata.num_row_groups):
        size = metadata.row_group(group).num_rows
        if group > first and n_rows + size > _ROWS_OF_A_PART:
            yield first, group - 1
            first, n_rows = group, 0
        n_rows += size
    if metadata.num_row_groups:
        yield first, metadata.num_row_groups - 1


def _open(path: str | Path) -> Any:
    return from_parquet(path, lambda parquet: parquet.ParquetFile(path))


def _read(path: str, first: int, last: int) -> Any:
    """Return some row groups of a file as a table."""
    file, groups = _open(path), list(range(first, last + 1))
    return from_parquet(path, lambda _: file.read_row_groups(groups))
