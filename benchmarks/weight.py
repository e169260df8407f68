"""How many bytes the arrays of a model take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs
import numpy as np

__all__ = ["array_bytes", "bytes_of_trees"]


def array_bytes(thing: Any) -> int:
    """Return the bytes of all arrays that can be reached through fields and containers.

    An array that is reached twice counts once, and a view counts as the whole array behind it,
    since that is what it keeps alive.
    """
    owners = {id(owner): owner for owner in _owners(thing)}
    return sum(owner.nbytes for owner in owners.values())


def _owners(thing: Any) -> Iterator[Any]:
    if isinstance(thing, np.ndarray):
        while isinstance(thing.base, np.ndarray):
            thing = thing.base
        yield thing
    elif isinstance(thing, tuple | list):
        for item in thing:
            yield from _owners(item)
    elif isinstance(thing, Mapping):
        yield from _owners(list(thing.values()))
    elif attrs.has(type(thing)):
        for field in attrs.fields(type(thing)):
            yield from _owners(getattr(thing, field.name))


def bytes_of_trees(regressor: Any) -> int:
    """Return the bytes of the nodes and values of all trees of a scikit-learn forest."""
    states = [tree.tree_.__getstate__() for tree in regressor.estimators_]
    return sum(state["nodes"].nbytes + state["values"].nbytes for state in states)
