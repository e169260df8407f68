"""Long tables, one measurement in each row, as one row per sample and one column per label."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.errors import RankingError
from lrf.rankings.cells import Aggregate, aggregate_cells
from lrf.rankings.frames import check_lengths, column, column_array, named_like
from lrf.rankings.labels import as_name, sorted_labels, unique_names, unknown_label
from lrf.rankings.scores import from_scores
from lrf.rankings.tables import as_table, is_missing
from lrf.rankings.ties import Floats

__all__ = ["from_long"]


def from_long(
    frame: Any,
    *,
    sample: Hashable,
    label: Hashable,
    score: Hashable,
    aggregate: Aggregate = "mean",
    higher_is_better: bool = True,
    ties: str | float = "exact",
    samples: Iterable[Hashable] | None = None,
    labels: Iterable[Any] | None = None,
    return_scores: bool = False,
) -> Any:
    """Rank labels by measurements that stand one below the other.

    Parameters
    ----------
    frame : table with named columns
        A DataFrame of pandas or polars, an Arrow table, or a dictionary of columns: one row for
        each measurement, in any order.
    sample, label, score : str
        The names of the columns that say what was measured on (a patient, an instance, a
        substrate), which label was tried (a drug, a solver, a solvent), and how it did.
    aggregate : {"mean", "median", "min", "max"} or callable
        What becomes of repeated measurements of the same sample and label; a callable gets them as
        an array, in the order of the table, and returns a number. Empty scores count as no
        measurement.
    higher_is_better : bool
        False for costs, errors, runtimes.
    ties : "exact" or float
        As in `from_scores`.
    samples : iterable, optional
        Which samples to return, in this order, such as ``X.index``: the rankings then belong to the
        rows of X. Other samples are left out, and one without measurements gets a row of NaN.
        Default: all samples, in the order of their first rows.
    labels : iterable, optional
        Which label belongs to which column. Default: the labels that occur, sorted.
    return_scores : bool
        Whether to return the scores as well, which metrics such as `lrf.metrics.regret` need.

    Returns
    -------
    positions : DataFrame or NamedTable of shape (n_samples, n_labels)
        1 = best; ties share the average of their places, NaN: not measured. A pandas DataFrame
        gives a DataFrame with samples as index and labels as columns; any other table gives a
        `NamedTable`, which holds the same.
    scores : of the same kind and shape
        Only if `return_scores`: the aggregated scores, NaN: not measured.

    Raises
    ------
    RankingError
        If there is no such column, a row has no sample or no label, a score is no number, a label
        is not among `labels`, or none of `samples` occurs. Rows are counted from 0.

    Examples
    --------
    >>> table = {"who": ["x", "x", "y"], "what": ["a", "b", "b"], "yield": [3.0, 7.0, 5.0]}
    >>> positions = from_long(table, sample="who", label="what", score="yield")
    >>> positions.labels
    ('a', 'b')
    >>> positions.values
    array([[ 2.,  1.],
           [nan,  1.]])
    """
    sample_keys, label_keys = _keys(frame, sample, "sample"), _keys(frame, label, "label")
    entries = column_array(frame, score)
    check_lengths((sample, label, score), (sample_keys, label_keys, entries))
    numbers = _numbers(entries, score)
    row_names, rows = _samples(sample_keys, samples, sample)
    column_names, columns = _labels(label_keys, labels, label)
    table = np.full((len(row_names), len(column_names)), np.nan)
    used = (rows >= 0) & ~np.isnan(numbers)
    cells = rows[used] * len(column_names) + columns[used]
    distinct, values = aggregate_cells(cells, numbers[used], aggregate)
    table.flat[distinct] = values
    if np.isnan(values).any():
        i, j = divmod(int(distinct[np.isnan(values)][0]), len(column_names))
        raise RankingError(
            f"the scores of sample {row_names[i]!r} and label {column_names[j]!r} aggregate to NaN"
        )
    scores = named_like(frame, table, row_names, column_names)
    positions = from_scores(scores, higher_is_better, ties)
    return (positions, scores) if return_scores else positions


def _numbers(entries: npt.NDArray[Any], name: Hashable) -> Floats:
    if not entries.size:
        return np.empty(0)
    return as_table(entries[:, np.newaxis], f"column {name!r}", "; scores are numbers")[:, 0]


def _keys(frame: Any, name: Hashable, what: str) -> list[Any]:
    keys = column(frame, name)
    missing = {key for key in set(keys) if is_missing(key)}  # far fewer than rows
    if missing:
        row = next(i for i, key in enumerate(keys) if key in missing)
        raise RankingError(f"column {name!r}: row {row} is empty; each row needs its {what}")
    return keys


def _samples(
    keys: list[Any], wanted: Iterable[Hashable] | None, name: Hashable
) -> tuple[Sequence[Hashable], npt.NDArray[np.intp]]:
    """Return the samples, and the row of each measurement; -1 for samples that are left out."""
    names = list(dict.fromkeys(keys) if wanted is None else wanted)
    places = {key: i for i, key in enumerate(names)}
    if len(places) < len(names):
        twice = next(key for i, key in enumerate(names) if places[key] != i)
        raise RankingError(f"samples: {twice!r} is given twice")
    rows = np.array([places.get(key, -1) for key in keys], dtype=np.intp)
    if len(names) and not (rows >= 0).any():
        there = f"the first one there is {keys[0]!r}" if keys else "which is empty"
        raise RankingError(
            f"none of the samples given occurs in column {name!r}: the first one given is "
            f"{names[0]!r}, {there}"
        )
    return names, rows


def _labels(
    keys: list[Any], wanted: Iterable[Any] | None, name: Hashable
) -> tuple[tuple[str, ...], npt.NDArray[np.intp]]:
    """Return the labels, and the column of each measurement."""
    written = {key: as_name(key) for key in set(keys)}
    names = sorted_labels(set(written.values())) if wanted is None else unique_names(wanted)
    places = {label: j for j, label in enumerate(names)}
    unknown = {key for key, label in written.items() if label not in places}
    if unknown:
        row = next(i for i, key in enumerate(keys) if key in unknown)
        raise RankingError(
            f"column {name!r}: row {row} names {unknown_label(written[keys[row]], names)}"
        )
    columns = {key: places[label] for key, label in written.items()}
    return names, np.array([columns[key] for key in keys], dtype=np.intp)
