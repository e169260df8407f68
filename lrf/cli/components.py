"""``lrf components``: what can be plugged together, and who provides it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from lrf.cli.options import Json
from lrf.cli.output import check_writable, print_table, write_json
from lrf.errors import ConfigError

if TYPE_CHECKING:
    from lrf.components import Component, Parameter

__all__ = ["components", "find_kind"]

COLUMNS = [(name, "left") for name in ("kind", "name", "what it is", "parameters", "provider")]


def components(
    kind: Annotated[
        str | None,
        typer.Argument(metavar="KIND", help="Only one kind, such as criterion or preset."),
    ] = None,
    json: Json = None,
) -> None:
    """List the components: kind, name, what it is, parameters with defaults, provider."""
    from lrf.registry import KINDS, get_registry

    check_writable(json)
    chosen = None if kind is None else find_kind(kind, list(KINDS))
    entries = get_registry().entries(chosen)
    print_table(
        "",
        COLUMNS,
        [
            [
                entry.kind,
                entry.component.name,
                entry.component.summary,
                _parameters(entry.component),
                entry.provider,
            ]
            for entry in entries
        ],
    )
    write_json(
        json,
        [
            {
                "kind": entry.kind,
                "name": entry.component.name,
                "summary": entry.component.summary,
                "reference": entry.component.reference,
                "correlation": getattr(entry.component, "correlation", None),
                "parameters": [_as_dict(item) for item in entry.component.parameters],
                "provider": entry.provider,
            }
            for entry in entries
        ],
    )


def find_kind(word: str, kinds: Sequence[str]) -> str:
    """Return the kind that a word begins, such as "stopping".

    Raises
    ------
    ConfigError
        If there is none, or several.
    """
    plain = word.lower().replace("-", " ").replace("_", " ")
    found = [kind for kind in kinds if plain and kind.startswith(plain)]
    if len(found) != 1:
        known = ", ".join(kind.replace(" ", "-") for kind in kinds)
        raise ConfigError(f"no kind of component is called {word!r}; there are {known}")
    return found[0]


def _parameters(component: Component) -> str:
    correlation = getattr(component, "correlation", None)
    first = [] if correlation is None else [f"correlation={correlation}"]
    return ", ".join(first + [f"{item.name}={_value(item)}" for item in component.parameters])


def _value(parameter: Parameter) -> str:
    value = parameter.default
    return str(value).lower() if isinstance(value, bool) else str(value)


def _as_dict(parameter: Parameter) -> dict[str, Any]:
    return attrs.asdict(parameter)
