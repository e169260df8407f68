"""What following a predicted ranking is worth: measures of the labels that are tried first.

They compare a prediction with the scores that were measured (yields, run times, ratings), so that a
mistake between two labels that are nearly equal costs next to nothing. Where there are no scores,
the true positions will do, with ``higher_is_better=False``.

* A label without a score is left out of its row, since nobody knows what picking it would have
  been worth; a row without any score gets NaN, and means leave it out.
* Where the prediction ties labels, each order of them is as likely as any other, and the measure is
  the expected value. A label that the prediction does not rank is picked after all that it ranks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.metrics.expectation import expected_best, picking_order
from lrf.metrics.tables import as_pair, check_whole
from lrf.rankings.ties import Floats, tie_groups

__all__ = [
    "reciprocal_rank",
    "regret",
    "top_k_hit",
]

NAMES = ("scores", "predicted")


def regret(scores: Any, predicted: Any, picks: int = 1, *, higher_is_better: bool = True) -> Floats:
    """Compute how much worse the best of the first picks is than the best label, for each row.

    Parameters
    ----------
    scores : array-like or DataFrame of shape (n, k)
        What was measured; NaN: not measured.
    predicted : array-like or DataFrame of shape (n, k)
        Predicted positions, 1 = best.
    picks : int
        How many labels are tried, in the predicted order.
    higher_is_better : bool
        False for costs, errors, runtimes.

    Returns
    -------
    regret : ndarray of float64, shape (n,)
        At least 0, in the units of the scores; NaN for a row without scores.

    Raises
    ------
    RankingError
        If the shapes or labels differ, a table holds anything but numbers, or `picks` is no whole
        number of at least 1.

    Examples
    --------
    >>> yields = [[80, 75, 10], [20, float("nan"), 60]]
    >>> regret(yields, [[2, 1, 3], [2, 1, 3]])
    array([ 5., 40.])
    """
    gains, positions = _gains(scores, predicted, higher_is_better)
    best = _best(gains)
    with np.errstate(invalid="ignore"):  # inf beside inf, which is no loss
        loss = np.where(gains == best, 0.0, best - gains)
    return 0.0 - expected_best(-loss, positions, check_whole(picks, "picks"))


def reciprocal_rank(
    scores: Any, predicted: Any, picks: int = 1, *, higher_is_better: bool = True
) -> Floats:
    """Compute the reciprocal of the true rank of the best of the first picks, for each row.

    Parameters
    ----------
    scores : array-like or DataFrame of shape (n, k)
        What was measured; NaN: not measured. Labels of equal scores share the best of their ranks.
    predicted : array-like or DataFrame of shape (n, k)
        Predicted positions, 1 = best.
    picks : int
        How many labels are tried, in the predicted order.
    higher_is_better : bool
        False for costs, errors, runtimes.

    Returns
    -------
    reciprocal : ndarray of float64, shape (n,)
        1 where a best label is among the picks, 1/2 if only a second best is, and so on; NaN for a
        row without scores.

    Raises
    ------
    RankingError
        As in `regret`.

    Examples
    --------
    >>> reciprocal_rank([[80, 75, 10]], [[3, 2, 1]], picks=2)
    array([0.5])
    """
    gains, positions = _gains(scores, predicted, higher_is_better)
    groups = tie_groups(-gains)
    ranks = np.empty_like(gains)
    np.put_along_axis(ranks, groups.order, groups.first + 1.0, axis=1)
    values = np.where(np.isnan(gains), np.nan, 1 / ranks)
    return expected_best(values, positions, check_whole(picks, "picks"))


def top_k_hit(scores: Any, predicted: Any, k: int = 1, *, higher_is_better: bool = True) -> Floats:
    """Compute whether a best label is among the first k, for each row.

    Parameters
    ----------
    scores : array-like or DataFrame of shape (n, n_labels)
        What was measured; NaN: not measured.
    predicted : array-like or DataFrame of shape (n, n_labels)
        Predicted positions, 1 = best.
    k : int
        How many labels are tried, in the predicted order.
    higher_is_better : bool
        False for costs, errors, runtimes.

    Returns
    -------
    hit : ndarray of float64, shape (n,)
        1 or 0, in between where ties of the prediction decide; NaN for a row without scores.

    Raises
    ------
    RankingError
        As in `regret`.

    Examples
    --------
    >>> top_k_hit([[80, 75, 10], [80, 75, 10]], [[2, 1, 3], [1, 1, 1]])
    array([0.        , 0.33333333])
    """
    gains, positions = _gains(scores, predicted, higher_is_better)
    values = np.where(np.isnan(gains), np.nan, gains == _best(gains))
    return expected_best(values, positions, check_whole(k, "k"))


def _gains(scores: Any, predicted: Any, higher_is_better: bool) -> tuple[Floats, Floats]:
    """Return scores of which higher is better, and the positions of the labels that have one."""
    table, positions = as_pair(scores, predicted, NAMES)
    gains = table if higher_is_better else -table
    return gains, picking_order(positions, ~np.isnan(gains))


def _best(gains: Floats) -> Floats:
    """Return the best of each row, shape (n, 1); -inf if there is none."""
    known = np.where(np.isnan(gains), -np.inf, gains)
    best: Floats = known.max(axis=1, keepdims=True, initial=-np.inf)
    return best
