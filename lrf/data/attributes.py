"""Rankings made from attributes: the transformation that made test data out of regression data."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import DataError, RankingError
from lrf.frames import column_names, index_of, pick
from lrf.rankings import from_scores
from lrf.rankings.frames import column, named_like
from lrf.rankings.tables import as_table
from lrf.wording import cited, nearest

__all__ = ["by_attributes"]


def by_attributes(X: Any, attributes: Iterable[Hashable]) -> tuple[Any, Any]:
    """Take attributes out and order them by size in each row (transformation B).

    The attributes become the labels. Each is standardised over all rows, so that sizes can be
    compared, and the largest comes first; the other attributes stay as they are, to predict the
    order from. In this way the published data sets ``housing`` and ``bodyfat`` were made, row by
    row, among others.

    Parameters
    ----------
    X : array-like or table of shape (n_samples, n_features)
        An array, a DataFrame of pandas or polars, an Arrow table, or a dictionary of columns.
    attributes : iterable
        The attributes to take out, at least two: names if the columns have any, numbers counted
        from 0 otherwise.

    Returns
    -------
    rest : of the kind of X
        The other attributes.
    positions : ndarray, DataFrame or NamedTable of shape (n_samples, n_attributes)
        1 = largest; equal sizes tie, and a missing value (NaN) is not ranked. As `from_scores`
        returns it.

    Raises
    ------
    DataError
        If there is no such attribute, one is given twice or is constant, fewer than two are given,
        none is left to predict from, or a value is no finite number.

    References
    ----------
    Cheng, W., Hühn, J., Hüllermeier, E. (2009). Decision tree and instance-based learning for
    label ranking. ICML.

    Examples
    --------
    >>> rest, positions = by_attributes([[7.0, 1, 30], [8.0, 2, 20], [9.0, 3, 10]], [1, 2])
    >>> positions
    array([[2. , 1. ],
           [1.5, 1.5],
           [1. , 2. ]])
    """
    table = np.asarray(X) if column_names(X) is None else X
    chosen = list(attributes)
    known = _known_columns(table)
    _check(chosen, known)
    sizes = _standardised(_values(table, chosen), chosen)
    rest = [j for j, name in enumerate(known) if name not in chosen]
    if isinstance(table, np.ndarray):
        return table[:, rest], from_scores(sizes)
    labels = [str(name) for name in chosen]
    samples = index_of(table) or range(len(sizes))
    return pick(table, rest), from_scores(named_like(table, sizes, samples, labels))


def _known_columns(table: Any) -> tuple[Any, ...]:
    names = column_names(table)
    if names is not None:
        return names
    if table.ndim != 2:
        raise DataError(f"X has the shape {table.shape}; it needs two dimensions")
    return tuple(range(table.shape[1]))


def _check(chosen: Sequence[Hashable], known: Sequence[Any]) -> None:
    if len(chosen) < 2:
        raise DataError(f"take out at least two attributes, not {len(chosen)}: nothing to rank")
    for number, name in enumerate(chosen):
        if name not in known:
            near = nearest(str(name), map(str, known))
            hint = "" if near is None else f"; did you mean {cited(near)}?"
            raise DataError(f"there is no attribute {name!r}{hint}")
        if name in chosen[:number]:
            raise DataError(f"the attribute {name!r} is given twice")
    if len(chosen) == len(known):
        raise DataError("all attributes are taken out, and none is left to predict from")


def _values(table: Any, chosen: Sequence[Any]) -> Array:
    try:
        if isinstance(table, np.ndarray):
            return as_table(table[:, chosen], "X")
        columns = np.array([column(table, name) for name in chosen], dtype=object)
        return as_table(columns.T, "X")
    except RankingError as error:
        raise DataError(str(error)) from error


def _standardised(values: Array, chosen: Sequence[Hashable]) -> Array:
    for name, sizes in zip(chosen, values.T, strict=True):
        known = sizes[~np.isnan(sizes)]
        if np.isinf(known).any():
            row = int(np.flatnonzero(np.isinf(sizes))[0])
            raise DataError(f"X: row {row}, attribute {name!r} holds a value that is not finite")
        if known.size == 0 or np.ptp(known) == 0:
            raise DataError(f"the attribute {name!r} is the same in all rows: it has no size")
    scaled: Array = (values - np.nanmean(values, axis=0)) / np.nanstd(values, axis=0, ddof=1)
    return scaled
