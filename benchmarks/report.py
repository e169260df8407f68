"""Results as tables in Markdown, for a terminal and for the documentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.figures import Figure, Measurement, Target
from benchmarks.results import Measured, Results

__all__ = ["overview", "render", "shown", "table"]

MADE_UP = "†"


def render(results: Results, measurements: Sequence[Measurement], targets: bool) -> str:
    """Return everything that was measured, as Markdown.

    Parameters
    ----------
    results : Results
        The figures.
    measurements : sequence of Measurement
        In the order of the report.
    targets : bool
        Whether to show beside each figure what it should reach.
    """
    measured = results.measured
    done = [(one, measured[one.name]) for one in measurements if one.name in measured]
    if not done:
        return "Nothing has been measured yet.\n"
    parts = [_machine(results)]
    if targets:
        parts.append(overview(done))
    parts += [_section(measurement, its_figures, targets) for measurement, its_figures in done]
    return "\n\n".join(parts) + "\n"


def _machine(results: Results) -> str:
    return "Measured on: " + "; ".join(results.machine.values()) + "."


def overview(done: Sequence[tuple[Measurement, Measured]]) -> str:
    """Return, for each measurement, the figure that is farthest from what it should reach."""
    rows = []
    for measurement, measured in done:
        held = [figure for figure in measured.figures if figure.target is not None]
        if held:
            worst = max(held, key=_shortfall)
            missed = sum(_shortfall(figure) > 0 for figure in held)
            reached = f"{len(held) - missed} of {len(held)}"
            rows.append([measurement.title, _value(worst), worst.what, _target(worst), reached])
    return table(["measurement", "weakest figure", "on", "target", "reached"], rows)


def _shortfall(figure: Figure) -> float:
    assert figure.target is not None
    return figure.target.shortfall(figure.value)


def _section(measurement: Measurement, measured: Measured, targets: bool) -> str:
    heading = ["", *measurement.columns, measurement.figure, "range"]
    rows = [_row(measurement, figure) for figure in measured.figures]
    if targets:
        heading.append("target")
        rows = [[*row, _target(figure)] for row, figure in zip(rows, measured.figures, strict=True)]
    parts = [f"### {measurement.title}", measurement.note, table(*_used(heading, rows))]
    parts.append(" ".join(_conditions(measurement, measured)))
    return "\n\n".join(part for part in parts if part)


def _row(measurement: Measurement, figure: Figure) -> list[str]:
    what = f"{figure.what} {MADE_UP}" if figure.stand_in else figure.what
    sides = [shown(side, measurement.unit) for side in figure.sides]
    sides += [""] * (len(measurement.columns) - len(sides))
    return [what, *sides, _value(figure), _range(figure)]


def _used(heading: list[str], rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """Leave out columns in which nothing stands."""
    used = [i for i in range(len(heading)) if any(row[i] for row in rows)]
    return [heading[i] for i in used], [[row[i] for i in used] for row in rows]


def _conditions(measurement: Measurement, measured: Measured) -> Iterator[str]:
    trees = f", {measured.trees} trees" if measurement.forests else ""
    yield f"Measured on {measured.date}{trees}, load {measured.load:g} at the start."
    if any(figure.stand_in for figure in measured.figures):
        yield f"{MADE_UP} made-up data of the same shape: the data set was not there."


def _value(figure: Figure) -> str:
    return shown(figure.value, figure.unit)


def _range(figure: Figure) -> str:
    if figure.lowest is None or figure.highest is None or figure.runs < 2:
        return ""
    lowest, highest = shown(figure.lowest, figure.unit), shown(figure.highest, figure.unit)
    return f"{lowest} to {highest}, {figure.runs} runs"


def _target(figure: Figure) -> str:
    target = figure.target
    if target is None:
        return ""
    missed = "" if target.is_met(figure.value) else ", **missed**"
    return f"{_bound(target, figure.unit)}{missed}"


def _bound(target: Target, unit: str) -> str:
    return f"at {'most' if target.most else 'least'} {_scaled(target.bound, unit)}"


def _scaled(number: float, unit: str) -> str:
    if unit == "B":
        return shown(number, unit)
    return f"{number:g} {unit}".rstrip()


def shown(number: float, unit: str) -> str:
    """Return a number as a reader wants it: three digits, and its unit."""
    if unit == "s":
        return f"{_digits(1000 * number)} ms" if number < 0.1 else f"{_digits(number)} s"
    if unit == "B":
        power = 3 if number >= 2**30 else 2 if number >= 2**20 else 1
        return f"{_digits(number / 1024**power)} {' KMG'[power]}iB"
    if unit == "tau":
        return f"{number:.4f}"
    return _digits(number)


def _digits(number: float) -> str:
    """Return up to three digits, or all before the point."""
    for decimals, least in ((0, 100), (1, 10), (2, 0.1)):
        if round(abs(number), decimals) >= least:
            return f"{number:.{decimals}f}"
    return f"{number:.2g}"


def table(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose columns line up also where Markdown is not rendered."""
    widths = [max(3, *map(len, column)) for column in zip(heading, *rows, strict=True)]
    first, *others = widths
    lines = [_line(row, widths) for row in (heading, *rows)]
    rule = ["-" * first, *("-" * (width - 1) + ":" for width in others)]
    return "\n".join([lines[0], _line(rule, widths), *lines[1:]])


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    padded = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
    return f"| {' | '.join(padded)} |"
