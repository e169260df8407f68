"""A stranger's criterion beside the built-in one that computes the same."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.figures import Figure, Measurement, at_most
from benchmarks.models import KENDALL, fitting, forest
from benchmarks.sets import Problem
from benchmarks.settings import Settings
from benchmarks.stranger import lrf_criteria
from lrf.components import Criterion

__all__ = ["PLUGIN"]

BUILT_IN = ("mean-correlation", "ranking-gain")


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(("fried", "pendigits")):
        for name, stranger in zip(BUILT_IN, lrf_criteria(), strict=True):
            yield _compare(problem, settings, name, stranger)


def _compare(problem: Problem, settings: Settings, name: str, stranger: Criterion) -> Figure:
    ours = {**KENDALL, "name": name}
    check_same_trees(problem, ours, stranger)
    turns = settings.turns(
        fitting(lambda run: forest(settings.trees, run, criterion=ours), problem.X, problem.Y),
        fitting(lambda run: forest(settings.trees, run, criterion=stranger), problem.X, problem.Y),
    )
    return Figure.of_turns(f"{problem.name}, {name}", turns, at_most(1.15), problem.stand_in)


def check_same_trees(problem: Problem, ours: object, theirs: object) -> None:
    """Make sure that two criteria do the same work: they grow the same trees."""
    first, second = (
        forest(2, criterion=criterion).fit(problem.X, problem.Y) for criterion in (ours, theirs)
    )
    if not np.array_equal(first.predict(problem.X), second.predict(problem.X)):
        raise AssertionError(f"{theirs} does not grow the trees of {ours} on {problem.name}")


PLUGIN = Measurement(
    name="plugin",
    title="A plugin's criterion",
    figure="plugin / built-in",
    columns=("built-in", "plugin"),
    unit="s",
    measure=measure,
    note=(
        "CPU time of `fit` with a criterion written in a module outside of lrf, beside that with "
        "the built-in criterion of the same form, named. Both grow the same trees."
    ),
)
