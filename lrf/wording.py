"""How things are put into words, the same in all messages."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

__all__ = [
    "all_of",
    "cited",
    "counted",
    "level_outside",
    "listed",
    "nearest",
    "one_line",
    "plural",
]

#: So many letters of a name or a cell tell which one is meant.
_MOST_LETTERS = 60
#: Comparing a word with a million others would take minutes.
_MOST_COMPARED = 1000

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


def cited(text: str) -> str:
    """Return what stands in a file in quotes, cut short if it is long."""
    return repr(_short(text))


def listed(names: Sequence[str], noun: str = "column", most: int = 8) -> str:
    """Return names in a row and in one line, the first ones if there are many."""
    shown = ", ".join(_short(" ".join(name.split())) for name in names[:most])
    return shown if len(names) <= most else f"{shown}, ... ({counted(len(names), noun)})"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most like another one, None if none is much like it.

    Of very many, a thousand of about the same length are compared.
    """
    near = get_close_matches(word, list(islice(_about_as_long(word, known), _MOST_COMPARED)), 1)
    return near[0] if near else None


def _short(text: str) -> str:
    return text if len(text) <= _MOST_LETTERS else text[:_MOST_LETTERS] + "..."


def _about_as_long(word: str, known: Iterable[str]) -> Iterator[str]:
    # No others are so much alike as `get_close_matches` wants them.
    return (
        each for each in known if 3 * len(word) <= 7 * len(each) and 3 * len(each) <= 7 * len(word)
    )


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
