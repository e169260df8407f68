"""Tables of keys: which there may be, of which kind, and with which default."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from lrf.config import unknown_key
from lrf.config.kinds import Kind
from lrf.config.refusals import did_you_mean, refuse
from lrf.errors import ConfigError

__all__ = ["Keys", "known_names", "name", "names", "read_table", "table_of", "text"]

# What each key is checked with, and its default.
Keys = Mapping[str, tuple[Callable[[str, Any], Any], Any]]

text = Kind("a text", lambda value: isinstance(value, str), str)
name = Kind("a name", lambda value: isinstance(value, str) and bool(value.strip()), str)
names = Kind(
    "a list of names",
    lambda value: isinstance(value, list) and all(name.accepts(item) for item in value),
    tuple,
)


def read_table(path: str, value: object, keys: Keys) -> dict[str, Any]:
    """Return the values of a table, checked, those not mentioned with their defaults.

    Parameters
    ----------
    path : str
        The table's path, for errors; "" for the whole file.
    value : object
        What the file holds there.
    keys : mapping
        For each key what it is checked with, and its default.

    Raises
    ------
    ConfigError
        If it is no table, a key is unknown or a value is not allowed.
    """
    table = table_of(path, value)
    for key in table:
        if key not in keys:
            raise unknown_key(_join(path, key), keys)
    return {
        key: check(_join(path, key), table[key]) if key in table else default
        for key, (check, default) in keys.items()
    }


def table_of(path: str, value: object) -> Mapping[str, Any]:
    """Return the table that a key holds, or refuse what it holds."""
    if not isinstance(value, Mapping):
        refuse(path, value, "a table of keys")
    return value


def known_names(path: str, given: Iterable[str], known: Iterable[str], what: str) -> None:
    """Refuse a name that is not among the known ones, or stands there twice.

    Raises
    ------
    ConfigError
        About the first; it tells the nearest name that there is.
    """
    seen: set[str] = set()
    choices = list(known)
    for one in given:
        if one not in choices:
            hint = did_you_mean(one, choices)
            raise ConfigError(f"{path}: no {what} {one!r}; {hint}there are: {', '.join(choices)}")
        if one in seen:
            raise ConfigError(f"{path}: {one!r} stands there twice")
        seen.add(one)


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else str(key)
