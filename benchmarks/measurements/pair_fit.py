"""Fitting both sides to the same targets: the signs of all pairs of labels."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figures import Figure, Measurement, at_least
from benchmarks.models import fitting, forest, pair_signs, regressor, warm_up
from benchmarks.sets import Problem
from benchmarks.settings import Settings

__all__ = ["PAIR_FIT"]


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(("pendigits", "vowel", "elevators")):
        yield _compare(problem, settings)


def _compare(problem: Problem, settings: Settings) -> Figure:
    warm_up(problem)
    ours = fitting(lambda run: forest(settings.trees, run), problem.X, problem.Y)
    signs = pair_signs(problem.Y)
    theirs = fitting(lambda run: regressor(settings.trees, run), problem.X, signs)
    turns = settings.turns(ours, theirs)
    return Figure.of_turns(problem.name, turns, at_least(6.0), problem.stand_in)


PAIR_FIT = Measurement(
    name="fit-pairs",
    title="Fit, the same targets",
    figure="scikit-learn / lrf",
    columns=("lrf", "scikit-learn on pair signs"),
    unit="s",
    measure=measure,
    note=(
        "Kendall's tau compares all pairs of labels, so lrf's trees work on k(k − 1)/2 numbers "
        "for each row, rank vectors on k only. Here scikit-learn is fitted to the same "
        "k(k − 1)/2 signs."
    ),
)
