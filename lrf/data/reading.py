"""Data sets by name or by file, whichever reader the file needs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lrf.components import Dataset, Reader
from lrf.data.bundled import dataset_names, load_dataset
from lrf.data.failures import failures_of
from lrf.data.frames import read_frame
from lrf.data.ignored import ignored_names, without_features
from lrf.data.options import options_for, parameters_for, takes
from lrf.data.preflib import is_preflib
from lrf.data.text import head_of
from lrf.errors import DataError
from lrf.files import path_of
from lrf.frames import is_frame
from lrf.registry import get_registry

__all__ = ["find_dataset", "read_data", "reader_of"]

# Plain text is what a reader of some particular text format would also recognise.
LAST_RESORT = "csv"


def read_data(
    path: Any,
    ranks: str | None = None,
    order_column: str | None = None,
    require_targets: bool = True,
    *,
    scores: str | None = None,
    higher_is_better: bool = True,
    reader: str | None = None,
    ignore: Sequence[str] = (),
    **parameters: Any,
) -> Dataset:
    """Read a file, a folder, or a table in memory.

    Parameters
    ----------
    path : str, path-like or DataFrame
        The file or folder; the readers of all plugins are asked whether they recognise it. Or a
        DataFrame of pandas or polars, or a table of Arrow, whose columns are those of a file.
    ranks : str, optional
        A glob that the columns of positions match; without it, they are called ``rank_<label>``.
    order_column : str, optional
        The name of the column that holds orders such as ``a>b>c``; if nothing is said and there are
        no columns of positions, the only column that does.
    require_targets : bool
        Whether data without targets are refused; if not, `Dataset.Y` has no columns then.
    scores : str, optional
        A glob that the columns of scores match, of which rankings are made by `lrf.from_scores`.
    higher_is_better : bool
        False for costs, errors, runtimes.
    reader : str, optional
        The name of the reader to use, whatever the file looks like.
    ignore : sequence of str
        Columns or features that are left out, whatever they hold.
    **parameters
        What the reader can be told; ``lrf components reader`` lists it.

    Returns
    -------
    Dataset
        Features, positions, and the names of both.

    Raises
    ------
    DataError
        If there is no such file, no reader for it, or something wrong in it; the message names
        the file, the line and the column.
    MemoryLimitError
        If what is in it takes more memory than there is.
    ConfigError
        If the reader has no such parameter.
    """
    options: dict[str, Any] = {"ranks": ranks, "order_column": order_column}
    if not require_targets:
        options["require_targets"] = False
    if scores is not None:
        options["scores"] = scores
    if not higher_is_better:
        options["higher_is_better"] = False
    if ignore:
        options["ignore"] = ignored_names(ignore)
    if is_frame(path):
        return read_frame(path, reader=reader, **options, **parameters)
    if not isinstance(path, str | os.PathLike):
        raise DataError(
            f"data are a path or a DataFrame, not {type(path).__name__}; of arrays make a "
            f"lrf.plugin.Dataset(name=..., X=..., Y=..., feature_names=..., label_names=...)"
        )
    return _read_path(path_of(path), reader, options, parameters)


def _read_path(
    path: Path, name: str | None, options: dict[str, Any], parameters: dict[str, Any]
) -> Dataset:
    if name is None and is_preflib(path):
        raise DataError(
            f"{path}: a file of PrefLib holds votes and no features to learn from; lrf aggregate "
            f"(lrf.data.read_votes and lrf.aggregate) finds their consensus"
        )
    reader: Reader = reader_of(path) if name is None else get_registry().get("reader", name)
    told = dict(options)
    # Readers that know nothing of it are spared it: their features are left out afterwards.
    left_out = () if takes(reader, "ignore") else told.pop("ignore", ())
    given = options_for(reader, path, told) | parameters_for(reader, parameters)
    with failures_of(path):
        return without_features(reader.read(path, **given), left_out)


def reader_of(path: Path) -> Reader:
    """Return the reader that recognises a file or folder.

    Raises
    ------
    DataError
        If there is no such file, or no reader for it.
    """
    return _reader_for(path, head_of(path))


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
        return without_features(load_dataset(name_or_path), options.get("ignore", ()))
    if not Path(name_or_path).exists() and not Path(name_or_path).suffix:
        raise DataError(
            f"{name_or_path}: there is no such file, and no bundled data set of that name "
            f"({', '.join(dataset_names())})"
        )
    return read_data(name_or_path, **options)


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
