"""How good partial orders are: how much of what they say is right, and how much they say.

References
----------
W. Cheng, M. Rademaker, B. De Baets, E. Hüllermeier (2010): Predicting partial orders: ranking with
abstention. ECML PKDD.
"""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from lrf.errors import RankingError
from lrf.metrics.averages import mean_of_rows
from lrf.rankings.partial import above, check_threshold, path_strengths
from lrf.rankings.tables import as_table
from lrf.rankings.ties import Floats

__all__ = [
    "AbstentionCurve",
    "abstention_curve",
    "completeness",
    "correctness",
    "mean_completeness",
    "mean_correctness",
]


def correctness(truth: Any, before: Any) -> Floats:
    """Compute how much of what each partial order says is right.

    Parameters
    ----------
    truth : array-like or DataFrame of shape (n, k)
        True positions; NaN: not ranked. Pairs that it ties or does not rank do not count.
    before : array-like of bool, shape (n, k, k)
        Which label is placed before which, as `predict_partial` returns it.

    Returns
    -------
    correctness : ndarray of float64, shape (n,)
        Pairs placed right less pairs placed wrong, by their sum: from -1 to 1. NaN where the
        partial order says nothing about pairs that count.

    Raises
    ------
    RankingError
        If the shapes do not fit together.

    Examples
    --------
    >>> correctness([[1, 2, 3]], [[[0, 1, 1], [0, 0, 0], [0, 1, 0]]]).round(3)
    array([0.333])
    """
    right, wrong, _ = _count(*_as_orders(truth, before))
    return _ratio(right - wrong, right + wrong)


def completeness(truth: Any, before: Any) -> Floats:
    """Compute how much each partial order says.

    Parameters
    ----------
    truth, before
        As in `correctness`.

    Returns
    -------
    completeness : ndarray of float64, shape (n,)
        The share of the pairs that the truth orders which the partial order places, too, right
        or wrong. NaN where the truth orders none.

    Raises
    ------
    RankingError
        If the shapes do not fit together.

    Examples
    --------
    >>> completeness([[1, 2, 3]], [[[0, 1, 0], [0, 0, 0], [0, 0, 0]]]).round(3)
    array([0.333])
    """
    right, wrong, pairs = _count(*_as_orders(truth, before))
    return _ratio(right + wrong, pairs)


def mean_correctness(truth: Any, before: Any, sample_weight: Any = None) -> float:
    """Average `correctness` over the rows about which something is said.

    Parameters
    ----------
    truth, before
        As in `correctness`.
    sample_weight : array-like of shape (n,), optional
        How much each row counts; default: all the same.

    Raises
    ------
    RankingError
        If the shapes do not fit together, or there are no such rows.
    """
    return mean_of_rows(correctness(truth, before), sample_weight)


def mean_completeness(truth: Any, before: Any, sample_weight: Any = None) -> float:
    """Average `completeness` over the rows; as in `mean_correctness`."""
    return mean_of_rows(completeness(truth, before), sample_weight)


@attrs.frozen(eq=False)
class AbstentionCurve:
    """What is gained and lost by leaving open what is not sure.

    Parameters
    ----------
    thresholds : ndarray of float64, shape (n_thresholds,)
        The thresholds.
    correctness : ndarray of float64, shape (n_thresholds,)
        Mean correctness at each; NaN where nothing is said any more.
    completeness : ndarray of float64, shape (n_thresholds,)
        Mean completeness at each; it never rises with the threshold.
    """

    thresholds: Floats
    correctness: Floats
    completeness: Floats


def abstention_curve(
    truth: Any, chances: Any, thresholds: Any = None, sample_weight: Any = None
) -> AbstentionCurve:
    """Compute correctness and completeness of partial orders at several thresholds.

    Parameters
    ----------
    truth : array-like or DataFrame of shape (n, k)
        True positions; NaN: not ranked.
    chances : array-like of shape (n, k, k)
        Probability of each label to stand before each other, as `predict_pairwise` returns it.
        Rows of NaN are left out.
    thresholds : array-like of shape (n_thresholds,), optional
        From 1/2 up to, but without 1; default: 0.5, 0.525, up to 0.975.
    sample_weight : array-like of shape (n,), optional
        How much each row counts; default: all the same.

    Raises
    ------
    RankingError
        If something does not fit together, a threshold is out of range, or no row is left.
    """
    wanted = np.linspace(0.5, 0.975, 20) if thresholds is None else np.asarray(thresholds, float)
    for threshold in wanted.ravel():
        check_threshold(threshold)
    strengths = path_strengths(chances)
    table, _ = _as_orders(truth, strengths > 0)
    weights = np.ones(len(table)) if sample_weight is None else np.asarray(sample_weight, float)
    if weights.shape != (len(table),):
        raise RankingError(
            f"sample_weight has the shape {weights.shape}, but there are {len(table)} rows"
        )
    known = ~np.isnan(np.asarray(chances, dtype=np.float64)).any(axis=(1, 2))
    table, strengths, weights = table[known], strengths[known], weights[known]
    found = []
    for threshold in wanted.ravel():
        right, wrong, pairs = _count(table, above(strengths, threshold))
        said = _ratio(right - wrong, right + wrong)
        found.append((_mean(said, weights), _mean(_ratio(right + wrong, pairs), weights)))
    points = np.array(found).reshape(-1, 2)
    return AbstentionCurve(wanted.ravel(), points[:, 0], points[:, 1])


def _as_orders(truth: Any, before: Any) -> tuple[Floats, Any]:
    table = as_table(truth, "truth")
    relation = np.asarray(before, dtype=bool)
    n, k = table.shape
    if relation.shape != (n, k, k):
        raise RankingError(
            f"truth has {n} rows of {k} labels, so that the partial orders must have the shape "
            f"{(n, k, k)}, not {relation.shape}"
        )
    return table, relation


def _count(truth: Floats, before: Any) -> tuple[Floats, Floats, Floats]:
    """Return how many pairs of each row are placed right, wrong, and could be placed."""
    true = truth[:, :, None] < truth[:, None, :]
    axes = (1, 2)
    right = np.count_nonzero(true & before, axis=axes).astype(np.float64)
    wrong = np.count_nonzero(true & before.transpose(0, 2, 1), axis=axes).astype(np.float64)
    return right, wrong, np.count_nonzero(true, axis=axes).astype(np.float64)


def _ratio(part: Floats, whole: Floats) -> Floats:
    ratio: Floats = np.divide(part, whole, out=np.full(len(whole), np.nan), where=whole > 0)
    return ratio


def _mean(values: Floats, weights: Floats) -> float:
    known = ~np.isnan(values) & (weights > 0)
    return float(np.average(values[known], weights=weights[known])) if known.any() else np.nan
