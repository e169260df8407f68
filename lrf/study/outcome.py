"""What came out of a study: the folds of every model on every data set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any

import attrs
import numpy as np

from lrf.components import Array
from lrf.study.description import Study
from lrf.study.journal import Entry
from lrf.study.results import Fold

__all__ = ["Outcome", "Score", "outcome_of"]


@attrs.frozen
class Score:
    """A model on a data set, over all folds.

    Parameters
    ----------
    tau, std : float
        Mean and sample standard deviation of the folds' tau.
    default_tau : float
        Mean of the constant predictor.
    depth : float or None
        Mean depth of trees.
    seconds : float
        Of fitting and predicting, a fold on average.
    """

    tau: float
    std: float
    default_tau: float
    depth: float | None
    seconds: float


@attrs.frozen(kw_only=True)
class Outcome:
    """The results of a study.

    Parameters
    ----------
    study : Study
        What was studied.
    header : mapping
        What is known of its data sets and models.
    folds : mapping
        For each pair of a data set and a model, its folds in their order.
    """

    study: Study
    header: Mapping[str, Any]
    folds: Mapping[tuple[str, str], Sequence[Fold]]

    @property
    def datasets(self) -> tuple[str, ...]:
        """The names of the data sets."""
        return tuple(spec.name for spec in self.study.datasets)

    @property
    def models(self) -> tuple[str, ...]:
        """The names of the models."""
        return tuple(spec.name for spec in self.study.models)

    def score(self, data: str, model: str) -> Score:
        """Return the means of a model on a data set."""
        folds = self.folds[data, model]
        depths = [fold.depth for fold in folds if fold.depth is not None]
        return Score(
            tau=fmean(fold.tau for fold in folds),
            std=stdev(fold.tau for fold in folds),
            default_tau=fmean(fold.default_tau for fold in folds),
            depth=fmean(depths) if depths else None,
            seconds=fmean(fold.seconds for fold in folds),
        )

    def taus(self, models: Sequence[str]) -> Array:
        """Return the mean taus, of shape (n_datasets, n_models)."""
        return np.array(
            [[self.score(data, model).tau for model in models] for data in self.datasets]
        )


def outcome_of(study: Study, header: Mapping[str, Any], entries: Iterable[Entry]) -> Outcome:
    """Return the results in an order that does not depend on when they came.

    Parameters
    ----------
    study : Study
        What was studied.
    header : mapping
        What is known of its data sets and models.
    entries : iterable of Entry
        One for each fold of the study, and perhaps others.
    """
    found = {entry.place: entry.fold for entry in entries}
    folds = {
        (data.name, model.name): tuple(
            found[data.name, model.name, repeat, fold]
            for repeat in range(study.repeats)
            for fold in range(study.folds)
        )
        for data in study.datasets
        for model in study.models
    }
    return Outcome(study=study, header=header, folds=folds)
