"""What a folder of results says about itself: which data, which models, which folds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from lrf import __version__
from lrf.components import Dataset
from lrf.errors import StudyError
from lrf.rankings import distinct_rankings
from lrf.study.description import Study
from lrf.study.fingerprints import content_of, fingerprint_of_content, fingerprint_of_data

__all__ = ["changes", "facts_of", "header_of", "read_header", "write_header"]

FOLDS = ("seed", "folds", "stratify")


def facts_of(dataset: Dataset) -> dict[str, Any]:
    """Return what identifies a data set, and what tables say of it."""
    Y = np.asarray(dataset.Y, dtype=float)
    ranked = ~np.isnan(Y)
    return {
        "fingerprint": fingerprint_of_data(dataset),
        "n_samples": dataset.n_samples,
        "n_features": int(dataset.X.shape[1]),
        "n_labels": int(Y.shape[1]),
        "n_distinct": len(distinct_rankings(Y)[0]),
        "ranked": float(ranked.mean()),
        "ties": bool(any(len(set(row[~np.isnan(row)])) < np.sum(~np.isnan(row)) for row in Y)),
    }


def header_of(study: Study, facts: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the header of a study's results.

    Parameters
    ----------
    study : Study
        The study.
    facts : mapping
        For each data set, its `facts_of`.
    """
    models: dict[str, dict[str, Any]] = {}
    for spec in study.models:
        content = content_of(spec)
        models[spec.name] = {"fingerprint": fingerprint_of_content(content), "content": content}
    return {
        "lrf": __version__,
        "title": study.title,
        "seed": study.seed,
        "folds": study.folds,
        "repeats": study.repeats,
        "stratify": study.stratify,
        "data": {spec.name: dict(facts[spec.name]) for spec in study.datasets},
        "models": models,
    }


def read_header(path: Path) -> dict[str, Any] | None:
    """Return the header in a folder; None if there is none yet.

    Raises
    ------
    StudyError
        If the file holds something else.
    """
    if not path.exists():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(found, dict) or {*FOLDS, "data", "models", "lrf"} - set(found):
            raise ValueError
    except ValueError as error:
        raise StudyError(
            f"{path}: this describes no study; name another folder with -o, or delete the file"
        ) from error
    return found


def write_header(path: Path, header: Mapping[str, Any]) -> None:
    """Write the header: all of it or nothing."""
    part = path.with_name(f"{path.name}.part")
    text = json.dumps(header, indent=1, ensure_ascii=False, default=str)
    part.write_text(text + "\n", encoding="utf-8")
    part.replace(path)


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is different behind the same names.

    Parameters
    ----------
    old, new : mapping
        Two headers.
    """
    for key in FOLDS:
        if old[key] != new[key]:
            yield f"{key} was {_shown(old[key])} and is {_shown(new[key])}"
    for name, facts in new["data"].items():
        before = old["data"].get(name, facts)
        if before["fingerprint"] != facts["fingerprint"]:
            yield f"data set {name} has other content ({_rows(before)} before, {_rows(facts)} now)"
    for name, model in new["models"].items():
        before = old["models"].get(name, model)
        if before["fingerprint"] != model["fingerprint"]:
            yield f"model {name}: {', '.join(_differences(before['content'], model['content']))}"


def _rows(facts: Mapping[str, Any]) -> str:
    return f"{facts['n_samples']} rows"


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    before, after = dict(_leaves(old)), dict(_leaves(new))
    return [
        f"{key} was {_shown(before.get(key))} and is {_shown(after.get(key))}"
        for key in [*before, *(key for key in after if key not in before)]
        if before.get(key) != after.get(key)
    ]


def _leaves(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{above}{key}.")
        else:
            yield f"{above}{key}".removesuffix(".name"), value


def _shown(value: Any) -> str:
    return "not set" if value is None else json.dumps(value, default=str)
