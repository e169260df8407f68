"""Who provides a component: lrf itself, an installed distribution, or code at run time."""

from __future__ import annotations

import os
from importlib import metadata
from typing import Literal

import attrs

__all__ = [
    "DISABLE",
    "GROUP",
    "BrokenPlugin",
    "Provider",
    "describe",
    "installed_plugins",
    "plugins_are_disabled",
    "provider_of",
    "way_out",
]

GROUP = "lrf"
DISABLE = "LRF_DISABLE_PLUGINS"

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
        The error that its import ended in.
    """

    provider: Provider
    module: str
    cause: str


def describe(error: Exception) -> str:
    """Return an error as the last line of a traceback shows it."""
    return f"{type(error).__name__}: {error}"


def plugins_are_disabled() -> bool:
    """Return whether the environment asks for lrf without third-party plugins."""
    return os.environ.get(DISABLE, "").strip().lower() not in {"", "0", "false", "no"}


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


def way_out(*providers: Provider) -> str:
    """Return the sentence that says how to go on without installed plugins that do not work.

    Empty if none of the providers can be uninstalled.
    """
    names = dict.fromkeys(provider.name for provider in providers if provider.origin == "installed")
    if not names:
        return ""
    commands = " or ".join(f"`pip uninstall {name}`" for name in names)
    return f" Run {commands}, or set {DISABLE}=1 to load no third-party plugin."
