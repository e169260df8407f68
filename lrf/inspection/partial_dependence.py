"""Partial dependence: where labels are expected as one or two attributes change.

References
----------
J. H. Friedman (2001): Greedy function approximation: a gradient boosting machine. The Annals of
Statistics 29 (5).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import attrs
import numpy as np
from sklearn.utils.validation import check_is_fitted

from lrf.components import Array
from lrf.config import run_settings
from lrf.errors import ConfigError, DataError
from lrf.estimators.features import check_features
from lrf.export.picking import feature_names
from lrf.insight.probabilities import mean_places

__all__ = ["PartialDependence", "partial_dependence"]


@attrs.frozen(eq=False)
class PartialDependence:
    """Where labels are expected as one or two attributes change.

    Parameters
    ----------
    names : list of str
        The attributes.
    labels : list of str
        The labels.
    grids : list of list
        The values of each attribute: numbers, or names of categories; NaN or None: missing.
    positions : ndarray of float64, shape (n_values, n_labels) or (n_values, n_values_2, n_labels)
        The expected position of each label, averaged over the rows.
    """

    names: list[str]
    labels: list[str]
    grids: list[list[Any]]
    positions: Array


def partial_dependence(
    model: Any,
    X: Any,
    features: Any,
    *,
    grid_resolution: int = 20,
    percentiles: tuple[float, float] = (0.05, 0.95),
    missing: bool = True,
    sample_weight: Any = None,
) -> PartialDependence:
    """Return where labels are expected as one or two attributes change.

    Each row is given each value of the grid in turn, its other attributes left as they are, and
    the positions that the model expects are averaged over rows.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    X : array-like or DataFrame of shape (n_samples, n_features)
        The rows, for instance those of the training.
    features : int, str, or sequence of one or two of them
        The attributes, by number or name.
    grid_resolution : int
        Most values of an attribute with numbers. If it has no more, they are the grid; otherwise
        the grid is evenly spaced. All categories of a nominal attribute are looked at.
    percentiles : tuple of float
        Between which quantiles of the values such a grid lies.
    missing : bool
        Whether missing is one of the values, where some were missing in training.
    sample_weight : array-like of shape (n_samples,), optional
        How much each row counts.

    Returns
    -------
    dependence : PartialDependence

    Raises
    ------
    ConfigError
        If there is no such attribute, or another parameter is not allowed.
    DataError
        If the features cannot be used.
    """
    from lrf.estimators.targets import check_weights

    check_is_fitted(model)
    table = check_features(model, X, training=False)
    weights = check_weights(sample_weight, len(table), X)
    chosen = _chosen(model, features)
    _check(grid_resolution, percentiles)
    grids = [_grid(model, table, j, grid_resolution, percentiles, missing) for j in chosen]
    n_jobs = run_settings(model.settings())["n_jobs"]
    found = []
    for values in product(*(numbers for numbers, _ in grids)):
        changed = table.copy()
        changed[:, chosen] = values
        expected = mean_places(model.forest_, changed, n_jobs, model.calibration_)
        found.append(np.average(expected, axis=0, weights=weights))
    shape = (*(len(numbers) for numbers, _ in grids), model.n_labels_)
    return PartialDependence(
        [feature_names(model)[j] for j in chosen],
        [str(label) for label in model.labels_],
        [names for _, names in grids],
        np.reshape(found, shape),
    )


def _chosen(model: Any, features: Any) -> list[int]:
    """Return the numbers of attributes."""
    wanted = [features] if isinstance(features, str | int | np.integer) else list(features)
    if not 1 <= len(wanted) <= 2:
        raise ConfigError(f"features must be one or two attributes, not {len(wanted)}")
    names = feature_names(model)
    chosen = []
    for feature in wanted:
        if isinstance(feature, str) and feature in names:
            chosen.append(names.index(feature))
        elif isinstance(feature, int | np.integer) and 0 <= feature < len(names):
            chosen.append(int(feature))
        else:
            raise ConfigError(
                f"there is no feature {feature!r}; give a name or a number from 0 to "
                f"{len(names) - 1}"
            )
    if len(set(chosen)) < len(chosen):
        raise ConfigError(f"features names {names[chosen[0]]!r} twice")
    return chosen


def _check(grid_resolution: Any, percentiles: Sequence[float]) -> None:
    if not isinstance(grid_resolution, int | np.integer) or grid_resolution < 2:
        raise ConfigError(f"grid_resolution must be at least 2, not {grid_resolution!r}")
    low, high = percentiles
    if not 0 <= low < high <= 1:
        raise ConfigError(f"percentiles must rise within 0 and 1, not {tuple(percentiles)!r}")


def _grid(
    model: Any,
    table: Array,
    attribute: int,
    resolution: int,
    percentiles: tuple[float, float],
    missing: bool,
) -> tuple[Array, list[Any]]:
    """Return the values of an attribute that are looked at, as numbers and as they are called."""
    if attribute in model.categories_:
        names = list(model.categories_[attribute])
        if names[-1] is None and not missing:
            names = names[:-1]
        return np.arange(float(len(names))), names
    known = table[~np.isnan(table[:, attribute]), attribute]
    if not len(known):
        raise DataError(f"all values of {feature_names(model)[attribute]!r} are missing")
    values = np.unique(known)
    if len(values) > resolution:
        low, high = np.quantile(known, percentiles).tolist()
        values = np.linspace(low, high, resolution)
    if missing and model.has_missing_[attribute]:
        values = np.append(values, np.nan)
    return values, values.tolist()
