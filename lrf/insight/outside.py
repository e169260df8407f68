"""Out of bag: what the trees say that never saw a row, of which the training is the fairest judge.

The rows of each tree are drawn again from its seed, so that nothing about them need be kept.
"""

from __future__ import annotations

import numpy as np

from lrf.components import Array
from lrf.drawing import drawn_rows
from lrf.forest import Forest
from lrf.insight.pooling import in_blocks

__all__ = ["predict_chosen", "trees_outside"]


def trees_outside(forest: Forest, weights: Array, used: Array, seed: int) -> Array:
    """Return which trees never saw each training row.

    Parameters
    ----------
    forest : Forest
        The forest.
    weights : ndarray of float64, shape (n_samples,)
        Weights of the rows.
    used : ndarray of bool, shape (n_samples,)
        The rows that the forest was grown from; the others no tree saw.
    seed : int
        What `lrf.drawing.root_seed` returned before the trees were grown.

    Returns
    -------
    outside : ndarray of bool, shape (n_samples, n_trees)
    """
    outside = np.ones((len(used), forest.n_trees), dtype=bool)
    for tree, counts in enumerate(drawn_rows(forest.plan, weights[used], seed)):
        outside[used, tree] = counts == 0
    return outside


def predict_chosen(
    forest: Forest,
    X: Array,
    chosen: Array,
    n_jobs: int | None = None,
    linear: Array | None = None,
) -> Array:
    """Return the positions that some of the trees predict, others for each row.

    Parameters
    ----------
    forest : Forest
        The forest.
    X : ndarray of float64, shape (n_rows, n_features)
        No infinite values; NaN: missing.
    chosen : ndarray of bool, shape (n_rows, n_trees)
        The trees that vote on each row.
    n_jobs : int, optional
        Number of threads; -1: all cores. The result does not depend on it.
    linear : ndarray of float64, shape (n_rows, width), optional
        What the linear model of a blend says of each row, if it is not to be asked.

    Returns
    -------
    positions : ndarray of float64, shape (n_rows, n_labels)
        NaN where no tree votes.
    """
    positions = np.full((len(X), forest.n_labels), np.nan)
    rows = np.flatnonzero(chosen.any(axis=1))
    said = None if linear is None else linear[rows]
    features, votes = np.ascontiguousarray(X[rows], dtype=np.float64), chosen[rows]

    def work(start: int, end: int) -> None:
        unseen = None if said is None else said[start:end]
        found = forest.predict_chosen(features[start:end], votes[start:end], unseen)
        positions[rows[start:end]] = found

    in_blocks(len(rows), forest.width_of_votes(), n_jobs, work)
    return positions
