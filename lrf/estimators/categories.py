"""Categories of nominal features, and the numbers that stand for them.

Categories are told apart by what they are called, so that 1, 1.0 and "1" are the same one,
whichever table they come from. The engine is given their numbers and splits one of them from the
rest. A category that was not there in training gets a number that no split asks for, and so goes
with the rest.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from lrf.components import Array
from lrf.rankings.labels import as_name
from lrf.rankings.tables import is_missing

__all__ = ["Categories", "categories_of", "encode"]

#: The names of a feature's categories; None, the last, if values were missing in training.
Categories: TypeAlias = tuple[str | None, ...]

#: The number of a category that was not there in training.
UNSEEN = -1.0


def _is_categorical(column: Any) -> bool:
    """Whether a column is a categorical of pandas."""
    return hasattr(column, "cat") and hasattr(column.cat, "codes")


def categories_of(column: Any) -> Categories:
    """Return the categories of a feature.

    Parameters
    ----------
    column : Series or ndarray of shape (n_samples,)
        Names or numbers. The categories of a categorical of pandas keep their order, and those
        that no row has are kept; others are sorted.
    """
    names, codes = _distinct(column)
    is_nothing = np.array([name is None for name in names], dtype=bool)
    known = dict.fromkeys(name for name in names if name is not None)
    return (*known, None) if is_nothing[codes].any() else tuple(known)


def encode(column: Any, categories: Categories) -> Array:
    """Return the number of each value's category, as float64; -1: not one of the training.

    Parameters
    ----------
    column : Series or ndarray of shape (n_samples,)
        Names or numbers.
    categories : tuple of str or None
        What `categories_of` returned for the training.
    """
    names, codes = _distinct(column)
    numbers = {name: float(number) for number, name in enumerate(categories)}
    encoded: Array = np.array([numbers.get(name, UNSEEN) for name in names])[codes]
    return encoded


def _distinct(column: Any) -> tuple[list[str | None], Array]:
    """Return the names of a column's values, None for missing, and which of them each row has."""
    if _is_categorical(column):
        # A missing value has the code -1, which is the last name.
        names: list[str | None] = [as_name(value) for value in column.cat.categories]
        return [*names, None], np.asarray(column.cat.codes, dtype=np.intp)
    array = np.asarray(column)
    if array.dtype.kind in "biuf":
        values, codes = np.unique(array, return_inverse=True)
        return [_name(value) for value in values], codes.reshape(-1)
    places: dict[str | None, int] = {}
    found = [places.setdefault(_name(value), len(places)) for value in array.tolist()]
    names = _sorted(places)
    moved = {places[name]: place for place, name in enumerate(names)}
    return names, np.array([moved[place] for place in found], dtype=np.intp)


def _name(value: Any) -> str | None:
    return None if is_missing(value) else as_name(value)


def _sorted(names: Any) -> list[str | None]:
    """Return names in their order, whole numbers by value; None last."""
    return sorted(names, key=lambda name: (name is None, *_weight(name or "")))


def _weight(name: str) -> tuple[bool, int, str]:
    is_number = name.isdecimal()
    return not is_number, int(name) if is_number else 0, name
