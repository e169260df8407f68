"""Whether a model's measure of agreement is defined for the rankings that it is to learn from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lrf.components import Array, Component, Criterion
from lrf.errors import ComponentError
from lrf.plan import Plan
from lrf.registry import get_registry

__all__ = ["check_defined"]


def check_defined(plan: Plan, rankings: Array) -> None:
    """Refuse rankings for which the criterion of a model, or its correlation, is not defined.

    Parameters
    ----------
    plan : Plan
        The components.
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        Average positions; NaN: not ranked.

    Raises
    ------
    ComponentError
        If there are ties or gaps for which it is not defined; names those that are.
    """
    gaps = bool(np.isnan(rankings).any())
    ties = bool((np.diff(np.sort(rankings, axis=1), axis=1) == 0).any())

    def suits(record: Any) -> bool:
        return (_takes_gaps(record) or not gaps) and (_takes_ties(record) or not ties)

    for kind, record in _measures(plan):
        if not suits(record):
            registry = get_registry()
            known = [name for name in registry.names(kind) if suits(registry.get(kind, name))]
            lacks_gaps = gaps and not _takes_gaps(record)
            raise ComponentError(
                f"the {kind} {record.name!r} is not defined for "
                f"{'incomplete rankings' if lacks_gaps else 'rankings with ties'}; "
                f"these are: {', '.join(known)}"
            )


def _measures(plan: Plan) -> Iterator[tuple[str, Component]]:
    """Yield the components that measure agreement, with their kinds."""
    yield "criterion", plan.criterion.record
    if plan.correlation is not None and plan.criterion.record.embedding is None:
        yield "correlation", plan.correlation.record


def _takes_gaps(record: Any) -> bool:
    own = record.embedding if isinstance(record, Criterion) else None
    return bool(record.incomplete and (own is None or own.incomplete))


def _takes_ties(record: Any) -> bool:
    own = record.embedding if isinstance(record, Criterion) else record
    return bool(own is None or own.ties)
