"""The hooks: everything that can be plugged into lrf.

A plugin is a module that implements some of these functions with `hookimpl`. Each takes no
argument and returns a list of records (see `lrf.components`). The modules of the package itself
use the same hooks; there is no second way in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from lrf.components import (
        Aggregator,
        Correlation,
        Criterion,
        Preset,
        Reader,
        StoppingRule,
    )

__all__ = ["PROJECT", "hookimpl", "hookspec"]

PROJECT = "lrf"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def lrf_correlations() -> Iterable[Correlation]:  # type: ignore[empty-body]
    """Return measures of how much two rankings agree."""


@hookspec
def lrf_criteria() -> Iterable[Criterion]:  # type: ignore[empty-body]
    """Return criteria that judge the cuts of an attribute."""


@hookspec
def lrf_stopping_rules() -> Iterable[StoppingRule]:  # type: ignore[empty-body]
    """Return rules that accept or reject an attribute's best cut."""


@hookspec
def lrf_aggregators() -> Iterable[Aggregator]:  # type: ignore[empty-body]
    """Return methods that turn weighted rankings into one consensus ranking."""


@hookspec
def lrf_readers() -> Iterable[Reader]:  # type: ignore[empty-body]
    """Return readers of data files."""


@hookspec
def lrf_presets() -> Iterable[Preset]:  # type: ignore[empty-body]
    """Return named configurations of a tree or a forest."""
