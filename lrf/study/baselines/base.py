"""What the baselines share: features as numbers without gaps, and rankings as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.compose import make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from lrf.components import Array

__all__ = ["Baseline", "centred_ranks", "numeric_features", "pair_signs", "scores_of_pairs"]


class Baseline(BaseEstimator):  # type: ignore[misc]
    """A model of studies.

    Parameters
    ----------
    categorical_features : sequence of int, optional
        The columns whose numbers stand for categories; a study fills it in.
    """

    categorical_features: Sequence[int] | None

    def fit(self, X: Any, Y: Any) -> Self:
        """Learn from features and positions (1 = best, NaN = not ranked)."""
        raise NotImplementedError

    def predict(self, X: Any) -> Array:
        """Return positions, average ones for ties."""
        raise NotImplementedError


def numeric_features(columns: Sequence[int] | None, scaled: bool) -> Any:
    """Return a transformer: gaps filled with means, categories as indicators.

    Parameters
    ----------
    columns : sequence of int, optional
        The nominal columns.
    scaled : bool
        Whether each column gets mean 0 and variance 1, as distances and penalties need it.
    """
    nominal = list(columns or ())
    parts: list[Any] = [SimpleImputer(keep_empty_features=True)]
    if scaled:
        parts.append(StandardScaler())
    if not nominal:
        return make_pipeline(*parts)
    return make_column_transformer(
        (OneHotEncoder(handle_unknown="ignore", sparse_output=False), nominal),
        remainder=make_pipeline(*parts),
    )


def centred_ranks(Y: Array) -> Array:
    """Return positions less their mean in each row; 0, the middle, for labels not ranked.

    Parameters
    ----------
    Y : ndarray of shape (n_samples, n_labels)
        Positions, NaN for labels that are not ranked; at least one in each row is.
    """
    ranked = np.count_nonzero(~np.isnan(Y), axis=1, keepdims=True)
    middle = np.nansum(Y, axis=1, keepdims=True) / np.maximum(ranked, 1)
    return np.asarray(np.nan_to_num(Y - middle, nan=0.0))


def pair_signs(Y: Array) -> Array:
    """Return, for each pair a < b of labels, 1 if a is placed before b, -1 if behind, otherwise 0.

    Parameters
    ----------
    Y : ndarray of shape (n_samples, n_labels)
        Positions, NaN for labels that are not ranked.

    Returns
    -------
    signs : ndarray of shape (n_samples, n_labels * (n_labels - 1) / 2)
        Also 0 where one of the two is not ranked.
    """
    first, second = np.triu_indices(Y.shape[1], 1)
    return np.asarray(np.nan_to_num(np.sign(Y[:, second] - Y[:, first]), nan=0.0))


def scores_of_pairs(signs: Array, n_labels: int) -> Array:
    """Return each label's score: the sum of its signs against all others, higher is better.

    Parameters
    ----------
    signs : ndarray of shape (n_samples, n_labels * (n_labels - 1) / 2)
        Signs, or what a model takes for them.
    n_labels : int
        The number of labels.
    """
    first, second = np.triu_indices(n_labels, 1)
    table: Array = np.zeros((len(signs), n_labels, n_labels))
    table[:, first, second] = signs
    table[:, second, first] = -signs
    return np.asarray(table.sum(axis=2))
