"""Whether arrays from a file are a forest, before anything follows their indices."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import DataError, RankingError
from lrf.rankings import validate_rankings

__all__ = ["check_arrays", "check_categories"]

# Beyond this, sums of weights would overflow.
TOO_HEAVY = 1e200

# Type and number of dimensions of each array.
LAYOUT: dict[str, tuple[Any, int]] = {
    "rankings": (np.float64, 2),
    "threshold": (np.float64, 1),
    "feature": (np.int32, 1),
    "right": (np.int32, 1),
    "missing_left": (np.uint8, 1),
    "nominal": (np.uint8, 1),
    "roots": (np.int64, 1),
    "first_leaf": (np.int64, 1),
    "member_start": (np.int64, 1),
    "member_ranking": (np.int32, 1),
    "member_weight": (np.float64, 1),
    "depths": (np.int32, 1),
    "n_features": (np.int64, 0),
}


def check_arrays(
    arrays: Mapping[str, Array], n_trees: int, n_features: int, n_labels: int
) -> dict[str, Array]:
    """Return the arrays of a forest, C-contiguous, if they are one.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        What `lrf.forest.Forest.to_arrays` returned, or anything else.
    n_trees, n_features, n_labels : int
        What the forest must have.

    Raises
    ------
    DataError
        If they are not the arrays of such a forest. The message names the array.
    """
    checked = _check_layout(arrays)
    _require(int(checked["n_features"]) == n_features, "n_features", f"is not {n_features}")
    _check_rankings(checked["rankings"], n_labels)
    _check_nodes(checked, n_features)
    _check_starts(checked["roots"], n_trees, len(checked["feature"]), "roots")
    leaves = checked["feature"] < 0
    n_leaves = int(np.count_nonzero(leaves))
    _check_starts(checked["first_leaf"], n_trees, n_leaves, "first_leaf")
    _check_trees(checked, leaves)
    _check_members(checked, n_leaves)
    return checked


def check_categories(arrays: Mapping[str, Array], categories: Mapping[int, Sized]) -> None:
    """Check that the nodes that ask for a category ask for one that there is.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        Those of a forest, checked.
    categories : mapping of int to tuple
        The categories of each nominal feature.

    Raises
    ------
    DataError
        If nodes and categories do not fit together.
    """
    inner = arrays["feature"] >= 0
    feature, threshold = arrays["feature"][inner], arrays["threshold"][inner]
    nominal = arrays["nominal"][inner] == 1
    same = np.array_equal(nominal, np.isin(feature, list(categories)))
    _require(same, "nominal", "does not fit the features that have categories")
    counts = np.array([len(categories[j]) for j in feature[nominal].tolist()], dtype=np.int64)
    asked = threshold[nominal]
    known = (asked >= 0) & (asked < counts) & (asked == np.floor(asked))
    _require(known.all(), "threshold", "asks for categories that do not exist")


def _require(holds: Any, name: str, wrong: str) -> None:
    if not holds:
        raise DataError(f"the array {name} {wrong}")


def _check_layout(arrays: Mapping[str, Array]) -> dict[str, Array]:
    for name in sorted(set(LAYOUT) ^ set(arrays)):
        raise DataError(f"the array {name} {'is missing' if name in LAYOUT else 'is unknown'}")
    checked = {}
    for name, (dtype, ndim) in LAYOUT.items():
        array, wanted = arrays[name], np.dtype(dtype)
        same_type = (array.dtype.kind, array.dtype.itemsize) == (wanted.kind, wanted.itemsize)
        _require(same_type, name, f"has the type {array.dtype}, not {wanted}")
        _require(array.ndim == ndim, name, f"has {array.ndim} dimensions, not {ndim}")
        checked[name] = array.astype(wanted, order="C", copy=False)
    return checked


def _check_rankings(rankings: Array, n_labels: int) -> None:
    _require(rankings.shape[1] == n_labels, "rankings", f"has not {n_labels} labels")
    try:
        positions = validate_rankings(rankings, name="rankings")
    except RankingError as error:
        raise DataError(f"the array {error}") from error
    same = np.array_equal(positions, rankings, equal_nan=True)
    _require(same, "rankings", "holds ties that do not share their average position")


def _check_nodes(arrays: Mapping[str, Array], n_features: int) -> None:
    feature, threshold, right = arrays["feature"], arrays["threshold"], arrays["right"]
    _require(len(threshold) == len(feature), "threshold", "has not one number per node")
    _require(len(right) == len(feature), "right", "has not one number per node")
    for name in ("missing_left", "nominal"):
        _require(len(arrays[name]) == len(feature), name, "has not one number per node")
        _require((arrays[name] <= 1).all(), name, "holds other numbers than 0 and 1")
    known = (feature >= -1) & (feature < n_features)
    _require(known.all(), "feature", "names features that do not exist")
    _require(not np.isnan(threshold).any(), "threshold", "holds something that is no number")


def _check_starts(starts: Array, n_groups: int, end: int, name: str) -> None:
    """Check where each group of something begins: no gap, no overlap, none is empty."""
    _require(len(starts) == n_groups + 1, name, f"has not {n_groups + 1} numbers")
    _require(starts[0] == 0 and starts[-1] == end, name, f"does not lead from 0 to {end}")
    _require((np.diff(starts) > 0).all(), name, "does not increase")


def _check_trees(arrays: Mapping[str, Array], leaves: Array) -> None:
    """Check that each tree is a binary tree in pre-order, with its leaves numbered from 0.

    Counting +1 for an inner node and -1 for a leaf, the sum before a node is the same before its
    right child, and for the first time again there; a tree is complete when it has sunk by one.
    """
    roots, right, first_leaf = arrays["roots"], arrays["right"], arrays["first_leaf"]
    n_trees, n_nodes = len(roots) - 1, len(leaves)
    height = np.concatenate(([0], np.cumsum(np.where(leaves, -1, 1))))
    lowest = np.minimum.reduceat(height[:-1], roots[:-1])
    complete = (height[roots] == -np.arange(n_trees + 1)).all() and (
        lowest == -np.arange(n_trees)
    ).all()
    _require(complete, "feature", "describes no binary trees in pre-order")
    tree = np.repeat(np.arange(n_trees), np.diff(roots))
    expected = np.empty(n_nodes, dtype=np.int64)
    expected[~leaves] = _next_of_same_height(height[:-1])[~leaves] - roots[tree[~leaves]]
    expected[leaves] = np.arange(np.count_nonzero(leaves)) - first_leaf[tree[leaves]]
    _require((right == expected).all(), "right", "leads to other nodes than the next subtrees")
    depths = arrays["depths"]
    _require(len(depths) == n_trees, "depths", f"has not {n_trees} numbers")
    in_range = (depths >= 0) & (depths < np.diff(roots))
    _require(in_range.all(), "depths", "is not possible with so many nodes")


def _next_of_same_height(height: Array) -> Array:
    """Return for each node the next one at its height; the last one of a height gets itself."""
    order = np.argsort(height, kind="stable")
    following = order.copy()
    same = height[order[1:]] == height[order[:-1]]
    following[:-1][same] = order[1:][same]
    result = np.empty_like(order)
    result[order] = following
    return result


def _check_members(arrays: Mapping[str, Array], n_leaves: int) -> None:
    rankings, weights = arrays["member_ranking"], arrays["member_weight"]
    _check_starts(arrays["member_start"], n_leaves, len(rankings), "member_start")
    known = (rankings >= 0) & (rankings < len(arrays["rankings"]))
    _require(known.all(), "member_ranking", "names rankings that do not exist")
    _require(len(weights) == len(rankings), "member_weight", "has not one number per member")
    usable = (weights > 0) & (weights < TOO_HEAVY)
    _require(usable.all(), "member_weight", "holds weights that are not above 0, or too large")
