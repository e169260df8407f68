"""How things are put into words, the same in all messages."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["all_of", "counted", "one_line", "plural"]


def counted(number: int, noun: str) -> str:
    """Return such as "1 row" or "2 rows"."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return such as "rows", "leaves", "criteria"."""
    if noun.endswith("criterion"):
        return noun.removesuffix("on") + "a"
    return noun.removesuffix("f") + "ves" if noun.endswith("f") else noun + "s"


def one_line(error: BaseException) -> str:
    """Return what an error says, in one line whatever its author wrote; else its type."""
    return " ".join(str(error).split()) or type(error).__name__


def all_of(names: Sequence[str]) -> str:
    """Return such as "'a', 'b' and 'c'"; there is one name at least."""
    *others, last = (repr(name) for name in names)
    return f"{', '.join(others)} and {last}" if others else last
