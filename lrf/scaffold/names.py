"""What a new package, its module and its component are called."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec

import attrs

from lrf.components import Component
from lrf.errors import ComponentError
from lrf.registry import get_registry

__all__ = ["KINDS", "Names", "choose_names"]

#: The kinds of components that there are templates for.
KINDS = ("correlation", "criterion", "stopping rule", "aggregator", "reader")

PREFIX = "lrf-"
ALLOWED = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@attrs.frozen
class Names:
    """The names of a package and of what is in it.

    Parameters
    ----------
    kind : str
        The kind of component, such as "criterion".
    distribution : str
        What pip installs, such as "lrf-winners".
    """

    kind: str
    distribution: str

    @property
    def module(self) -> str:
        """What Python imports, such as "lrf_winners"."""
        return self.distribution.replace("-", "_")

    @property
    def component(self) -> str:
        """What users write, such as "winners"."""
        return self.distribution.removeprefix(PREFIX)


def choose_names(kind: str, distribution: str) -> Names:
    """Return the names that follow from that of a package.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    distribution : str
        Lower-case letters, digits and hyphens.

    Raises
    ------
    ComponentError
        If the package, its module or its component cannot be called so; says why.
    """
    if not ALLOWED.fullmatch(distribution):
        raise ComponentError(
            f"{distribution!r} cannot be the name of a package: use lower-case letters, digits and "
            f"single hyphens, and begin with a letter, as in {_proposal(distribution)!r}"
        )
    names = Names(kind, distribution)
    if keyword.iskeyword(names.module) or find_spec(names.module) is not None:
        raise ComponentError(
            f"{distribution!r} cannot be the name of a new package: there is a module "
            f"{names.module!r} already; choose another name, such as "
            f"{_proposal('my-' + names.component)!r}"
        )
    _check_component(names)
    for entry in get_registry().entries(kind):
        if entry.component.name == names.component:
            raise ComponentError(
                f"there is a {kind} {names.component!r} already, provided by {entry.provider}; "
                f"choose another name, such as {_proposal('my-' + names.component)!r}"
            )
    return names


def _check_component(names: Names) -> None:
    try:
        Component(name=names.component, summary="")
    except ValueError as error:
        raise ComponentError(
            f"{names.distribution!r} cannot be the name of a new package, since its {names.kind} "
            f"would be called {names.component!r}: {error}; choose another name, such as "
            f"{_proposal('my-' + names.component)!r}"
        ) from error


def _proposal(name: str) -> str:
    """Return an allowed name that is as close as possible."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    return PREFIX + ("-".join(words[words[:1] == ["lrf"] :]) or "winners")
