"""The figures of several measurements, and their file.

Each measurement keeps the conditions it was made under, so that a file can be brought up to date
one measurement at a time; but all of them come from one machine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import attrs

from benchmarks.figures import Figure, Target

__all__ = ["Measured", "Results", "read_results", "write_results"]

FORMAT = 1

Plain: TypeAlias = dict[str, Any]


@attrs.frozen
class Measured:
    """What came out of one measurement.

    Parameters
    ----------
    date : str
        The day, as in 2031-01-31.
    load : float
        How many processes wanted to run when it began.
    trees, repeats : int
        How much was measured.
    figures : tuple of Figure
        The rows.
    """

    date: str
    load: float
    trees: int
    repeats: int
    figures: tuple[Figure, ...]


@attrs.frozen
class Results:
    """All that was measured on one machine.

    Parameters
    ----------
    machine : mapping of str to str
        What it is.
    measured : mapping of str to Measured
        By the name of the measurement.
    """

    machine: Mapping[str, str]
    measured: Mapping[str, Measured]

    def updated(self, newer: Results) -> Results:
        """Return these results with newer ones in their place; another machine's replace all."""
        kept = self.measured if self.machine == newer.machine else {}
        return Results(newer.machine, {**kept, **newer.measured})


def read_results(path: Path) -> Results:
    """Read results from a file.

    Raises
    ------
    ValueError
        If the file was written by another version of this program.
    """
    content = json.loads(path.read_text(encoding="utf-8"))
    if content.get("format") != FORMAT:
        raise ValueError(f"{path} has format {content.get('format')!r}, not {FORMAT}")
    measured = {
        name: Measured(**{**entry, "figures": tuple(map(_figure, entry["figures"]))})
        for name, entry in content["measurements"].items()
    }
    return Results(content["machine"], measured)


def write_results(results: Results, path: Path) -> None:
    """Write results to a file."""
    content = {
        "format": FORMAT,
        "machine": dict(results.machine),
        "measurements": {name: _plain(entry) for name, entry in results.measured.items()},
    }
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _plain(entry: Measured) -> Plain:
    figures = [_plain_figure(figure) for figure in entry.figures]
    return {**attrs.asdict(entry, recurse=False), "figures": figures}


def _plain_figure(figure: Figure) -> Plain:
    """Return a figure without what goes without saying."""
    plain: Plain = {
        field.name: getattr(figure, field.name)
        for field in attrs.fields(Figure)
        if getattr(figure, field.name) != field.default
    }
    for name in ("value", "lowest", "highest"):
        if name in plain:
            plain[name] = _short(plain[name])
    if "sides" in plain:
        plain["sides"] = [_short(side) for side in figure.sides]
    target = plain.pop("target", None)
    if target is not None:
        plain["at_most" if target.most else "at_least"] = _short(target.bound)
    return plain


def _figure(plain: Plain) -> Figure:
    target = None
    for name in ("at_least", "at_most"):
        if name in plain:
            target = Target(plain[name], most=name == "at_most")
    fields = {name: plain[name] for name in plain if not name.startswith("at_")}
    fields["sides"] = tuple(plain.get("sides", ()))
    return Figure(target=target, **fields)


def _short(number: float) -> float:
    """Return a number with five digits, more than any measurement is good for; whole as it is."""
    return int(number) if float(number).is_integer() else float(f"{number:.5g}")
