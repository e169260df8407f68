"""What plugins hand over through their hooks, checked before anybody relies on it."""

from __future__ import annotations

import inspect
import reprlib
from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from lrf.components import (
    Aggregator,
    Component,
    Correlation,
    Criterion,
    Preset,
    Reader,
    StoppingRule,
)
from lrf.errors import ComponentError, LrfError, MalformedComponentError
from lrf.hookspecs import hookimpl
from lrf.providers import Provider, describe, way_out
from lrf.wording import one_line

__all__ = [
    "KINDS",
    "RECORDS",
    "Hook",
    "answer_of",
    "as_plugin",
    "collect_records",
    "contract_of",
    "hooks_of",
    "plural",
]

Hook = Callable[[], object]

KINDS: dict[str, str] = {
    "correlation": "lrf_correlations",
    "criterion": "lrf_criteria",
    "stopping rule": "lrf_stopping_rules",
    "aggregator": "lrf_aggregators",
    "reader": "lrf_readers",
    "preset": "lrf_presets",
}

RECORDS: dict[str, type[Component]] = {
    "correlation": Correlation,
    "criterion": Criterion,
    "stopping rule": StoppingRule,
    "aggregator": Aggregator,
    "reader": Reader,
    "preset": Preset,
}


def plural(kind: str) -> str:
    """Return the word for several components of a kind; their hook is called by it too."""
    return KINDS[kind].removeprefix("lrf_").replace("_", " ")


def hooks_of(plugin: object) -> dict[str, Hook]:
    """Return the functions of a plugin that are called like a hook, marked as one or not."""
    found = {hook: getattr(plugin, hook, None) for hook in KINDS.values()}
    return {hook: function for hook, function in found.items() if callable(function)}


def contract_of(plugin: object) -> object:
    """Return the version of the plugin contract that a plugin, or its module, says it is made for.

    None if neither says so.
    """
    module = inspect.getmodule(plugin)
    return getattr(plugin, "LRF_API", getattr(module, "LRF_API", None))


def as_plugin(records: Iterable[Component]) -> object:
    """Return an object whose hooks hand over the given records."""
    plugin = SimpleNamespace()
    for kind, record in RECORDS.items():
        chosen = [component for component in records if isinstance(component, record)]
        if chosen:
            setattr(plugin, KINDS[kind], _hook_that_returns(chosen))
    return plugin


def _hook_that_returns(records: list[Component]) -> Hook:
    def hook() -> list[Component]:
        return records

    return hookimpl(hook)


def collect_records(kind: str, hook: Hook, provider: Provider) -> list[Component]:
    """Call one plugin's hook and return the records that it hands over.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    hook : callable
        The plugin's implementation.
    provider : Provider
        Named in errors.

    Raises
    ------
    MalformedComponentError
        If the hook fails, or returns anything but a list of records of this kind.
    """
    name, record = KINDS[kind], RECORDS[kind]
    try:
        answer = hook()
        items = _as_list(answer)
    except Exception as error:
        raise MalformedComponentError(
            f"{provider}: {name}() failed with {describe(error)}.{way_out(provider)}"
        ) from error
    wrong = _wrong_part(answer, items, record)
    if wrong:
        raise MalformedComponentError(
            f"{provider}: {name}() must return a list of {record.__name__} records, but "
            f"{wrong}.{way_out(provider)}"
        )
    return items or []


def _as_list(answer: object) -> list[Any] | None:
    """Return the items of a list, a tuple or a generator; None for anything else."""
    if isinstance(answer, Iterable) and not isinstance(answer, str | bytes | Mapping):
        return list(answer)
    return None


def _wrong_part(answer: object, items: list[Any] | None, record: type[Component]) -> str:
    if items is None:
        return f"it returned {_shown(answer)}"
    for number, item in enumerate(items):
        if not isinstance(item, record):
            return f"item {number} is {_shown(item)}"
    return ""


def _shown(value: object) -> str:
    if value is None or isinstance(value, str | int | float):
        return reprlib.repr(value)
    return f"an object of type {type(value).__name__}"


def answer_of(
    kind: str, component: Component, function: Callable[..., Any], *given: Any, **parameters: Any
) -> Any:
    """Return what a component's function answers, as numbers.

    Parameters
    ----------
    kind : str
        What the component is.
    component : Component
        Its record, which has the name.
    function : callable
        The function.
    *given, **parameters
        What it is called with.

    Returns
    -------
    answer : ndarray of float64

    Raises
    ------
    ComponentError
        If the function fails, or returns no numbers; says whose it is.
    """
    try:
        answer = function(*given, **parameters)
    except (LrfError, Warning, MemoryError):
        raise  # said on purpose
    except Exception as error:
        raise ComponentError(
            f"the {kind} {component.name!r} failed with {type(error).__name__}: {error}"
        ) from error
    try:
        if np.iscomplexobj(answer):
            raise TypeError("complex numbers have no order")
        return np.asarray(answer, dtype=np.float64)
    except (TypeError, ValueError) as error:
        shown = one_line(repr(answer))
        raise ComponentError(
            f"the {kind} {component.name!r} returned {shown:.60}; "
            "it must return an array of numbers"
        ) from error
