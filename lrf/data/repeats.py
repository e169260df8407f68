"""Columns that say once more what the rankings say, and must never become features."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.data.columns import Columns
from lrf.data.layout import PREFIX
from lrf.data.words import some_of
from lrf.errors import RankingError
from lrf.rankings import average_positions
from lrf.rankings.notation import parse_order

__all__ = ["find_repeats", "holds_orders"]

Array: TypeAlias = npt.NDArray[Any]

# From so many rows on it is no accident that numbers order the labels as the rankings do.
ENOUGH_ROWS = 10


def holds_orders(words: Sequence[str]) -> bool:
    """Whether more than half of the words are orders such as ``a>b=c``; of very many, of some."""
    some = some_of(words)
    return 2 * sum(map(_is_order, some)) > len(some)


def _is_order(word: str) -> bool:
    if ">" not in word:
        return False
    try:
        parse_order(word)
    except RankingError:
        return False
    return True


def find_repeats(
    columns: Columns, taken: Sequence[int], labels: Sequence[str], positions: Array
) -> set[int]:
    """Return the columns that repeat the rankings.

    These are: columns called ``rank_<label>``; those called like all the labels; other columns of
    orders; columns named after the labels, such as ``place_<label>`` or ``<label>_score``, whose
    numbers order the labels as the rankings do; and a column that names the best label.

    Parameters
    ----------
    columns : Columns
        The table.
    taken : sequence of int
        The columns that the rankings were read from.
    labels : sequence of str
        What is ranked.
    positions : ndarray of shape (n_rows, n_labels)
        The rankings.
    """
    held = set(taken)
    free = [i for i in range(len(columns.names)) if i not in held]
    repeats = {i for i in free if columns.names[i].startswith(PREFIX)}
    if not labels:
        return repeats
    repeats |= {i for i in free if i in columns.words and holds_orders(columns.words[i])}
    repeats |= {
        i for i in free if i in columns.words and _names_best(columns, i, labels, positions)
    }
    for group in _groups_by_label(columns, free, labels):
        same_names = [columns.names[i] for i in group] == list(labels)
        if same_names or _orders_alike(columns.values[:, group], positions):
            repeats |= set(group)
    return repeats


def _names_best(columns: Columns, column: int, labels: Sequence[str], positions: Array) -> bool:
    """Whether a column of words names a label that is first, in every row."""
    words = columns.words[column]
    places = {label: j for j, label in enumerate(labels)}
    if columns.n_rows < ENOUGH_ROWS or not words or not places.keys() >= set(words):
        return False
    codes = columns.text(column).codes
    rows = np.flatnonzero(~np.isnan(codes) & ~np.isnan(positions).all(axis=1))
    named = np.array([places[word] for word in words])[codes[rows].astype(np.intp)]
    best = np.nanmin(positions[rows], axis=1)
    return bool((positions[rows, named] == best).all())


def _groups_by_label(
    columns: Columns, free: Sequence[int], labels: Sequence[str]
) -> Iterator[list[int]]:
    """Yield columns whose names hold the labels, one each, and are equal otherwise."""
    found = {columns.names[i]: i for i in free}
    for name in found:
        start = name.find(labels[0])
        while start >= 0:
            before, after = name[:start], name[start + len(labels[0]) :]
            if all(before + label + after in found for label in labels):
                yield [found[before + label + after] for label in labels]
            start = name.find(labels[0], start + 1)


def _orders_alike(numbers: Array, positions: Array) -> bool:
    """Whether numbers order the labels as the rankings do, rising or falling, in every row."""
    compared = np.where(np.isnan(positions), np.nan, numbers)
    with_ties = average_positions(compared)
    if len(numbers) < ENOUGH_ROWS:
        written = (compared >= 0) & (compared <= positions.shape[1]) | np.isnan(compared)
        return bool(written.all()) and _equal(with_ties, positions)
    return _equal(with_ties, positions) or _equal(average_positions(-compared), positions)


def _equal(left: Array, right: Array) -> bool:
    return np.array_equal(left, right, equal_nan=True)
