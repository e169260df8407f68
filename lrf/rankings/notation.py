"""How an order is written as text: ``b>a=c``, or ``b > {a, c}``, the best label first.

A label that holds one of the signs ``> = { } , <`` itself stands in double quotes, and a double
quote within such quotes is doubled, as in CSV files: ``"1,4-dioxane">water``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from lrf.errors import RankingError
from lrf.wording import cited

__all__ = ["Groups", "parse_order", "write_order"]

Groups: TypeAlias = list[list[str]]  # tied labels, best group first

SIGNS = set(">={},<")
BEYOND = re.compile('[={},<"]')  # signs of more than the plainest orders
# The possessive loops take no memory, unlike others; of groups they are wrong until Python 3.11.5.
TOKEN = re.compile(r'\s*"([^"]*+(?:""[^"]*+){0,99999})"\s*(?=[>={},<]|\Z)|([>={},<])|([^>={},<]+)')


def parse_order(text: str) -> Groups:
    """Read an order.

    Parameters
    ----------
    text : str
        Labels from the best to the worst, with ">" between them; "=" or braces for ties.

    Returns
    -------
    groups : list of lists of str
        The labels, tied ones together.

    Raises
    ------
    RankingError
        If a label is missing or a sign is out of place.

    Examples
    --------
    >>> parse_order("b > {a, c}")
    [['b'], ['a', 'c']]
    """
    if not BEYOND.search(text):
        labels = list(map(str.strip, text.split(">")))
        if all(labels):
            return [[label] for label in labels]
    return _parse_signs(text)


def _parse_signs(text: str) -> Groups:
    groups: Groups = [[]]
    awaits_label, in_braces = True, False
    for sign, label in _tokens(text):
        problem = _misplaced(sign, label, awaits_label, in_braces)
        if problem:
            raise _no_order(text, problem)
        if not sign:
            groups[-1].append(label)
        elif sign == ">":
            groups.append([])
        awaits_label = sign not in ("", "}")
        in_braces = sign == "{" or (in_braces and sign != "}")
    if awaits_label:
        raise _no_order(text, "a label is missing at the end")
    if in_braces:
        raise _no_order(text, "'}' is missing at the end")
    return groups


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Yield a sign and "", or "" and a label."""
    for token in TOKEN.finditer(text):
        quoted, sign, plain = token.groups()
        if sign:
            yield sign, ""
        elif quoted is not None:
            yield "", quoted.replace('""', '"')
        elif plain.strip():
            if plain.lstrip().startswith('"'):
                raise _no_order(text, "a double quote has no partner before the next sign")
            yield "", plain.strip()


def _misplaced(sign: str, label: str, awaits_label: bool, in_braces: bool) -> str:
    """Return what is wrong with a sign or a label where it stands, if anything."""
    if not sign:
        return "" if awaits_label else f"a sign is missing before {cited(label)}"
    if sign == "<":
        return "'<' means nothing; put the best label first"
    if sign == "{":
        return "" if awaits_label and not in_braces else "'{' is out of place"
    if awaits_label:
        return f"a label is missing before {sign!r}"
    if in_braces and sign == ">":
        return "'>' stands inside braces"
    if not in_braces and sign in ",}":
        return f"{sign!r} stands outside of braces"
    return ""


def _no_order(text: str, problem: str) -> RankingError:
    return RankingError(
        f"{cited(text)} is no order: {problem} (write b>a=c or b > {{a,c}}, and labels that hold "
        f"such signs in double quotes)"
    )


def write_order(groups: Iterable[Sequence[str]]) -> str:
    """Write an order so that `parse_order` reads it back.

    Parameters
    ----------
    groups : iterable of sequences of str
        The labels, tied ones together, best group first.

    Examples
    --------
    >>> write_order([["b"], ["a", "c"]])
    'b>a=c'
    """
    return ">".join("=".join(map(_quoted, group)) for group in groups)


def _quoted(label: str) -> str:
    if label and SIGNS.isdisjoint(label) and label == label.strip() and label[0] != '"':
        return label
    doubled = label.replace('"', '""')
    return f'"{doubled}"'
