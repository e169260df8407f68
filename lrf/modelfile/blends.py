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
#: What is said of pairs, where the aggregator sums up something else, and by a ridge regression.
CHANCES = {"pair_constant": ("float64", 1)}
CHANCE_SLOPE = {"pair_slope": ("float64", 2)}

#: No number of these is larger, so that what they are multiplied with cannot overflow; features and
#: their scales are as large as they are.
MOST = 1e60
BOUNDED = (
    *("constant", "shares", "low", "high", "slope", "intercept", "spread", "offset"),
    *("pair_constant", "pair_slope"),
)


def check_blend(arrays: Mapping[str, Array], n_features: int, width: int, n_labels: int) -> None:
    """Check the arrays of a blend, if there are any.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        All arrays of a model file.
    n_features, width, n_labels : int
        The numbers of features, of what the aggregator sums up, and of labels.

    Raises
    ------
    DataError
        If they are not those of a blend. The message names the array.
    """
    blend = {name: array for name, array in arrays.items() if name.startswith(PREFIX)}
    if not blend:
        return
    layout = _layout(blend)
    for name in sorted({PREFIX + key for key in layout} ^ set(blend)):
        raise DataError(f"the array {name} {'is unknown' if name in blend else 'is missing'}")
    for key, (dtype, ndim) in layout.items():
        array = blend[PREFIX + key]
        _require(str(array.dtype) == dtype, key, f"has the type {array.dtype}, not {dtype}")
        _require(array.ndim == ndim, key, f"has {array.ndim} dimensions, not {ndim}")
        if key != "scale":
            _require(np.isfinite(array).all(), key, "holds something that is no finite number")
        if key in BOUNDED:
            _require((np.abs(array) <= MOST).all(), key, f"holds numbers beyond {MOST:.0e}")
    _require(len(blend[PREFIX + "constant"]) == width, "constant", f"has not {width} numbers")
    shares = blend[PREFIX + "shares"]
    _require(len(shares) == 2 and (shares >= 0).all(), "shares", "holds no two shares")
    has_share = bool(shares[1] > 0)
    _require(has_share == ("slope" in layout), "shares", "and the linear model do not fit together")
    if "spread" in layout:
        spread, offset = blend[PREFIX + "spread"], blend[PREFIX + "offset"]
        _require(spread.shape[1] == width, "spread", f"has not {width} columns")
        _require(len(offset) == width, "offset", f"has not {width} numbers")
        width = len(spread)
    if "slope" in layout:
        _check_linear({key: blend[PREFIX + key] for key in LINEAR}, n_features, width)
    if "pair_constant" in layout:
        _check_pairs(blend, n_labels * (n_labels - 1) // 2)


def _layout(blend: Mapping[str, Array]) -> dict[str, tuple[str, int]]:
    """Return the arrays that belong together with those that there are."""
    is_linear, is_logistic, knows_pairs = (
        PREFIX + key in blend for key in ("slope", "spread", "pair_constant")
    )
    layout = {**ALWAYS, **(LINEAR if is_linear else {}), **(CHANCES if knows_pairs else {})}
    if is_linear and is_logistic:
        return {**layout, **PAIRS}
    return {**layout, **(CHANCE_SLOPE if is_linear and knows_pairs else {})}


def _check_pairs(blend: Mapping[str, Array], n_pairs: int) -> None:
    constant = blend[PREFIX + "pair_constant"]
    _require(len(constant) == n_pairs, "pair_constant", f"has not {n_pairs} numbers")
    if PREFIX + "pair_slope" in blend:
        shape = (len(blend[PREFIX + "feature"]), n_pairs)
        slope = blend[PREFIX + "pair_slope"]
        _require(slope.shape == shape, "pair_slope", f"has not the shape {shape}")


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
