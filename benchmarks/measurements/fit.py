"""Fitting a forest, every distinct value of an attribute a possible cut."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figures import Figure, Measurement, Target, at_least
from benchmarks.models import fitting, forest, regressor, warm_up
from benchmarks.sets import ALL, Problem
from benchmarks.settings import Settings

__all__ = ["FIT", "compare_fits"]


def compare_fits(
    problem: Problem, settings: Settings, target: Target | None, max_bins: int | None = None
) -> Figure:
    """Return what scikit-learn takes on the rank vectors, as a multiple of ours."""
    trees = settings.trees
    warm_up(problem, max_bins=max_bins)
    ours = fitting(lambda run: forest(trees, run, max_bins=max_bins), problem.X, problem.Y)
    theirs = fitting(lambda run: regressor(trees, run), problem.X, problem.Y)
    return Figure.of_turns(problem.name, settings.turns(ours, theirs), target, problem.stand_in)


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(ALL):
        yield compare_fits(problem, settings, at_least(2.5 if settings.is_large(problem) else 2.0))


FIT = Measurement(
    name="fit",
    title="Fit, exact splits",
    figure="scikit-learn / lrf",
    columns=("lrf", "scikit-learn"),
    unit="s",
    measure=measure,
    note=(
        "CPU time of `fit`. scikit-learn is fitted to the rank vectors, the positions as many "
        "targets of a regression. Both grow their trees until leaves are pure or cannot be split."
    ),
)
