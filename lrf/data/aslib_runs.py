"""The runs of an ASlib scenario as one row per instance and one column per algorithm."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from lrf.data.arff import read_arff
from lrf.data.aslib_description import Measure
from lrf.data.coding import Text
from lrf.data.columns import Columns
from lrf.errors import DataError
from lrf.memory import check_room
from lrf.wording import cited, listed

__all__ = ["Runs", "find_column", "read_runs", "words_of"]

Array: TypeAlias = npt.NDArray[Any]


@attrs.frozen(eq=False)
class Runs:
    """How well algorithms did.

    Parameters
    ----------
    instances, algorithms : tuple of str
        The rows and the columns, sorted.
    performance : ndarray of float64, shape (n_instances, n_algorithms)
        The median over repetitions; a run that failed is infinitely bad. NaN: there is no run.
    """

    instances: tuple[str, ...]
    algorithms: tuple[str, ...]
    performance: Array


def read_runs(path: Path, measure: Measure, cutoff: float) -> Runs:
    """Read ``algorithm_runs.arff``.

    Parameters
    ----------
    path : Path
        The file.
    measure : Measure
        What to read of each run.
    cutoff : float
        A run that took longer has failed, whatever its status; how long is a matter of chance.

    Raises
    ------
    DataError
        If an attribute is missing or of another type, or something is wrong with the file.
    """
    columns = read_arff(path)
    instance, algorithm = words_of(columns, "instance_id"), words_of(columns, "algorithm")
    status = words_of(columns, "runstatus")
    performance = columns.numbers([find_column(columns, measure.name)])[:, 0].copy()
    succeeded = np.array([word.lower() == "ok" for word in status.words] + [False])
    failed = ~succeeded[np.nan_to_num(status.codes, nan=-1).astype(np.intp)]
    if measure.is_runtime and not measure.maximize:
        failed |= performance > cutoff
    performance[failed] = -np.inf if measure.maximize else np.inf
    check_room(str(path), len(instance.words), len(algorithm.words))
    table = _medians(instance, algorithm, performance)
    return Runs(instance.words, algorithm.words, table)


def find_column(columns: Columns, name: str) -> int:
    """Return the number of a column.

    Raises
    ------
    DataError
        If there is none of that name.
    """
    for j, known in enumerate(columns.names):
        if known.lower() == name.lower():
            return j
    raise DataError(
        f"{columns.source}: expected the attribute {cited(name)}, found {listed(columns.names)}"
    )


def words_of(columns: Columns, name: str) -> Text:
    """Return a column as words, also where the header says that they are numbers.

    Raises
    ------
    DataError
        If there is no such column, or a word is missing in it.
    """
    j = find_column(columns, name)
    values = columns.values[:, j]
    missing = np.flatnonzero(np.isnan(values))
    if missing.size:
        raise columns.error(int(missing[0]), [j], "the value is missing")
    if j in columns.words:
        return columns.text(j)
    distinct, codes = np.unique(values, return_inverse=True)
    return Text(codes.astype(np.float64), tuple(f"{value:.15g}" for value in distinct))


def _medians(rows: Text, columns: Text, values: Array) -> Array:
    """Return a table of the medians of the values that belong to a row and a column."""
    table = np.full((len(rows.words), len(columns.words)), np.nan)
    known = ~np.isnan(values)
    cells = (rows.codes * len(columns.words) + columns.codes)[known].astype(np.intp)
    values = values[known]
    order = np.lexsort((values, cells))
    distinct, first, count = np.unique(cells[order], return_index=True, return_counts=True)
    low, high = (values[order][first + (count - 1 + odd) // 2] for odd in (0, 1))
    with np.errstate(invalid="ignore"):
        table.flat[distinct] = np.where(low == high, low, low + (high - low) / 2)
    return table
