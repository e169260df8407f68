"""How much purer the splits of an attribute make the nodes: importance by mean decrease.

The impurity of a node is 1 less the mean correlation of two rankings drawn from it, in the
correlation of the criterion, or Kendall's if it has none. All that is needed are the rankings in
the leaves, so that nothing is kept while trees grow. Where a linear model has a share in the vote,
its attributes get this share of the importance, by the variance of what each of them adds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.components import Array
from lrf.config import config_from_dict
from lrf.forest import Forest
from lrf.growth import embed
from lrf.linear import VALUE, LinearModel
from lrf.plan import make_plan
from lrf.shapes import Shape

__all__ = ["decreases", "mean_decreases", "node_decreases", "shares"]

#: How many columns of vectors are added up at a time.
_COLUMNS = 64


def decreases(forest: Forest) -> Array:
    """Return by how much the splits on each attribute decrease the impurity, tree by tree.

    Parameters
    ----------
    forest : Forest
        The forest.

    Returns
    -------
    decreases : ndarray of float64, shape (n_trees, n_features)
        The decrease of each split counts by the share of the training rows that come through.
    """
    correlation = forest.plan.correlation
    if forest.plan.config.criterion.correlation is None or correlation is None:
        correlation = make_plan(config_from_dict({"estimator": "tree"})).correlation
    embedding = embed(correlation, forest.rankings)
    signs = np.where(np.arange(embedding.vectors.shape[1]) < embedding.n_positive, 1.0, -1.0)
    found = np.zeros((forest.n_trees, forest.n_features))
    for tree, shape in enumerate(forest.shapes()):
        inner = ~shape.is_leaf
        gains = node_decreases(shape, embedding.vectors, signs * embedding.scale)
        attributes = shape.nodes["feature"][inner]
        found[tree] = np.bincount(attributes, gains, minlength=forest.n_features)
    return found


def shares(forest: Forest) -> Array:
    """Return the share of each attribute in the decrease of impurity, tree by tree.

    Parameters
    ----------
    forest : Forest
        The forest.

    Returns
    -------
    shares : ndarray of float64, shape (n_trees, n_features)
        Summing to 1 in each tree that splits, scaled such that their mean does, too; in a blended
        forest, those of the linear model are mixed in.
    """
    found = decreases(forest)
    totals = found.sum(axis=1, keepdims=True)
    parts = np.divide(found, totals, out=np.zeros_like(found), where=totals > 0)
    total = parts.mean(axis=0).sum()
    scaled: Array = parts / total if total > 0 else parts
    blend = forest.blend
    if blend is None or blend.linear is None:
        return scaled
    linear = _linear_shares(blend.linear, forest.n_features)
    if not linear.any():
        return scaled
    share = blend.ridge / (blend.ridge + (blend.trees if total > 0 else 0.0))
    return scaled + share * (linear - scaled)


def _linear_shares(model: Any, n_features: int) -> Array:
    """Return the share of each attribute in the variance of what a linear model says.

    As if numbers were normal; of a logistic model, in the log-odds.
    """
    linear = model if isinstance(model, LinearModel) else model.odds
    explained = np.zeros(n_features)
    for feature in np.unique(linear.feature).tolist():
        own = linear.feature == feature
        values, weights = _typical(linear, own)
        X = np.zeros((len(values), n_features))
        X[:, feature] = values
        said = linear.columns(X)[:, own] @ linear.slope[own]
        said = said - weights @ said
        explained[feature] = (weights @ said**2).sum()
    shares: Array = explained / max(explained.sum(), 1e-300)
    return shares


def _typical(linear: LinearModel, own: Array) -> tuple[Array, Array]:
    """Return values of an attribute, and how often they are met."""
    from scipy.special import ndtri

    number = np.flatnonzero(own & (linear.kind == VALUE))
    if not len(number):
        often = np.maximum(linear.centre[own], 1e-12)
        return linear.category[own], often / often.sum()
    column = int(number[0])
    scale = linear.scale[column] if np.isfinite(linear.scale[column]) else 0.0
    with np.errstate(over="ignore"):
        values = linear.centre[column] + scale * ndtri((np.arange(33) + 0.5) / 33)
    return np.nan_to_num(values), np.full(33, 1 / 33)


def mean_decreases(forest: Forest) -> Array:
    """Return the mean of `shares` over trees, of shape (n_features,); all 0 if no tree splits."""
    mean: Array = shares(forest).mean(axis=0)
    return mean


def node_decreases(shape: Shape, vectors: Array, signs: Array) -> Array:
    """Return by how much each inner node decreases the impurity.

    Parameters
    ----------
    shape : Shape
        A tree.
    vectors : ndarray of float64, shape (n_distinct, width)
        The distinct rankings as vectors whose inner products are correlations.
    signs : ndarray of float64, shape (width,)
        How each column counts in an inner product.

    Returns
    -------
    decreases : ndarray of float64, shape (n_inner,)
    """
    inner = np.flatnonzero(~shape.is_leaf)
    left, right = shape.left[inner], shape.right[inner]
    weight = _sums(shape, np.ones((len(vectors), 1)))[:, 0]
    similar = np.zeros(len(weight))
    for start in range(0, vectors.shape[1], _COLUMNS):
        columns = slice(start, start + _COLUMNS)
        sums = _sums(shape, np.ascontiguousarray(vectors[:, columns]))
        similar += sums**2 @ signs[columns]
    similar /= weight
    gains: Array = (similar[left] + similar[right] - similar[inner]) / weight[0]
    return gains


def _sums(shape: Shape, rows: Array) -> Array:
    """Return the weighted sums of the rows of the rankings below each node."""
    from lrf.engine.backoff import add_up

    leaves = shape.leaves
    sums = np.zeros((len(shape.parent), rows.shape[1]))
    places = np.flatnonzero(shape.is_leaf)
    add_up(rows, leaves.starts, leaves.rankings, leaves.weights, places, shape.parent, sums)
    return sums
