"""Rankings and weights of the training rows, and the labels that are ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lrf.components import Array
from lrf.errors import DataError, RankingError
from lrf.estimators.alignment import check_alignment
from lrf.rankings import label_names, validate_rankings
from lrf.rankings.tables import as_table

if TYPE_CHECKING:
    from lrf.plan import Plan

__all__ = [
    "check_comparison",
    "check_targets",
    "check_votes",
    "check_weights",
    "read_rankings",
    "rows_to_learn_from",
]

# Sums of squared weights must neither overflow nor vanish.
SMALLEST_WEIGHT = 1e-100
LARGEST_WEIGHT = 1e100


def check_targets(Y: Any, n_rows: int, beside: Any = None) -> tuple[Array, tuple[str, ...]]:
    """Return the rankings to learn from, and the names of the labels.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n_rows, n_labels)
        Positions; NaN: not ranked.
    n_rows : int
        Number of rows of features.
    beside : array-like or DataFrame, optional
        Features, whose rows these are; where both tables have an index, the two must agree.

    Returns
    -------
    positions : ndarray of float64, shape (n_rows, n_labels)
        Average positions for ties.
    labels : tuple of str
        The columns of a DataFrame, otherwise "0", "1", ...

    Raises
    ------
    RankingError
        If a row is no ranking.
    DataError
        If the indices do not agree.
    """
    _require(Y)
    positions = read_rankings(Y)
    _check_rows(positions, n_rows)
    check_alignment(Y, "Y", beside)
    return positions, label_names(Y)


def _require(Y: Any) -> None:
    if Y is None:
        # In scikit-learn's words, which its tools look for.
        raise RankingError(
            "Y: a label ranker requires y to be passed, but the target y is None; pass a row of "
            "positions for each row of X"
        )


def read_rankings(Y: Any) -> Array:
    """Return rankings, of which some may rank nothing.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n_rows, n_labels)
        Positions; NaN: not ranked.

    Returns
    -------
    positions : ndarray of float64, shape (n_rows, n_labels)
        Average positions for ties.

    Raises
    ------
    RankingError
        If a row is no ranking, or none ranks anything.
    """
    table = as_table(Y, "Y", "; positions are numbers: convert orders with lrf.from_orders(Y)")
    blank = np.isnan(table).all(axis=1)
    if blank.all() or not blank.any():
        return validate_rankings(Y)
    # So that a message about another row has its number in the whole table.
    table = table.copy()
    table[blank] = 1.0
    positions = validate_rankings(table)
    positions[blank] = np.nan
    return positions


def rows_to_learn_from(positions: Array, weights: Array | None) -> Array:
    """Return which rows are learned from: those that rank two labels or more, and have weight.

    A row of weight 0 must be as if it were not there, also where values of features are counted.

    Parameters
    ----------
    positions : ndarray of float64, shape (n_rows, n_labels)
        Positions; NaN: not ranked.
    weights : ndarray of float64, shape (n_rows,), or None
        Weights of the rows.

    Returns
    -------
    chosen : ndarray of bool, shape (n_rows,)

    Raises
    ------
    RankingError
        If there are none, or their weights are zero.
    """
    chosen: Array = np.count_nonzero(~np.isnan(positions), axis=1) >= 2
    if not chosen.any():
        raise RankingError("Y: no row ranks two labels, which leaves nothing to learn from")
    if weights is None:
        return chosen
    chosen &= weights > 0
    if not chosen.any():
        raise RankingError(
            "Y: all rows that rank two labels have the weight 0, which leaves nothing to learn from"
        )
    return chosen


def _check_rows(positions: Array, n_rows: int) -> None:
    if len(positions) != n_rows:
        raise RankingError(
            f"Y has {len(positions)} rows, but X has {n_rows}; each row of X needs its ranking"
        )


def check_votes(plan: Plan, positions: Array) -> None:
    """Refuse incomplete rankings where an aggregator cannot make use of them.

    Parameters
    ----------
    plan : Plan
        What is to be grown.
    positions : ndarray of float64, shape (n_rows, n_labels)
        Positions; NaN: not ranked.

    Raises
    ------
    RankingError
        If the aggregator of the leaves, or one over trees that pool their leaves, needs complete
        rankings, and some are incomplete.
    """
    incomplete = np.flatnonzero(np.isnan(positions).any(axis=1))
    if not len(incomplete):
        return
    roles = {"leaf": plan.leaf, "aggregator": plan.aggregator}
    if plan.config.voting == "hard":
        del roles["aggregator"]  # leaves vote for complete rankings
    for role, part in roles.items():
        if not part.record.incomplete:
            raise RankingError(
                f"Y: row {incomplete[0]} is incomplete, and {role}={part.record.name!r} needs the "
                f"position of every label; use 'average-ranking', 'borda' or 'kemeny'"
            )


def check_comparison(Y: Any, n_rows: int, labels: Array, beside: Any = None) -> Array:
    """Return rankings to compare predictions with, which may be incomplete.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n_rows, n_labels)
        Positions.
    n_rows : int
        Number of predictions.
    labels : ndarray of str, shape (n_labels,)
        The labels of the training.
    beside : array-like or DataFrame, optional
        Features, whose rows these are; where both tables have an index, the two must agree.

    Raises
    ------
    RankingError
        If a row is no ranking, or the labels are not those of the training.
    DataError
        If the indices do not agree.
    """
    _require(Y)
    positions = read_rankings(Y)
    _check_rows(positions, n_rows)
    check_alignment(Y, "Y", beside)
    known = ", ".join(labels)
    if positions.shape[1] != len(labels):
        raise RankingError(
            f"Y has {positions.shape[1]} labels, but the model ranks {len(labels)}: {known}"
        )
    names = label_names(Y)
    numbered = label_names(positions)
    # A table without names, here or in training, is taken to have the right columns.
    if tuple(labels) not in (names, numbered) and names != numbered:
        raise RankingError(
            f"Y has the labels {', '.join(names)}, but the model ranks {known}, in this order"
        )
    return positions


def check_weights(sample_weight: Any, n_rows: int, beside: Any = None) -> Array | None:
    """Return the weights of the rows as float64; None if there are none.

    Parameters
    ----------
    sample_weight : array-like of shape (n_rows,) or None
        0, or from 1e-100 to 1e100.
    n_rows : int
        Number of rows.
    beside : array-like or DataFrame, optional
        Features, whose rows these are; where both tables have an index, the two must agree.

    Raises
    ------
    DataError
        If a weight is out of range, all are zero, there is not one per row, or the indices do not
        agree.
    """
    if sample_weight is None:
        return None
    try:
        weights = np.ascontiguousarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(f"sample_weight: {error}; give one number per row") from error
    if weights.shape != (n_rows,):
        raise DataError(
            f"sample_weight has the shape {np.shape(sample_weight)}; give one number for each of "
            f"the {n_rows} rows"
        )
    check_alignment(sample_weight, "sample_weight", beside)
    usable = (weights >= SMALLEST_WEIGHT) & (weights <= LARGEST_WEIGHT)
    wrong = np.flatnonzero(~(usable | (weights == 0)))
    if wrong.size:
        raise DataError(
            f"sample_weight: row {wrong[0]} has the weight {weights[wrong[0]]:g}; weights are "
            f"0 or from {SMALLEST_WEIGHT:g} to {LARGEST_WEIGHT:g}"
        )
    if not weights.any():
        raise DataError("sample_weight: all weights are zero, which leaves nothing to learn from")
    return weights
