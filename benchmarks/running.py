"""Taking a measurement, and saying how far it has got."""

from __future__ import annotations

import sys
from datetime import date

from benchmarks.figures import Figure, Measurement, NotMeasured
from benchmarks.machine import load
from benchmarks.report import shown
from benchmarks.results import Measured
from benchmarks.settings import Settings

__all__ = ["measure"]


def measure(measurement: Measurement, settings: Settings) -> Measured | None:
    """Return what came out, or None where something that it needs is not there, and say so."""
    try:
        return _measure(measurement, settings)
    except NotMeasured as reason:
        _say(f"{measurement.name}: not measured: {reason}")
        return None


def _measure(measurement: Measurement, settings: Settings) -> Measured:
    busy = load()
    figures = []
    for figure in measurement.measure(settings):
        figures.append(figure)
        _say(f"{measurement.name}: {_in_one_line(measurement, figure)}")
    return Measured(
        date=date.today().isoformat(),
        load=busy,
        trees=settings.trees,
        repeats=settings.repeats,
        figures=tuple(figures),
    )


def _in_one_line(measurement: Measurement, figure: Figure) -> str:
    note = " (made-up data: the data set is not there)" if figure.stand_in else ""
    value = shown(figure.value, figure.unit)
    return f"{figure.what}{note}: {measurement.figure} {value}"


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
