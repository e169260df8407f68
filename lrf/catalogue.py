"""The components of one kind by name, from the hooks of all plugins."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from lrf.complaints import clash
from lrf.components import Component
from lrf.errors import ComponentClashError
from lrf.handover import Hook, collect_records
from lrf.providers import Provider

__all__ = ["Entry", "catalogue"]


@attrs.frozen
class Entry:
    """A component with its kind and its provider.

    Parameters
    ----------
    kind : str
        Such as "criterion".
    component : Component
        The record.
    provider : str
        Name and version of the distribution, such as "lrf 0.1.0".
    """

    kind: str
    component: Component
    provider: str


def catalogue(kind: str, hooks: Iterable[tuple[Hook, Provider]]) -> dict[str, Entry]:
    """Call the hooks and return what they hand over by name, sorted.

    Parameters
    ----------
    kind : str
        The kind of component that all hooks hand over.
    hooks : iterable of (callable, Provider)
        Each plugin's implementation of the hook and whose it is.

    Raises
    ------
    MalformedComponentError
        If a hook fails, or returns anything but a list of records of this kind.
    ComponentClashError
        If two components have the same name.
    """
    owners: dict[str, Provider] = {}
    found: dict[str, Entry] = {}
    for hook, provider in hooks:
        for component in collect_records(kind, hook, provider):
            name = component.name
            if name in owners:
                raise ComponentClashError(clash(kind, name, owners[name], provider))
            owners[name] = provider
            found[name] = Entry(kind, component, str(provider))
    return dict(sorted(found.items()))
