"""A correlation given as a matrix beside the same one given by vectors."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figures import Figure, Measurement, at_most
from benchmarks.models import KENDALL, fitting, forest, warm_up
from benchmarks.sets import Problem
from benchmarks.settings import Settings
from benchmarks.stranger import lrf_correlations

__all__ = ["MATRIX"]


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(("cpu-small", "elevators", "calhousing", "fried")):
        yield _compare(problem, settings)


def _compare(problem: Problem, settings: Settings) -> Figure:
    by_matrix = {**KENDALL, "correlation": lrf_correlations()[0]}
    warm_up(problem)
    warm_up(problem, criterion=by_matrix)
    turns = settings.turns(
        fitting(lambda run: forest(settings.trees, run), problem.X, problem.Y),
        fitting(lambda run: forest(settings.trees, run, criterion=by_matrix), problem.X, problem.Y),
    )
    return Figure.of_turns(problem.name, turns, at_most(1.2), problem.stand_in)


MATRIX = Measurement(
    name="matrix",
    title="A correlation given as a matrix",
    figure="matrix / vectors",
    columns=("kendall", "its matrix"),
    unit="s",
    measure=measure,
    note=(
        "CPU time of `fit` with Kendall's tau given as the matrix of all distinct rankings, for "
        "which lrf finds vectors of the same width. Finding them is part of the fit, and costs the "
        "cube of the number of distinct rankings; these sets have 24 to 131."
    ),
)
