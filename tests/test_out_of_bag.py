"""Out of bag: each row is judged by the trees that did not draw it, and by no other."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lrf
from lrf import LabelRankingForest
from lrf.drawing import drawn_rows
from lrf.errors import ConfigError, DataError
from lrf.metrics import kendall_tau
from tests.plain import plain_forest
from tests.small import iris


def grown(X: Any, Y: Any, weights: Any = None, **settings: Any) -> LabelRankingForest:
    wanted = {"n_estimators": 25, "random_state": 0, "oob_score": True, **settings}
    return plain_forest(**wanted).fit(X, Y, weights)


def one_tree_forests(model: LabelRankingForest) -> list[Any]:
    """Return each tree's consensus of the leaf of each row, as hard votes."""
    return [model.forest_.tree(i) for i in range(model.forest_.n_trees)]


def naive_prediction(model: Any, X: Any, counts: Any) -> Any:
    """Return the mean positions of the leaves of the trees that did not draw a row, ranked."""
    trees = one_tree_forests(model)
    means = np.full((len(X), model.n_labels_), np.nan)
    for row, x in enumerate(X):
        found = [
            tree.positions[tree.apply(x[None, :])[0]]
            for tree, drawn in zip(trees, counts, strict=True)
            if drawn[row] == 0
        ]
        if found:
            means[row] = np.mean(found, axis=0)
    return lrf.rankings.average_positions(means.round(9))


def ones(n: int) -> Any:
    return np.ones(n)


def test_rows_are_judged_by_the_trees_that_did_not_draw_them() -> None:
    X, Y = iris()
    model = grown(X, Y, voting="hard")
    counts = list(drawn_rows(model.forest_.plan, ones(len(X)), 0))
    assert all(drawn.sum() == len(X) for drawn in counts)
    np.testing.assert_array_equal(model.oob_prediction_, naive_prediction(model, X, counts))
    assert model.oob_score_ == pytest.approx(kendall_tau(Y, model.oob_prediction_).mean())


def test_drawn_rows_are_those_in_the_leaves() -> None:
    X, Y = iris()
    weights = np.where(np.arange(len(X)) % 3 == 0, 2.5, 1.0)
    for given in (None, weights, np.where(weights > 2, 0.0, 3.0)):
        model = grown(X, Y, given, oob_score=False, max_samples=0.5)
        counts = drawn_rows(model.forest_.plan, ones(len(X)) if given is None else given, 0)
        leaves = model.apply(X)
        for i, drawn in enumerate(counts):
            tree = model.forest_.tree(i)
            fell = np.bincount(leaves[:, i], weights=drawn, minlength=tree.n_nodes)
            np.testing.assert_array_equal(fell, np.where(tree.feature < 0, tree.weight, 0))


@pytest.mark.parametrize("n_jobs", [1, 2, -1])
@pytest.mark.parametrize("aggregator", ["average-ranking", "borda", "kemeny", "mode", "medoid"])
def test_threads_change_nothing(n_jobs: int, aggregator: str) -> None:
    X, Y = iris()
    one = grown(X, Y, aggregator=aggregator)
    other = grown(X, Y, aggregator=aggregator, n_jobs=n_jobs)
    np.testing.assert_array_equal(one.oob_prediction_, other.oob_prediction_)
    assert one.oob_score_ == other.oob_score_
    np.testing.assert_array_equal(one.oob_pairwise(X, Y), other.oob_pairwise(X, Y))


def test_score_is_near_that_of_new_rows() -> None:
    X, Y = iris()
    model = grown(X[::2], Y[::2], n_estimators=100)
    assert model.oob_score_ == pytest.approx(model.score(X[1::2], Y[1::2]), abs=0.06)
    assert model.oob_score_ < model.score(X[::2], Y[::2])


def test_all_trees_chosen_predict_as_all_trees_do() -> None:
    from lrf.insight.outside import predict_chosen

    X, Y = iris()
    Y = np.where(np.arange(Y.size).reshape(Y.shape) % 7 == 0, np.nan, Y)
    for settings in ({}, {"voting": "hard"}, {"aggregator": "borda"}, {"aggregator": "medoid"}):
        try:
            model = grown(X, Y, **settings)
        except lrf.errors.RankingError:
            model = grown(*iris(), **settings)
        chosen = np.ones((len(X), 25), dtype=bool)
        np.testing.assert_array_equal(predict_chosen(model.forest_, X, chosen), model.predict(X))


def test_sums_by_tree_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    X, Y = iris()
    Y = np.where(np.arange(Y.size).reshape(Y.shape) % 7 == 0, np.nan, Y)
    one = grown(X, Y)
    monkeypatch.setattr(lrf.forest, "_MOST_SHARES", 0)
    other = grown(X, Y)
    np.testing.assert_array_equal(one.oob_prediction_, other.oob_prediction_)


def test_rows_that_every_tree_drew_are_said() -> None:
    X, Y = iris()
    with pytest.warns(UserWarning, match="oob_score") as caught:
        model = grown(X, Y, n_estimators=1)
    seen = np.isnan(model.oob_prediction_).any(axis=1)
    first = np.flatnonzero(seen)[0]
    assert str(caught[0].message) == (
        f"oob_score: {seen.sum()} of 150 rows (row {first} is the first) are in the bag of every "
        f"tree and cannot be scored; oob_prediction_ is NaN there. Grow more trees"
    )
    assert caught[0].filename == __file__
    wanted = kendall_tau(Y[~seen], model.oob_prediction_[~seen]).mean()
    assert model.oob_score_ == pytest.approx(wanted)
    assert np.isnan(model.oob_pairwise(X, Y)[first]).all()


def test_a_lone_row_has_no_score() -> None:
    with pytest.warns(UserWarning, match="row 0 is in the bag of every tree and cannot"):
        model = grown([[1.0]], [[1, 2]])
    assert np.isnan(model.oob_score_)
    assert np.isnan(model.oob_prediction_).all()


def test_rows_that_no_tree_learns_from_are_predicted_by_all() -> None:
    X, Y = iris()
    Y = Y.copy()
    Y[3] = [1, np.nan, np.nan]
    weights = np.ones(len(X))
    weights[7] = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = grown(X, Y, weights)
    np.testing.assert_array_equal(model.oob_prediction_[[3, 7]], model.predict(X[[3, 7]]))
    rows = np.delete(np.arange(len(X)), [3, 7])
    wanted = kendall_tau(Y[rows], model.oob_prediction_[rows]).mean()
    assert model.oob_score_ == pytest.approx(wanted)


def test_score_counts_weights() -> None:
    X, Y = iris()
    weights = np.linspace(0.5, 2, len(X))
    model = grown(X, Y, weights, n_estimators=50)
    taus = kendall_tau(Y, model.oob_prediction_)
    assert model.oob_score_ == pytest.approx(np.average(taus, weights=weights))


@pytest.mark.parametrize("seed", [None, np.random.default_rng(1), np.random.RandomState(1)])
def test_any_seed_can_be_told_again(seed: Any) -> None:
    X, Y = iris()
    model = grown(X, Y, random_state=seed, voting="hard")
    counts = list(drawn_rows(model.forest_.plan, ones(len(X)), model.bags_.seed))
    np.testing.assert_array_equal(model.oob_prediction_, naive_prediction(model, X, counts))


def test_saved_and_pickled_models_remember(tmp_path: Path) -> None:
    X, Y = iris()
    model = grown(X, Y)
    model.save(tmp_path / "model")
    for again in (lrf.load(tmp_path / "model"), pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(again.oob_pairwise(X, Y), model.oob_pairwise(X, Y))


def test_other_data_are_refused() -> None:
    X, Y = iris()
    model = grown(X, Y)
    with pytest.raises(DataError) as caught:
        model.oob_pairwise(X[1:], Y[1:])
    assert str(caught.value) == (
        "X has 149 rows, but the model was fitted to 150; out-of-bag answers need the training "
        "data, all of it and in the same order"
    )
    other = (
        "X, Y or sample_weight are not those that the model was fitted to; out-of-bag answers "
        "need the training data, all of it and in the same order"
    )
    for data in ((X[::-1], Y[::-1]), (X, Y[::-1]), (X, Y, np.full(len(X), 2.0))):
        with pytest.raises(DataError) as caught:
            model.oob_pairwise(*data)
        assert str(caught.value) == other


def test_without_bootstrap_nothing_is_out_of_bag() -> None:
    X, Y = iris()
    with pytest.raises(ConfigError) as caught:
        grown(X, Y, bootstrap=False)
    assert str(caught.value) == (
        "oob_score: without bootstrap and max_samples every tree sees every row, and none is out "
        "of bag; set one of them, or leave oob_score out"
    )
    model = grown(X, Y, bootstrap=False, oob_score=False)
    with pytest.raises(ConfigError) as caught:
        model.oob_pairwise(X, Y)
    assert str(caught.value) == (
        "without bootstrap and max_samples every tree sees every row, and none is out of bag; set "
        "one of them"
    )


def test_how_rows_are_drawn_is_settled_before_it_is_refused() -> None:
    X, Y = iris()
    left = np.where(np.random.default_rng(0).random(Y.shape) < 0.2, np.nan, Y)
    settings: dict[str, Any] = {"n_estimators": 30, "max_samples": None, "oob_score": True}
    model = LabelRankingForest(random_state=0, **settings).fit(X, left)
    assert model.config_.bootstrap == "mixed"
    assert model.oob_score_ > 0.9
    refused = "oob_score: without bootstrap and max_samples every tree sees every row"
    with pytest.raises(ConfigError, match=refused):
        LabelRankingForest(random_state=0, **settings).fit(X, Y)
    for more in ({"bootstrap": False, "max_samples": 1.0}, {"n_estimators": 1}):
        with pytest.raises(ConfigError, match=refused):
            LabelRankingForest(random_state=0, **settings | more).fit(X, left)


def test_scores_of_an_earlier_fit_do_not_stay() -> None:
    X, Y = iris()
    model = grown(X, Y)
    model.set_params(oob_score=False).fit(X, Y)
    assert not hasattr(model, "oob_score_")
    assert not hasattr(model, "oob_prediction_")
