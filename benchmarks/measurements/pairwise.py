"""Probabilities of all pairs of labels, beside predicting rankings alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.figures import Figure, Measurement, at_least
from benchmarks.models import forest
from benchmarks.sets import ALL, Problem
from benchmarks.settings import Settings
from benchmarks.timing import timed

__all__ = ["PAIRWISE"]


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(ALL):
        yield _compare(problem, settings)


def _compare(problem: Problem, settings: Settings) -> Figure:
    model = forest(settings.trees).fit(problem.X, problem.Y)
    model.predict(problem.X)
    model.predict_pairwise(problem.X)
    turns = settings.turns(
        timed(lambda run: partial(model.predict_pairwise, problem.X)),
        timed(lambda run: partial(model.predict, problem.X)),
    )
    return Figure.of_turns(problem.name, turns, at_least(0.5), problem.stand_in)


PAIRWISE = Measurement(
    name="pairwise",
    title="Probabilities of pairs",
    figure="predict / predict_pairwise",
    columns=("predict_pairwise", "predict"),
    unit="s",
    measure=measure,
    note="CPU time of both for all training rows, after a first call.",
)
