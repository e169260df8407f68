"""Electing by Kemeny's consensus, beside averaging positions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import attrs
import numpy as np

from benchmarks.figures import Figure, Measurement, at_most
from benchmarks.models import forest
from benchmarks.sets import Problem
from benchmarks.settings import Settings
from benchmarks.timing import timed

__all__ = ["KEMENY"]

NUMBERS_OF_LABELS = (4, 6, 8, 10)
VOTING = ("hard", "soft")


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(("pendigits",)):
        for n_labels in sorted({min(n, problem.Y.shape[1]) for n in NUMBERS_OF_LABELS}):
            for voting in VOTING:
                yield _compare(first_labels(problem, n_labels), voting, settings)


def first_labels(problem: Problem, n_labels: int) -> Problem:
    """Return the problem of ranking the first labels only."""
    places = problem.Y[:, :n_labels].argsort(axis=1, kind="stable").argsort(axis=1)
    return attrs.evolve(problem, Y=places + 1.0)


def _compare(problem: Problem, voting: str, settings: Settings) -> Figure:
    n_new = len(problem.X) // 10
    X, Y, new = problem.X[n_new:], problem.Y[n_new:], np.ascontiguousarray(problem.X[:n_new])
    mean, kemeny = (
        forest(settings.trees, aggregator=name, voting=voting).fit(X, Y)
        for name in ("average-ranking", "kemeny")
    )
    for model in (mean, kemeny, mean, kemeny):
        model.predict(new)
    turns = settings.turns(
        timed(lambda run: partial(mean.predict, new)),
        timed(lambda run: partial(kemeny.predict, new)),
    )
    what = f"{problem.name}, {Y.shape[1]} labels, {voting} voting"
    return Figure.of_turns(what, turns, at_most(2.0), problem.stand_in)


KEMENY = Measurement(
    name="kemeny",
    title="Kemeny's consensus of a forest's votes",
    figure="kemeny / average-ranking",
    columns=("average-ranking", "kemeny"),
    unit="s",
    measure=measure,
    note=(
        "CPU time of `predict` for a tenth of the rows, which the forest has not seen. Kemeny's "
        "consensus is exact."
    ),
)
