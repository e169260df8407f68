"""The weak order of each row of a table, and the three ways of writing its ties as positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = [
    "TieGroups",
    "average_positions",
    "average_written",
    "blocks_of",
    "is_ranking",
    "tie_groups",
]

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.intp]
Truths: TypeAlias = npt.NDArray[np.bool_]


_MOST_CELLS = 1 << 18


class TieGroups(NamedTuple):
    """The rows of a table, sorted, and where each group of equal values begins and ends.

    Attributes
    ----------
    order : ndarray of int, shape (n, k)
        Columns of each row in ascending order of their values, NaN last.
    values : ndarray of float64, shape (n, k)
        The values in that order.
    first, last : ndarray of int, shape (n, k)
        Place (from 0) of the first and last member of the group to which the value belongs. Each
        NaN is a group of its own.
    """

    order: Integers
    values: Floats
    first: Integers
    last: Integers


def tie_groups(keys: Floats) -> TieGroups:
    """Sort the rows of a table and find the groups of equal values.

    Parameters
    ----------
    keys : ndarray of shape (n, k)
        Any numbers; NaN is allowed.
    """
    order = np.argsort(keys, axis=1)
    values = np.take_along_axis(keys, order, axis=1)
    differs = values[:, 1:] != values[:, :-1]
    places = np.arange(keys.shape[1])
    first = np.zeros(keys.shape, dtype=np.intp)
    first[:, 1:] = np.where(differs, places[1:], 0)
    np.maximum.accumulate(first, axis=1, out=first)
    last = np.full(keys.shape, keys.shape[1] - 1, dtype=np.intp)
    last[:, :-1] = np.where(differs, places[:-1], last[:, :-1])
    backwards = last[:, ::-1]
    np.minimum.accumulate(backwards, axis=1, out=backwards)
    return TieGroups(order, values, first, last)


def average_written(groups: TieGroups) -> Floats:
    """Return the positions of the columns, tied ones sharing the average of their places."""
    shared = (groups.first + groups.last) / 2 + 1
    shared[np.isnan(groups.values)] = np.nan
    positions = np.empty_like(shared)
    np.put_along_axis(positions, groups.order, shared, axis=1)
    return positions


def average_positions(keys: npt.ArrayLike) -> Floats:
    """Rank each row in ascending order: the smallest key gets position 1.

    Parameters
    ----------
    keys : array-like of shape (n, k)
        Any numbers, exactly equal ones tie; NaN: not ranked.

    Returns
    -------
    positions : ndarray of float64, shape (n, k)
        Ties share the average of the places that they take up; NaN stays NaN.

    Examples
    --------
    >>> average_positions([[0.2, 7.0, 0.2]])
    array([[1.5, 3. , 1.5]])
    """
    table = np.asarray(keys, dtype=np.float64)
    positions = np.empty(table.shape)
    for rows in blocks_of(table):
        positions[rows] = average_written(tie_groups(table[rows]))
    return positions


def blocks_of(table: Floats) -> Iterator[slice]:
    """Yield the rows of a table in pieces, since the groups of all take many times its memory."""
    step = max(1, _MOST_CELLS // max(1, table.shape[1]))
    return (slice(start, start + step) for start in range(0, len(table), step))


def _is_complete_ranking(groups: TieGroups) -> Truths:
    """Whether a row equals its own weak order in the competition, dense or average writing."""
    first, values = groups.first, groups.values
    begins = first == np.arange(first.shape[1])
    writings: tuple[npt.NDArray[Any], ...] = (
        first + 1,
        np.cumsum(begins, axis=1),
        (first + groups.last) / 2 + 1,
    )
    matches = np.zeros(len(values), dtype=np.bool_)
    for writing in writings:
        matches |= (values == writing).all(axis=1)
    return matches


def _is_incomplete_ranking(values: Floats) -> Truths:
    """Whether the values that are there could be positions among all labels.

    A gap may be where an unranked label belongs, so only the range is certain, and that averaging
    places gives multiples of one half.
    """
    ranked = ~np.isnan(values)
    halves = 2 * values
    possible = (values >= 1) & (values <= values.shape[1]) & (halves == np.floor(halves))
    matches: Truths = (possible | ~ranked).all(axis=1) & ranked.any(axis=1)
    return matches


def is_ranking(groups: TieGroups) -> Truths:
    """Whether each row holds positions.

    Returns
    -------
    matches : ndarray of bool, shape (n,)
        A row without NaN must be the dense (1, 1, 2), competition (1, 1, 3) or average
        (1.5, 1.5, 3) writing of its weak order; a row with NaN may have gaps.
    """
    incomplete = np.isnan(groups.values[:, -1])
    matches = _is_complete_ranking(groups)
    if incomplete.any():
        matches[incomplete] = _is_incomplete_ranking(groups.values[incomplete])
    return matches
