"""Settings from files, from presets, and from words like ``stopping.gamma=0.95``."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

from lrf.config.keys import COMPONENT_KINDS, KEYS, check_settings, estimator_of
from lrf.config.model import ModelConfig, config_from_dict
from lrf.config.nested import with_parameter
from lrf.config.refusals import unknown_key
from lrf.errors import ComponentError, ConfigError
from lrf.files import path_of
from lrf.registry import get_registry

__all__ = [
    "config_from_toml",
    "errors_about",
    "preset_settings",
    "read_assignment",
    "read_settings",
    "read_toml",
    "with_setting",
    "with_settings",
]


@contextmanager
def errors_about(path: Path) -> Iterator[None]:
    """Put the file's name before the errors about its content."""
    try:
        yield
    except (ConfigError, ComponentError) as error:
        raise type(error)(f"{path}: {error}") from error


def read_settings(path: str | PathLike[str]) -> dict[str, Any]:
    """Read and check a configuration file.

    Parameters
    ----------
    path : str or Path
        A TOML file; its keys are those of the estimators' constructors, and ``estimator``.

    Returns
    -------
    settings : dict
        As written in the file.

    Raises
    ------
    ConfigError
        If the file cannot be read, is no TOML, or holds an unknown key or a value that is not
        allowed; the message names the file and the key.
    """
    file = path_of(path)
    settings = read_toml(file)
    with errors_about(file):
        check_settings(settings)
    return settings


def read_toml(file: Path) -> dict[str, Any]:
    """Return what a TOML file holds.

    Raises
    ------
    ConfigError
        If it cannot be read or is no TOML; the message names the file.
    """
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{file}: no TOML: {error}") from error


def config_from_toml(path: str | PathLike[str]) -> ModelConfig:
    """Return the model that a TOML file describes; see `read_settings` and `config_from_dict`."""
    return config_from_dict(read_settings(path))


def preset_settings(name: str) -> dict[str, Any]:
    """Return the settings of a preset.

    Parameters
    ----------
    name : str
        For instance "lrf-rt"; ``lrf components`` lists them.

    Raises
    ------
    UnknownComponentError
        If there is no such preset.
    """
    return copy.deepcopy(dict(get_registry().get("preset", name).config))


def with_settings(settings: Mapping[str, Any], assignments: Iterable[str]) -> dict[str, Any]:
    """Return settings with some changed, as ``--set`` does.

    Parameters
    ----------
    settings : mapping
        What to start from.
    assignments : iterable of str
        ``KEY=VALUE`` each: a key, or the path of a parameter such as ``criterion.correlation``;
        the value is written as in TOML, and a word needs no quotes.

    Raises
    ------
    ConfigError
        If an assignment has no "=", or names no key.
    """
    changed = dict(settings)
    for assignment in assignments:
        keys, value = read_assignment(assignment)
        changed = with_setting(changed, keys, value)
    return changed


def read_assignment(assignment: str, example: str = "stopping.gamma=0.95") -> tuple[list[str], Any]:
    """Return the keys and the value that ``KEY=VALUE`` means.

    Parameters
    ----------
    assignment : str
        The keys are separated by dots; the value is written as in TOML, and a word needs no
        quotes.
    example : str
        One that makes sense, for the message.

    Raises
    ------
    ConfigError
        If there is no "=", or nothing before it.
    """
    path, sign, text = assignment.partition("=")
    if not sign or not path.strip():
        raise ConfigError(f"{assignment!r} sets nothing; write KEY=VALUE, for instance {example}")
    return path.strip().split("."), _parse(text)


def _parse(text: str) -> Any:
    """Return a value written as in TOML; anything else is a word."""
    try:
        found = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text.strip()
    return found["value"] if len(found) == 1 else text.strip()


def with_setting(settings: Mapping[str, Any], keys: Sequence[str], value: Any) -> dict[str, Any]:
    """Return settings with one changed; `keys` is its path, for instance ("stopping", "gamma")."""
    key, *rest = keys
    if not rest:
        return {**settings, key: value}
    if key not in KEYS:
        raise unknown_key(key, ["estimator", *KEYS])
    if key not in COMPONENT_KINDS:
        raise ConfigError(f"{'.'.join(keys)}: unknown; {key} is a value without parameters")
    written = settings.get(key, KEYS[key].default(estimator_of(settings)))
    return {**settings, key: with_parameter(COMPONENT_KINDS[key], written, rest, value, key)}
