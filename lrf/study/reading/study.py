"""The whole file."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from lrf.config.files import errors_about, read_toml
from lrf.config.kinds import count, flag
from lrf.errors import ConfigError
from lrf.files import path_of
from lrf.study.description import Study
from lrf.study.reading.data import read_datasets
from lrf.study.reading.keys import Keys, names, read_table, text
from lrf.study.reading.models import read_models
from lrf.study.reading.shown import (
    read_comparisons,
    read_elsewhere,
    read_figures,
    read_published,
)

__all__ = ["read_study"]


def _any(path: str, value: Any) -> Any:
    return value


KEYS: Keys = {
    "title": (text, ""),
    "note": (text, ""),
    "seed": (count(0), 0),
    "folds": (count(2), 10),
    "repeats": (count(1), 1),
    "stratify": (flag(), False),
    "folders": (names, ()),
    "fetch": (flag(), False),
    "datasets": (_any, None),
    "data": (_any, None),
    "models": (_any, None),
    "comparisons": (_any, None),
    "figures": (_any, None),
    "published": (_any, None),
    "elsewhere": (_any, None),
}


def read_study(path: str | PathLike[str]) -> Study:
    """Read and check a study file.

    Parameters
    ----------
    path : str or Path
        A TOML file; the page "Studies" of the documentation lists its keys. Paths in it start
        from its folder.

    Raises
    ------
    ConfigError, ComponentError
        If the file cannot be read, is no TOML, holds an unknown key, or a value that is not
        allowed; the message names the file and the path of the key.
    """
    file = path_of(path)
    settings = read_toml(file)
    with errors_about(file):
        return _from_settings(file, settings)


def _from_settings(file: Path, settings: dict[str, Any]) -> Study:
    table = read_table("", settings, KEYS)
    if table["models"] is None:
        raise ConfigError("models: missing; describe one as [models.NAME]")
    models = read_models(table["models"], file.parent)
    called = [model.name for model in models]
    datasets = read_datasets(table["datasets"], table["data"], file.parent)
    names_of_data = [one.name for one in datasets]
    comparisons = read_comparisons(table["comparisons"], called)
    return Study(
        path=file,
        title=table["title"] or file.stem,
        note=table["note"],
        seed=table["seed"],
        folds=table["folds"],
        repeats=table["repeats"],
        stratify=table["stratify"],
        folders=tuple(file.parent / folder for folder in table["folders"]),
        fetch=table["fetch"],
        datasets=datasets,
        models=models,
        comparisons=comparisons,
        figures=read_figures(table["figures"], called, comparisons),
        published=read_published(table["published"], called, names_of_data),
        elsewhere=read_elsewhere(table["elsewhere"], called, names_of_data),
    )
