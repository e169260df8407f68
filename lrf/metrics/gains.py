"""Normalised discounted cumulative gain: all labels count, those that are placed first the most.

References
----------
K. Järvelin, J. Kekäläinen (2002): Cumulated gain-based evaluation of IR techniques. ACM
Transactions on Information Systems 20 (4).
F. McSherry, M. Najork (2008): Computing information retrieval performance measures efficiently in
the presence of tied scores. ECIR.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.errors import RankingError
from lrf.metrics.expectation import picking_order
from lrf.metrics.tables import as_pair, check_whole
from lrf.rankings import average_positions
from lrf.rankings.ties import Floats, tie_groups

__all__ = ["ndcg"]


def ndcg(
    scores: Any,
    predicted: Any,
    k: int | None = None,
    *,
    higher_is_better: bool = True,
    gains: str = "scores",
) -> Floats:
    """Compute the normalised discounted cumulative gain of each row.

    The label at place p gains its score, divided by log2(1 + p); the sum is divided by that of the
    best order. Labels without a score are left out of their row. Labels that the prediction ties
    share the discounts of their places, as in scikit-learn's ``ndcg_score``, and those that it does
    not rank come last.

    Parameters
    ----------
    scores : array-like or DataFrame of shape (n, n_labels)
        What was measured; NaN: not measured.
    predicted : array-like or DataFrame of shape (n, n_labels)
        Predicted positions, 1 = best.
    k : int, optional
        How many places count; default: all.
    higher_is_better : bool
        False for costs, errors, runtimes; `gains` must be "ranks" then.
    gains : {"scores", "ranks"}
        What a label gains: its score, which must be finite and at least 0; or the number of labels
        that are worse than it, those of equal score counting one half, which works for all scores.

    Returns
    -------
    ndcg : ndarray of float64, shape (n,)
        Between 0 and 1; 0 where no label has a gain; NaN for a row without scores.

    Raises
    ------
    RankingError
        If the shapes or labels differ, a table holds anything but numbers, a score cannot be a
        gain, or `k` is no whole number of at least 1.

    Examples
    --------
    >>> ndcg([[3, 2, 0]], [[2, 1, 3]]).round(3)
    array([0.913])
    """
    table, positions = as_pair(scores, predicted, ("scores", "predicted"))
    gain = _gains(table, higher_is_better, gains)
    known = ~np.isnan(table)
    places = table.shape[1] if k is None else check_whole(k, "k")
    found = _discounted(gain, picking_order(positions, known), places)
    best = _discounted(gain, -gain, places)
    out = np.divide(found, best, out=np.zeros(len(table)), where=best > 0)
    # Rounding must not make a perfect prediction better than perfect.
    return np.where(known.any(axis=1), np.minimum(out, 1), np.nan)


def _gains(table: Floats, higher_is_better: bool, gains: str) -> Floats:
    if gains == "ranks":
        n_scores = (~np.isnan(table)).sum(axis=1, keepdims=True)
        positions = average_positions(-table if higher_is_better else table)
        worse: Floats = n_scores - positions
        return worse
    if gains != "scores":
        raise RankingError(f"gains must be 'scores' or 'ranks', not {gains!r}")
    if not higher_is_better:
        raise RankingError("costs are no gains; pass gains='ranks', or turn them into gains first")
    wrong = np.argwhere((table < 0) | np.isinf(table))
    if len(wrong):
        i, j = wrong[0]
        raise RankingError(
            f"scores: row {i} holds {table[i, j]:g}, which is no gain (gains are finite and at "
            f"least 0); pass gains='ranks', or turn the scores into gains first"
        )
    return table


def _discounted(gain: Floats, order: Floats, places: int) -> Floats:
    """Return the sum of discounted gains; tied labels share the discounts of their places."""
    discounts = 1 / np.log2(np.arange(2, gain.shape[1] + 2))
    discounts[places:] = 0
    up_to = np.concatenate([[0.0], np.cumsum(discounts)])
    groups = tie_groups(order)
    shared = (up_to[groups.last + 1] - up_to[groups.first]) / (groups.last - groups.first + 1)
    gains_in_order = np.take_along_axis(gain, groups.order, axis=1)
    total: Floats = np.where(np.isnan(gains_in_order), 0, gains_in_order * shared).sum(axis=1)
    return total
