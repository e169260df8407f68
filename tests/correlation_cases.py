"""Correlations with parameters, as tests go through them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lrf.components import Correlation
from lrf.registry import get_registry
from tests.naive import measures

Array = npt.NDArray[Any]


class Case(NamedTuple):
    """A correlation with parameters; words and numbers as they stand in a configuration."""

    name: str
    parameters: dict[str, Any]

    @property
    def record(self) -> Correlation:
        record: Correlation = get_registry().get("correlation", self.name)
        return record

    def __str__(self) -> str:
        values = ",".join(f"{key}={value}" for key, value in self.parameters.items())
        return f"{self.name}({values})"

    def matrix(self, rankings: Array) -> Array:
        """Return the correlations of all pairs of rankings."""
        given = {**self.record.defaults(), **self.parameters}
        if self.record.matrix is not None:
            return np.asarray(self.record.matrix(rankings, **given))
        assert self.record.embed is not None
        vectors = self.record.embed(rankings, **given)
        return np.asarray(vectors @ vectors.T)

    def naive(self, rankings: Array) -> Array:
        """Return the same by the naive twin."""
        given = {**self.record.defaults(), **self.parameters}
        return measures.matrix(self.name, rankings, **given)


CASES = [
    Case("cayley", {}),
    Case("footrule", {}),
    Case("hamming", {}),
    Case("kendall", {}),
    Case("rbo", {"p": 0.0}),
    Case("rbo", {"p": 0.7}),
    Case("rbo", {"p": 1.0}),
    Case("spearman", {}),
    Case("tau-x", {}),
    Case("top-k-overlap", {"k": 1}),
    Case("ulam", {}),
    Case("weighted-kendall", {}),
    Case("weighted-kendall", {"weights": "logarithmic", "additive": False}),
    Case("weighted-kendall", {"weights": "linear"}),
    Case("weighted-tau", {}),
    Case("weighted-tau", {"weights": "linear", "additive": False}),
]
