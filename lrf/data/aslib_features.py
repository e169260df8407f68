"""The features and the folds of an ASlib scenario, for the instances that are asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from lrf.data.arff import read_arff
from lrf.data.aslib_runs import find_column, words_of
from lrf.data.coding import Text
from lrf.data.columns import Columns
from lrf.errors import DataError

__all__ = ["Features", "read_features", "read_folds"]

Array: TypeAlias = npt.NDArray[Any]


@attrs.frozen(eq=False)
class Features:
    """The features of instances.

    Parameters
    ----------
    instances : tuple of str
        The rows, sorted.
    names : tuple of str
        The columns.
    values : ndarray of float64, shape (n_instances, n_features)
        Means over repetitions, NaN where a feature could not be computed.
    categories : mapping of int to tuple of str
        The columns of words, and what their codes stand for.
    """

    instances: tuple[str, ...]
    names: tuple[str, ...]
    values: Array
    categories: Mapping[int, tuple[str, ...]]


def read_features(path: Path) -> Features:
    """Read ``feature_values.arff``.

    Parameters
    ----------
    path : Path
        The file. An infinite value is one that could not be computed.

    Raises
    ------
    DataError
        If there are no features, or something is wrong with the file.
    """
    columns = read_arff(path)
    instance = words_of(columns, "instance_id")
    no_features = {find_column(columns, "instance_id"), *_find(columns, "repetition")}
    chosen = [j for j in range(len(columns.names)) if j not in no_features]
    if not chosen:
        raise DataError(f"{path}: there are no features")
    columns.numbers([j for j in chosen if j in columns.flaws])
    values = columns.values[:, chosen]
    values[np.isinf(values)] = np.nan
    categories = {i: columns.words[j] for i, j in enumerate(chosen) if j in columns.words}
    return Features(
        instance.words,
        tuple(columns.names[j] for j in chosen),
        _means(instance, values, categories),
        categories,
    )


def read_folds(path: Path, instances: Sequence[str]) -> Array | None:
    """Read ``cv.arff``, if it is there.

    Parameters
    ----------
    path : Path
        The file.
    instances : sequence of str
        The rows wanted.

    Returns
    -------
    folds : ndarray of int, shape (n_instances, n_repetitions), or None
        Which fold each instance is tested in; None if there is no such file, or not each of the
        instances has its fold in each repetition.

    Raises
    ------
    DataError
        If something is wrong with the file.
    """
    if not path.is_file():
        return None
    columns = read_arff(path)
    instance, repetition = words_of(columns, "instance_id"), words_of(columns, "repetition")
    fold = columns.numbers([find_column(columns, "fold")], finite=True)[:, 0]
    # Not made if some of it must be missing: a repetition for each row would make it enormous.
    if not len(fold) or len(instances) * len(repetition.words) > len(fold):
        return None
    wanted = {name: i for i, name in enumerate(instances)}
    rows = np.array([wanted.get(name, -1) for name in instance.words])
    rows = rows[instance.codes.astype(np.intp)]
    known = rows >= 0
    table = np.full((len(instances), len(repetition.words)), np.nan)
    table[rows[known], repetition.codes[known].astype(np.intp)] = fold[known]
    return None if np.isnan(table).any() else table.astype(np.intp)


def _find(columns: Columns, name: str) -> list[int]:
    return [j for j, known in enumerate(columns.names) if known.lower() == name]


def _means(instance: Text, values: Array, categories: Mapping[int, tuple[str, ...]]) -> Array:
    """Return one row per instance: means of numbers that are known, the first of words."""
    rows = instance.codes.astype(np.intp)
    first = np.unique(rows, return_index=True)[1]
    if len(first) == len(rows):
        return values[first]
    known = ~np.isnan(values)
    sums = np.zeros((len(first), values.shape[1]))
    counts = np.zeros(sums.shape)
    np.add.at(sums, rows, np.where(known, values, 0.0))
    np.add.at(counts, rows, known)
    means: Array = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
    means[:, list(categories)] = values[first][:, list(categories)]
    return means
