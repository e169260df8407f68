"""What a study shows: which models are compared with which, and in which figures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lrf.config.kinds import one_of
from lrf.config.refusals import refuse
from lrf.errors import ConfigError
from lrf.study.description import Comparison, Figure
from lrf.study.reading.keys import known_names, names, read_table, table_of, text

__all__ = ["read_comparisons", "read_elsewhere", "read_figures", "read_published"]

KINDS = one_of(("accuracy", "gain", "critical-difference"))


def read_comparisons(value: object, models: Sequence[str]) -> tuple[Comparison, ...]:
    """Return what ``[comparisons.NAME]`` tables describe; without any, one of all models.

    Parameters
    ----------
    value : object
        What stands under ``comparisons``.
    models : sequence of str
        The models that there are.

    Raises
    ------
    ConfigError
        With the path of the key.
    """
    if value is None:
        return (Comparison(name="all", title="All models", models=tuple(models)),)
    found = []
    for key, table in table_of("comparisons", value).items():
        path = f"comparisons.{_file_name('comparisons', key)}"
        keys: dict[str, Any] = {
            "title": (text, key),
            "models": (names, tuple(models)),
            "note": (text, ""),
        }
        given = read_table(path, table, keys)
        known_names(f"{path}.models", given["models"], models, "model")
        found.append(Comparison(name=key, **given))
    return tuple(found)


def read_figures(
    value: object, models: Sequence[str], comparisons: Sequence[Comparison]
) -> tuple[Figure, ...]:
    """Return what ``[figures.NAME]`` tables describe; without any, two for each comparison.

    Parameters
    ----------
    value : object
        What stands under ``figures``.
    models : sequence of str
        The models that there are.
    comparisons : sequence of Comparison
        What gets figures if nothing is said.

    Raises
    ------
    ConfigError
        With the path of the key.
    """
    if value is None:
        return tuple(figure for one in comparisons for figure in _figures_of(one))
    return tuple(
        _read_figure(key, table, models) for key, table in table_of("figures", value).items()
    )


def _figures_of(comparison: Comparison) -> list[Figure]:
    accuracy = Figure(
        name=f"accuracy-{comparison.name}",
        title=comparison.title,
        kind="accuracy",
        models=comparison.models,
    )
    ranks = Figure(
        name=f"ranks-{comparison.name}",
        title=f"{comparison.title}: mean ranks",
        kind="critical-difference",
        models=comparison.models,
    )
    return [accuracy, ranks]


def _read_figure(key: str, value: object, models: Sequence[str]) -> Figure:
    path = f"figures.{_file_name('figures', key)}"
    keys: dict[str, Any] = {
        "title": (text, key),
        "kind": (KINDS, "accuracy"),
        "models": (names, tuple(models)),
        "beside": (names, ()),
    }
    given = read_table(path, value, keys)
    known_names(f"{path}.models", given["models"], models, "model")
    known_names(f"{path}.beside", set(given["beside"]), models, "model")
    wanted = len(given["models"]) if given["kind"] == "gain" else 0
    if len(given["beside"]) != wanted:
        raise ConfigError(
            f"{path}.beside: names {len(given['beside'])} models, not {wanted}: only a figure of "
            f"kind 'gain' has it, and one for each of its models"
        )
    return Figure(name=key, **given)


def read_published(
    value: object, models: Sequence[str], datasets: Sequence[str]
) -> Mapping[str, Mapping[str, float]]:
    """Return what was published of models: ``[published.MODEL]``, a tau for each data set.

    Raises
    ------
    ConfigError
        With the path of the key.
    """
    tables = table_of("published", {} if value is None else value)
    known_names("published", tables, models, "model")
    return {name: _taus(f"published.{name}", table, datasets) for name, table in tables.items()}


def read_elsewhere(
    value: object, models: Sequence[str], datasets: Sequence[str]
) -> Mapping[str, Mapping[str, float]]:
    """Return what was published of models that are not in the study: ``[elsewhere.NAME]``.

    Raises
    ------
    ConfigError
        With the path of the key.
    """
    tables = table_of("elsewhere", {} if value is None else value)
    for name in tables:
        if name in models:
            raise ConfigError(
                f"elsewhere.{name}: this model is in the study; its figures belong to "
                f"published.{name}"
            )
    return {name: _taus(f"elsewhere.{name}", table, datasets) for name, table in tables.items()}


def _taus(path: str, value: object, datasets: Sequence[str]) -> dict[str, float]:
    table = table_of(path, value)
    known_names(path, table, datasets, "data set")
    for name, tau in table.items():
        if not isinstance(tau, float) or not -1 <= tau <= 1:
            refuse(f"{path}.{name}", tau, "a number from -1.0 to 1.0")
    return dict(table)


def _file_name(path: str, key: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", key):
        raise ConfigError(
            f"{path}.{key}: files are called after it, so it consists of letters, digits, '-', "
            f"'_' and '.'"
        )
    return key
