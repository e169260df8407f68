"""How things are put into words, the same in all messages."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["all_of", "counted", "level_outside", "one_line", "plural"]

_OURS = str(Path(__file__).parent)


def counted(number: int, noun: str) -> str:
    """Return such as "1 row" or "2 rows"."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return such as "rows", "leaves", "criteria"."""
    if noun.endswith("criterion"):
        return noun.removesuffix("on") + "a"
    return noun.removesuffix("f") + "ves" if noun.endswith("f") else noun + "s"


def one_line(said: object) -> str:
    """Return what an error or a text says, in one line whatever its author wrote; else its type."""
    return " ".join(str(said).split()) or type(said).__name__


def all_of(names: Sequence[str]) -> str:
    """Return such as "'a', 'b' and 'c'"; there is one name at least."""
    *others, last = (repr(name) for name in names)
    return f"{', '.join(others)} and {last}" if others else last


def level_outside() -> int:
    """Return the `stacklevel` by which a warning of the caller names the line that called lrf.

    Counted anew each time, since how many calls lie between is nobody's business.
    """
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_OURS):
        level, frame = level + 1, frame.f_back
    return level
