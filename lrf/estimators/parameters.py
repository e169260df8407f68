"""Parameters of components as nested parameters of the estimator, as scikit-learn nests them.

``stopping__gamma`` is the parameter gamma of the estimator's stopping rule, and
``criterion__correlation__p`` the parameter p of its criterion's correlation. They are set together
with the names of components in any order, so that a grid may hold both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self, TypeAlias

import numpy as np
from sklearn.base import BaseEstimator

from lrf.components import Aggregator, Criterion, StoppingRule
from lrf.config import COMPONENT_KINDS, nested_parameters, unknown_key, with_parameter

__all__ = [
    "AggregatorChoice",
    "CriterionChoice",
    "FeatureChoice",
    "NestedParameters",
    "Seed",
    "StoppingChoice",
]

# A component is a name, a name with parameters, or a record.
CriterionChoice: TypeAlias = str | Mapping[str, Any] | Criterion
StoppingChoice: TypeAlias = str | Mapping[str, Any] | StoppingRule
AggregatorChoice: TypeAlias = str | Mapping[str, Any] | Aggregator
FeatureChoice: TypeAlias = Literal["auto"] | Sequence[str] | Sequence[int] | Sequence[bool] | None
Seed: TypeAlias = int | np.random.Generator | np.random.RandomState | None


class NestedParameters(BaseEstimator):  # type: ignore[misc]
    """An estimator some of whose parameters are components."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name.

        Parameters
        ----------
        deep : bool
            Whether to include the parameters of components, such as ``stopping__gamma``.

        Returns
        -------
        params : dict
            As they were given to the constructor.
        """
        params: dict[str, Any] = super().get_params(deep=False)
        if deep:
            for key in [key for key in params if key in COMPONENT_KINDS]:
                nested = nested_parameters(COMPONENT_KINDS[key], params[key])
                params |= {f"{key}__{name}": value for name, value in nested.items()}
        return params

    def set_params(self, **params: Any) -> Self:
        """Set parameters, also those of components, such as ``stopping__gamma``.

        Parameters
        ----------
        **params : object
            Components are set first, whatever the order.

        Returns
        -------
        self : estimator

        Raises
        ------
        ConfigError
            If there is no such parameter. Nothing is set then.
        """
        changed: dict[str, Any] = self.get_params(deep=False)
        for name in sorted(params, key=lambda name: name.count("__")):
            key, *path = name.split("__")
            if key not in changed or (path and key not in COMPONENT_KINDS):
                raise unknown_key(name, changed)
            value = params[name]
            if path:
                value = with_parameter(COMPONENT_KINDS[key], changed[key], path, value, key)
            changed[key] = value
        for key, value in changed.items():
            setattr(self, key, value)
        return self
