"""The models of a study: presets with changes, configurations, and baselines of anybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lrf.config import (
    COMPONENT_KINDS,
    check_settings,
    preset_settings,
    read_settings,
    with_setting,
)
from lrf.config.refusals import did_you_mean
from lrf.errors import ComponentError, ConfigError
from lrf.study.baselines import BASELINES
from lrf.study.description import ModelSpec
from lrf.study.reading.keys import name, read_table, table_of

__all__ = ["read_models"]

WAYS = ("preset", "config", "baseline")


def read_models(value: object, folder: Path) -> tuple[ModelSpec, ...]:
    """Return the models that ``[models.NAME]`` tables describe.

    Parameters
    ----------
    value : object
        What stands under ``models``.
    folder : Path
        Where paths start.

    Raises
    ------
    ConfigError, ComponentError
        With the path of the key.
    """
    models = table_of("models", value)
    if not models:
        raise ConfigError("models: there are none; describe one as [models.NAME]")
    return tuple(_read_model(key, table, folder) for key, table in models.items())


def _read_model(key: str, value: object, folder: Path) -> ModelSpec:
    path = f"models.{key}"
    keys: dict[str, Any] = {
        "preset": (name, None),
        "config": (lambda path, value: value, None),
        "baseline": (name, None),
        "settings": (table_of, {}),
    }
    table = read_table(path, value, keys)
    given = [way for way in WAYS if table[way] is not None]
    if len(given) > 1:
        raise ConfigError(f"{path}: give one of {', '.join(WAYS)}, not {' and '.join(given)}")
    if given == ["baseline"]:
        factory = _factory(f"{path}.baseline", table["baseline"])
        return ModelSpec(name=key, factory=factory, settings=dict(table["settings"]))
    start = _start(path, table, folder)
    with _errors_under(f"{path}.settings"):
        settings = _changed(start, table["settings"])
        check_settings(settings)
    return ModelSpec(name=key, settings=settings)


def _start(path: str, table: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return the settings that a model starts from; none at all: the default forest."""
    if table["preset"] is not None:
        try:
            return preset_settings(table["preset"])
        except ComponentError as error:
            raise type(error)(f"{path}.preset: {error}") from error
    config = table["config"]
    if config is None:
        return {}
    if isinstance(config, str):
        return read_settings(folder / config)
    with _errors_under(f"{path}.config"):
        check_settings(table_of(f"{path}.config", config))
    return dict(config)


@contextmanager
def _errors_under(path: str) -> Iterator[None]:
    """Put the path of a table before the errors about its keys."""
    try:
        yield
    except (ConfigError, ComponentError) as error:
        message = str(error)
        joined = message if message.startswith(path) else f"{path}.{message}"
        raise type(error)(joined) from error


def _changed(settings: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings with some changed; a table without a name changes parameters only."""
    for keys, value in _leaves(changes):
        settings = with_setting(settings, keys, value)
    return settings


def _leaves(changes: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[Any, Any]]:
    for key, value in changes.items():
        keys = (*above, *str(key).split("."))
        if isinstance(value, Mapping) and "name" not in value and keys[0] in COMPONENT_KINDS:
            yield from _leaves(value, keys)
        else:
            yield list(keys), value


def _factory(path: str, value: str) -> str:
    """Return the name of a baseline that exists, or of something that can be imported."""
    module, colon, attribute = value.partition(":")
    if colon and module and attribute:
        return value
    if value not in BASELINES:
        hint = did_you_mean(value, BASELINES)
        raise ConfigError(
            f"{path}: no baseline {value!r}; {hint}there are: {', '.join(BASELINES)}; "
            f"or name one of yours as package.module:factory"
        )
    return value
