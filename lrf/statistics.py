"""What an aggregator is given: rankings as additive statistics, and elections as their sums.

The statistic of an election is the weighted sum of its votes' rows, so leaves and forests need
not keep the votes themselves. Aggregators that need every ranking get weights of the distinct
rankings instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lrf.components import Aggregator, Array, ParameterValue, Statistic
from lrf.errors import ComponentError
from lrf.handover import answer_of

__all__ = [
    "as_given",
    "consensus",
    "consensus_of",
    "known_shares",
    "label_pairs",
    "pair_shares",
    "pairwise_wins",
    "place_chances",
    "position_counts",
    "statistic_rows",
    "statistic_width",
    "weighted_sums",
]

# Numbers in the rows of rankings that are summed at a time; 32 MiB.
AT_ONCE = 1 << 22

# Sums of weights below this are rounding.
_NOTHING = 1e-9


def label_pairs(n_labels: int) -> tuple[Array, Array]:
    """Return the first and the second label of each pair, the first being the smaller number."""
    return np.triu_indices(n_labels, k=1)


def pair_shares(rankings: Array, first: Array, second: Array) -> Array:
    """Return what rankings say of some pairs.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_rankings, n_labels)
        Positions; NaN: not ranked.
    first, second : ndarray of int, shape (n_pairs,)
        The labels of each pair.

    Returns
    -------
    shares : ndarray of float64, shape (n_rankings, n_pairs)
        1 where the first label stands before the second, 1/2 where they tie; NaN where one of
        them is not ranked.
    """
    shares: Array = (1.0 + np.sign(rankings[:, second] - rankings[:, first])) / 2
    return shares


def pairwise_wins(rankings: Array) -> Array:
    """Return which label each ranking places before which.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Positions; NaN: not ranked.

    Returns
    -------
    wins : ndarray of shape (n_rankings, n_labels, n_labels)
        1 where the row's label is before the column's, 1/2 where they tie, 0 otherwise, where one
        of them is not ranked, and on the diagonal.
    """
    above, below = rankings[:, :, None], rankings[:, None, :]
    wins = (above < below) + 0.5 * (above == below)
    diagonal = np.arange(rankings.shape[1])
    wins[:, diagonal, diagonal] = 0.0
    return wins  # type: ignore[no-any-return]


def position_counts(rankings: Array) -> Array:
    """Return which position each label has.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions.

    Returns
    -------
    counts : ndarray of shape (n_rankings, n_labels, 2 * n_labels - 1)
        1 where the label has position ``1 + j / 2``, else 0.
    """
    half_places = 1.0 + np.arange(2 * rankings.shape[1] - 1) / 2
    counts: Array = (rankings[:, :, None] == half_places).astype(np.float64)
    return counts


def place_chances(rankings: Array) -> Array:
    """Return the chance of each label to stand in each place, ties being broken at random.

    Parameters
    ----------
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions.

    Returns
    -------
    chances : ndarray of shape (n_rankings, n_labels, n_labels)
        Places are counted from 0.
    """
    sizes = (rankings[:, :, None] == rankings[:, None, :]).sum(axis=2)[:, :, None]
    offsets = np.arange(1.0, rankings.shape[1] + 1) - rankings[:, :, None]
    return (np.abs(offsets) <= (sizes - 1) / 2) / sizes  # type: ignore[no-any-return]


#: The statistics that are a table for each ranking, with a row for each label.
_TABLES: dict[str, Callable[[Array], Array]] = {
    "pairwise": pairwise_wins,
    "positions": position_counts,
    "places": place_chances,
}


def statistic_rows(statistic: Statistic, rankings: Array) -> Array:
    """Return each ranking's contribution to an additive statistic, as one row.

    Parameters
    ----------
    statistic : {"rank-sum", "pairwise", "positions", "places"}
        Which statistic.
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions; NaN: not ranked, for the first two.

    Returns
    -------
    rows : ndarray of shape (n_rankings, size)
        Where rankings are incomplete, the rank sums are followed by 1 for each label that is
        ranked beside others, so that means can be taken.
    """
    if statistic == "rank-sum":
        is_ranked = ~np.isnan(rankings)
        if is_ranked.all():
            return np.ascontiguousarray(rankings)
        # A label that is ranked alone has a position, but this says nothing about it.
        counts = is_ranked & (np.count_nonzero(is_ranked, axis=1) > 1)[:, None]
        return np.hstack([np.where(counts, _stretched(rankings), 0.0), counts])
    if statistic in _TABLES:
        return _TABLES[statistic](rankings).reshape(len(rankings), -1)
    raise ComponentError(f"the statistic {statistic!r} is not additive")


def statistic_width(statistic: Statistic, n_labels: int) -> int:
    """Return how many numbers an additive statistic has per vote, once its gaps are filled.

    Parameters
    ----------
    statistic : {"rank-sum", "pairwise", "positions", "places", "votes"}
        Which statistic; 0 for the last, which is not additive.
    n_labels : int
        Number of labels.
    """
    return {
        "rank-sum": n_labels,
        "pairwise": n_labels**2,
        "positions": n_labels * (2 * n_labels - 1),
        "places": n_labels**2,
        "votes": 0,
    }[statistic]


def _stretched(rankings: Array) -> Array:
    """Return positions as if all labels were ranked: the middle stays the middle.

    The last of three ranked labels is expected to be at three quarters of a complete ranking.
    """
    n_ranked = np.count_nonzero(~np.isnan(rankings), axis=1)[:, None]
    return rankings * (rankings.shape[1] + 1) / (n_ranked + 1)  # type: ignore[no-any-return]


def known_shares(statistic: Statistic, sums: Array, n_labels: int) -> Array:
    """Return an additive statistic per vote that has something to say, NaN where none has.

    Parameters
    ----------
    statistic : {"rank-sum", "pairwise"}
        Which statistic.
    sums : ndarray of shape (n_elections, size)
        The sums, of rankings of which some may be incomplete.
    n_labels : int
        Number of labels.

    Returns
    -------
    shares : ndarray
        Mean positions, of shape (n_elections, n_labels); or the shares of comparisons won, of
        shape (n_elections, n_labels * n_labels).
    """
    if statistic == "rank-sum":
        totals, counts = sums[:, :n_labels], sums[:, n_labels:]
    else:
        wins = sums.reshape(-1, n_labels, n_labels)
        totals, counts = sums, (wins + wins.transpose(0, 2, 1)).reshape(len(sums), -1)
    known = counts > _NOTHING
    shares: Array = np.divide(totals, counts, out=np.full(totals.shape, np.nan), where=known)
    return shares


def weighted_sums(statistic: Statistic, rankings: Array, weights: Array) -> Array:
    """Return an additive statistic of one election.

    Parameters
    ----------
    statistic : {"rank-sum", "pairwise", "positions", "places"}
        Which statistic.
    rankings : ndarray of shape (n_rankings, n_labels)
        Average positions; NaN: not ranked, for the first two.
    weights : ndarray of shape (n_rankings,)
        How much each ranking counts.

    Returns
    -------
    sums : ndarray of shape (size,)
    """
    at_once = max(1, AT_ONCE // rankings.shape[1] ** 2)
    counts_labels = statistic == "rank-sum" and np.isnan(rankings).any()
    parts = []
    for start in range(0, len(rankings), at_once):
        block = slice(start, start + at_once)
        rows = statistic_rows(statistic, rankings[block])
        if counts_labels and rows.shape[1] == rankings.shape[1]:
            # A block of complete rankings among incomplete ones.
            rows = np.hstack([rows, np.ones_like(rows)])
        parts.append(weights[block] @ rows)
    return np.asarray(np.sum(parts, axis=0))


def consensus(
    aggregator: Aggregator, parameters: dict[str, ParameterValue], sums: Array, n_labels: int
) -> Array:
    """Return the consensus of elections given as sums of an additive statistic.

    Parameters
    ----------
    aggregator : Aggregator
        One whose statistic is additive.
    parameters : dict
        Its parameters.
    sums : ndarray of shape (n_elections, size)
        The statistics. Labels that nobody ranked are placed in the middle.
    n_labels : int
        Number of labels.

    Returns
    -------
    positions : ndarray of shape (n_elections, n_labels)
    """
    given = as_given(aggregator.statistic, sums, n_labels)
    return consensus_of(aggregator, n_labels, given, **parameters)


def as_given(statistic: Statistic, sums: Array, n_labels: int) -> Array:
    """Return sums of rows of a statistic as aggregators are given them.

    Parameters
    ----------
    statistic : {"rank-sum", "pairwise", "positions", "places"}
        Which statistic.
    sums : ndarray of shape (n_elections, size)
        Weighted sums of rows of `statistic_rows`.
    n_labels : int
        Number of labels.
    """
    if statistic in _TABLES:
        return sums.reshape(len(sums), n_labels, sums.shape[1] // n_labels)
    if sums.shape[1] == n_labels:
        return sums
    means = known_shares(statistic, sums, n_labels)
    return np.where(np.isnan(means), (n_labels + 1) / 2, means)


def consensus_of(aggregator: Aggregator, n_labels: int, *given: Array, **parameters: Any) -> Array:
    """Return an aggregator's answer, or refuse one of the wrong shape or without all positions."""
    answer: Array = answer_of("aggregator", aggregator, aggregator.consensus, *given, **parameters)
    if answer.ndim != 2 or answer.shape[1] != n_labels:
        raise ComponentError(
            f"the aggregator {aggregator.name!r} returned an array of shape {answer.shape}; "
            f"it must return positions of shape (n_elections, {n_labels})"
        )
    if not np.isfinite(answer).all():
        raise ComponentError(
            f"the aggregator {aggregator.name!r} returned {answer[~np.isfinite(answer)][0]}; "
            f"it must give every label a position"
        )
    return answer
