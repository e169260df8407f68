"""Probabilities of pairs and places, from the pooled leaf statistics of a forest and its blend.

All of them agree with each other. Those of pairs are the mixture that the forest's vote is, cut
off at 0 and 1 and calibrated. The expected place of a label is 1 and the chances of the others to
stand before it. The places are as the trees say them, tilted until they have these means.
"""

from __future__ import annotations

import numpy as np

from lrf.components import Array
from lrf.forest import Forest
from lrf.insight.aspects import MEANS, PAIRS, PLACES
from lrf.insight.calibration import Calibration
from lrf.insight.pooling import in_blocks, pool
from lrf.linear import LinearModel
from lrf.mixture import Blend
from lrf.statistics import label_pairs

__all__ = [
    "best_first",
    "expected_places",
    "mean_places",
    "pair_blend",
    "pair_table",
    "pair_wins",
    "pairwise",
    "places",
]

#: How many turns are taken to fit places to their means, and how near to 1 their sums come then.
_TURNS = 20
_NEAR = 5e-3

#: How near to the first and the last place the mean of a label may come.
_EDGE = 1e-3

#: The share of places that no tree speaks of, which thereby are not out of the question.
_OPEN = 0.05


def pair_blend(forest: Forest) -> Blend | None:
    """Return what the chances of pairs are mixed with.

    Parameters
    ----------
    forest : Forest
        The forest.

    Returns
    -------
    blend : Blend or None
        Of the chances of the first label of each pair. None if nothing is mixed.
    """
    blend = forest.blend
    if blend is None or forest.plan.aggregator.record.statistic != "pairwise":
        return None if blend is None else blend.pairs
    first, second = label_pairs(forest.n_labels)
    columns = first * forest.n_labels + second
    slope = blend.linear.slope[:, columns] if isinstance(blend.linear, LinearModel) else None
    return blend.with_pairs(blend.constant[columns], slope).pairs


def pair_wins(
    forest: Forest,
    X: Array,
    n_jobs: int | None = None,
    calibration: Calibration | None = None,
    chosen: Array | None = None,
    said: Array | None = None,
) -> Array:
    """Return the probability of the first label of each pair to stand before the second.

    Parameters
    ----------
    forest : Forest
        The forest.
    X : ndarray of float64, shape (n_rows, n_features)
        No infinite values; NaN: missing.
    n_jobs : int, optional
        Number of threads; -1: all cores.
    calibration : Calibration, optional
        How the probabilities are corrected.
    chosen : ndarray of bool, shape (n_rows, n_trees), optional
        The trees that are asked about each row, if not all are.
    said : ndarray of float64, shape (n_rows, n_pairs), optional
        What the linear model of a blend says, if it is not to be asked.

    Returns
    -------
    wins : ndarray of float64, shape (n_rows, n_pairs)
        NaN where no tree is asked.
    """
    wins = pool(forest, X, PAIRS, n_jobs, chosen)
    blend = pair_blend(forest)
    if blend is None and calibration is None:
        return wins

    def work(start: int, end: int) -> None:
        part = wins[start:end]
        if blend is not None:
            unseen = None if said is None else said[start:end]
            np.clip(blend.mix(part, X[start:end], unseen), 0.0, 1.0, out=part)
        if calibration is not None:
            part[:] = calibration.apply(part)

    in_blocks(len(wins), wins.shape[1] + X.shape[1], n_jobs, work)
    return wins


def pairwise(
    forest: Forest,
    X: Array,
    n_jobs: int | None = None,
    calibration: Calibration | None = None,
    chosen: Array | None = None,
) -> Array:
    """Return the probability of each label to stand before each other.

    Parameters
    ----------
    forest, X, n_jobs, calibration, chosen
        As in `pair_wins`.

    Returns
    -------
    chances : ndarray of float64, shape (n_rows, n_labels, n_labels)
        1/2 on the diagonal; NaN where no tree is asked.
    """
    wins = pair_wins(forest, X, n_jobs, calibration, chosen)
    return pair_table(wins, forest.n_labels, n_jobs)


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
    chances[np.isnan(wins).any(axis=1)] = np.nan
    return chances


def expected_places(wins: Array, n_labels: int) -> Array:
    """Return the expected place of each label: 1, and its chances to stand behind the others.

    Parameters
    ----------
    wins : ndarray of float64, shape (n_rows, n_pairs)
        The chance of the first label of each pair to stand before the second.
    n_labels : int
        Number of labels.

    Returns
    -------
    means : ndarray of float64, shape (n_rows, n_labels)
    """
    from lrf.engine.places import expect

    means = np.empty((len(wins), n_labels))
    expect(wins, means)
    return means


def places(
    forest: Forest, X: Array, n_jobs: int | None = None, calibration: Calibration | None = None
) -> Array:
    """Return the probability of each label to stand in each place.

    Parameters
    ----------
    forest, X, n_jobs, calibration
        As in `pair_wins`.

    Returns
    -------
    chances : ndarray of float64, shape (n_rows, n_labels, n_places)
    """
    k = forest.n_labels
    chances = pool(forest, X, PLACES, n_jobs).reshape(len(X), k, k)
    if k > 1 and not _only_trees(forest, calibration):
        _tilt(chances, mean_places(forest, X, n_jobs, calibration), n_jobs)
    return chances


def _only_trees(forest: Forest, calibration: Calibration | None) -> bool:
    return calibration is None and pair_blend(forest) is None


def _tilt(chances: Array, means: Array, n_jobs: int | None) -> None:
    """Change chances of places such that they have the given means."""
    from lrf.engine.places import tilt_places

    k = means.shape[1]
    wanted = np.clip(means - 1.0, _EDGE, k - 1.0 - _EDGE)
    chances *= 1.0 - _OPEN
    chances += _OPEN / k

    def work(start: int, end: int) -> None:
        room = np.empty((2, k))
        tilt_places(chances[start:end], wanted[start:end], _TURNS, _NEAR, *room)

    in_blocks(len(chances), k**2, n_jobs, work)


def mean_places(
    forest: Forest, X: Array, n_jobs: int | None = None, calibration: Calibration | None = None
) -> Array:
    """Return the place that each label is expected to have, counted from 1.

    Parameters
    ----------
    forest, X, n_jobs, calibration
        As in `pair_wins`.

    Returns
    -------
    means : ndarray of float64, shape (n_rows, n_labels)
    """
    if _only_trees(forest, calibration):
        return pool(forest, X, MEANS, n_jobs)
    wins = pair_wins(forest, X, n_jobs, calibration)
    return expected_places(wins, forest.n_labels)


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
