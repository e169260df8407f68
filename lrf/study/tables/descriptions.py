"""Tables of what was studied: the data sets and the models."""

from __future__ import annotations

import json
from typing import Any

from lrf.config import KEYS
from lrf.study.outcome import Outcome
from lrf.study.tables.cells import Cell, Table, word

__all__ = ["datasets_table", "models_table"]


def datasets_table(outcome: Outcome) -> Table:
    """Return the size of each data set, and how varied its rankings are.

    Parameters
    ----------
    outcome : Outcome
        The results.
    """
    rows = []
    for data in outcome.datasets:
        facts = outcome.header["data"][data]
        counts = [facts[key] for key in ("n_samples", "n_features", "n_labels", "n_distinct")]
        rows.append(
            (
                word(data),
                *(Cell(f"{count:,}", float(count)) for count in counts),
                _share(facts["n_distinct"] / facts["n_samples"]),
                _share(facts["ranked"]),
                word("yes" if facts["ties"] else "no"),
            )
        )
    return Table(
        name="datasets",
        title="Data sets",
        columns=(
            "data set",
            "examples",
            "attributes",
            "labels",
            "distinct rankings",
            "share of distinct",
            "ranked",
            "ties",
        ),
        rows=tuple(rows),
        note=(
            "Share of distinct: distinct rankings per example (the paper's U). Ranked: share of "
            "labels that have a position."
        ),
    )


def _share(value: float) -> Cell:
    digits = 0 if value >= 0.1 else 1
    return Cell(f"{100 * value:.{digits}f} %", value)


def models_table(outcome: Outcome) -> Table:
    """Return what each model is: what it is called by, and what differs from the defaults.

    Parameters
    ----------
    outcome : Outcome
        The results.
    """
    rows = tuple(
        (word(name), word(_kind(model["content"])), word(_settings(model["content"])))
        for name, model in outcome.header["models"].items()
    )
    return Table(
        name="models",
        title="Models",
        columns=("model", "what it is", "settings"),
        rows=rows,
        note="Of our own models, what differs from the default; all of it is in study.json.",
    )


def _kind(content: dict[str, Any]) -> str:
    if "baseline" in content:
        return f"baseline {content['baseline']}"
    return f"lrf {content['estimator']}"


def _settings(content: dict[str, Any]) -> str:
    if "baseline" in content:
        shown = content["settings"]
    else:
        kind = content["estimator"]
        shown = {
            key: value
            for key, value in content.items()
            if key in KEYS and _name_of(value) != KEYS[key].default(kind)
        }
    written = ", ".join(f"{key} = {_short(value)}" for key, value in shown.items())
    return written or "defaults"


def _name_of(value: Any) -> Any:
    return value.get("name") if isinstance(value, dict) and len(value) == 1 else value


def _short(value: Any) -> str:
    if isinstance(value, dict) and "name" in value:
        rest = ", ".join(f"{key} {_short(one)}" for key, one in value.items() if key != "name")
        return f"{value['name']} ({rest})" if rest else str(value["name"])
    return str(value) if isinstance(value, str) else json.dumps(value, default=str)
