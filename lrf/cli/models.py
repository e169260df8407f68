"""Models from the options of a command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lrf.errors import ConfigError

__all__ = ["choose_models", "one_model"]

DEFAULT = "forest"


def choose_models(
    presets: Sequence[str], config: Path | None, assignments: Sequence[str]
) -> list[tuple[str, dict[str, Any]]]:
    """Return the name and the settings of each model that is asked for.

    Parameters
    ----------
    presets : sequence of str
        Names of presets; none of them and no file: the default forest.
    config : Path, optional
        A file of settings.
    assignments : sequence of str
        ``KEY=VALUE``, for all of them.

    Raises
    ------
    ConfigError, ComponentError
        If a preset or a key is unknown, or a value is not allowed.
    """
    from lrf.config import check_settings, preset_settings, read_settings, with_settings

    chosen: list[tuple[str, Mapping[str, Any]]] = [
        (name, preset_settings(name)) for name in presets
    ]
    if config is not None:
        chosen.append((config.stem, read_settings(config)))
    changed = [
        (" ".join([name, *assignments]), with_settings(settings, assignments))
        for name, settings in chosen or [(DEFAULT, {})]
    ]
    for _, settings in changed:
        check_settings(settings)
    return changed


def one_model(
    preset: str | None, config: Path | None, assignments: Sequence[str], seed: int, jobs: int | None
) -> tuple[str, Any]:
    """Return the name of a model and the unfitted estimator.

    Raises
    ------
    ConfigError, ComponentError
        As `choose_models`, or if both a preset and a file are given.
    """
    if preset is not None and config is not None:
        raise ConfigError("give either --preset or --config")
    presets = [] if preset is None else [preset]
    ((name, settings),) = choose_models(presets, config, assignments)
    from lrf.estimators import make_estimator

    model = make_estimator({"random_state": seed, **settings})
    if jobs is not None and "n_jobs" in model.get_params(deep=False):
        model.set_params(n_jobs=jobs)
    return name, model
