"""Rankings by file, whatever its format, or by the name of a data set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import numpy as np

from lrf.components import Dataset
from lrf.data.bundled import dataset_names
from lrf.data.cells import read_columns
from lrf.data.failures import failures_of
from lrf.data.options import parameters_for
from lrf.data.preflib import is_preflib, read_preflib
from lrf.data.reading import LAST_RESORT, find_dataset, reader_of
from lrf.data.table import open_table
from lrf.data.votes import Votes
from lrf.data.votes_table import votes_of
from lrf.data.wanted import UNLISTED, Wanted
from lrf.errors import DataError
from lrf.registry import get_registry

__all__ = ["read_votes"]


def read_votes(
    name_or_path: str,
    ranks: str | None = None,
    order_column: str | None = None,
    weights: str | None = None,
    *,
    scores: str | None = None,
    higher_is_better: bool = True,
    reader: str | None = None,
    **parameters: Any,
) -> Votes:
    """Read rankings; features are not needed, and left out if there are any.

    Parameters
    ----------
    name_or_path : str
        A file of PrefLib, delimited text, any file or folder of features and rankings that a
        reader recognises, or the name of a bundled data set.
    ranks, order_column, scores, higher_is_better : optional
        Where a table has its rankings, as in `lrf.data.read_data`.
    weights : str, optional
        In delimited text, the column that holds how much each ranking counts. PrefLib's files
        hold that anyway.
    reader : str, optional
        The name of the reader to use, whatever the file looks like.
    **parameters
        What the reader can be told.

    Raises
    ------
    DataError
        If there is no such file, or something wrong in it; the message names the file, the line
        and the column.
    MemoryLimitError
        If what is in it takes more memory than there is.
    ConfigError
        If the reader has no such parameter.
    """
    path = Path(name_or_path)
    wanted = Wanted(ranks, order_column, scores, higher_is_better)
    is_file = path.is_file() and name_or_path not in dataset_names()
    if is_file and reader is None and is_preflib(path):
        if wanted != Wanted() or weights is not None or parameters:
            raise DataError(f"{path}: a file of PrefLib has no columns that could be named")
        with failures_of(path):
            return read_preflib(path)
    if is_file and (reader_of(path).name if reader is None else reader) == LAST_RESORT:
        told = parameters_for(get_registry().get("reader", LAST_RESORT), parameters)
        with failures_of(path):
            return votes_of(read_columns(open_table(path)), attrs.evolve(wanted, **told), weights)
    options = attrs.asdict(wanted, filter=lambda field, _: field.name != UNLISTED.name)
    dataset = find_dataset(name_or_path, reader=reader, **options, **parameters)
    if weights is not None:
        raise DataError(f"{dataset.name}: there is no column {weights!r} of weights")
    return _of_dataset(dataset)


def _of_dataset(dataset: Dataset) -> Votes:
    """Return the rankings of a data set, without rows that rank nothing."""
    ranked = ~np.isnan(dataset.Y).all(axis=1)
    return Votes(
        dataset.name,
        dataset.label_names,
        dataset.Y[ranked],
        np.ones(int(ranked.sum())),
        dataset.notes,
    )
