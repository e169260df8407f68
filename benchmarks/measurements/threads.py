"""Two threads beside one."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from benchmarks.figures import Figure, Measurement, at_least
from benchmarks.models import fitting, forest, warm_up
from benchmarks.sets import Problem
from benchmarks.settings import Settings

__all__ = ["THREADS"]


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(("fried",)):
        yield _compare(problem, settings)


def _compare(problem: Problem, settings: Settings) -> Figure:
    trees, X, Y = settings.trees, problem.X, problem.Y
    warm_up(problem, n_jobs=2)
    turns = settings.turns(
        fitting(lambda run: forest(trees, run, n_jobs=2), X, Y, perf_counter),
        fitting(lambda run: forest(trees, run, n_jobs=1), X, Y, perf_counter),
    )
    return Figure.of_turns(problem.name, turns, at_least(1.8), problem.stand_in)


THREADS = Measurement(
    name="threads",
    title="Two threads",
    figure="one / two",
    columns=("two threads", "one thread"),
    unit="s",
    measure=measure,
    note="Wall-clock time of `fit`, the only one here; it needs two cores with nothing else to do.",
)
