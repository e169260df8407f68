"""Weights of places, heavier at the top, and of pairs of labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.plugin import Parameter

__all__ = ["ADDITIVE", "SCHEME", "place_weights"]

Array = npt.NDArray[Any]

SCHEMES: dict[str, Callable[[Array, Any], Array]] = {
    "hyperbolic": lambda places, n_labels: 1.0 / places,
    "logarithmic": lambda places, n_labels: 1.0 / np.log2(1.0 + places),
    "linear": lambda places, n_labels: n_labels + 1.0 - places,
    "uniform": lambda places, n_labels: np.ones_like(places),
}

SCHEME = Parameter(
    "weights", "hyperbolic", "weight of a place, heavier at the top", choices=tuple(SCHEMES)
)
ADDITIVE = Parameter("additive", True, "add the weights of a pair's two places, or multiply them")


def place_weights(places: Array, n_labels: Any, scheme: str) -> Array:
    """Return the weight of each place.

    Parameters
    ----------
    places : ndarray of float64
        Counted from 1, or NaN.
    n_labels : int or ndarray
        Number of places there are.
    scheme : {"hyperbolic", "logarithmic", "linear", "uniform"}
        1 / place, 1 / log2(1 + place), the places from the end, or 1.
    """
    return SCHEMES[scheme](places, n_labels)
