"""The criterion of label ranking trees, beside that of ranking trees."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figures import Figure, Measurement, at_most
from benchmarks.models import fitting, forest, warm_up
from benchmarks.sets import Problem
from benchmarks.settings import Settings

__all__ = ["MALLOWS"]

SETS = ("iris", "vowel", "segment", "cpu-small", "pendigits")


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(SETS):
        yield _compare(problem, settings)


def _compare(problem: Problem, settings: Settings) -> Figure:
    warm_up(problem)
    warm_up(problem, criterion="mallows")
    mean = fitting(lambda run: forest(settings.trees, run), problem.X, problem.Y)
    spread = fitting(
        lambda run: forest(settings.trees, run, criterion="mallows"), problem.X, problem.Y
    )
    return Figure.of_turns(
        problem.name, settings.turns(mean, spread), at_most(1.5), problem.stand_in
    )


MALLOWS = Measurement(
    name="mallows",
    title="Criterion mallows",
    figure="mallows / mean-correlation",
    columns=("mean-correlation", "mallows"),
    unit="s",
    measure=measure,
    note=(
        "CPU time of `fit`. Trees by `mallows` are deeper: on cpu-small their samples are sorted "
        "and swept 1.5 times as often."
    ),
)
