"""The headers of PrefLib's files, old and new: names of the alternatives, and what follows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import attrs

from lrf.errors import DataError
from lrf.wording import cited

__all__ = ["KINDS", "MOST_DIGITS", "Header", "Line", "count_in", "read_header"]

# Complete or not, with ties or without: what files of these kinds promise.
KINDS = ("soc", "soi", "toc", "toi")

NAME = "ALTERNATIVE NAME"

# More digits than any number of voters has.
MOST_DIGITS = 15
# More alternatives than a table of all pairs could be made of.
MOST_ALTERNATIVES = 10_000


class Line(NamedTuple):
    """A line with text: its number, counted from 1, and the text without blanks around it."""

    number: int
    text: str


@attrs.frozen
class Header:
    """What the header of a file says.

    Parameters
    ----------
    kind : str
        One of `KINDS`; "toi", which promises nothing, if it is not said.
    names : dict of int to str
        The names of the alternatives by their numbers; no two are the same.
    n_orders, n_voters : int or None
        How many lines of orders follow, and the sum of their counts, as far as it is said.
    n_lines : int
        How many lines with text the header takes.
    is_old : bool
        Whether a comma follows the count of an order, as was usual until 2022, or a colon.
    """

    kind: str
    names: dict[int, str]
    n_orders: int | None
    n_voters: int | None
    n_lines: int
    is_old: bool


def read_header(path: Path, lines: Iterable[Line]) -> tuple[Header, Iterator[Line]]:
    """Read the header, and return the lines after it.

    Raises
    ------
    DataError
        If something is wrong, with the line.
    """
    rest = iter(lines)
    first = next(rest, None)
    if first is None:
        raise DataError(f"{path}: the file is empty")
    if first.text.startswith("#"):
        return _read_new(path, chain([first], rest))
    return _read_old(path, first, rest), rest


def count_in(text: str, where: str, what: str) -> int:
    """Return a whole number.

    Raises
    ------
    DataError
        If it is none, or an enormous one.
    """
    digits = text.strip()
    if not re.fullmatch(r"[0-9]+", digits):
        raise DataError(f"{where}: {cited(digits)} is no {what}; it must be a whole number")
    if len(digits) > MOST_DIGITS:
        raise DataError(f"{where}: the {what} has {len(digits)} digits, which must be a mistake")
    return int(digits)


def _read_new(path: Path, lines: Iterator[Line]) -> tuple[Header, Iterator[Line]]:
    said: dict[str, int] = {}
    names: dict[int, str] = {}
    kind = _kind_of(path)
    n_lines = 0
    for line in lines:
        if line.text[0] != "#":
            lines = chain([line], lines)
            break
        n_lines += 1
        key, _, value = line.text.removeprefix("#").strip().partition(":")
        where = f"{path}, line {line.number}"
        if key == "DATA TYPE":
            kind = _check_kind(where, value.strip().lower())
        elif key.startswith(NAME):
            number = count_in(key.removeprefix(NAME), where, "number of an alternative")
            _add_name(names, number, value, where)
        elif key in ("NUMBER ALTERNATIVES", "NUMBER VOTERS", "NUMBER UNIQUE ORDERS"):
            said[key] = count_in(value, where, f"number of {key.split()[-1].lower()}")
    n_alternatives = said.get("NUMBER ALTERNATIVES", len(names))
    if not names:
        names = _numbered(path, n_alternatives)
    if len(names) != n_alternatives:
        raise DataError(
            f"{path}: the header speaks of {n_alternatives} alternatives, but names {len(names)}"
        )
    header = Header(
        kind,
        _distinct(names),
        said.get("NUMBER UNIQUE ORDERS"),
        said.get("NUMBER VOTERS"),
        n_lines,
        is_old=False,
    )
    return header, lines


def _read_old(path: Path, first: Line, rest: Iterator[Line]) -> Header:
    n_alternatives = count_in(first.text, f"{path}, line {first.number}", "number of alternatives")
    lines = list(islice(rest, n_alternatives + 1))
    if len(lines) <= n_alternatives:
        raise DataError(
            f"{path}: the file ends in its header; {n_alternatives} names of alternatives and the "
            f"numbers of voters must follow the first line"
        )
    names: dict[int, str] = {}
    for line in lines[:-1]:
        number, _, name = line.text.partition(",")
        where = f"{path}, line {line.number}"
        _add_name(names, count_in(number, where, "number of an alternative"), name, where)
    sums = lines[-1]
    where = f"{path}, line {sums.number}"
    numbers = [count_in(word, where, "number of voters or orders") for word in sums.text.split(",")]
    if len(numbers) != 3:
        raise DataError(
            f"{where}: {len(numbers)} numbers; there must be three, of voters, of votes and of "
            f"different orders"
        )
    n_lines = n_alternatives + 2
    return Header(_kind_of(path), _distinct(names), numbers[2], numbers[1], n_lines, is_old=True)


def _kind_of(path: Path) -> str:
    """Return the kind that a file's name tells, or the one that promises nothing."""
    suffix = path.suffix.lower().removeprefix(".")
    return suffix if suffix in KINDS else "toi"


def _check_kind(where: str, kind: str) -> str:
    if kind not in KINDS:
        raise DataError(
            f"{where}: files of the kind {cited(kind)} hold no rankings; those of "
            f"{', '.join(KINDS)} do"
        )
    return kind


def _add_name(names: dict[int, str], number: int, name: str, where: str) -> None:
    if number in names:
        raise DataError(f"{where}: alternative {number} is named twice")
    names[number] = name.strip() or str(number)


def _numbered(path: Path, n_alternatives: int) -> dict[int, str]:
    """Return the numbers of the alternatives as their names."""
    if n_alternatives > MOST_ALTERNATIVES:
        raise DataError(
            f"{path}: {n_alternatives} alternatives, none of them named, must be a mistake"
        )
    return {number: str(number) for number in range(1, n_alternatives + 1)}


def _distinct(names: dict[int, str]) -> dict[int, str]:
    """Return the names, those that occur again with the number of the alternative."""
    taken: set[str] = set()
    distinct: dict[int, str] = {}
    for number, name in names.items():
        while name in taken:
            name = f"{name} ({number})"
        taken.add(name)
        distinct[number] = name
    return distinct
