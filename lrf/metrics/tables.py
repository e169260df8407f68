"""Two tables of the same samples and labels, side by side."""

from __future__ import annotations

from typing import Any

from lrf.errors import RankingError
from lrf.rankings import label_names
from lrf.rankings.frames import as_named
from lrf.rankings.tables import as_table
from lrf.rankings.ties import Floats

__all__ = ["as_pair", "check_labels", "check_whole"]


def as_pair(first: Any, second: Any, names: tuple[str, str]) -> tuple[Floats, Floats]:
    """Return two tables as float64.

    Raises
    ------
    RankingError
        If the shapes differ, the columns are called differently, or a table holds anything but
        numbers.
    """
    first, second = as_named(first), as_named(second)
    a, b = as_table(first, names[0]), as_table(second, names[1])
    if a.shape != b.shape:
        raise RankingError(
            f"{names[0]} and {names[1]} must have the same shape, not {a.shape} and {b.shape}"
        )
    if hasattr(first, "columns") and hasattr(second, "columns"):
        check_labels(label_names(first), label_names(second), names)
    return a, b


def check_labels(first: tuple[str, ...], second: tuple[str, ...], names: tuple[str, str]) -> None:
    """Refuse columns that are called differently.

    A table without names, or one whose columns are numbered, is taken to have the right columns.

    Raises
    ------
    RankingError
        If both have names, and other ones or in another order.
    """
    numbered = tuple(str(j) for j in range(len(first)))
    if first != second and numbered not in (first, second):
        raise RankingError(
            f"{names[0]} has the labels {', '.join(first)}, but {names[1]} has "
            f"{', '.join(second)}; give both the same columns in the same order"
        )


def check_whole(number: Any, name: str) -> int:
    """Return a number of picks.

    Raises
    ------
    RankingError
        If it is no whole number of at least 1.
    """
    if isinstance(number, bool) or not hasattr(number, "__index__") or number < 1:
        raise RankingError(f"{name} must be a whole number of at least 1, not {number!r}")
    return int(number)
