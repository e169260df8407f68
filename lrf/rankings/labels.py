"""The names of labels: how they are written, sorted and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np

from lrf.errors import RankingError
from lrf.frames import column_names
from lrf.wording import cited, listed, nearest

__all__ = ["as_name", "label_names", "sorted_labels", "unique_names", "unknown_label"]


def as_name(label: Any) -> str:
    """Return a label as text; NaN beside whole numbers has made them floats in many a table."""
    if isinstance(label, float | np.floating) and label.is_integer():
        return str(int(label))
    return str(label)


def label_names(Y: Any) -> tuple[str, ...]:
    """Return the names of the columns of a DataFrame, or "0", "1", ... for any other table."""
    columns = column_names(Y)
    return unique_names(range(np.shape(Y)[1]) if columns is None else columns)


def sorted_labels(names: Collection[str]) -> tuple[str, ...]:
    """Return names in their order; by value if all are whole numbers."""
    # Python refuses to make a number of thousands of digits.
    by_value = all(name.isdecimal() and len(name) < 100 for name in names)
    return tuple(sorted(names, key=(lambda name: (int(name), name)) if by_value else None))


def unique_names(labels: Iterable[Any]) -> tuple[str, ...]:
    """Return labels as text.

    Raises
    ------
    RankingError
        If one is given twice.
    """
    names = tuple(as_name(label) for label in labels)
    if len(set(names)) < len(names):
        twice = next(name for name, number in Counter(names).items() if number > 1)
        raise RankingError(f"the label {cited(twice)} is given twice")
    return names


def unknown_label(label: str, names: Sequence[str]) -> str:
    """Return what to say of a label that is not among others; it completes "row 3 names ..."."""
    near = nearest(label, names)
    hint = f"there are {listed(names, 'label')}" if near is None else f"did you mean {cited(near)}?"
    return f"the label {cited(label)}, which is not among the labels; {hint}"
