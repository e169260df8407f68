"""The examples behind a prediction: rows that share leaves, counted tree by tree."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lrf
from lrf import LabelRankingForest, LabelRankingTree
from lrf.errors import ConfigError, DataError
from lrf.insight import neighbours
from lrf.modelfile.tensors import read_tensors, write_tensors
from tests.plain import plain_forest
from tests.small import iris


def grown(**wanted: Any) -> LabelRankingForest:
    X, Y = iris()
    chosen = {"n_estimators": 7, "random_state": 0, "keep_examples": True, **wanted}
    return plain_forest(**chosen).fit(X, Y)


def shares(a: Any, b: Any) -> Any:
    """Return the share of trees in which rows of two tables of leaves meet."""
    return np.array([[np.mean(x == y) for y in b] for x in a])


@settings(max_examples=20)
@given(st.sampled_from([1, 20, None]), st.integers(1, 40), st.sampled_from([2**22, 1, 60]))
def test_proximity_is_the_share_of_common_leaves(depth: Any, n: int, at_once: int) -> None:
    X, Y = iris()
    model = grown(max_depth=depth)
    wanted = shares(model.apply(X[::9]), model.apply(X))
    most = neighbours._MEETINGS
    try:
        neighbours._MEETINGS = at_once
        np.testing.assert_allclose(model.proximity(X[::9]).toarray(), wanted)
        found = model.nearest_examples(X[::9], n)
    finally:
        neighbours._MEETINGS = most
    for row, proximity in enumerate(wanted):
        order = [i for i in np.argsort(-proximity, kind="stable") if proximity[i] > 0][:n]
        kept = found.indices[row][: len(order)]
        assert kept.tolist() == order
        assert (found.indices[row][len(order) :] == -1).all()
        np.testing.assert_allclose(found.proximity[row][: len(order)], proximity[order])
        assert (found.proximity[row][len(order) :] == 0).all()
        np.testing.assert_array_equal(found.positions[row][: len(order)], Y[order])
        assert np.isnan(found.positions[row][len(order) :]).all()


def test_training_rows_are_near_themselves() -> None:
    X, _ = iris()
    model = grown(bootstrap=False)
    assert (model.proximity(X).diagonal() == 1).all()
    matrix = model.proximity(X).toarray()
    np.testing.assert_array_equal(matrix, matrix.T)


def test_other_examples_may_be_handed_over() -> None:
    X, _ = iris()
    model = grown(keep_examples=False)
    found = model.nearest_examples(X[:3], 2, examples=X[3:])
    np.testing.assert_allclose(
        model.proximity(X[:3], X[3:]).toarray(), shares(model.apply(X[:3]), model.apply(X[3:]))
    )
    assert found.positions is None
    assert found.indices.shape == (3, 2)
    assert (found.proximity[:, 0] >= found.proximity[:, 1]).all()


def test_rows_that_are_not_learned_from_are_no_examples() -> None:
    X, Y = iris()
    Y = Y.copy()
    Y[0] = [1, np.nan, np.nan]
    model = plain_forest(n_estimators=5, keep_examples=True, random_state=0).fit(X, Y)
    assert model.proximity(X).shape == (150, 150)
    assert model.proximity(X)[:, [0]].nnz == 0
    found = model.nearest_examples(X[1:4])
    for row in range(3):
        known = found.indices[row] >= 0
        assert 0 not in found.indices[row]
        np.testing.assert_array_equal(found.positions[row][known], Y[found.indices[row][known]])


def test_trees_have_examples_too() -> None:
    X, Y = iris()
    tree = LabelRankingTree(max_depth=2, keep_examples=True).fit(X, Y)
    found = tree.nearest_examples(X, n=3)
    leaves = tree.apply(X)
    assert (leaves[found.indices[:, 0]] == leaves).all()
    assert (found.proximity[:, 0] == 1).all()


def test_files_and_pickles_keep_examples(tmp_path: Path) -> None:
    X, _ = iris()
    model = grown()
    model.save(tmp_path / "model")
    wanted = model.nearest_examples(X)
    for again in (lrf.load(tmp_path / "model"), pickle.loads(pickle.dumps(model))):
        for one, other in zip(again.nearest_examples(X), wanted, strict=True):
            np.testing.assert_array_equal(one, other)
    grown(keep_examples=False).save(tmp_path / "without")
    assert lrf.load(tmp_path / "without").examples_ is None


@pytest.mark.parametrize(
    ("name", "value", "wrong"),
    [
        ("example_row", 150, "names rows beyond 150"),
        ("example_leaf", 60000, "names leaves that do not exist"),
        ("example_ranking", 999, "names rankings that do not exist"),
    ],
)
def test_damaged_examples_are_refused(tmp_path: Path, name: str, value: int, wrong: str) -> None:
    path = tmp_path / "model"
    grown().save(path)
    metadata, arrays = read_tensors(path)
    spoilt = {key: array.copy() for key, array in arrays.items()}
    spoilt[name].flat[0] = value
    write_tensors(path, metadata, spoilt)
    with pytest.raises(DataError) as caught:
        lrf.load(path)
    assert str(caught.value) == f"{path}: the array {name} {wrong}"
    del spoilt[name]
    write_tensors(path, metadata, spoilt)
    with pytest.raises(DataError) as caught:
        lrf.load(path)
    assert str(caught.value) == f"{path}: the array {name} is missing"


def test_what_cannot_be_answered_is_refused() -> None:
    X, _ = iris()
    model = grown(keep_examples=False)
    for ask in (model.proximity, model.nearest_examples):
        with pytest.raises(ConfigError) as caught:
            ask(X)
        assert str(caught.value) == (
            "the model did not keep its training examples; fit it with keep_examples=True, or "
            "hand over their features as examples="
        )
    for n in (0, 1.5, True):
        with pytest.raises(ConfigError) as caught:
            model.nearest_examples(X, n)
        assert str(caught.value) == f"n must be a whole number of at least 1, not {n!r}"
