"""Features as the engine needs them: a table of finite numbers with the columns of the training."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import validate_data

from lrf.components import Array
from lrf.errors import DataError

__all__ = ["check_features"]


def check_features(estimator: Any, X: Any, *, training: bool) -> Array:
    """Return features as float64, and remember or compare what their columns are.

    Parameters
    ----------
    estimator : LabelRanker
        Gets ``n_features_in_`` and ``feature_names_in_`` in training.
    X : array-like or DataFrame of shape (n_samples, n_features)
        The features.
    training : bool
        Whether the columns are new.

    Returns
    -------
    X : ndarray of float64, shape (n_samples, n_features)
        C-contiguous, finite.

    Raises
    ------
    DataError
        If something is no number, not finite, or sparse, or the columns are not those of the
        training. The message names row and column.
    """
    if hasattr(X, "toarray"):
        raise DataError("X is sparse, which is not supported; pass X.toarray()")
    _refuse_text(X)
    try:
        table: Array = validate_data(
            estimator,
            X,
            reset=training,
            dtype=np.float64,
            order="C",
            ensure_all_finite=False,
        )
    except ValueError as error:
        raise DataError(str(error)) from error
    _refuse_infinity(table, X)
    return table


def _column(X: Any, j: int) -> str:
    """Return what to call a column: its name in a DataFrame, its number otherwise."""
    columns = getattr(X, "columns", None)
    return f"column {j}" if columns is None else f"column {columns[j]!r}"


def _refuse_text(X: Any) -> None:
    """Refuse text, before numpy silently turns it into numbers or complains about all of it."""
    try:
        cells = np.asarray(X)
    except ValueError:  # rows of different lengths, about which scikit-learn says more
        return
    if cells.ndim != 2 or cells.dtype.kind not in "OUST":
        return
    for j in range(cells.shape[1]):
        for i, cell in enumerate(cells[:, j]):
            if isinstance(cell, str | bytes):
                raise DataError(
                    f"X: row {i}, {_column(X, j)} holds the text {str(cell)!r}; turn text into "
                    f"numbers first, for instance with sklearn.preprocessing.OneHotEncoder"
                )


def _refuse_infinity(table: Array, X: Any) -> None:
    rows, columns = np.nonzero(np.isinf(table))
    if rows.size:
        i, j = int(rows[0]), int(columns[0])
        raise DataError(
            f"X: row {i}, {_column(X, j)} holds {table[i, j]}; replace infinite values with "
            f"finite ones, or with NaN if they stand for missing"
        )
