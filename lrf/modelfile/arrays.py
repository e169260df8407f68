"""Whether arrays from a file are a forest, before anything follows their indices."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import DataError, RankingError
from lrf.modelfile.examples import EXAMPLES
from lrf.rankings import validate_rankings

__all__ = ["check_arrays", "check_categories"]

# Beyond this, sums of weights would overflow.
TOO_HEAVY = 1e200

# Whole numbers are written in the smallest of these that holds them.
SMALL = ("uint8", "uint16", "uint32")

# Types and number of dimensions of each array; the first type that holds the numbers is taken.
LAYOUT: dict[str, tuple[tuple[str, ...], int]] = {
    "has_missing": (("uint8",), 1),
    "rankings": (("float64",), 2),
    "tree_size": (("int64",), 1),
    "threshold": (("float64",), 1),
    "feature": (("uint8", "uint16", "int32"), 1),
    "shape": (("uint8",), 1),
    "leaf_group": (("uint16", "int32"), 1),
    "leaf_weight": ((*SMALL, "float64"), 1),
    "mixture_start": ((*SMALL, "int64"), 1),
    "mixture_ranking": ((*SMALL, "int32"), 1),
    "mixture_weight": ((*SMALL, "float64"), 1),
}

# Bits that the shape of a node may have.
ALL_BITS = 15
NOMINAL = 8


def check_arrays(arrays: Mapping[str, Array], n_trees: int, n_features: int, n_labels: int) -> None:
    """Check that arrays are those of a forest, as far as it can be seen without growing trees.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        What `lrf.forest.Forest.to_arrays` returned and ``has_missing``, or anything else.
    n_trees, n_features, n_labels : int
        What the forest must have.

    Raises
    ------
    DataError
        If they are not the arrays of such a forest. The message names the array.
    """
    _check_layout(arrays)
    _require(len(arrays["has_missing"]) == n_features, "has_missing", "has not one per feature")
    _check_rankings(arrays["rankings"], n_labels)
    _check_sizes(arrays["tree_size"], n_trees, len(arrays["threshold"]))
    _check_nodes(arrays, n_features)
    _check_leaves(arrays, len(arrays["threshold"]) + n_trees)


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
    feature, nominal = arrays["feature"], (arrays["shape"] & NOMINAL) != 0
    if not categories:
        _require(not nominal.any(), "shape", "does not fit the features that have categories")
        return
    same = np.array_equal(nominal, np.isin(feature, list(categories)))
    _require(same, "shape", "does not fit the features that have categories")
    counts = np.array([len(categories[j]) for j in feature[nominal].tolist()], dtype=np.int64)
    asked = arrays["threshold"][nominal]
    known = (asked >= 0) & (asked < counts) & (asked == np.floor(asked))
    _require(known.all(), "threshold", "asks for categories that do not exist")


def _require(holds: Any, name: str, wrong: str) -> None:
    if not holds:
        raise DataError(f"the array {name} {wrong}")


def _check_layout(arrays: Mapping[str, Array]) -> None:
    layout = {**LAYOUT, **EXAMPLES} if set(EXAMPLES) & set(arrays) else LAYOUT
    for name in sorted(set(layout) ^ set(arrays)):
        raise DataError(f"the array {name} {'is missing' if name in layout else 'is unknown'}")
    for name, (dtypes, ndim) in layout.items():
        array = arrays[name]
        wanted = " or ".join(dtypes)
        _require(str(array.dtype) in dtypes, name, f"has the type {array.dtype}, not {wanted}")
        _require(array.ndim == ndim, name, f"has {array.ndim} dimensions, not {ndim}")


def _check_rankings(rankings: Array, n_labels: int) -> None:
    _require(rankings.shape[1] == n_labels, "rankings", f"has not {n_labels} labels")
    try:
        positions = validate_rankings(rankings, name="rankings")
    except RankingError as error:
        raise DataError(f"the array {error}") from error
    same = np.array_equal(positions, rankings, equal_nan=True)
    _require(same, "rankings", "holds ties that do not share their average position")


def _check_sizes(sizes: Array, n_trees: int, n_nodes: int) -> None:
    """Check how many inner nodes each tree has. The sum could overflow, the largest could not."""
    _require(len(sizes) == n_trees, "tree_size", f"has not {n_trees} numbers")
    in_range = (sizes >= 0) & (sizes <= n_nodes)
    fits = in_range.all() and sum(sizes.tolist()) == n_nodes
    _require(fits, "tree_size", f"does not add up to {n_nodes} nodes")


def _check_nodes(arrays: Mapping[str, Array], n_features: int) -> None:
    feature, threshold, shape = arrays["feature"], arrays["threshold"], arrays["shape"]
    for name in ("feature", "shape"):
        _require(len(arrays[name]) == len(threshold), name, "has not one number per node")
    known = feature.min(initial=0) >= 0 and feature.max(initial=0) < n_features
    _require(known, "feature", "names features that do not exist")
    _require(shape.max(initial=0) <= ALL_BITS, "shape", "has bits that mean nothing")
    _require(not np.isnan(threshold).any(), "threshold", "holds something that is no number")


def _check_leaves(arrays: Mapping[str, Array], n_leaves: int) -> None:
    start, n_members = arrays["mixture_start"], len(arrays["mixture_ranking"])
    rises = len(start) > 0 and start[0] == 0 and start[-1] == n_members
    rises = rises and bool((start[1:] > start[:-1]).all())
    _require(rises, "mixture_start", f"does not rise from 0 to {n_members}")
    ranking, n_distinct = arrays["mixture_ranking"], len(arrays["rankings"])
    known = ranking.min(initial=0) >= 0 and ranking.max(initial=0) < n_distinct
    _require(known, "mixture_ranking", "names rankings that do not exist")
    _require(len(arrays["mixture_weight"]) == n_members, "mixture_weight", "has not one per member")
    group, n_groups = arrays["leaf_group"], n_distinct + len(start) - 1
    _require(len(group) == n_leaves, "leaf_group", f"has not {n_leaves} numbers")
    known = group.min(initial=0) >= 0 and group.max(initial=0) < n_groups
    _require(known, "leaf_group", "names rankings that do not exist")
    _require(len(arrays["leaf_weight"]) == n_leaves, "leaf_weight", f"has not {n_leaves} numbers")
    for name in ("mixture_weight", "leaf_weight"):
        weight = arrays[name]
        usable = not len(weight) or (weight.min() > 0 and weight.max() < TOO_HEAVY)
        _require(usable, name, "holds weights that are not above 0, or too large")
