"""The objects of a page that can be followed, as its script reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import ConfigError
from lrf.estimators.features import check_features
from lrf.estimators.targets import check_comparison
from lrf.export.tables import as_cells

__all__ = ["rows_on_page"]


def rows_on_page(
    model: Any, X: Any, Y: Any, row_names: Sequence[str] | None
) -> list[dict[str, Any]]:
    """Return the objects with their values, what the model predicts, and the truth if known.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    X, Y, row_names
        As in `lrf.export_html`.

    Raises
    ------
    ConfigError
        If there is not one name for each row, or there are names or truths without rows.
    DataError, RankingError
        If `X` or `Y` do not fit the model.
    """
    if X is None:
        if Y is not None or row_names is not None:
            raise ConfigError("Y and row_names say something about rows: give X, too")
        return []
    predicted = as_cells(np.asarray(model.predict(X)))
    values = check_features(model, X, training=False)
    names = [f"row {i}" for i in range(len(values))] if row_names is None else list(row_names)
    if len(names) != len(values):
        raise ConfigError(f"row_names: {len(names)} names for {len(values)} rows")
    truth: list[Any] = [None] * len(values)
    if Y is not None:
        truth = as_cells(check_comparison(Y, len(values), model.labels_, X))
    cells = as_cells(_without_missing(model, values))
    return [
        {"name": str(names[i]), "values": cells[i], "predicted": predicted[i], "truth": truth[i]}
        for i in range(len(values))
    ]


def _without_missing(model: Any, values: Array) -> Array:
    """Return the features with NaN for missing categories, as for missing numbers."""
    table = values.copy()
    for j, names in model.categories_.items():
        if None in names:
            table[table[:, j] == names.index(None), j] = np.nan
    return table
