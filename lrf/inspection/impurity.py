"""What the trees themselves say about attributes: decreases of impurity, and depths."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from sklearn.utils.validation import check_is_fitted

from lrf.components import Array
from lrf.export.picking import feature_names
from lrf.insight.depths import minimal_depths
from lrf.insight.impurity import shares

__all__ = ["Importance", "Interactions", "impurity_importance", "interactions"]


@attrs.frozen(eq=False)
class Importance:
    """How much each attribute matters.

    Parameters
    ----------
    names : list of str
        The attributes.
    mean : ndarray of float64, shape (n_features,)
        Their importances.
    error : ndarray of float64, shape (n_features,)
        Standard errors; NaN where there is too little to tell.
    """

    names: list[str]
    mean: Array
    error: Array


@attrs.frozen(eq=False)
class Interactions:
    """How early attributes are asked for, and how soon after each other.

    Parameters
    ----------
    names : list of str
        The attributes.
    depth : ndarray of float64, shape (n_features,)
        Edges from the root to the first node that asks for an attribute, on average over trees.
        Small for those that decide much.
    error : ndarray of float64, shape (n_features,)
        Standard errors over trees; NaN for a single tree.
    below : ndarray of float64, shape (n_features, n_features)
        ``below[a, b]``: edges from the topmost nodes that ask for a to the first below that asks
        for b, on average over the trees that ask for a; NaN if none does. Smaller than the row's
        other entries where b matters once a is known.
    """

    names: list[str]
    depth: Array
    error: Array
    below: Array


def impurity_importance(model: Any) -> Importance:
    """Return by how much the splits on each attribute make nodes purer.

    Quick, and biased: attributes of many values offer more cuts, some of which look good by
    chance, so that noise of many values seems to matter. `permutation_importance` does not have
    this weakness. In a blended forest, the linear model's share of the vote is its share of the
    importance, and goes to its attributes by the variance of what each of them adds.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.

    Returns
    -------
    importance : Importance
        Means sum to 1, unless no tree splits. Standard errors are over trees.
    """
    check_is_fitted(model)
    found = shares(model.forest_)
    return Importance(feature_names(model), found.mean(axis=0), _error(found))


def interactions(model: Any) -> Interactions:
    """Return how early attributes are asked for, and how soon after each other.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.

    References
    ----------
    H. Ishwaran et al. (2010): High-dimensional variable selection for survival data. Journal of
    the American Statistical Association 105.
    """
    check_is_fitted(model)
    depths, below = minimal_depths(model.forest_)
    asked = ~np.isnan(below[:, :, 0])
    totals = np.where(asked[:, :, None], below, 0.0).sum(axis=0)
    counts = asked.sum(axis=0)[:, None]
    mean = np.divide(totals, counts, out=np.full(totals.shape, np.nan), where=counts > 0)
    return Interactions(feature_names(model), depths.mean(axis=0), _error(depths), mean)


def _error(by_tree: Array) -> Array:
    """Return the standard errors of means over trees."""
    n_trees = len(by_tree)
    if n_trees < 2:
        return np.full(by_tree.shape[1], np.nan)
    error: Array = by_tree.std(axis=0, ddof=1) / np.sqrt(n_trees)
    return error
