"""Whether arrays from a file are what a forest's vote is mixed with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import DataError
from lrf.linear import HINGE
from lrf.mixture import PREFIX

__all__ = ["PREFIX", "check_blend"]

#: Type and number of dimensions of the arrays that every blend has, and of those of a linear model.
ALWAYS = {"constant": ("float64", 1), "shares": ("float64", 1)}
LINEAR = {
    "feature": ("int32", 1),
    "kind": ("uint8", 1),
    "category": ("float64", 1),
    "centre": ("float64", 1),
    "scale": ("float64", 1),
    "low": ("float64", 1),
    "high": ("float64", 1),
    "slope": ("float64", 2),
    "intercept": ("float64", 1),
}
#: Those of a model of pairs, beside its log-odds, which are linear.
PAIRS = {"spread": ("float64", 2), "offset": ("float64", 1)}


def check_blend(arrays: Mapping[str, Array], n_features: int, width: int) -> None:
    """Check the arrays of a blend, if there are any.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        All arrays of a model file.
    n_features, width : int
        The numbers of features and of what the aggregator sums up.

    Raises
    ------
    DataError
        If they are not those of a blend. The message names the array.
    """
    blend = {name: array for name, array in arrays.items() if name.startswith(PREFIX)}
    if not blend:
        return
    layout = ALWAYS
    if PREFIX + "slope" in blend:
        layout = {**ALWAYS, **LINEAR, **(PAIRS if PREFIX + "spread" in blend else {})}
    for name in sorted({PREFIX + key for key in layout} ^ set(blend)):
        raise DataError(f"the array {name} {'is unknown' if name in blend else 'is missing'}")
    for key, (dtype, ndim) in layout.items():
        array = blend[PREFIX + key]
        _require(str(array.dtype) == dtype, key, f"has the type {array.dtype}, not {dtype}")
        _require(array.ndim == ndim, key, f"has {array.ndim} dimensions, not {ndim}")
        if key != "scale":
            _require(np.isfinite(array).all(), key, "holds something that is no finite number")
    _require(len(blend[PREFIX + "constant"]) == width, "constant", f"has not {width} numbers")
    shares = blend[PREFIX + "shares"]
    _require(len(shares) == 2 and (shares >= 0).all(), "shares", "holds no two shares")
    if "spread" in layout:
        spread, offset = blend[PREFIX + "spread"], blend[PREFIX + "offset"]
        _require(spread.shape[1] == width, "spread", f"has not {width} columns")
        _require(len(offset) == width, "offset", f"has not {width} numbers")
        width = len(spread)
    if layout is not ALWAYS:
        _check_linear({key: blend[PREFIX + key] for key in LINEAR}, n_features, width)


def _check_linear(linear: Mapping[str, Array], n_features: int, width: int) -> None:
    feature = linear["feature"]
    for key in LINEAR:
        if key not in ("slope", "intercept"):
            _require(len(linear[key]) == len(feature), key, "has not one number per column")
    known = ((feature >= 0) & (feature < n_features)).all()
    _require(known, "feature", "names features that do not exist")
    _require((linear["kind"] <= HINGE).all(), "kind", "names kinds that do not exist")
    _require((linear["scale"] > 0).all(), "scale", "holds numbers that are not above 0")
    _require((linear["low"] <= linear["high"]).all(), "high", "is below blend_low")
    shape = (len(feature), width)
    _require(linear["slope"].shape == shape, "slope", f"has not the shape {shape}")
    _require(len(linear["intercept"]) == width, "intercept", f"has not {width} numbers")


def _require(holds: Any, key: str, wrong: str) -> None:
    if not holds:
        raise DataError(f"the array {PREFIX}{key} {wrong}")
