"""Further tables: depth of trees, what was published, and seconds."""

from __future__ import annotations

from statistics import fmean

from lrf.study.outcome import Outcome
from lrf.study.tables.cells import EMPTY, Cell, Table, number, tau_text, word

__all__ = ["depth_table", "published_table", "seconds_table"]


def depth_table(outcome: Outcome) -> Table | None:
    """Return the mean depth of each model's trees; None if no model has any.

    Parameters
    ----------
    outcome : Outcome
        The results.
    """
    first = outcome.datasets[0]
    models = [name for name in outcome.models if outcome.score(first, name).depth is not None]
    if not models:
        return None
    rows = tuple(
        (word(data), *(number(outcome.score(data, model).depth, 1) for model in models))
        for data in outcome.datasets
    )
    return Table(
        name="depth",
        title="Depth",
        columns=("data set", *models),
        rows=rows,
        note="Edges from the root to the deepest leaf, averaged over trees and folds.",
    )


def published_table(outcome: Outcome) -> Table | None:
    """Return our figures beside published ones; None if the study names none.

    Parameters
    ----------
    outcome : Outcome
        The results.
    """
    published = outcome.study.published
    models = [name for name in outcome.models if published.get(name)]
    if not models:
        return None
    rows, csv_rows = [], []
    for data in outcome.datasets:
        cells = [word(data)]
        for model in models:
            ours, theirs = outcome.score(data, model).tau, published[model].get(data)
            cells += [Cell(tau_text(ours), ours), *_beside(ours, theirs)]
            csv_rows.append((data, model, ours, theirs))
        rows.append(tuple(cells))
    return Table(
        name="published",
        title="Beside published figures",
        columns=(
            "data set",
            *(text for model in models for text in (model, "published", "difference")),
        ),
        rows=tuple(rows),
        footer=(_means(outcome, models),),
        note=(
            "Published figures come from other folds: differences of .01 to .03 on the small sets, "
            "and of about .002 on the large ones, are noise."
        ),
        csv_columns=("data set", "model", "tau", "published"),
        csv_rows=tuple(csv_rows),
    )


def _beside(ours: float, theirs: float | None) -> list[Cell]:
    if theirs is None:
        return [EMPTY, EMPTY]
    return [Cell(tau_text(theirs), theirs), Cell(_signed(ours - theirs), ours - theirs)]


def _means(outcome: Outcome, models: list[str]) -> tuple[Cell, ...]:
    """Return the means over those data sets for which something was published."""
    cells = [word("mean of these")]
    for model in models:
        published = outcome.study.published[model]
        names = [data for data in outcome.datasets if data in published]
        ours = fmean(outcome.score(data, model).tau for data in names)
        theirs = fmean(published[data] for data in names)
        cells += [Cell(tau_text(ours), ours), *_beside(ours, theirs)]
    return tuple(cells)


def _signed(value: float) -> str:
    text = tau_text(abs(value))
    return text if text == ".000" else f"{'+' if value > 0 else '−'}{text}"


def seconds_table(outcome: Outcome) -> Table:
    """Return the seconds of a fold; other machines and other days give others.

    Parameters
    ----------
    outcome : Outcome
        The results.
    """
    rows = tuple(
        (word(data), *(number(outcome.score(data, model).seconds, 3) for model in outcome.models))
        for data in outcome.datasets
    )
    totals = [
        sum(fold.seconds for data in outcome.datasets for fold in outcome.folds[data, model])
        for model in outcome.models
    ]
    return Table(
        name="seconds",
        title="Seconds",
        columns=("data set", *outcome.models),
        rows=rows,
        footer=((word("whole study"), *(number(total, 1) for total in totals)),),
        note="Fitting and predicting one fold with one thread, on the clock of the machine.",
    )
