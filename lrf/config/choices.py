"""Components picked by name: from what a user writes to a choice that is checked and complete.

A user writes a name, ``{"name": ..., parameter: ...}``, or gives a record of `lrf.plugin` itself,
which then needs no plugin. A criterion that uses a correlation has one key more, ``correlation``,
whose value is written in the same three ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from lrf.components import Component, Criterion, ParameterValue
from lrf.config.kinds import kind_of
from lrf.config.refusals import refuse, unknown_key
from lrf.errors import ComponentError, ConfigError
from lrf.handover import RECORDS
from lrf.registry import get_registry
from lrf.wording import all_of, plural

__all__ = [
    "AUTO",
    "MIXED",
    "Choice",
    "choose",
    "component_of",
    "default_correlation",
    "keys_of",
    "split",
    "to_plain",
    "unknown_parameter",
]


#: In place of an aggregator, or of how rows are drawn: what is best is seen from the training.
AUTO = "auto"

#: In place of a truth value: of some trees it is true, and of others it is not.
MIXED = "mixed"


@attrs.frozen
class Choice:
    """One component with the values of all of its parameters.

    Parameters
    ----------
    name : str
        The component's name.
    parameters : dict of str to value
        Every parameter, those not mentioned by the user with their defaults.
    correlation : Choice, optional
        The correlation of a criterion that uses one.
    record : Component, optional
        The component itself, if it was handed over and no plugin provides it.
    """

    name: str
    parameters: dict[str, ParameterValue]
    correlation: Choice | None = None
    record: Component | None = attrs.field(default=None, repr=False)


def component_of(kind: str, choice: Choice) -> Any:
    """Return the record of the chosen component.

    Raises
    ------
    UnknownComponentError
        If no plugin provides it.
    """
    return get_registry().get(kind, choice.name) if choice.record is None else choice.record


def choose(kind: str, path: str, value: object) -> Choice:
    """Check what a user wrote for a component, and complete it.

    Parameters
    ----------
    kind : str
        The kind of component.
    path : str
        The key, for errors.
    value : str, mapping or Component
        What the user wrote.

    Raises
    ------
    ConfigError
        If a parameter does not exist or its value is not allowed.
    UnknownComponentError
        If no plugin provides the component.
    """
    record, given = split(kind, value, path)
    known = keys_of(record)
    for key in given:
        if key not in known:
            raise unknown_parameter(kind, record, key, f"{path}.{key}")
    return Choice(
        name=record.name,
        parameters={
            parameter.name: kind_of(parameter)(
                f"{path}.{parameter.name}", given.get(parameter.name, parameter.default)
            )
            for parameter in record.parameters
        },
        correlation=_choose_correlation(record, given, path),
        record=None if _is_provided(kind, record) else record,
    )


def _choose_correlation(record: Component, given: Mapping[str, Any], path: str) -> Choice | None:
    default = default_correlation(record)
    if default is None:
        return None
    return choose("correlation", f"{path}.correlation", given.get("correlation", default))


def default_correlation(record: Component) -> str | None:
    """Return the name of the correlation that a criterion uses by default, None if it uses none."""
    return record.correlation if isinstance(record, Criterion) else None


def split(kind: str, value: object, path: str) -> tuple[Component, dict[str, Any]]:
    """Return the record that a user means, and what was given besides its name.

    Parameters
    ----------
    kind : str
        The kind of component.
    value : str, mapping or Component
        What the user wrote.
    path : str
        The key, for errors.

    Raises
    ------
    ConfigError
        If the value is none of the three, or a mapping without a name.
    UnknownComponentError
        If no plugin provides the component.
    """
    given: dict[str, Any] = {}
    if isinstance(value, Mapping):
        given = dict(value)
        if "name" not in given:
            names = ", ".join(get_registry().names(kind))
            raise ConfigError(f"{path}.name: missing; say which {kind} is meant, one of: {names}")
        value = given.pop("name")
    return _find(kind, value, path), given


def _find(kind: str, value: object, path: str) -> Component:
    record_type = RECORDS[kind]
    if isinstance(value, record_type):
        return value
    if not isinstance(value, str):
        refuse(path, value, f"a name, a table with a name, or a record ({record_type.__name__})")
    try:
        record = get_registry().get(kind, value)
    except ComponentError as error:
        raise type(error)(f"{path}: {error}") from error
    assert isinstance(record, record_type)
    return record


def _is_provided(kind: str, record: Component) -> bool:
    """Whether a plugin provides this very component (a clone of its record is equal to it)."""
    registry = get_registry()
    return record.name in registry.names(kind) and registry.get(kind, record.name) == record


def keys_of(record: Component) -> list[str]:
    """Return the keys of the table that a user may write for a component."""
    extra = [] if default_correlation(record) is None else ["correlation"]
    return ["name", *extra, *(parameter.name for parameter in record.parameters)]


def unknown_parameter(kind: str, record: Component, key: str, path: str) -> ConfigError:
    """Return the error about a key that a component does not have.

    Parameters
    ----------
    kind : str
        The kind of component.
    record : Component
        The component.
    key : str
        What it does not have.
    path : str
        The path of the key, or of what was looked for inside it.
    """
    known = keys_of(record)
    bare = f" ({record.name!r} has no parameters)" if len(known) == 1 else ""
    owners = "" if key in known else _owners(kind, key)
    return ConfigError(f"{unknown_key(path, known, bare)}{owners}")


def _owners(kind: str, key: str) -> str:
    """Return which components of a kind have a key, in words that end a message."""
    registry = get_registry()
    have = [name for name in registry.names(kind) if key in keys_of(registry.get(kind, name))]
    if not have:
        return ""
    noun, verb = (kind, "has") if len(have) == 1 else (plural(kind), "have")
    return (
        f"; the {noun} {all_of(have)} {verb} {key}: choose {'it' if verb == 'has' else 'one'}, too"
    )


def to_plain(choice: Choice) -> str | dict[str, Any]:
    """Return what a file would hold: the name, or a table of the name and all parameters."""
    plain: dict[str, Any] = {"name": choice.name, **choice.parameters}
    if choice.correlation is not None:
        plain["correlation"] = to_plain(choice.correlation)
    return plain if len(plain) > 1 else choice.name
