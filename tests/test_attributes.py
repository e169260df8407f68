"""Missing values and nominal attributes: cuts against a brute search, and rows that find home."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lrf.config import config_from_dict
from lrf.engine import codes
from lrf.growth import grow_forest
from lrf.plan import make_plan
from lrf.rankings import average_positions
from tests.naive.metrics import kendall

SETTINGS = {"estimator": "tree", "max_features": "all"}


def grow(X: Any, Y: Any, nominal: tuple[int, ...] = (), **settings: Any) -> Any:
    plan = make_plan(config_from_dict({**SETTINGS, **settings}))
    return grow_forest(np.asarray(X, float), np.asarray(Y, float), plan, nominal=nominal)


def similarity_of_children(Y: Any, goes_left: Any) -> float:
    """Return what mean-correlation scores a cut, from all pairs of rankings."""
    total = 0.0
    for side in (Y[goes_left], Y[~goes_left]):
        pairs = [kendall(list(a), list(b)) for a in side for b in side]
        total += sum(pairs) / len(side)
    return total / len(Y)


def cuts(x: Any, is_nominal: bool) -> list[Any]:
    """Return every way to send rows left by one attribute."""
    known = np.unique(x[~np.isnan(x)])
    if is_nominal:
        ways = [x == value for value in known]
    else:
        gaps = np.isnan(x)
        below = [x < value for value in known[1:]]
        ways = [*below, *(way | gaps for way in below), ~gaps]
    return [way for way in ways if 0 < way.sum() < len(x)]


@st.composite
def samples(draw: Any) -> tuple[Any, Any, tuple[int, ...]]:
    n = draw(st.integers(2, 14))
    values = st.sampled_from([0.0, 1.0, 2.0, 3.0, np.nan])
    X = draw(hnp.arrays(float, (n, 3), elements=values))
    X[:, 2] = np.nan_to_num(X[:, 2])
    scores = draw(hnp.arrays(float, (n, 3), elements=st.integers(0, 3).map(float)))
    return X, average_positions(scores), (2,)


@given(samples())
def test_root_is_the_best_of_all_cuts(sample: Any) -> None:
    X, Y, nominal = sample
    tree = grow(X, Y, nominal, max_depth=1).tree(0)
    scores = [
        similarity_of_children(Y, way) for j in range(3) for way in cuts(X[:, j], j in nominal)
    ]
    if tree.n_nodes == 1:
        assert not scores or len(np.unique(Y, axis=0)) == 1
        return
    goes_left = tree.apply(X) == tree.left[0]
    assert similarity_of_children(Y, goes_left) == pytest.approx(max(scores), abs=1e-9)


@given(samples(), st.sampled_from(["mean-correlation", "ranking-gain"]))
def test_rows_reach_the_leaf_that_they_were_grown_into(sample: Any, criterion: str) -> None:
    X, Y, nominal = sample
    forest = grow(X, Y, nominal, criterion=criterion)
    tree = forest.tree(0)
    leaves = tree.apply(X)
    for leaf in np.unique(leaves):
        assert tree.weight[leaf] == np.count_nonzero(leaves == leaf)
    np.testing.assert_array_equal(forest.predict(X), tree.positions[leaves])


@given(samples())
def test_both_criteria_by_gain_and_the_engine_agree_on_nominal_cuts(sample: Any) -> None:
    X, Y, _ = sample
    codes = np.nan_to_num(X, nan=4.0)
    tree = grow(codes, Y, (0, 1, 2), criterion="ranking-gain", max_depth=1).tree(0)
    if tree.n_nodes > 1:
        assert tree.nominal[0]
        went_left = tree.apply(codes) == tree.left[0]
        np.testing.assert_array_equal(went_left, codes[:, tree.feature[0]] == tree.threshold[0])


def test_missing_values_learn_their_side() -> None:
    X = [[0.0], [1.0], [np.nan], [5.0], [6.0]]
    right = grow(X, [[1, 2], [1, 2], [2, 1], [2, 1], [2, 1]])
    left = grow(X, [[1, 2], [1, 2], [1, 2], [2, 1], [2, 1]])
    assert right.tree(0).threshold[0] == left.tree(0).threshold[0] == 3.0
    assert not right.tree(0).missing_left[0]
    assert left.tree(0).missing_left[0]
    np.testing.assert_array_equal(right.predict(np.array([[np.nan]])), [[2, 1]])
    np.testing.assert_array_equal(left.predict(np.array([[np.nan]])), [[1, 2]])


def test_being_missing_is_a_cut_of_its_own() -> None:
    X = [[np.nan], [1.0], [np.nan], [5.0]]
    forest = grow(X, [[1, 2], [2, 1], [1, 2], [2, 1]])
    assert forest.tree(0).n_nodes == 3
    np.testing.assert_array_equal(
        forest.predict(np.array([[-1e308], [1e308], [np.nan]])), [[2, 1], [2, 1], [1, 2]]
    )


def test_values_first_missing_in_prediction_go_to_the_larger_child() -> None:
    X = [[0.0], [1.0], [2.0], [9.0]]
    forest = grow(X, [[1, 2], [1, 2], [1, 2], [2, 1]])
    np.testing.assert_array_equal(forest.predict(np.array([[np.nan]])), [[1, 2]])


def test_a_category_never_seen_goes_with_the_rest() -> None:
    X = [[0.0], [0.0], [1.0], [2.0]]
    forest = grow(X, [[1, 2], [1, 2], [2, 1], [2, 1]], nominal=(0,))
    tree = forest.tree(0)
    assert tree.nominal[0]
    assert tree.threshold[0] == 0.0
    np.testing.assert_array_equal(forest.predict(np.array([[-1.0]])), [[2, 1]])


def test_prediction_is_the_same_row_by_row_and_in_blocks() -> None:
    rng = np.random.default_rng(0)
    X = rng.integers(0, 6, (200, 4)).astype(float)
    X[rng.random(X.shape) < 0.2] = np.nan
    X[:, 3] = np.nan_to_num(X[:, 3], nan=6.0)
    Y = average_positions(rng.random((200, 4)))
    forest = grow(X, Y, (3,))
    together = forest.predict(X)
    alone = np.vstack([forest.predict(X[i : i + 1]) for i in range(len(X))])
    np.testing.assert_array_equal(together, alone)


def test_codes_do_not_depend_on_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    X = rng.integers(0, 40, size=(200, 7)).astype(float)
    X[rng.random(X.shape) < 0.1] = np.nan
    X[:, 4] = np.nan_to_num(X[:, 4])
    monkeypatch.setattr(codes, "_WORTH_THREADS", 1)
    for max_bins in (None, 6):
        alone = codes.code_attributes(X, (4,), max_bins)
        together = codes.code_attributes(X, (4,), max_bins, n_threads=3)
        both = ((*found[:-1], *found.bins) for found in (alone, together))
        for one, other in zip(*both, strict=True):
            np.testing.assert_array_equal(one, other)
