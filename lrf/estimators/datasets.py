"""Data sets as estimators take them: nominal features with their words, and said to be nominal."""

from __future__ import annotations

from typing import Any, TypeVar

import attrs
import numpy as np

from lrf.components import Array, Dataset
from lrf.config import run_settings
from lrf.errors import ConfigError
from lrf.estimators.base import LabelRanker
from lrf.estimators.columns import columns_of, nominal_columns

__all__ = ["features_of", "with_categories"]

Estimator = TypeVar("Estimator")


def features_of(dataset: Dataset) -> Array:
    """Return the features of a data set, words in place of the numbers that stand for them.

    Parameters
    ----------
    dataset : Dataset
        With nominal features or without.

    Returns
    -------
    X : ndarray of shape (n_samples, n_features)
        Of numbers, or of objects if there are words.
    """
    if not dataset.categories:
        return dataset.X
    table: Array = dataset.X.astype(object)
    for j, words in dataset.categories.items():
        codes = np.nan_to_num(dataset.X[:, j], nan=len(words)).astype(np.intp)
        table[:, j] = np.array([*words, None], dtype=object)[codes]
    return table


def with_categories(estimator: Estimator, dataset: Dataset) -> Estimator:
    """Tell an estimator which features of a data set are nominal.

    Parameters
    ----------
    estimator : object
        If it is one of ours, its parameter ``categorical_features`` is set to numbers of columns.
    dataset : Dataset
        What it is to learn from, as an array without names.

    Returns
    -------
    estimator : object
        The same.

    Raises
    ------
    ConfigError
        If the parameter names columns that do not exist, or leaves out one of words.
    """
    if not isinstance(estimator, LabelRanker):
        return estimator
    settings: Any = estimator
    wanted = run_settings({"categorical_features": settings.categorical_features})
    chosen = _chosen(wanted["categorical_features"], dataset)
    left_out = [j for j in dataset.categories if j not in chosen]
    if left_out:
        raise ConfigError(
            f"categorical_features: leaves out {dataset.feature_names[left_out[0]]!r}, but that "
            f"is a column of words in {dataset.name}; list it, or say 'auto'"
        )
    if chosen:
        settings.categorical_features = chosen
    return estimator


def _chosen(wanted: Any, dataset: Dataset) -> list[int]:
    """Return the numbers of the nominal features."""
    if wanted == "auto":
        return sorted(dataset.categories)
    columns = columns_of(dataset.X)
    assert columns is not None
    return list(nominal_columns(attrs.evolve(columns, names=dataset.feature_names), wanted))
