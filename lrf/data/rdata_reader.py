"""Reads .RData files of R with a matrix x of features and a matrix y of positions.

A file with a single data frame is read as a CSV file of the same columns would be. Takes the
package rdata.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lrf.data.frames import columns_of_frame
from lrf.data.rdata_matrices import dataset_of_matrices
from lrf.data.tabular import dataset_of
from lrf.data.wanted import UNLISTED, Wanted
from lrf.frames import is_pandas
from lrf.plugin import DataError, Dataset, Reader, hookimpl
from lrf.wording import one_line

__all__ = ["lrf_readers", "read", "recognises"]

MAGIC = (b"RDX2\n", b"RDX3\n", b"RDA2\n", b"RDA3\n")
SUFFIXES = (".rdata", ".rda")


def recognises(path: Path, head: bytes) -> bool:
    """Whether a file is called like one of R's, most of which are compressed, or begins so."""
    return path.is_file() and (path.suffix.lower() in SUFFIXES or head.startswith(MAGIC))


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
        The file: matrices x and y, or a single data frame.
    ranks, scores : str, optional
        A glob that the columns of positions or scores of a data frame match.
    order_column : str, optional
        The column of a data frame that holds orders.
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
    objects = _objects(path)
    matrices = {name.lower(): value for name, value in objects.items() if np.ndim(value) == 2}
    frames = [value for value in objects.values() if is_pandas(value)]
    if len(frames) == 1 and "y" not in matrices:
        return dataset_of(columns_of_frame(frames[0], str(path), path.stem), wanted)
    if "x" in matrices and wanted.nothing_said and ("y" in matrices or not require_targets):
        return dataset_of_matrices(path, matrices["x"], matrices.get("y"))
    found = ", ".join(objects) or "nothing"
    raise DataError(f"{path}: expected matrices x and y, or a single data frame; found {found}")


def _objects(path: Path) -> Mapping[str, Any]:
    """Return what a file holds, by name."""
    try:
        import rdata
    except ImportError as error:
        raise DataError(
            f"{path}: reading files of R takes the package rdata; install lrf[r]"
        ) from error
    with path.open("rb"):
        pass  # what can be opened and still not be read is damaged
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about encodings and classes that do not matter here
            found = rdata.read_rda(path)
    except Exception as error:  # it raises whatever goes wrong inside
        raise DataError(f"{path}: no sound file of R: {one_line(error)}") from error
    if not isinstance(found, Mapping):
        raise DataError(f"{path}: expected a file written by save() in R")
    return {str(name): value for name, value in found.items()}


@hookimpl
def lrf_readers() -> list[Reader]:
    """Return the reader."""
    return [
        Reader(
            name="rdata",
            summary=".RData files of R with matrices x and y (takes the extra lrf[r])",
            parameters=[UNLISTED],
            recognises=recognises,
            read=read,
        )
    ]
