"""Predictions with ties: what is expected if each order of tied labels is equally likely."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lrf.rankings.ties import Floats, Integers, tie_groups

__all__ = ["expected_best", "picking_order"]


def picking_order(positions: Floats, measured: npt.NDArray[np.bool_]) -> Floats:
    """Return when each label is picked: as predicted, those not ranked last, NaN if not measured.

    Parameters
    ----------
    positions : ndarray of shape (n, k)
        Predicted positions; NaN: not ranked.
    measured : ndarray of bool, shape (n, k)
        Which labels count.
    """
    order: Floats = np.where(np.isnan(positions), np.inf, positions)
    return np.where(measured, order, np.nan)


def expected_best(values: Floats, order: Floats, picks: int) -> Floats:
    """Return the expected largest value among the first picks of each row.

    Parameters
    ----------
    values : ndarray of shape (n, k)
        What each label is worth.
    order : ndarray of shape (n, k)
        From `picking_order`; NaN in the same cells.
    picks : int
        How many labels are picked.

    Returns
    -------
    best : ndarray of shape (n,)
        NaN for rows that are NaN throughout.
    """
    # Labels that are picked together stand next to each other, the most valuable one first.
    by_order = np.lexsort((-values, order), axis=1)
    values, order = (np.take_along_axis(table, by_order, axis=1) for table in (values, order))
    groups = tie_groups(order)
    known = ~np.isnan(values)
    certain = _largest(values, known & (groups.last < picks))
    chances = _chances(groups.first, groups.last, picks)
    drawn = known & (chances > 0)
    better = np.maximum(values, certain[:, np.newaxis])
    expected = (np.where(drawn, chances, 0) * np.where(drawn, better, 0)).sum(axis=1)
    # Chances add up to 1 but for rounding, which must not show where all values are equal.
    np.clip(expected, -_largest(-better, drawn), _largest(better, drawn), out=expected)
    best = np.where(drawn.any(axis=1), expected, certain)
    return np.where(known.any(axis=1), best, np.nan)


def _largest(values: Floats, counted: npt.NDArray[np.bool_]) -> Floats:
    largest: Floats = np.where(counted, values, -np.inf).max(axis=1, initial=-np.inf)
    return largest


def _chances(first: Integers, last: Integers, picks: int) -> Floats:
    """Return how likely each label is the most valuable one that is drawn from its group.

    Only one group of each row is drawn from: the one of which some labels are picked and others
    are not.

    Parameters
    ----------
    first, last : ndarray of int, shape (n, k)
        Place of the first and last label of each label's group, the most valuable one first.
    picks : int
        How many labels are picked from the whole row.
    """
    split = (first < picks) & (picks <= last)
    before = np.arange(first.shape[1]) - first  # how many of the group are more valuable
    left = last - first + 1 - before
    picked = picks - first
    spared = np.where(split, np.maximum(left - picked, 0) / left, 1.0)
    all_before_spared = np.ones(first.shape)
    np.cumprod(spared[:, :-1], axis=1, out=all_before_spared[:, 1:])
    return np.where(split, all_before_spared * picked / left, 0.0)
