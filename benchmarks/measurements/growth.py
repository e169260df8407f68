"""How the time of a fit grows with the number of rows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from benchmarks.figures import Figure, Measurement, at_most
from benchmarks.models import fitting, forest, warm_up
from benchmarks.sets import Problem
from benchmarks.settings import Settings
from benchmarks.timing import Side

__all__ = ["GROWTH"]

SIZES = (5000, 10000, 20000, 40000)


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(("fried",)):
        warm_up(problem)
        for small, large in pairwise(sizes_within(len(problem.X))):
            turns = settings.turns(
                _fit_head(problem, small, settings), _fit_head(problem, large, settings)
            )
            what = f"{problem.name}, {small:,} to {large:,} rows"
            yield Figure.of_turns(what, turns, at_most(2.3), problem.stand_in)


def sizes_within(n_rows: int) -> tuple[int, ...]:
    """Return the numbers of rows to compare, each twice the one before."""
    return SIZES if n_rows >= SIZES[-1] else (n_rows // 4, n_rows // 4 * 2, n_rows // 4 * 4)


def _fit_head(problem: Problem, n_rows: int, settings: Settings) -> Side:
    head = problem.head(n_rows)
    return fitting(lambda run: forest(settings.trees, run), head.X, head.Y)


GROWTH = Measurement(
    name="growth",
    title="Twice as many rows",
    figure="2 n / n",
    columns=("n rows", "2 n rows"),
    unit="s",
    measure=measure,
    note="CPU time of `fit` with the first rows of the shuffled set.",
)
