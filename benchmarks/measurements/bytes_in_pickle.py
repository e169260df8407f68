"""The size of a fitted model's pickle."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

from benchmarks.figures import Figure, Measurement, at_least
from benchmarks.models import forest, regressor
from benchmarks.sets import LARGE, Problem
from benchmarks.settings import Settings

__all__ = ["BYTES_IN_PICKLE"]


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(LARGE):
        yield _compare(problem, settings)


def _compare(problem: Problem, settings: Settings) -> Figure:
    ours, theirs = (
        len(pickle.dumps(make(settings.trees).fit(problem.X, problem.Y)))
        for make in (forest, regressor)
    )
    return Figure(
        problem.name,
        theirs / ours,
        sides=(ours, theirs),
        target=at_least(8.0),
        stand_in=problem.stand_in,
    )


BYTES_IN_PICKLE = Measurement(
    name="pickle",
    title="Size of the pickle",
    figure="scikit-learn / lrf",
    columns=("lrf", "scikit-learn"),
    unit="B",
    measure=measure,
    note="The fitted estimator by `pickle.dumps`.",
)
