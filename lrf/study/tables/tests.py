"""Tables of the tests: p-values of pairs, and who beats whom how often."""

from __future__ import annotations

from lrf.study.description import Comparison
from lrf.study.outcome import Outcome
from lrf.study.significance import Verdict, verdict_of, wins_of
from lrf.study.tables.cells import Cell, Table, word

__all__ = ["significance_table", "wins_table"]

LEVEL = 0.05


def significance_table(outcome: Outcome, comparison: Comparison) -> Table | None:
    """Return the p-values of Dunn's procedure for all pairs; None for a single model.

    Parameters
    ----------
    outcome : Outcome
        The results.
    comparison : Comparison
        The models that are compared.
    """
    models = comparison.models
    if len(models) < 2:
        return None
    verdict = verdict_of(outcome.taus(models))
    rows = tuple(
        (
            word(model),
            *(_p_value(float(p), i == j) for j, p in enumerate(verdict.dunn[i])),
        )
        for i, model in enumerate(models)
    )
    return Table(
        name=f"significance-{comparison.name}",
        title=f"{comparison.title}: p-values",
        columns=("", *models),
        rows=rows,
        note=_note(verdict, len(models), len(outcome.datasets)),
        csv_columns=("model", "other", "p", "mean rank", "mean rank of other"),
        csv_rows=tuple(
            (
                models[i],
                models[j],
                float(verdict.dunn[i, j]),
                float(verdict.mean_ranks[i]),
                float(verdict.mean_ranks[j]),
            )
            for i in range(len(models))
            for j in range(len(models))
            if i != j
        ),
    )


def _p_value(p: float, same: bool) -> Cell:
    if same:
        return Cell("–", 1.0)
    return Cell("< .001" if p < 0.001 else f"{p:.3f}".replace("0.", ".", 1), p, p < LEVEL)


def _note(verdict: Verdict, n_models: int, n_datasets: int) -> str:
    if verdict.p_value == verdict.p_value:
        p = "p < .001" if verdict.p_value < 0.001 else f"p = {verdict.p_value:.3f}"
        test = f"Friedman's test: χ² = {verdict.statistic:.2f} ({n_models - 1} df), {p}. "
    else:
        test = "Friedman's test needs three models and two data sets. "
    return (
        f"{test}Dunn's procedure on mean ranks over {n_datasets} data sets, p-values adjusted for "
        f"{n_models * (n_models - 1) // 2} pairs (Bonferroni); in bold below .05. Nemenyi's "
        f"critical difference of mean ranks: {verdict.difference:.2f}."
    )


def wins_table(outcome: Outcome, comparison: Comparison) -> Table:
    """Return on how many data sets the model of a row beats that of a column.

    Parameters
    ----------
    outcome : Outcome
        The results.
    comparison : Comparison
        The models that are compared.
    """
    models = comparison.models
    wins = wins_of(outcome.taus(models))
    totals = wins.sum(axis=1)
    rows = tuple(
        (
            word(model),
            *(
                Cell("–" if i == j else str(wins[i, j]), float(wins[i, j]))
                for j in range(len(models))
            ),
            Cell(str(totals[i]), float(totals[i]), bool(totals[i] == totals.max())),
        )
        for i, model in enumerate(models)
    )
    return Table(
        name=f"wins-{comparison.name}",
        title=f"{comparison.title}: wins",
        columns=("", *models, "all"),
        rows=rows,
        note=(
            f"Number of data sets, of {len(outcome.datasets)}, on which the model of the row has "
            f"the higher mean tau."
        ),
    )
