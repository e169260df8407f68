"""What a measurement is, and the figures that come out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median

import attrs

from benchmarks.settings import Settings
from benchmarks.timing import Turns

__all__ = ["Figure", "Measurement", "NotMeasured", "Target", "at_least", "at_most"]


class NotMeasured(Exception):
    """Something that a measurement needs is not there; the message says what."""


@attrs.frozen
class Target:
    """What a figure should reach.

    Parameters
    ----------
    bound : float
        The value that still counts as reached.
    most : bool
        Whether the figure may not be larger; otherwise it may not be smaller.
    """

    bound: float
    most: bool = False

    def shortfall(self, value: float) -> float:
        """Return how far a figure is from its target, as a share of it; 0 or less: reached."""
        return (value / self.bound - 1.0) * (1.0 if self.most else -1.0)

    def is_met(self, value: float) -> bool:
        """Whether a figure reaches its target."""
        return self.shortfall(value) <= 0.0


def at_least(bound: float) -> Target:
    """Return the target of a figure of which more is better."""
    return Target(bound)


def at_most(bound: float) -> Target:
    """Return the target of a figure of which less is better."""
    return Target(bound, most=True)


@attrs.frozen
class Figure:
    """One row of a table.

    Parameters
    ----------
    what : str
        What it was measured on.
    value : float
        The figure.
    sides : tuple of float
        What it was made of, one number for each column of the measurement; or nothing.
    unit : str
        Unit of `value`, empty for a ratio.
    target : Target or None
        What it should reach.
    lowest, highest : float or None
        The range over the runs.
    runs : int
        Number of runs, or of pairs of runs.
    stand_in : bool
        Whether the data were made up because the measured data set was not there.
    """

    what: str
    value: float
    sides: tuple[float, ...] = ()
    unit: str = ""
    target: Target | None = None
    lowest: float | None = None
    highest: float | None = None
    runs: int = 1
    stand_in: bool = False

    @classmethod
    def of_turns(
        cls, what: str, turns: Turns, target: Target | None, stand_in: bool = False
    ) -> Figure:
        """Return the ratio of two sides, the second over the first."""
        return cls(
            what=what,
            value=turns.ratio,
            sides=turns.medians,
            target=target,
            lowest=min(turns.ratios),
            highest=max(turns.ratios),
            runs=len(turns.ratios),
            stand_in=stand_in,
        )

    @classmethod
    def of_seconds(
        cls,
        what: str,
        seconds: Sequence[float],
        target: Target | None,
        of: Callable[[Sequence[float]], float] = median,
    ) -> Figure:
        """Return what several runs took: their median, or something else `of` them."""
        return cls(
            what,
            of(seconds),
            unit="s",
            target=target,
            lowest=min(seconds),
            highest=max(seconds),
            runs=len(seconds),
        )


@attrs.frozen
class Measurement:
    """Something that is measured: one table of the report.

    Parameters
    ----------
    name : str
        The word for ``--only``.
    title : str
        Heading of the table.
    figure : str
        What the figure is, the heading of its column.
    measure : callable
        Yields the figures as they become known. Raises `NotMeasured` if it cannot.
    columns : tuple of str
        Headings of the numbers that a figure is made of.
    unit : str
        Unit of these numbers.
    note : str
        What one has to know to read the table, as Markdown.
    forests : bool
        Whether the number of trees is that of the settings.
    """

    name: str
    title: str
    figure: str
    measure: Callable[[Settings], Iterator[Figure]]
    columns: tuple[str, ...] = ()
    unit: str = ""
    note: str = ""
    forests: bool = True
