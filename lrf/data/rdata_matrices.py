"""Two matrices of R as a data set."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.components import Dataset
from lrf.errors import DataError, RankingError
from lrf.frames import column_names
from lrf.rankings import validate_rankings

__all__ = ["dataset_of_matrices"]

Array: TypeAlias = npt.NDArray[Any]


def dataset_of_matrices(path: Path, x: Any, y: Any) -> Dataset:
    """Return a data set of a matrix of features and a matrix of positions.

    Parameters
    ----------
    path : Path
        Where they were found, for messages.
    x, y : array of shape (n, columns)
        With names of columns, if R knew any; `y` may be None.

    Raises
    ------
    DataError
        If they hold no numbers, or do not fit together, or `y` holds no positions.
    """
    X = _numbers(path, "x", x)
    if np.isinf(X).any():
        row = int(np.argwhere(np.isinf(X))[0, 0])
        raise DataError(f"{path}: the matrix x, row {row}, holds an infinite number")
    Y = np.empty((len(X), 0)) if y is None else _numbers(path, "y", y)
    if len(X) != len(Y):
        raise DataError(f"{path}: x has {len(X)} rows, but y has {len(Y)}")
    if not X.size:
        raise DataError(f"{path}: the matrix x is empty")
    labels = () if y is None else _names(path, "y", y, "L")
    try:
        positions = Y if y is None else validate_rankings(Y, name="y")
    except RankingError as error:
        raise DataError(f"{path}: {error}") from error
    return Dataset(
        name=path.stem,
        X=X,
        Y=positions,
        feature_names=_names(path, "x", x, "A"),
        label_names=labels,
    )


def _numbers(path: Path, name: str, matrix: Any) -> Array:
    values = matrix.values if hasattr(matrix, "coords") else matrix
    if isinstance(values, np.ma.MaskedArray):
        values = np.where(np.ma.getmaskarray(values), np.nan, np.ma.getdata(values))
    array = np.asarray(values)
    if array.dtype.kind not in "fiub":
        raise DataError(f"{path}: the matrix {name} holds no numbers")
    return np.ascontiguousarray(array, dtype=np.float64)


def _names(path: Path, name: str, matrix: Any, letter: str) -> tuple[str, ...]:
    """Return the names of the columns, or a letter and a number for each."""
    names = tuple(f"{letter}{j}" for j in range(1, np.shape(matrix)[1] + 1))
    columns = column_names(matrix)
    if columns is not None:
        names = tuple(map(str, columns))
    elif hasattr(matrix, "coords") and matrix.dims[1] in matrix.coords:
        names = tuple(str(each) for each in matrix.coords[matrix.dims[1]].values)
    if len(set(names)) < len(names):
        raise DataError(f"{path}: two columns of the matrix {name} have the same name")
    return names
