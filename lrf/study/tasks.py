"""The work of a study, fold by fold."""

from __future__ import annotations

import warnings
from functools import cached_property
from typing import Any

import attrs
import numpy as np

from lrf.components import Dataset
from lrf.errors import StudyError
from lrf.estimators.targets import read_rankings
from lrf.study.description import Study
from lrf.study.folds import Rows, fold_seed, shuffled_folds
from lrf.study.making import make_model, told_of_categories
from lrf.study.models import fresh, warm_up
from lrf.study.one_fold import evaluate_fold
from lrf.study.results import Fold
from lrf.study.stratified import stratified_folds

__all__ = ["Bench", "Done", "Task"]


@attrs.frozen
class Task:
    """One fold of one model on one data set; repeats and folds count from 0."""

    data: str
    model: str
    repeat: int
    fold: int

    def __str__(self) -> str:
        return f"{self.data}, {self.model}, repeat {self.repeat}, fold {self.fold}"


@attrs.frozen
class Done:
    """What a task left: its result, and what was warned of."""

    task: Task
    fold: Fold
    warnings: tuple[str, ...] = ()


class Bench:
    """Does tasks; each worker has one.

    Parameters
    ----------
    study : Study
        What is studied.
    datasets : dict of str to Dataset
        Its data sets that are worked on.
    """

    def __init__(self, study: Study, datasets: dict[str, Dataset]) -> None:
        self.study = study
        self.datasets = datasets
        self._at_hand: tuple[str, Any, list[tuple[Rows, Rows]]] | None = None
        self._warm: set[tuple[str, str]] = set()

    @cached_property
    def models(self) -> dict[str, Any]:
        """The unfitted models by name."""
        folder = self.study.path.parent
        return {spec.name: make_model(spec, folder) for spec in self.study.models}

    def do(self, task: Task) -> Done:
        """Do a task.

        Raises
        ------
        StudyError
            If the model fails; the message names the task and the cause.
        """
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                fold = self._evaluate(task)
            except Exception as error:
                raise StudyError(f"{task}: {type(error).__name__}: {error}") from error
        said = {f"{one.category.__name__}: {one.message}" for one in caught}
        return Done(task, fold, tuple(sorted(said)))

    def _evaluate(self, task: Task) -> Fold:
        data = self.datasets[task.data]
        rankings, pairs = self._rankings_and_folds(task.data)
        number = task.repeat * self.study.folds + task.fold
        train, test = pairs[number]
        X = np.asarray(data.X)
        if (task.data, task.model) not in self._warm:
            warm_up(self._fresh(task, self.study.seed), X[train], rankings[train], X[test])
            self._warm.add((task.data, task.model))
        model = self._fresh(task, fold_seed(self.study.seed, number))
        return evaluate_fold(model, data, rankings, train, test, (task.repeat, task.fold))

    def _fresh(self, task: Task, seed: int) -> Any:
        model = fresh(self.models[task.model], seed, n_jobs=1)
        return told_of_categories(model, self.datasets[task.data])

    def _rankings_and_folds(self, name: str) -> tuple[Any, list[tuple[Rows, Rows]]]:
        """Return the rankings and the folds of a data set; those of the last one are kept."""
        if self._at_hand is None or self._at_hand[0] != name:
            study, data = self.study, self.datasets[name]
            rankings = read_rankings(data.Y)
            rule = (study.folds, study.repeats, study.seed)
            if study.stratify:
                pairs = stratified_folds(rankings, *rule)
            else:
                pairs = shuffled_folds(len(rankings), *rule)
            self._at_hand = name, rankings, pairs
        return self._at_hand[1:]
