"""Rankings row by row, straight from the definitions."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan

Row = Sequence[float]


def competition(row: Row) -> list[float]:
    """Return one more than the number of labels before each label."""
    return [1 + sum(other < value for other in row) for value in row]


def dense(row: Row) -> list[float]:
    """Return one more than the number of groups before each label."""
    return [1 + len({other for other in row if other < value}) for value in row]


def average(row: Row) -> list[float]:
    """Return the average of the places that a label and those tied with it take up; NaN stays."""
    places = []
    for value in row:
        before = sum(other < value for other in row)
        tied = sum(other == value for other in row)
        places.append(nan if isnan(value) else before + (tied + 1) / 2)
    return places


def is_ranking(row: Row) -> bool:
    """Whether a row is one of the writings of its order or, if incomplete, could be a part."""
    ranked = [value for value in row if not isnan(value)]
    if len(ranked) == len(row):
        return list(row) in (competition(row), dense(row), average(row))
    return bool(ranked) and all(
        1 <= value <= len(row) and (2 * value).is_integer() for value in ranked
    )


def distinct(rows: Sequence[Row]) -> tuple[list[tuple[float, ...]], list[int]]:
    """Return the distinct rows in lexicographic order, NaN last, and where each row is in them."""
    keys = [tuple((isnan(value), 0 if isnan(value) else value) for value in row) for row in rows]
    sorted_keys = sorted(set(keys))
    found = [tuple(nan if missing else value for missing, value in key) for key in sorted_keys]
    return found, [sorted_keys.index(key) for key in keys]


def tied_within(row: Row, tolerance: float) -> list[float]:
    """Return keys in which what is within the tolerance of its group's smallest key is equal."""
    found = list(row)
    left = [j for j, key in enumerate(row) if not isnan(key)]
    while left:
        leader = min(row[j] for j in left)
        near = [j for j in left if row[j] == leader or row[j] - leader <= tolerance]
        for j in near:
            found[j] = leader
        left = [j for j in left if j not in near]
    return found
