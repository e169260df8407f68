"""Probabilities of pairs and places, from the pooled leaf statistics of a forest."""

from __future__ import annotations

import numpy as np

from lrf.components import Array
from lrf.forest import Forest
from lrf.insight.aspects import MEANS, PAIRS, PLACES, label_pairs
from lrf.insight.pooling import in_blocks, pool

__all__ = ["best_first", "mean_places", "pair_table", "pairwise", "places"]


def pairwise(
    forest: Forest, X: Array, n_jobs: int | None = None, chosen: Array | None = None
) -> Array:
    """Return the probability of each label to stand before each other.

    Parameters
    ----------
    forest : Forest
        The forest.
    X : ndarray of float64, shape (n_rows, n_features)
        No infinite values; NaN: missing.
    n_jobs : int, optional
        Number of threads; -1: all cores.
    chosen : ndarray of bool, shape (n_rows, n_trees), optional
        The trees that are asked about each row, if not all are.

    Returns
    -------
    chances : ndarray of float64, shape (n_rows, n_labels, n_labels)
        1/2 on the diagonal; NaN where no tree is asked.
    """
    return pair_table(pool(forest, X, PAIRS, n_jobs, chosen), forest.n_labels, n_jobs)


def pair_table(wins: Array, n_labels: int, n_jobs: int | None = None) -> Array:
    """Return chances of pairs of labels, given for one label of each pair, for both of them.

    Parameters
    ----------
    wins : ndarray of float64, shape (n_rows, n_labels * (n_labels - 1) / 2)
        The chance of the first label of each pair to stand before the second; NaN: unknown.
    n_labels : int
        Number of labels.
    n_jobs : int, optional
        Number of threads.

    Returns
    -------
    chances : ndarray of float64, shape (n_rows, n_labels, n_labels)
    """
    first, second = label_pairs(n_labels)
    chances = np.full((len(wins), n_labels, n_labels), 0.5)

    def work(start: int, end: int) -> None:
        chances[start:end, first, second] = wins[start:end]
        chances[start:end, second, first] = 1.0 - wins[start:end]

    in_blocks(len(wins), n_labels**2, n_jobs, work)
    chances[np.isnan(wins[:, 0])] = np.nan
    return chances


def places(forest: Forest, X: Array, n_jobs: int | None = None) -> Array:
    """Return the probability of each label to stand in each place.

    Parameters
    ----------
    forest, X, n_jobs
        As in `pairwise`.

    Returns
    -------
    chances : ndarray of float64, shape (n_rows, n_labels, n_places)
    """
    return pool(forest, X, PLACES, n_jobs).reshape(len(X), forest.n_labels, forest.n_labels)


def mean_places(
    forest: Forest, X: Array, n_jobs: int | None = None, chosen: Array | None = None
) -> Array:
    """Return the place that each label is expected to have, counted from 1.

    Parameters
    ----------
    forest, X, n_jobs, chosen
        As in `pairwise`.

    Returns
    -------
    means : ndarray of float64, shape (n_rows, n_labels)
    """
    return pool(forest, X, MEANS, n_jobs, chosen)


def best_first(positions: Array, means: Array, count: int) -> Array:
    """Return the labels that rankings place first.

    Parameters
    ----------
    positions : ndarray of float64, shape (n_rows, n_labels)
        The rankings.
    means : ndarray of float64, shape (n_rows, n_labels)
        What decides between labels that are tied; the smaller, the better. Where it does not,
        the label of the smaller number comes first.
    count : int
        How many labels are wanted.

    Returns
    -------
    labels : ndarray of int, shape (n_rows, count)
    """
    order: Array = np.lexsort((means, positions), axis=1)
    return order[:, :count]
