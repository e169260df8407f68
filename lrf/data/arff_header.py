"""The header of an ARFF file: what its attributes are called and what they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import attrs

from lrf.errors import DataError
from lrf.wording import cited

__all__ = ["QUOTED", "Attribute", "read_header", "unquote"]

Holds = Literal["numbers", "words", "ranking", "dates"]

NUMERIC = ("numeric", "real", "integer")
# Possessive loops take no memory, unlike others; of groups they are wrong until Python 3.11.5.
QUOTED = r"'[^'\\]*+(?:\\.[^'\\]*+){0,99999}'" + r'|"[^"\\]*+(?:\\.[^"\\]*+){0,99999}"'
NAME = rf"""{QUOTED}|[^\s'"{{]\S*"""
ATTRIBUTE = re.compile(rf"@attribute\s+(?P<name>{NAME})\s*(?P<type>.*)", re.IGNORECASE)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
# One value of a list in braces, with the comma after it.
VALUE = re.compile(rf"""\s*+({QUOTED}|[^,'"]*)\s*+(?:,|$)""")


@attrs.frozen
class Attribute:
    """A column of an ARFF file.

    Parameters
    ----------
    name : str
        What it is called.
    holds : {"numbers", "words", "ranking", "dates"}
        What is in it.
    values : tuple of str, optional
        The words that are allowed, or the labels that are ranked; None: any text.
    """

    name: str
    holds: Holds
    values: tuple[str, ...] | None = None


def read_header(path: Path, lines: Iterator[tuple[int, str]]) -> tuple[Attribute, ...]:
    """Return the attributes; `lines` stands at the first row afterwards.

    Parameters
    ----------
    path : Path
        The file, for messages.
    lines : iterator of (int, str)
        Numbers of lines, and lines without comments and blanks around them.

    Raises
    ------
    DataError
        If a line is no part of a header, or the header does not end with @data.
    """
    attributes: dict[str, Attribute] = {}
    line = 0
    for line, text in lines:
        where = f"{path}, line {line}"
        word = text.split(None, 1)[0].lower()
        if word.rstrip(",") == "@data":  # there are files with a comma after it
            if not attributes:
                raise DataError(f"{where}: @data comes before any @attribute")
            return tuple(attributes.values())
        if word == "@relation":
            continue
        if word != "@attribute":
            raise DataError(
                f"{where}: expected @relation, @attribute or @data, found {cited(text)}"
            )
        attribute = _attribute(where, text)
        if attribute.name in attributes:
            raise DataError(f"{where}: two attributes are called {cited(attribute.name)}")
        attributes[attribute.name] = attribute
    if line == 0:
        raise DataError(f"{path}: the file is empty")
    raise DataError(f"{path}, line {line}: the file ends before @data")


def _attribute(where: str, text: str) -> Attribute:
    found = ATTRIBUTE.fullmatch(text)
    if found is None:
        raise DataError(f"{where}: expected '@attribute NAME TYPE', found {cited(text)}")
    name, kind = unquote(found["name"]), found["type"].strip()
    word = kind.split(None, 1)[0].lower() if kind else ""
    if word in NUMERIC:
        return Attribute(name, "numbers")
    if word == "string":
        return Attribute(name, "words")
    if word == "date":
        return Attribute(name, "dates")
    if kind.startswith("{"):
        return Attribute(name, "words", _values(where, kind))
    if word.partition("{")[0] == "ranking":
        return Attribute(name, "ranking", _values(where, kind[len("ranking") :].strip()))
    raise DataError(
        f"{where}: the attribute {cited(name)} has the type {cited(kind)}; known are NUMERIC, "
        f"REAL, INTEGER, STRING, DATE, {{a, b, c}} and RANKING {{a, b, c}}"
    )


def _values(where: str, braces: str) -> tuple[str, ...]:
    if not (braces.startswith("{") and braces.endswith("}")):
        raise DataError(f"{where}: expected values in braces, found {cited(braces)}")
    inner = braces[1:-1].strip()
    values: list[str] = []
    place = 0
    while place < len(inner):
        found = VALUE.match(inner, place)
        if found is None or not found[1].strip():
            raise DataError(f"{where}: expected a value, found {cited(inner[place:])}")
        values.append(unquote(found[1].strip()))
        place = found.end()
    if len(set(values)) < len(values) or not values:
        raise DataError(f"{where}: the values in braces must be different, and at least one")
    return tuple(values)


def unquote(word: str) -> str:
    """Return a word without the quotes around it, its escapes resolved."""
    if len(word) < 2 or word[0] not in "'\"" or word[-1] != word[0]:
        return word
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), word[1:-1], flags=re.S)
