"""What each attribute did to a prediction, followed along the ways that a row takes.

With each step down a tree, what is known about the rankings changes; the change is put down to the
attribute that was asked for. What all trees say at their roots, and the changes, add up to what
they say at the leaves. The linear part of a blend is a sum over attributes anyway.

References
----------
A. Palczewska, J. Palczewski, R. Marchese Robinson, D. Neagu (2014): Interpreting random forest
classification models using a feature contribution method. In: Integration of Reusable Systems.
"""

from __future__ import annotations

import attrs
import numpy as np

from lrf.components import Array
from lrf.forest import Forest
from lrf.insight.aspects import MEANS, PAIRS, Aspect
from lrf.insight.calibration import Calibration
from lrf.insight.probabilities import expected_places, pair_blend
from lrf.insight.shares import answers_of_nodes
from lrf.linear import LinearModel
from lrf.logistic import ChanceModel, chances_of
from lrf.mixture import Blend
from lrf.statistics import label_pairs

__all__ = ["Parts", "contributions", "parts_of"]

#: Changes smaller than this are rounding.
_NOTHING = 1e-9


def contributions(forest: Forest, X: Array, aspect: Aspect) -> tuple[Array, Array]:
    """Return what is answered without a look at the row, and how each attribute changes that.

    Parameters
    ----------
    forest : Forest
        The forest.
    X : ndarray of float64, shape (n_rows, n_features)
        No infinite values; NaN: missing.
    aspect : Aspect
        The question.

    Returns
    -------
    base : ndarray of float64, shape (width,)
        The mean answer of the roots.
    changes : ndarray of float64, shape (n_rows, n_features, width)
        Summed over features and added to `base`, they are the mean answer of the leaves.
    """
    width = aspect.width(forest.n_labels)
    base, changes = np.zeros(width), np.zeros((len(X), forest.n_features, width))
    for (shape, answers), leaves in zip(
        answers_of_nodes(forest, aspect), forest.apply(X).T, strict=True
    ):
        base += answers[0]
        node = leaves.astype(np.int64)
        rows = np.flatnonzero(node > 0)
        while rows.size:
            parent = shape.parent[node[rows]]
            changes[rows, shape.nodes["feature"][parent]] += answers[node[rows]] - answers[parent]
            node[rows] = parent
            rows = rows[parent > 0]
    return base / forest.n_trees, changes / forest.n_trees


@attrs.frozen(eq=False)
class Parts:
    """What is predicted for some rows, as sums over attributes.

    Parameters
    ----------
    pair_base : ndarray of float64, shape (n_pairs,)
        The chance of the first label of each pair to stand before the second, without a look at
        the row.
    pair_changes : ndarray of float64, shape (n_rows, n_features, n_pairs)
        How each attribute changes it.
    place_base : ndarray of float64, shape (n_labels,)
        The expected place of each label, without a look at the row.
    moves : ndarray of float64, shape (n_rows, n_features, n_labels)
        How each attribute changes it.
    """

    pair_base: Array
    pair_changes: Array
    place_base: Array
    moves: Array


def parts_of(forest: Forest, X: Array, calibration: Calibration | None) -> Parts:
    """Return what is predicted for some rows, as sums over attributes.

    Where chances are cut off at 0 and 1 or calibrated, all attributes share in what that changes,
    each as it shares in the sum.

    Parameters
    ----------
    forest : Forest
        The forest.
    X : ndarray of float64, shape (n_rows, n_features)
        No infinite values; NaN: missing.
    calibration : Calibration or None
        How the probabilities are corrected.
    """
    base, changes = contributions(forest, X, PAIRS)
    blend = pair_blend(forest)
    if blend is None and calibration is None:
        return Parts(base, changes, *contributions(forest, X, MEANS))
    if blend is not None:
        base = blend.constant + blend.trees * (base - blend.constant)
        changes *= blend.trees
        base = base + _add_linear(blend, X, changes)
    change = changes.sum(axis=1)
    start = _corrected(base[np.newaxis], calibration)
    end = _corrected(base + change, calibration)
    moved = abs(change) > _NOTHING
    factor = np.divide(end - start, change, out=np.ones_like(change), where=moved)
    changes *= factor[:, np.newaxis]
    return Parts(
        start[0], changes, expected_places(start, forest.n_labels)[0], _moves(forest, changes)
    )


def _add_linear(blend: Blend, X: Array, changes: Array) -> Array:
    """Add what the columns of the linear model say to the changes of their attributes.

    Returns what the model adds to every row. Log-odds are sums over attributes; all of them share
    in the chance that these amount to as they share in the sum.
    """
    model = blend.linear
    if model is None:
        return np.zeros(changes.shape[2])
    odds = model.odds if isinstance(model, ChanceModel) else model
    assert isinstance(odds, LinearModel)
    columns, parts = odds.columns(X), np.zeros_like(changes)
    for column, feature in enumerate(odds.feature.tolist()):
        parts[:, feature] += columns[:, column, np.newaxis] * odds.slope[column]
    start, total = odds.intercept, parts.sum(axis=1)
    if isinstance(model, ChanceModel):
        start, said = chances_of(odds.intercept), chances_of(odds.intercept + total)
        moved = abs(total) > _NOTHING
        slope = np.broadcast_to(start * (1 - start), total.shape).copy()
        parts *= np.divide(said - start, total, out=slope, where=moved)[:, np.newaxis]
    changes += blend.ridge * parts
    added: Array = blend.ridge * (start - blend.constant)
    return added


def _corrected(wins: Array, calibration: Calibration | None) -> Array:
    cut = np.clip(wins, 0.0, 1.0)
    return cut if calibration is None else calibration.apply(cut)


def _moves(forest: Forest, changes: Array) -> Array:
    """Return how changes of pairs change the expected places."""
    moves = np.zeros((*changes.shape[:2], forest.n_labels))
    for pair, (first, second) in enumerate(zip(*label_pairs(forest.n_labels), strict=True)):
        moves[:, :, first] -= changes[:, :, pair]
        moves[:, :, second] += changes[:, :, pair]
    return moves
