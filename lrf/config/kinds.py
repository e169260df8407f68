"""Kinds of values: how to recognise one, how to name it in an error, how to make it plain Python.

Numbers and truth values of numpy are accepted, since grids of parameters are made of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from numbers import Integral, Real
from typing import Any

import attrs
import numpy as np

from lrf.components import Parameter
from lrf.config.refusals import refuse

__all__ = [
    "Kind",
    "columns",
    "count",
    "either",
    "flag",
    "fraction",
    "is_count",
    "is_flag",
    "kind_of",
    "nothing",
    "one_of",
]


@attrs.frozen
class Kind:
    """A kind of value; called with a path and a value, it returns the value or refuses it.

    Parameters
    ----------
    allowed : str
        The kind's name in errors.
    accepts : callable
        Whether a value is of the kind.
    convert : callable
        Makes an accepted value plain Python.
    words : tuple of str
        The words among the values, from which the nearest one is proposed.
    """

    allowed: str
    accepts: Callable[[Any], bool]
    convert: Callable[[Any], Any]
    words: tuple[str, ...] = ()

    def __call__(self, path: str, value: object) -> Any:
        """Return the value as plain Python, or refuse it."""
        if not self.accepts(value):
            refuse(path, value, self.allowed, self.words)
        return self.convert(value)


def is_flag(value: object) -> bool:
    """Whether the value is true or false."""
    return isinstance(value, bool | np.bool_)


def is_count(value: object) -> bool:
    """Whether the value is an integer, which a truth value is not."""
    return isinstance(value, Integral) and not is_flag(value)


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not is_flag(value) and math.isfinite(value)


def _within(value: float, minimum: float | None, maximum: float | None) -> bool:
    return (minimum is None or value >= minimum) and (maximum is None or value <= maximum)


def _bounds(minimum: float | None, maximum: float | None) -> str:
    if minimum is not None and maximum is not None:
        return f" from {minimum:g} to {maximum:g}"
    if minimum is not None:
        return f" of at least {minimum:g}"
    return f" of at most {maximum:g}" if maximum is not None else ""


def flag() -> Kind:
    """Return the kind of truth values."""
    return Kind("true or false", is_flag, bool)


def count(minimum: float | None = None, maximum: float | None = None) -> Kind:
    """Return the kind of integers within bounds, both included; a truth value is none."""
    return Kind(
        f"an integer{_bounds(minimum, maximum)}",
        lambda value: is_count(value) and _within(value, minimum, maximum),
        int,
    )


def number(minimum: float | None = None, maximum: float | None = None) -> Kind:
    """Return the kind of finite numbers within bounds, both included; an integer is a number."""
    return Kind(
        f"a number{_bounds(minimum, maximum)}",
        lambda value: _is_number(value) and _within(value, minimum, maximum),
        float,
    )


def fraction() -> Kind:
    """Return the kind of shares: 1.0 is the whole, while the integer 1 would be a count of one."""
    return Kind(
        "a fraction above 0.0 and up to 1.0",
        lambda value: _is_number(value) and not is_count(value) and 0 < value <= 1,
        float,
    )


def one_of(words: Iterable[str]) -> Kind:
    """Return the kind that consists of some words."""
    known = tuple(words)
    allowed = ", ".join(map(repr, known))
    return Kind(allowed, lambda value: isinstance(value, str) and value in known, str, known)


def _text() -> Kind:
    return Kind("a word", lambda value: isinstance(value, str), str)


def nothing(word: str) -> Kind:
    """Return the kind of None, for which files, since TOML has no null, say `word`."""
    return Kind(
        f"{word!r} (None)",
        lambda value: value is None or (isinstance(value, str) and value == word),
        lambda value: None,
        (word,),
    )


def columns() -> Kind:
    """Return the kind of lists of columns: names, numbers, or a truth value for each column."""
    return Kind(
        "a list of columns (names, numbers from 0, or a truth value for each)",
        lambda value: _columns_in(value) is not None,
        _columns_in,
    )


def _columns_in(value: Any) -> list[str] | list[bool] | list[int] | None:
    """Return the columns that a list or an array names; None if it does not."""
    if not isinstance(value, list | tuple | np.ndarray):
        return None
    items = list(value)
    if all(isinstance(item, str) for item in items):
        return [str(item) for item in items]
    if all(is_flag(item) for item in items):
        return [bool(item) for item in items]
    return [int(item) for item in items] if all(is_count(item) for item in items) else None


def either(*kinds: Kind) -> Kind:
    """Return the kind of values that are of one of several kinds; the first one that fits wins."""
    names = [kind.allowed for kind in kinds]
    return Kind(
        f"{', '.join(names[:-1])} or {names[-1]}",
        lambda value: any(kind.accepts(value) for kind in kinds),
        lambda value: next(kind for kind in kinds if kind.accepts(value)).convert(value),
        tuple(word for kind in kinds for word in kind.words),
    )


def kind_of(parameter: Parameter) -> Kind:
    """Return the kind of value of a component's parameter, which its default tells."""
    if isinstance(parameter.default, bool):
        return flag()
    if isinstance(parameter.default, int):
        return count(parameter.minimum, parameter.maximum)
    if isinstance(parameter.default, float):
        return number(parameter.minimum, parameter.maximum)
    return one_of(parameter.choices) if parameter.choices else _text()
