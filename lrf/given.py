"""What somebody passed where a table is wanted, and what to pass instead."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

__all__ = ["no_table", "odd_row", "shown", "uneven_row"]

_MOST_SHOWN = 60


def no_table(value: Any, name: str) -> str | None:
    """Return why a value is no table of rows, and what to pass instead; None if it may be one.

    Parameters
    ----------
    value : object
        What was passed.
    name : str
        What messages call it.

    Examples
    --------
    >>> no_table("iris.csv", "X")
    "X is the text 'iris.csv'; read files with lrf.read_data, and pass X and Y of what it returns"
    """
    advice = _advice(value, name)
    return None if advice is None else f"{name} is {_what(value)}; {advice}"


def odd_row(rows: Any, name: str) -> str | None:
    """Return which row of a list is a dictionary, a set or an iterator; None if none is.

    Parameters
    ----------
    rows : object
        What was passed. Tables and arrays are not looked into.
    name : str
        What messages call it.
    """
    for i, row in enumerate(rows if isinstance(rows, list | tuple) else ()):
        if isinstance(row, Mapping | Set | Iterator):
            instead = f"pandas.DataFrame({name})" if isinstance(row, Mapping) else "lists"
            return f"{name}: row {i} is {_what(row)}; pass {instead}"
    return None


def uneven_row(rows: Any, name: str) -> str | None:
    """Return which row of a list is not as long as the first; None if all are.

    A list of numbers, which is a single row or column, is left to others.

    Parameters
    ----------
    rows, name
        As for `odd_row`.
    """
    if not isinstance(rows, list | tuple):
        return None
    lengths = [len(row) if _has_length(row) else None for row in rows]
    other = next((i for i, length in enumerate(lengths) if length != lengths[0]), None)
    if other is None:
        return None
    first, second = (_length(rows[i], lengths[i]) for i in (0, other))
    return f"{name}: row {other} {second}, but row 0 {first}"


def shown(value: Any) -> str:
    """Return how Python writes a value, cut short if it is long."""
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 3] + "..."


def _advice(value: Any, name: str) -> str | None:
    """Return what to pass instead of something that is no table."""
    is_class = isinstance(value, type)
    is_array = hasattr(value, "__array__") and not hasattr(value, "data_vars")
    if is_array and not is_class and not isinstance(value, Mapping):
        return None
    if isinstance(value, str | bytes | os.PathLike) or hasattr(value, "readline"):
        return "read files with lrf.read_data, and pass X and Y of what it returns"
    if hasattr(value, "X") and hasattr(value, "Y"):
        return f"pass its tables, {name}.X and {name}.Y"
    if hasattr(value, "data_vars"):  # of xarray, whose variables may have any dimensions
        return f"pass {name}.to_dataframe()"
    if isinstance(value, Mapping):
        return f"pass pandas.DataFrame({name}), or an array"
    if isinstance(value, Set):
        return "its rows have no order: pass a list of rows"
    if isinstance(value, Iterator):
        return f"it can be gone through only once: pass list({name})"
    if _is_sequence(value) and not is_class:
        return None
    return "pass an array or a DataFrame"


def _is_sequence(value: Any) -> bool:
    return hasattr(value, "__len__") and hasattr(value, "__getitem__")


def _has_length(row: Any) -> bool:
    if isinstance(row, Sequence):
        return not isinstance(row, str | bytes)
    return bool(getattr(row, "shape", ()))


def _length(row: Any, length: int | None) -> str:
    return f"is {_what(row)}" if length is None else f"has length {length}"


def _what(value: Any) -> str:
    """Return what a value is, in words."""
    if value is None:
        return "None"
    if isinstance(value, str | bytes):
        return f"the text {shown(value)}"
    if isinstance(value, os.PathLike):
        return f"the path {os.fspath(value)!r}"
    if isinstance(value, bool | int | float | complex):
        return f"the number {shown(value)}"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if type(value) in (dict, set, frozenset):
        return "a dictionary" if type(value) is dict else "a set"
    kind = type(value).__name__
    return f"a {kind}" if kind in ("generator", "map", "zip", "filter") else f"of type {kind}"
