"""What a cell of a text file says: a number, a word, or that something is missing."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.data.quantities import about_quantity
from lrf.wording import cited

__all__ = [
    "are_quantities",
    "as_numbers",
    "complaint",
    "is_missing",
    "is_quantity",
    "looks_like_a_number",
    "number_of",
    "some_of",
]

Array: TypeAlias = npt.NDArray[np.float64]

#: What programs write into a cell that is empty, in lower case.
MISSING = frozenset(
    {"", "?", "nan", "na", "n/a", "<na>", "#n/a", "#na", "#n/a n/a", "null", "nat"}
    | {sign + rest for sign in ("", "-") for rest in ("1.#ind", "1.#qnan")}
)
# What people write there; taken for missing without being asked, a value "none" would be lost.
MAYBE_MISSING = frozenset(
    {"-", "--", ".", "*", "none", "nil", "missing", "unknown", "n.a.", "(null)", "\\n"}
    | {"#div/0!", "#value!", "#ref!", "#num!", "#name?", "#null!"}
)

# So many words tell what a column holds.
_ENOUGH_WORDS = 1000

# So many words are made numbers at a time: the first of a column tell whether it holds any.
_AT_A_TIME = 4096

DECIMAL_COMMA = re.compile(r"[+-]?\d+,(?!\d{3}$)\d+")
# A number as it is written somewhere, but not here: 1,5 or 1_000 or 1'000 or 1.000,5; but 1.2.3 is
# a version, and 10.0.0.1 an address.
NUMBER_ABROAD = re.compile(
    r"[+-]?(?:\d{1,3}([., '’_\xa0\u202f])\d{3}(?:\1\d{3})*|\d*)(?:[.,]\d+)?(?:[eE][+-]?\d+)?"
)


def is_missing(word: str) -> bool:
    """Whether a cell says that there is no value."""
    return word.strip().lower() in MISSING


def number_of(word: str) -> float | None:
    """Return the number that a cell holds, NaN if it is missing, None if it is something else."""
    if word[:1].isalpha() and word[0] not in "nNiI":  # as most words do, unlike NaN, NA and inf
        return None
    if is_missing(word):
        return math.nan
    try:
        # Python's underscores between digits are no part of a number in a data file.
        return None if "_" in word else float(word)
    except ValueError:
        return None


def as_numbers(words: Sequence[str]) -> Array | None:
    """Return the numbers that cells hold, NaN where they are missing; None if one is no number.

    Parameters
    ----------
    words : sequence of str
        The cells.
    """
    try:
        numbers = np.array(list(map(float, words)), dtype=np.float64)
        return None if "_" in "".join(words) else numbers
    except ValueError:
        pass
    numbers = np.empty(len(words))
    for start in range(0, len(words), _AT_A_TIME):
        some = words[start : start + _AT_A_TIME]
        known: dict[str, float] = {}
        for word in set(some):
            number = number_of(word)
            if number is None:
                return None
            known[word] = number
        numbers[start : start + len(some)] = [known[word] for word in some]
    return numbers


def looks_like_a_number(word: str) -> bool:
    """Whether a word is a number, or meant to be one."""
    if number_of(word) is not None:
        return True
    return NUMBER_ABROAD.fullmatch(word) is not None and any(sign.isdigit() for sign in word)


def are_quantities(words: Sequence[str]) -> bool:
    """Whether more than half of the words are dates, percentages, numbers written abroad, ...

    Parameters
    ----------
    words : sequence of str
        The different words of a column. Of very many, some are looked at.
    """
    some = some_of(words)
    return 2 * sum(map(is_quantity, some)) > len(some)


def some_of(words: Sequence[str]) -> Sequence[str]:
    """Return as many words of a column as tell what it holds, from its beginning to its end."""
    return words[:: max(1, len(words) // _ENOUGH_WORDS)]


def is_quantity(word: str) -> bool:
    """Whether a word means a number or a date, and is none as it stands.

    Parameters
    ----------
    word : str
        Without spaces around it.
    """
    if number_of(word) is not None:
        return False
    return about_quantity(word) is not None or looks_like_a_number(word)


def complaint(word: str) -> str:
    """Return what is wrong with a cell that should hold a finite number."""
    word = word.strip()
    if not word:
        return "the cell is empty"
    number = number_of(word)
    if number is None:
        return f"{cited(word)} {about_quantity(word) or 'is not a number' + _hint(word)}"
    if word.lower().lstrip("+-") in ("nan", "inf", "infinity") or math.isnan(number):
        return f"{word!r} is not a finite number; leave the cell empty if it stands for missing"
    if math.isfinite(number):
        return f"{cited(word)} is declared to be a word, not a number"
    return f"{cited(word)} is too large for a number"


def _hint(word: str) -> str:
    if word.lower() in MAYBE_MISSING:
        return ": leave the cell empty if it stands for missing"
    if DECIMAL_COMMA.fullmatch(word):
        return ": write a decimal point, not a comma"
    if looks_like_a_number(word):
        return ": write a decimal point, and no sign between thousands"
    return ""
