"""Predicting the rows that a forest was fitted to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.figures import Figure, Measurement, at_least
from benchmarks.models import forest, regressor
from benchmarks.sets import ALL, Problem
from benchmarks.settings import Settings
from benchmarks.timing import timed

__all__ = ["PREDICT"]


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(ALL):
        yield _compare(problem, settings)


def _compare(problem: Problem, settings: Settings) -> Figure:
    ours, theirs = (make(settings.trees).fit(problem.X, problem.Y) for make in (forest, regressor))
    for model in (ours, theirs) * 3:  # ours makes its short nodes after a call or two
        model.predict(problem.X)
    turns = settings.turns(
        timed(lambda run: partial(ours.predict, problem.X)),
        timed(lambda run: partial(theirs.predict, problem.X)),
    )
    return Figure.of_turns(problem.name, turns, at_least(3.0), problem.stand_in)


PREDICT = Measurement(
    name="predict",
    title="Predict",
    figure="scikit-learn / lrf",
    columns=("lrf", "scikit-learn"),
    unit="s",
    measure=measure,
    note=(
        "CPU time of `predict` for all training rows, after three calls. lrf returns rankings, "
        "scikit-learn means of positions, which have yet to be ranked."
    ),
)
