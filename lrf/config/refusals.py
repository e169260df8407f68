"""Errors about keys and values: the path of the key, what is wrong, and what there is instead."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NoReturn

from lrf.errors import ConfigError

__all__ = ["did_you_mean", "refuse", "unknown_key"]

_LONGEST = 60


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return "did you mean 'x'? " for the known word nearest to `word`, "" if none is near."""
    near = get_close_matches(str(word), list(known), n=1)
    return f"did you mean {near[0]!r}? " if near else ""


def unknown_key(path: str, known: Iterable[str], note: str = "") -> ConfigError:
    """Return the error about a key that does not exist, with the nearest one that does.

    Parameters
    ----------
    path : str
        Path of the key, its parts separated by dots.
    known : iterable of str
        The keys there are.
    note : str
        Something to add to "unknown".
    """
    names = sorted(known)
    hint = did_you_mean(path.rpartition(".")[2], names)
    return ConfigError(f"{path}: unknown{note}; {hint}known: {', '.join(names)}")


def refuse(path: str, value: object, allowed: str, words: Iterable[str] = ()) -> NoReturn:
    """Raise the error about a value that is not allowed; `words` are those it may be meant as."""
    shown = repr(value)
    if len(shown) > _LONGEST:
        shown = f"{shown[:_LONGEST]}..."
    hint = did_you_mean(value, words) if isinstance(value, str) else ""
    raise ConfigError(f"{path}: {shown} is not allowed; {hint}allowed: {allowed}")
