"""The size of a fitted forest."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figures import Figure, Measurement, at_least
from benchmarks.models import forest, regressor
from benchmarks.sets import LARGE, Problem
from benchmarks.settings import Settings
from benchmarks.weight import array_bytes, bytes_of_trees

__all__ = ["BYTES_IN_MEMORY"]


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(LARGE):
        yield from _compare(problem, settings)


def _compare(problem: Problem, settings: Settings) -> Iterator[Figure]:
    ours, theirs = (make(settings.trees).fit(problem.X, problem.Y) for make in (forest, regressor))
    trees = bytes_of_trees(theirs)
    fitted = array_bytes(ours.forest_)
    yield Figure(
        problem.name,
        trees / fitted,
        sides=(fitted, trees),
        target=at_least(8.0),
        stand_in=problem.stand_in,
    )
    ours.predict(problem.X[:10])
    used = array_bytes(ours.forest_)
    yield Figure(
        f"{problem.name}, once it has predicted",
        trees / used,
        sides=(used, trees),
        stand_in=problem.stand_in,
    )


BYTES_IN_MEMORY = Measurement(
    name="size",
    title="Size of the fitted forest",
    figure="scikit-learn / lrf",
    columns=("lrf", "scikit-learn"),
    unit="B",
    measure=measure,
    note=(
        "lrf: all arrays of the forest. scikit-learn: nodes and values of all trees. When lrf "
        "predicts for the first time, it keeps what each leaf adds to the vote as well."
    ),
)
