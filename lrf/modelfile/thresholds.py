"""Thresholds of nodes in a file: each different one once, where that is shorter.

The thresholds of an attribute lie between its values, and a forest asks for the same ones over and
over again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import DataError
from lrf.leaves import smallest

__all__ = ["VALUES", "expanded", "shared"]

#: The different thresholds; where a file has them, ``threshold`` holds places among them.
VALUES = "threshold_value"


def shared(arrays: dict[str, Array]) -> dict[str, Array]:
    """Return the arrays of a forest with each different threshold once, if that saves room.

    Parameters
    ----------
    arrays : dict of str to ndarray
        What `lrf.forest.Forest.to_arrays` returned.
    """
    threshold = arrays["threshold"]
    bits = threshold.view(np.int64)  # so that -0.0 is not 0.0, and all come back to the bit
    different, places = np.unique(bits, return_inverse=True)
    places = smallest(places.reshape(-1))
    if different.nbytes + places.nbytes >= threshold.nbytes:
        return arrays
    return {**arrays, "threshold": places, VALUES: different.view(np.float64)}


def expanded(arrays: dict[str, Any]) -> dict[str, Any]:
    """Return the arrays that `shared` was given.

    Parameters
    ----------
    arrays : dict of str to ndarray
        Those of a file.

    Raises
    ------
    DataError
        If there are no thresholds at the places.
    """
    if VALUES not in arrays or "threshold" not in arrays:
        return arrays
    rest = {name: array for name, array in arrays.items() if name != VALUES}
    values, places = arrays[VALUES], arrays["threshold"]
    if values.dtype != np.float64 or values.ndim != 1:
        raise DataError(f"the array {VALUES} has the type {values.dtype}, not float64 in a row")
    if places.dtype.kind != "u" or places.ndim != 1:
        raise DataError(f"the array threshold has the type {places.dtype}, and holds no places")
    if places.max(initial=0) >= max(len(values), 1) or (len(places) and not len(values)):
        raise DataError(f"the array threshold names places that {VALUES} has not")
    return {**rest, "threshold": values[places]}
