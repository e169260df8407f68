"""A table of our models beside those whose figures were published elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from lrf.study.outcome import Outcome
from lrf.study.tables.cells import EMPTY, Cell, Table, tau_text, word

__all__ = ["elsewhere_table"]


def elsewhere_table(outcome: Outcome) -> Table | None:
    """Return the taus of all models beside those of others; None if the study names none.

    Parameters
    ----------
    outcome : Outcome
        The results.
    """
    others = outcome.study.elsewhere
    if not others:
        return None
    ours: dict[str, Mapping[str, float]] = {one: _taus(outcome, one) for one in outcome.models}
    taus = ours | dict(others)
    common = [data for data in outcome.datasets if all(data in found for found in others.values())]
    return Table(
        name="elsewhere",
        title="Beside figures of others",
        columns=("data set", *taus),
        rows=tuple((word(data), *_cells(taus, [data])) for data in outcome.datasets),
        footer=((word("mean"), *_cells(taus, common)),) if common else (),
        note=(
            f"The last {len(others)} columns were published elsewhere, and come from other folds. "
            f"The means are those over the {len(common)} data sets that all have."
        ),
    )


def _taus(outcome: Outcome, model: str) -> dict[str, float]:
    return {data: outcome.score(data, model).tau for data in outcome.datasets}


def _cells(taus: Mapping[str, Mapping[str, float]], names: list[str]) -> list[Cell]:
    """Return each model's mean over some data sets, the best in bold, to the digits shown."""
    means = [
        round(fmean(found[name] for name in names), 9) if set(names) <= set(found) else None
        for found in taus.values()
    ]
    best = max(mean for mean in means if mean is not None)
    return [EMPTY if one is None else Cell(tau_text(one), one, one == best) for one in means]
