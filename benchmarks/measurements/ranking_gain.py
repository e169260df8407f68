"""The criterion of entropy trees, beside that of ranking trees."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figures import Figure, Measurement, at_most
from benchmarks.models import fitting, forest, warm_up
from benchmarks.sets import LARGE, Problem
from benchmarks.settings import Settings

__all__ = ["RANKING_GAIN"]


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(LARGE):
        yield _compare(problem, settings)


def _compare(problem: Problem, settings: Settings) -> Figure:
    gain = "ranking-gain"
    warm_up(problem)
    warm_up(problem, criterion=gain)
    mean = fitting(lambda run: forest(settings.trees, run), problem.X, problem.Y)
    entropy = fitting(lambda run: forest(settings.trees, run, criterion=gain), problem.X, problem.Y)
    turns = settings.turns(mean, entropy)
    return Figure.of_turns(problem.name, turns, at_most(2.5), problem.stand_in)


RANKING_GAIN = Measurement(
    name="ranking-gain",
    title="Criterion ranking-gain",
    figure="ranking-gain / mean-correlation",
    columns=("mean-correlation", "ranking-gain"),
    unit="s",
    measure=measure,
    note="CPU time of `fit`; Kendall's tau in both criteria.",
)
