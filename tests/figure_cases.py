"""Figures to write down and to show, made without measuring anything."""

from __future__ import annotations

from typing import Any

from benchmarks.figures import Figure, Measurement, at_least
from benchmarks.results import Measured, Results

# Figures with every field away from its default, and with none.
FULL = Figure(
    "vowel", 2.5, (0.25, 0.625), "", at_least(2.0), lowest=2.25, highest=3, runs=5, stand_in=True
)
BARE = Figure("iris", 0)


def results_of(**figures: list[Figure]) -> Results:
    measured = {
        name: Measured("2031-01-31", 0.5, 100, 5, tuple(found)) for name, found in figures.items()
    }
    return Results({"processor": "abacus, 2 cores"}, measured)


def measurement(**changes: Any) -> Measurement:
    fields: dict[str, Any] = {
        "name": "fit",
        "title": "Fit",
        "figure": "ratio",
        "measure": lambda settings: iter([FULL, BARE]),
        "columns": ("ours", "theirs"),
        "unit": "s",
    }
    return Measurement(**(fields | changes))
