"""Runs of two sides, taken in turns, and what their ratios say.

A busy moment of the machine makes a run slow. When the sides take turns it hits both, so each
pair of runs gives a ratio of its own, and the median of these ratios is the figure.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any, TypeAlias

import attrs

__all__ = ["Side", "Turns", "in_turns", "timed"]

#: One side: called with the number of the run, returns what that run cost.
Side: TypeAlias = Callable[[int], float]

#: Short runs are repeated more often than asked for, but not more often than this.
MOST_PAIRS = 50


@attrs.frozen
class Turns:
    """What two sides cost, run by run.

    Parameters
    ----------
    first, second : tuple of float
        The costs, in the order of the runs.
    """

    first: tuple[float, ...]
    second: tuple[float, ...]

    @property
    def ratios(self) -> tuple[float, ...]:
        """What the second side cost, as a multiple of the first, in each pair of runs."""
        return tuple(b / a for a, b in zip(self.first, self.second, strict=True))

    @property
    def ratio(self) -> float:
        """Median of the ratios."""
        return median(self.ratios)

    @property
    def medians(self) -> tuple[float, float]:
        """Median cost of each side."""
        return median(self.first), median(self.second)


def timed(
    prepare: Callable[[int], Callable[[], Any]], clock: Callable[[], float] = process_time
) -> Side:
    """Return a side whose cost is time.

    Parameters
    ----------
    prepare : callable
        Given the number of the run, does what is not measured and returns what is.
    clock : callable
        `time.process_time`: CPU seconds of all threads; `time.perf_counter`: seconds on the wall.
    """

    def side(run: int) -> float:
        work = prepare(run)
        gc.collect()  # nobody pays for what others left behind
        start = clock()
        kept = work()
        seconds = clock() - start
        del kept  # freed when the clock has stopped
        return seconds

    return side


def in_turns(first: Side, second: Side, repeats: int, least: float = 0.0) -> Turns:
    """Run both sides in turns.

    Parameters
    ----------
    first, second : callable
        The sides.
    repeats : int
        Least number of pairs.
    least : float
        Pairs are added until all of them together cost this much, since short runs vary more.
    """
    costs: list[tuple[float, float]] = []
    while len(costs) < repeats or (
        len(costs) < MOST_PAIRS and sum(a + b for a, b in costs) < least
    ):
        run = len(costs)
        costs.append((first(run), second(run)))
    firsts, seconds = zip(*costs, strict=True)
    return Turns(firsts, seconds)
