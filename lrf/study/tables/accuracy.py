"""The main table: tau of each model on each data set, with deviation and rank, the best in bold."""

from __future__ import annotations

import numpy as np

from lrf.components import Array
from lrf.study.description import Comparison
from lrf.study.outcome import Outcome
from lrf.study.significance import ranks_of, wins_of
from lrf.study.tables.cells import Cell, Table, number, tau_text, word

__all__ = ["accuracy_table"]


def accuracy_table(outcome: Outcome, comparison: Comparison) -> Table:
    """Return mean, standard deviation and rank of each model on each data set.

    Parameters
    ----------
    outcome : Outcome
        The results.
    comparison : Comparison
        The models that are ranked.
    """
    models = comparison.models
    taus = outcome.taus(models)
    ranks = ranks_of(taus)
    study = outcome.study
    times = f", {study.repeats} times" if study.repeats > 1 else ""
    rows, csv_rows = [], []
    for i, data in enumerate(outcome.datasets):
        scores = [outcome.score(data, model) for model in models]
        rows.append(
            (
                word(data),
                *(
                    _tau(one.tau, f"± {tau_text(one.std)} ({ranks[i, j]:g})", _is_best(ranks, i, j))
                    for j, one in enumerate(scores)
                ),
                _tau(scores[0].default_tau),
            )
        )
        for j, one in enumerate(scores):
            csv_rows.append(
                (data, models[j], one.tau, one.std, float(ranks[i, j]), one.default_tau)
            )
    return Table(
        name=f"accuracy-{comparison.name}",
        title=comparison.title,
        columns=("data set", *models, "default"),
        rows=tuple(rows),
        footer=_footer(taus, ranks, outcome, models),
        note=(
            f"Kendall's tau: mean of {study.folds}-fold cross-validation{times} (seed "
            f"{study.seed}), ± standard deviation of the folds (rank). Default: the constant "
            f"predictor, which is not ranked. {comparison.note}"
        ).strip(),
        csv_columns=("data set", "model", "tau", "std", "rank", "default tau"),
        csv_rows=tuple(csv_rows),
    )


def _is_best(ranks: Array, i: int, j: int) -> bool:
    return bool(ranks[i, j] == ranks[i].min())


def _tau(value: float, aside: str = "", bold: bool = False) -> Cell:
    return Cell(tau_text(value), value, bold, aside)


def _footer(
    taus: Array, ranks: Array, outcome: Outcome, models: tuple[str, ...]
) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of means: tau, rank, and on how many data sets a model is the best."""
    defaults = [outcome.score(data, models[0]).default_tau for data in outcome.datasets]
    means, mean_ranks = taus.mean(axis=0), ranks.mean(axis=0)
    best = (ranks == ranks.min(axis=1, keepdims=True)).sum(axis=0)
    wins = wins_of(taus).sum(axis=1)
    return (
        (
            word("mean"),
            *(_tau(float(one), bold=bool(one == means.max())) for one in means),
            _tau(float(np.mean(defaults))),
        ),
        (
            word("mean rank"),
            *(number(float(one), 2, bold=bool(one == mean_ranks.min())) for one in mean_ranks),
            Cell(""),
        ),
        (word("best on"), *(Cell(f"{one}", float(one)) for one in best), Cell("")),
        (word("wins"), *(Cell(f"{one}", float(one)) for one in wins), Cell("")),
    )
