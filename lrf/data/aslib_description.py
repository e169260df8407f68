"""The description of an ASlib scenario: the few keys of its YAML that say what is measured."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path

import attrs

from lrf.data.text import read_text
from lrf.data.words import number_of
from lrf.errors import DataError
from lrf.wording import cited

__all__ = ["Measure", "Scenario", "read_description"]

KEY = re.compile(r"([A-Za-z_]\w*)\s*:(?:\s+(.*)|)")
COMMENT = re.compile(r"""(?:^|\s)#.*""")
WORDS = {"true": True, "yes": True, "false": False, "no": False}


@attrs.frozen
class Measure:
    """Something that was measured of each run.

    Parameters
    ----------
    name : str
        The attribute that holds it.
    maximize : bool
        Whether more of it is better.
    is_runtime : bool
        Whether it is a time, to which the cut-off applies.
    """

    name: str
    maximize: bool
    is_runtime: bool


@attrs.frozen
class Scenario:
    """What a description says.

    Parameters
    ----------
    name : str
        What the scenario is called.
    measures : tuple of Measure
        In their order; at least one.
    cutoff : float
        After how long a run was stopped; infinite if it was not, or nobody knows.
    """

    name: str
    measures: tuple[Measure, ...]
    cutoff: float


def read_description(path: Path) -> Scenario:
    """Read ``description.txt``, those keys of it that are needed.

    Parameters
    ----------
    path : Path
        The file. A value stands after its key, or in a list below it.

    Raises
    ------
    DataError
        If a key is missing or has another value than expected.
    """
    values = _values(read_text(path))
    names = _required(path, values, "performance_measures")
    maximize = [_truth(path, word) for word in _required(path, values, "maximize")]
    kinds = values.get("performance_type") or ["solution_quality"] * len(names)
    for key, found in (("maximize", maximize), ("performance_type", kinds)):
        if len(found) != len(names):
            raise DataError(
                f"{path}: {key} has {len(found)} values, but there are {len(names)} "
                f"performance_measures"
            )
    measures = tuple(
        Measure(name, up, kind.lower() == "runtime")
        for name, up, kind in zip(names, maximize, kinds, strict=True)
    )
    name = (values.get("scenario_id") or [""])[0] or path.resolve().parent.name
    return Scenario(name, measures, _cutoff(values.get("algorithm_cutoff_time", [])))


def _values(text: str) -> dict[str, list[str]]:
    """Return the words of each key that begins a line; what is nested deeper is of no interest."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.splitlines():
        stripped = COMMENT.sub("", line).strip()
        key = KEY.fullmatch(stripped) if line[:1].strip() else None
        if key is not None:
            current = found[key[1]] = _words(key[2] or "")
        elif stripped.startswith("- "):
            current.append(_unquoted(stripped[2:]))
    return found


def _words(value: str) -> list[str]:
    """Return what stands behind a key: a word, or several in square brackets."""
    value = value.strip()
    if value.startswith("[") and value.endswith("]"):
        return [_unquoted(word) for word in value[1:-1].split(",") if word.strip()]
    return [_unquoted(value)] if value else []


def _unquoted(word: str) -> str:
    word = word.strip()
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word


def _required(path: Path, values: dict[str, list[str]], key: str) -> Sequence[str]:
    if not values.get(key):
        raise DataError(f"{path}: expected the key {key!r} with a value or a list")
    return values[key]


def _truth(path: Path, word: str) -> bool:
    if word.lower() not in WORDS:
        raise DataError(f"{path}: maximize holds {cited(word)}; expected true or false")
    return WORDS[word.lower()]


def _cutoff(words: Sequence[str]) -> float:
    number = number_of(words[0]) if words else None
    return number if number is not None and number > 0 else math.inf
