"""Probabilities of pairs and places, against a walk through leaves and rankings one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lrf import LabelRankingForest, LabelRankingTree
from lrf.engine.pool import add_entries
from lrf.errors import ConfigError
from lrf.insight import shares
from lrf.insight.aspects import MEANS, PAIRS, PLACES
from lrf.insight.pooling import pool
from lrf.rankings import average_positions
from tests.naive import insight as naive
from tests.plain import plain_forest
from tests.small import iris


@st.composite
def samples(draw: Any) -> tuple[Any, Any, Any]:
    n, k = draw(st.integers(2, 9)), draw(st.integers(2, 4))
    X = draw(hnp.arrays(float, (n, 2), elements=st.sampled_from([0.0, 1.0, 2.0, np.nan])))
    scores = [1.0, 2.0, 3.0, np.nan] if draw(st.booleans()) else [1.0, 2.0, 3.0]
    Y = average_positions(draw(hnp.arrays(float, (n, k), elements=st.sampled_from(scores))))
    Y[0] = np.arange(1.0, k + 1)
    weights = draw(hnp.arrays(float, n, elements=st.sampled_from([0.5, 1.0, 2.0])))
    return X, Y, weights


def few_trees(**settings: Any) -> LabelRankingForest:
    return plain_forest(
        **{"n_estimators": 2, "bootstrap": False, "max_features": 1, "random_state": 0, **settings}
    )


def usable(Y: Any) -> Any:
    return np.count_nonzero(~np.isnan(Y), axis=1) > 1


@settings(max_examples=40)
@given(samples(), st.sampled_from([1, 3]), st.booleans())
def test_probabilities_are_those_of_the_leaves(data: Any, smallest: int, kept: bool) -> None:
    X, Y, weights = data
    model = few_trees(min_samples_leaf=smallest).fit(X, Y, weights)
    trees = [model.forest_.tree(i) for i in range(2)]
    rows = usable(Y)
    seen = X[rows], Y[rows], weights[rows]
    pairs = [np.mean([naive.pairwise(t, x, *seen) for t in trees], axis=0) for x in X]
    chances = [np.mean([naive.position_proba(t, x, *seen) for t in trees], axis=0) for x in X]
    most = shares.MOST_KEPT
    try:
        shares.MOST_KEPT = most if kept else 0
        np.testing.assert_allclose(model.predict_pairwise(X), pairs, atol=1e-6)
        np.testing.assert_allclose(model.predict_position_proba(X), chances, atol=1e-6)
        np.testing.assert_allclose(
            model.predict_expected_positions(X),
            naive.expected_positions(np.array(chances)),
            atol=1e-5,
        )
    finally:
        shares.MOST_KEPT = most


@given(samples())
def test_pairs_sum_to_one_and_places_too(data: Any) -> None:
    X, Y, weights = data
    model = few_trees(bootstrap=True).fit(X, Y, weights)
    pairs, chances = model.predict_pairwise(X), model.predict_position_proba(X)
    np.testing.assert_array_equal(pairs + pairs.transpose(0, 2, 1), np.ones_like(pairs))
    np.testing.assert_array_equal(np.diagonal(pairs, axis1=1, axis2=2), 0.5)
    assert chances.min() >= 0
    np.testing.assert_allclose(chances.sum(axis=2), 1, atol=1e-6)
    if not np.isnan(Y).any():
        np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-6)


def test_expected_positions_decide_as_the_mean_of_rankings_does() -> None:
    X, Y = iris()
    model = plain_forest(n_estimators=20, random_state=0).fit(X, Y)
    means = model.predict_expected_positions(X).round(4)
    np.testing.assert_array_equal(average_positions(means), model.predict(X))


def test_pairs_that_were_never_compared_are_open() -> None:
    X = [[0.0], [1.0], [2.0], [3.0]]
    Y = [[1, 2, np.nan], [2, 1, np.nan], [1, np.nan, 2], [2, np.nan, 1]]
    model = LabelRankingTree().fit(X, Y)
    pairs = model.predict_pairwise(X)
    assert (pairs[:, 1, 2] == 0.5).all()
    assert pairs[:2, 0, 1].tolist() == [1.0, 0.0]


@pytest.mark.parametrize("voting", ["soft", "hard"])
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_neither_threads_nor_voting_change_probabilities(voting: str, n_jobs: int) -> None:
    X, Y = iris()
    many = np.tile(X, (10, 1))
    plain = plain_forest(n_estimators=10, random_state=0).fit(X, Y)
    model = plain_forest(n_estimators=10, random_state=0, voting=voting, n_jobs=n_jobs).fit(X, Y)
    np.testing.assert_array_equal(plain.predict_pairwise(many), model.predict_pairwise(many))
    np.testing.assert_array_equal(
        plain.predict_position_proba(many), model.predict_position_proba(many)
    )


def test_apply_gives_the_nodes_of_the_trees() -> None:
    X, Y = iris()
    forest = plain_forest(n_estimators=5, random_state=0).fit(X, Y)
    leaves = forest.apply(X)
    assert leaves.shape == (len(X), 5)
    for i in range(5):
        np.testing.assert_array_equal(leaves[:, i], forest.forest_.tree(i).apply(X))
    tree = LabelRankingTree().fit(X, Y)
    np.testing.assert_array_equal(tree.apply(X), tree.forest_.tree(0).apply(X))


def test_top_labels_are_the_first_of_the_prediction() -> None:
    X, Y = iris()
    model = plain_forest(n_estimators=9, random_state=0).fit(X, Y)
    top = model.predict_top_k(X, 2)
    assert top.shape == (len(X), 2)
    positions = model.predict(X)
    untied = [row for row in range(len(X)) if len(set(positions[row])) == 3]
    assert len(untied) > 100
    for row in untied:
        assert top[row].tolist() == model.labels_[np.argsort(positions[row])[:2]].tolist()


def test_labels_that_tie_come_by_their_expected_positions() -> None:
    # The rankings that are furthest ahead tie 0 and 1; on average 1 is nearer to the top.
    Y = [[1.5, 1.5, 3], [1.5, 1.5, 3], [3, 1, 2]]
    tied = LabelRankingTree(leaf="mode").fit([[0.0]] * 3, Y)
    assert tied.predict_orders([[0.0]]) == ["0=1>2"]
    assert tied.predict_top_k([[0.0]], 3).tolist() == [["1", "0", "2"]]


@pytest.mark.parametrize(
    ("k", "message"),
    [
        (0, "k must be from 1 to 3, as there are 3 labels; it is 0"),
        (4, "k must be from 1 to 3, as there are 3 labels; it is 4"),
        (1.5, "k must be a whole number from 1 to 3, not 1.5"),
        (True, "k must be a whole number from 1 to 3, not True"),
    ],
)
def test_wrong_k_is_refused(k: Any, message: str) -> None:
    X, Y = iris()
    model = LabelRankingTree().fit(X, Y)
    with pytest.raises(ConfigError) as caught:
        model.predict_top_k(X, k)
    assert str(caught.value) == message


@pytest.mark.parametrize("aspect", [PAIRS, PLACES, MEANS], ids=lambda aspect: aspect.name)
@pytest.mark.parametrize("kept", [True, False])
def test_some_trees_are_asked_alone(aspect: Any, kept: bool, monkeypatch: Any) -> None:
    X, Y = iris()
    Y = np.where(np.arange(Y.size).reshape(Y.shape) % 7 == 0, np.nan, Y)
    forest = plain_forest(n_estimators=4, random_state=0).fit(X, Y).forest_
    if not kept:
        monkeypatch.setattr(shares, "MOST_KEPT", 0)
    chosen = np.random.default_rng(0).random((len(X), 4)) < 0.5
    chosen[0], chosen[1] = False, True
    found = pool(forest, X, aspect, chosen=chosen)
    tables = list(shares.shares_by_tree(forest, aspect))
    leaves = forest.find_leaves(X, 0, len(X)) - forest.first_leaf[:-1]
    assert np.isnan(found[0]).all()
    np.testing.assert_allclose(found[1], pool(forest, X, aspect)[1], atol=1e-6)
    for row in range(1, len(X)):
        wanted = [tables[t][leaves[row, t]] for t in np.flatnonzero(chosen[row])]
        if wanted:
            np.testing.assert_allclose(found[row], np.mean(wanted, axis=0), atol=1e-6)


@given(st.integers(0, 5), st.integers(0, 4), st.integers(0, 2**20))
def test_adding_entries_is_adding_rows(n_rows: int, n_entries: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 9, (6, 3)).astype(np.float32)
    entries = rng.integers(-1, 6, (n_rows, n_entries))
    sums = np.ones((n_rows, 3))
    add_entries(entries, table, sums)
    for row in range(n_rows):
        found = [table[entry] for entry in entries[row] if entry >= 0]
        np.testing.assert_array_equal(sums[row], 1 + np.sum([*found, np.zeros(3)], axis=0))


def test_two_labels_and_one_row() -> None:
    one = plain_forest(n_estimators=2).fit([[0.0]], [[1, 2]])
    assert one.predict_pairwise([[5.0]]).tolist() == [[[0.5, 1.0], [0.0, 0.5]]]
    assert one.predict_position_proba([[5.0]]).tolist() == [[[1.0, 0.0], [0.0, 1.0]]]
    assert one.predict_top_k([[5.0]], 1).tolist() == [["0"]]
