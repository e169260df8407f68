"""Features as the engine needs them: a table of numbers with the columns of the training."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import attrs
import numpy as np
from sklearn.utils.validation import check_array, validate_data

from lrf.components import Array
from lrf.errors import DataError, DataTypeError
from lrf.estimators.categories import Categories, categories_of, encode
from lrf.estimators.columns import Columns, columns_of, nominal_columns
from lrf.frames import COMPLEX, DATES, LARGE_INTEGERS, OBJECTS, SPARSE, collected
from lrf.given import no_table, odd_row, shown, uneven_row
from lrf.rankings.tables import is_missing

__all__ = ["check_features"]


def check_features(estimator: Any, X: Any, *, wanted: Any = None, training: bool) -> Array:
    """Return features as float64, and remember or compare what their columns are.

    Parameters
    ----------
    estimator : LabelRanker
        Gets ``n_features_in_``, ``feature_names_in_``, ``categories_`` and ``has_missing_`` in
        training.
    X : array-like or DataFrame of shape (n_samples, n_features)
        The features.
    wanted : "auto", None, or list of str, int or bool
        The parameter ``categorical_features``, needed in training only.
    training : bool
        Whether the columns are new.

    Returns
    -------
    X : ndarray of float64, shape (n_samples, n_features)
        C-contiguous. NaN where a number is missing; categories as numbers from 0, or -1 for those
        that were not there in training.

    Raises
    ------
    DataError
        If something is no number (a `DataTypeError`, unless it is text), infinite, or sparse, or
        the columns are not those of the training. The message names row and column.
    ConfigError
        If there are no such columns as `wanted` names.
    """
    if hasattr(X, "toarray"):
        raise DataError(
            "X is sparse, which is not supported; pass X.toarray(), or in a pipeline have the step "
            "before make dense columns (sparse_output=False, or sparse_threshold=0)"
        )
    X = collected(X)
    _refuse_others(X)
    if isinstance(X, np.ma.MaskedArray):
        X = np.ma.filled(X.astype(np.float64), np.nan)
    columns = columns_of(X)
    if columns is not None:
        _validate(estimator, X, training, skip_check_array=True)
        _refuse_kinds(columns)
    if training:
        nominal = () if columns is None else nominal_columns(columns, wanted)
    else:
        nominal = tuple(estimator.categories_)
        columns = _with_names(columns, estimator)
    if columns is not None and (training or columns.n_columns == estimator.n_features_in_):
        _refuse_words_and_objects(columns, nominal, training)
    categories: dict[int, Categories] = {}
    table: Array
    if columns is None or not (nominal or columns.of_kind(OBJECTS)):
        table = _validate(estimator, X, training)
    else:
        known = {} if training else estimator.categories_
        categories = {j: known.get(j) or categories_of(columns.column(j)) for j in nominal}
        table = _encode(estimator, columns, categories)
    _refuse_infinity(table, columns)
    if training:
        estimator.categories_ = categories
        estimator.has_missing_ = _has_missing(table, categories)
    return table


def _refuse_others(X: Any) -> None:
    """Refuse what is no table, such as a path or a dictionary, before numpy complains about it."""
    problem = no_table(X, "X") or odd_row(X, "X") or uneven_row(X, "X")
    if problem is None and isinstance(X, list | tuple) and X and isinstance(X[0], str | bytes):
        problem = f"X: row 0 is the text {shown(X[0])}, not a list of features"
    if problem is None and getattr(getattr(X, "dtype", None), "names", None):
        problem = "X is an array of records, whose fields may differ; pass pandas.DataFrame(X)"
    if problem is not None:
        raise DataTypeError(problem)


def _with_names(columns: Columns | None, estimator: Any) -> Columns | None:
    """Return columns without names as messages had better call them, by those of the training."""
    names = getattr(estimator, "feature_names_in_", ())
    if columns is None or columns.names is not None or columns.n_columns != len(names):
        return columns
    return attrs.evolve(columns, names=tuple(names))


def _validate(estimator: Any, X: Any, training: bool, **options: Any) -> Any:
    """Check names and number of columns, and make a table of numbers of them."""
    try:
        return validate_data(
            estimator,
            X,
            reset=training,
            dtype=np.float64,
            order="C",
            ensure_all_finite=False,
            **options,
        )
    except TypeError as error:
        raise DataTypeError(str(error)) from error
    except (ValueError, OverflowError) as error:
        raise DataError(str(error)) from error


def _encode(estimator: Any, columns: Columns, categories: dict[int, Categories]) -> Array:
    """Return numbers as they are, NaN for what is missing among objects, categories as theirs."""
    objects = [j for j in columns.of_kind(OBJECTS) if j not in categories]
    done = {j: _numbers_of(columns.column(j)) for j in objects}
    done |= {j: encode(columns.column(j), names) for j, names in categories.items()}
    table = np.empty((len(next(iter(done.values()))), columns.n_columns))
    for j, numbers in done.items():
        table[:, j] = numbers
    numeric = [j for j in range(columns.n_columns) if j not in done]
    try:
        check_array(table, ensure_all_finite=False, estimator=estimator)
        if numeric:
            table[:, numeric] = check_array(
                columns.select(numeric),
                dtype=np.float64,
                ensure_all_finite=False,
                estimator=estimator,
            )
    except TypeError as error:
        raise DataTypeError(str(error)) from error
    except (ValueError, OverflowError) as error:
        raise DataError(str(error)) from error
    return table


def _numbers_of(column: Any) -> Array:
    """Return a column of objects that have been looked at as numbers."""
    cells = np.asarray(column, dtype=object).tolist()
    return np.array([np.nan if is_missing(cell) else float(cell) for cell in cells])


def _refuse_kinds(columns: Columns) -> None:
    """Refuse dates, which numpy would turn into huge numbers, and what it has no type for."""
    for j in columns.of_kind(DATES):
        raise DataError(
            f"X: {columns.called(j)} holds dates or durations; turn them into numbers, such as "
            f"the year or the number of days since a date"
        )
    for j in columns.of_kind(COMPLEX):
        raise DataTypeError(f"Complex data not supported: X, {columns.called(j)}")
    for j in columns.of_kind(LARGE_INTEGERS):
        raise DataTypeError(
            f"X: {columns.called(j)} holds integers of 128 bits, which numpy lacks; make floating-"
            f"point numbers of them"
        )
    for j in columns.of_kind(SPARSE):
        raise DataTypeError(
            f"X: {columns.called(j)} is sparse, which is not supported; pass X.sparse.to_dense()"
        )


def _refuse_words_and_objects(columns: Columns, nominal: Collection[int], training: bool) -> None:
    """Refuse text, before numpy silently turns it into numbers or complains about all of it."""
    for j in columns.may_hold_text():
        if j in nominal:
            continue
        for i, cell in enumerate(np.asarray(columns.column(j)).tolist()):
            if isinstance(cell, str | bytes):
                raise DataError(
                    f"X: row {i}, {columns.called(j)} holds the text {shown(cell)}"
                    + (
                        "; list the column in categorical_features, or turn text into numbers"
                        if training
                        else ", but held numbers in training"
                    )
                )
            _refuse_objects(cell, i, columns.called(j))


def _refuse_objects(cell: Any, row: int, column: str) -> None:
    """Refuse what is neither a number nor missing, such as a date among objects."""
    if is_missing(cell):
        return
    try:
        float(cell)
    except (TypeError, ValueError) as error:
        raise DataTypeError(
            f"X: row {row}, {column} holds {shown(cell)}, which is no number: {error}"
        ) from error
    except OverflowError as error:
        raise DataError(f"X: row {row}, {column} holds a number that is too large") from error


def _refuse_infinity(table: Array, columns: Columns | None) -> None:
    rows, found = np.nonzero(np.isinf(table))
    if rows.size:
        i, j = int(rows[0]), int(found[0])
        column = f"column {j}" if columns is None else columns.called(j)
        raise DataError(
            f"X: row {i}, {column} holds {table[i, j]}; replace infinite values with finite ones, "
            f"or with NaN if they stand for missing"
        )


def _has_missing(table: Array, categories: dict[int, Categories]) -> Array:
    """Return which columns have missing values."""
    missing: Array = np.asarray(np.isnan(table).any(axis=0))
    for j, names in categories.items():
        missing[j] = None in names
    return missing
