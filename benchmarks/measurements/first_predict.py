"""The first call of predict, which works out what each leaf says."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.figures import Figure, Measurement
from benchmarks.models import forest, regressor
from benchmarks.sets import LARGE, Problem
from benchmarks.settings import Settings
from benchmarks.timing import Side, timed

__all__ = ["FIRST_PREDICT"]


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(LARGE):
        yield _compare(problem, settings)


def _compare(problem: Problem, settings: Settings) -> Figure:
    ours, theirs = (make(settings.trees).fit(problem.X, problem.Y) for make in (forest, regressor))
    ours.predict(problem.X[:10])  # loads the kernels
    turns = settings.turns(_first_call(ours, problem.X), _first_call(theirs, problem.X))
    return Figure.of_turns(problem.name, turns, None, problem.stand_in)


def _first_call(model: Any, X: Any) -> Side:
    """Return the side that predicts with a fresh copy of a model, made from its pickle."""
    pickled = pickle.dumps(model)
    return timed(lambda run: partial(pickle.loads(pickled).predict, X))


FIRST_PREDICT = Measurement(
    name="first-predict",
    title="Predict, first call",
    figure="scikit-learn / lrf",
    columns=("lrf", "scikit-learn"),
    unit="s",
    measure=measure,
    note=(
        "As above, with a copy of the model that has not predicted before: lrf works out on "
        "first use what each leaf adds to the vote, and keeps it."
    ),
)
