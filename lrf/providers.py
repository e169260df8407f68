"""Who provides a component: lrf itself, an installed distribution, or code at run time."""

from __future__ import annotations

import os
import re
from importlib import metadata
from typing import Literal

import attrs

__all__ = [
    "DISABLE",
    "GROUP",
    "ONLY",
    "BrokenPlugin",
    "Provider",
    "describe",
    "installed_plugins",
    "plugins_are_disabled",
    "provider_of",
    "split_by_name",
    "wanted_plugins",
    "way_out",
]

GROUP = "lrf"
DISABLE = "LRF_DISABLE_PLUGINS"
ONLY = "LRF_PLUGINS"

Origin = Literal["built-in", "installed", "run time"]


@attrs.frozen
class Provider:
    """Who hands over components.

    Parameters
    ----------
    name : str
        Name of the distribution, or whatever was said at run time.
    version : str
        Version of the distribution; empty if there is none.
    origin : {"built-in", "installed", "run time"}
        How its plugins got into the registry.
    """

    name: str
    version: str = ""
    origin: Origin = "run time"

    def __str__(self) -> str:
        return f"{self.name} {self.version}".rstrip()


@attrs.frozen
class BrokenPlugin:
    """An installed plugin that was skipped.

    Parameters
    ----------
    provider : Provider
        The distribution that it belongs to.
    module : str
        What its entry point names.
    cause : str
        The error that its import ended in, or what else is wrong with it.
    """

    provider: Provider
    module: str
    cause: str


def describe(error: BaseException) -> str:
    """Return an error as the last line of a traceback shows it."""
    return f"{type(error).__name__}: {error}"


def plugins_are_disabled() -> bool:
    """Return whether the environment asks for lrf without third-party plugins."""
    return os.environ.get(DISABLE, "").strip().lower() not in {"", "0", "false", "no"}


def wanted_plugins() -> tuple[str, ...]:
    """Return the names that the environment narrows third-party plugins down to; empty: all."""
    words = (word.strip() for word in os.environ.get(ONLY, "").split(","))
    return tuple(dict.fromkeys(word for word in words if word))


def provider_of(entry_point: metadata.EntryPoint) -> Provider:
    """Return the distribution that an entry point belongs to."""
    if entry_point.dist is None:
        return Provider(entry_point.name, origin="installed")
    return Provider(entry_point.dist.name, entry_point.dist.version, "installed")


def installed_plugins() -> list[metadata.EntryPoint]:
    """Return the entry points of all installed plugins, sorted by distribution and name.

    The order does not depend on ``sys.path``, and nothing is imported yet.
    """
    if plugins_are_disabled():
        return []
    found = metadata.entry_points(group=GROUP)
    return sorted(found, key=lambda entry_point: (str(provider_of(entry_point)), entry_point.name))


def split_by_name(
    entry_points: list[metadata.EntryPoint], wanted: tuple[str, ...]
) -> tuple[list[metadata.EntryPoint], list[str]]:
    """Return the entry points that are wanted, and the names that none of them answers to.

    Parameters
    ----------
    entry_points : list of EntryPoint
        The installed plugins.
    wanted : tuple of str
        Names of distributions or entry points, in any spelling that pip takes.
    """
    keys = {_key(name) for name in wanted}
    chosen = [entry_point for entry_point in entry_points if _keys_of(entry_point) & keys]
    known = set().union(*map(_keys_of, chosen))
    return chosen, [name for name in wanted if _key(name) not in known]


def _keys_of(entry_point: metadata.EntryPoint) -> set[str]:
    return {_key(provider_of(entry_point).name), _key(entry_point.name)}


def _key(name: str) -> str:
    """Return a name such that all spellings that mean the same distribution are equal."""
    return re.sub(r"[-_.]+", "-", name).lower()


def way_out(*providers: Provider) -> str:
    """Return the sentence that says how to go on without installed plugins that do not work.

    Empty if none of the providers can be uninstalled.
    """
    names = dict.fromkeys(provider.name for provider in providers if provider.origin == "installed")
    if not names:
        return ""
    commands = " or ".join(f"`pip uninstall {name}`" for name in names)
    return f" Run {commands}, or set {DISABLE}=1 to load no third-party plugin."
