"""Whether arrays from a file are a forest."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lrf
from lrf.errors import DataError
from lrf.estimators import LabelRankingForest
from lrf.forest import Forest
from lrf.modelfile.arrays import check_arrays
from tests.model_files import message_of
from tests.small import iris

Arrays = dict[str, Any]


@cache
def fitted_once() -> LabelRankingForest:
    """Return a forest that is nothing but trees."""
    X, Y = iris()
    forest = LabelRankingForest(n_estimators=3, max_depth=3, random_state=0, blend="none")
    return forest.fit(X, Y)


def arrays_of_a_forest() -> Arrays:
    arrays = {name: array.copy() for name, array in fitted_once().forest_.to_arrays().items()}
    return arrays | {"has_missing": np.zeros(4, dtype=np.uint8)}


def restore(arrays: Arrays) -> Forest:
    check_arrays(arrays, n_trees=3, n_features=4, n_labels=3)
    return Forest.from_arrays(arrays, fitted_once().forest_.plan, 4)


def put(name: str, index: Any, value: Any) -> Any:
    def change(arrays: Arrays) -> None:
        arrays[name][index] = value

    return change


def put_wide(name: str, index: Any, value: Any, dtype: Any) -> Any:
    """Put a number where the smallest type of the others could not hold it."""

    def change(arrays: Arrays) -> None:
        arrays[name] = arrays[name].astype(dtype)
        arrays[name][index] = value

    return change


def replace(name: str, function: Any) -> Any:
    def change(arrays: Arrays) -> None:
        arrays[name] = function(arrays[name])

    return change


def test_forest_comes_back_whole() -> None:
    forest = fitted_once().forest_
    again = restore(arrays_of_a_forest())
    for name in ("rankings", "nodes", "roots", "first_leaf", "depths"):
        before, after = getattr(forest, name), getattr(again, name)
        assert before.dtype == after.dtype
        assert np.array_equal(before, after)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda arrays: arrays.pop("shape"), "the array shape is missing"),
        (
            replace("has_missing", lambda array: array[:-1]),
            "the array has_missing has not one per feature",
        ),
        (lambda arrays: arrays.update(more=np.zeros(1)), "the array more is unknown"),
        (
            replace("feature", lambda array: array.astype(np.int64)),
            "the array feature has the type int64, not uint8 or uint16 or int32",
        ),
        (
            replace("tree_size", lambda array: array.astype(np.int32)),
            "the array tree_size has the type int32, not int64",
        ),
        (replace("shape", lambda array: array[None]), "the array shape has 2 dimensions, not 1"),
        (
            replace("shape", lambda array: array[:-1]),
            "the array shape has not one number per node",
        ),
        (
            replace("threshold", lambda array: array[:-1]),
            "the array tree_size does not add up to ",
        ),
        (put("threshold", 0, np.nan), "the array threshold holds something that is no number"),
        (put("feature", 0, 4), "the array feature names features that do not exist"),
        (
            replace("feature", lambda array: -array.astype(np.int32)),
            "the array feature names features that do not exist",
        ),
        (put("shape", 0, 16), "the array shape has bits that mean nothing"),
        (put("shape", 0, 3), "the nodes of tree 0 are no binary tree"),
        (put("shape", -1, 0), "the nodes of tree 2 are no binary tree"),
        (put("tree_size", 0, -1), "the array tree_size does not add up to "),
        (put("tree_size", 0, 2**62), "the array tree_size does not add up to "),
        (replace("tree_size", lambda sizes: sizes[:-1]), "the array tree_size has not 3 numbers"),
        (
            replace("tree_size", lambda sizes: np.array([sizes[0] + 1, sizes[1] - 1, sizes[2]])),
            "the nodes of tree 0 are no binary tree",
        ),
        (replace("leaf_group", lambda group: group[:-1]), "the array leaf_group has not "),
        (put("leaf_group", 0, 60000), "the array leaf_group names rankings that do not exist"),
        (
            replace("leaf_weight", lambda weight: weight[:-1]),
            "the array leaf_weight has not ",
        ),
        (put("leaf_weight", 0, 0), "the array leaf_weight holds weights that are not above 0"),
        (put("mixture_start", 0, 1), "the array mixture_start does not rise from 0 to "),
        (put("mixture_start", 1, 0), "the array mixture_start does not rise from 0 to "),
        (replace("mixture_start", lambda a: a[:0]), "the array mixture_start does not rise"),
        (put("mixture_ranking", 0, 99), "the array mixture_ranking names rankings that do not"),
        (
            put_wide("mixture_ranking", 0, -1, np.int32),
            "the array mixture_ranking names rankings that do not",
        ),
        (
            put_wide("mixture_weight", 0, 0.0, np.float64),
            "the array mixture_weight holds weights that are not",
        ),
        (
            put_wide("mixture_weight", 0, np.inf, np.float64),
            "the array mixture_weight holds weights that are not",
        ),
        (
            put_wide("mixture_weight", 0, np.nan, np.float64),
            "the array mixture_weight holds weights that are not",
        ),
        (
            replace("mixture_weight", lambda array: array[:-1]),
            "the array mixture_weight has not one per member",
        ),
        (put("rankings", 0, [1, 1, 2]), "the array rankings holds ties that do not share"),
        (put("rankings", 0, [0, 1, 2]), "the array rankings: row 0 holds position 0"),
        (replace("rankings", lambda array: array[:0]), "the array rankings has no rows"),
    ],
)
def test_damaged_arrays(change: Any, message: str) -> None:
    arrays = arrays_of_a_forest()
    change(arrays)
    assert message_of(DataError, restore, arrays).startswith(message)


@settings(max_examples=300)
@given(st.data())
def test_any_changed_number_is_refused_or_harmless(data: st.DataObject) -> None:
    arrays = arrays_of_a_forest()
    name = data.draw(st.sampled_from(sorted(arrays)))
    array = arrays[name].reshape(-1)
    place = data.draw(st.integers(0, array.size - 1))
    kind = array.dtype.kind
    numbers = {"i": st.integers(-3, 40), "u": st.integers(0, 40), "f": st.floats()}
    array[place] = data.draw(numbers[kind])
    try:
        again = restore(arrays)
    except DataError:
        return
    predicted = again.predict(iris()[0])
    assert np.array_equal(lrf.rankings.validate_rankings(predicted), predicted)
    n_nodes = 2 * len(arrays["threshold"]) + 3
    assert sum(again.tree(i).n_nodes for i in range(3)) == n_nodes
