"""Trees and forests that the engine grows with the component under test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lrf.components import Array, Correlation, Criterion
from lrf.config import config_from_dict
from lrf.forest import Forest
from lrf.growth import grow_forest
from lrf.plan import Part, make_plan
from lrf.testing.subjects import Subject
from lrf.tree import Tree

__all__ = ["PLAIN", "as_setting", "criterion_setting", "grow_stump", "growth_of"]

#: Breiman's forest: every cut is judged, rows are drawn with replacement, nothing is mixed. What a
#: component does shows in it, whatever the default forest may be.
PLAIN: Mapping[str, Any] = {
    "splitter": "best",
    "max_features": "sqrt",
    "min_samples_leaf": 1,
    "bootstrap": True,
    "max_samples": None,
    "aggregator": "average-ranking",
    "blend": "none",
}


def as_setting(component: Subject[Any] | Part[Any]) -> dict[str, Any]:
    """Return a component with its parameters as a configuration takes it."""
    return {"name": component.record, **component.parameters}


def criterion_setting(
    criterion: Subject[Criterion] | Part[Criterion], correlation: Part[Correlation] | None
) -> dict[str, Any]:
    """Return a criterion with its correlation as a configuration takes it."""
    setting = as_setting(criterion)
    if correlation is None or criterion.record.embedding is not None:
        return setting
    return setting | {"correlation": as_setting(correlation)}


def grow_stump(X: Array, Y: Array, weights: Array | None = None, **settings: Any) -> Tree:
    """Return a tree of depth 1.

    Parameters
    ----------
    X : ndarray of float64, shape (n, n_features)
        Attributes.
    Y : ndarray of float64, shape (n, n_labels)
        Average positions.
    weights : ndarray of float64, shape (n,), optional
        Weights of the samples.
    **settings
        What else a configuration holds.
    """
    default = {"estimator": "tree", "stopping": "none", "max_depth": 1}
    plan = make_plan(config_from_dict(default | settings))
    return grow_forest(X, Y, plan, sample_weight=weights).tree(0)


def growth_of(X: Array, Y: Array, settings: Mapping[str, Any]) -> Any:
    """Return a function without arguments that grows a plain forest, the same one each time."""
    plan = make_plan(config_from_dict({**PLAIN, **settings}))

    def run() -> Forest:
        return grow_forest(X, Y, plan, random_state=0)

    return run
