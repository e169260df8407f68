"""The estimators as their users meet them: what goes in, what comes out, what is refused."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import KFold, cross_val_score
from sklearn.utils import get_tags

import lrf
from lrf.config import config_from_dict
from lrf.errors import ComponentError, ConfigError, DataError, LrfError, RankingError
from lrf.estimators import LabelRankingForest, LabelRankingTree, make_estimator
from lrf.metrics import kendall_tau
from lrf.rankings import average_positions, to_orders
from tests.small import iris

X4 = [[1.0, 5.0], [2.0, 5.0], [3.0, 5.0], [4.0, 5.0]]
Y4 = [[1, 2, 3], [1, 2, 3], [3, 2, 1], [3, 2, 1]]

BOTH = pytest.mark.parametrize(
    "estimator",
    [LabelRankingTree(random_state=0), LabelRankingForest(n_estimators=5, random_state=0)],
    ids=["tree", "forest"],
)


def frame(values: Any, columns: Any) -> pd.DataFrame:
    return pd.DataFrame(np.array(values), columns=columns)


def message_of(error: type[Exception], function: Any, *arguments: Any) -> str:
    with pytest.raises(error) as caught:
        function(*arguments)
    assert isinstance(caught.value, LrfError)
    return str(caught.value)


def fit_message(error: type[Exception], X: Any, Y: Any, *weights: Any) -> str:
    return message_of(error, LabelRankingTree().fit, X, Y, *weights)


# what comes out


@BOTH
def test_fit_and_predict(estimator: Any) -> None:
    X, Y = iris()
    assert estimator.fit(X, Y) is estimator
    predicted = estimator.predict(X)
    assert predicted.shape == Y.shape
    assert predicted.dtype == np.float64
    assert np.array_equal(lrf.rankings.validate_rankings(predicted), predicted)
    assert estimator.score(X, Y) > 0.9
    assert estimator.predict_orders(X) == to_orders(predicted)
    assert (estimator.n_features_in_, estimator.n_labels_) == (4, 3)
    assert estimator.labels_.tolist() == ["0", "1", "2"]
    assert not hasattr(estimator, "feature_names_in_")
    settings = {**estimator.settings()}
    if "aggregator" in settings:  # "auto" became one of two
        settings["aggregator"] = estimator.config_.aggregator.name
        settings["bootstrap"] = False  # as rankings are complete
    assert estimator.config_ == config_from_dict(settings)


def test_score_is_the_mean_of_kendalls_tau() -> None:
    X, Y = iris()
    tree = LabelRankingTree(max_depth=1).fit(X, Y)
    taus = kendall_tau(Y, tree.predict(X))
    weights = np.arange(len(X), dtype=float)
    assert tree.score(X, Y) == taus.mean()
    assert tree.score(X, Y, weights) == pytest.approx((taus * weights).sum() / weights.sum())


def test_depths() -> None:
    X, Y = iris()
    tree = LabelRankingTree(max_depth=2).fit(X, Y)
    assert tree.depth_ == tree.forest_.tree(0).max_depth == 2
    forest = LabelRankingForest(n_estimators=3, random_state=0).fit(X, Y)
    assert forest.depths_.tolist() == [forest.forest_.tree(i).max_depth for i in range(3)]
    assert not hasattr(LabelRankingTree(), "depth_")
    assert not hasattr(LabelRankingForest(), "depths_")


def test_names_of_data_frames_are_kept() -> None:
    X, Y = frame(X4, ["size", "colour"]), frame(Y4, ["apple", "pear", "plum"])
    tree = LabelRankingTree().fit(X, Y)
    assert tree.labels_.tolist() == ["apple", "pear", "plum"]
    assert tree.feature_names_in_.tolist() == ["size", "colour"]
    assert tree.predict_orders(X.iloc[[0, 3]]) == ["apple>pear>plum", "plum>pear>apple"]
    assert tree.score(X, Y) == 1.0


@BOTH
def test_unfitted(estimator: Any) -> None:
    with pytest.raises(NotFittedError):
        type(estimator)().predict(X4)
    with pytest.raises(NotFittedError):
        type(estimator)().save("model")


@BOTH
def test_fitted_estimator_can_be_pickled(estimator: Any) -> None:
    X, Y = iris()
    estimator.fit(X, Y)
    again = pickle.loads(pickle.dumps(estimator))
    assert np.array_equal(again.predict(X), estimator.predict(X))
    assert again.config_ == estimator.config_


def test_seeds() -> None:
    X, Y = iris()

    def votes(random_state: Any) -> Any:
        forest = LabelRankingForest(n_estimators=3, max_depth=2, random_state=random_state)
        return forest.fit(X, Y).forest_.to_arrays()["threshold"].tolist()

    assert votes(1) == votes(1) == votes(np.int64(1))
    assert votes(1) != votes(2)
    for generator in (np.random.RandomState, np.random.default_rng):
        assert votes(generator(1)) == votes(generator(1))
        one = generator(1)
        assert votes(one) != votes(one)


def test_n_jobs_does_not_change_the_forest() -> None:
    X, Y = iris()
    alone, two = (
        LabelRankingForest(n_estimators=6, random_state=0, n_jobs=n_jobs).fit(X, Y)
        for n_jobs in (None, 2)
    )
    assert np.array_equal(alone.predict(X), two.predict(X))
    assert alone.depths_.tolist() == two.depths_.tolist()


def test_weights_count_as_repetitions() -> None:
    X, Y = iris()
    counts = np.random.default_rng(0).integers(0, 3, len(X))
    weighted = LabelRankingTree(max_depth=3).fit(X, Y, counts)
    repeated = LabelRankingTree(max_depth=3).fit(np.repeat(X, counts, 0), np.repeat(Y, counts, 0))
    assert np.array_equal(weighted.predict(X), repeated.predict(X))


def test_ties_may_be_written_in_three_ways() -> None:
    X = [[0.0], [0.0], [1.0], [1.0]]
    ways = [[[1, 1, 2]], [[1, 1, 3]], [[1.5, 1.5, 3]]]
    for way in ways:
        tree = LabelRankingTree().fit(X, way * 2 + [[3, 2, 1]] * 2)
        assert tree.predict([[0.0]]).tolist() == [[1.5, 1.5, 3.0]]
        assert tree.predict_orders([[0.0]]) == ["0=1>2"]


def test_score_with_incomplete_rankings_compares_what_is_ranked() -> None:
    tree = LabelRankingTree().fit(X4, Y4)
    truth = np.array(Y4, dtype=float)
    truth[0, 2] = np.nan
    truth[3] = [np.nan, 1, 2]  # the opposite of what is predicted
    assert tree.score(X4, truth) == pytest.approx((1 + 1 + 1 - 1) / 4)


def test_all_components_come_from_one_word() -> None:
    X, Y = iris()
    forest = LabelRankingForest(
        criterion={"name": "mean-correlation", "correlation": "spearman"},
        stopping={"name": "gamma-ratio", "gamma": 0.95},
        leaf="borda",
        aggregator="kemeny",
        voting="hard",
        n_estimators=4,
        random_state=0,
    )
    assert forest.fit(X, Y).score(X, Y) > 0.8


@BOTH
def test_works_with_the_tools_of_scikit_learn(estimator: Any) -> None:
    X, Y = iris()
    folds = KFold(3, shuffle=True, random_state=0)
    scores = cross_val_score(estimator, X, Y, cv=folds, error_score="raise")
    assert scores.mean() > 0.8
    labelled = cross_val_score(estimator, pd.DataFrame(X), frame(Y, list("abc")), cv=folds)
    assert labelled.tolist() == scores.tolist()
    tags = get_tags(estimator)
    assert tags.target_tags.required
    assert tags.target_tags.multi_output
    assert not tags.target_tags.single_output
    assert tags.input_tags.allow_nan
    assert tags.input_tags.categorical
    assert not tags.input_tags.sparse


# what is incomplete


@BOTH
def test_what_is_not_ranked_or_not_measured_may_be_missing(estimator: Any) -> None:
    X, Y = (np.array(table) for table in iris())
    rng = np.random.default_rng(0)
    X[rng.random(X.shape) < 0.1] = np.nan
    Y[rng.random(Y.shape) < 0.3] = np.nan
    estimator.fit(X, Y)
    predicted = estimator.predict(X)
    assert np.array_equal(average_positions(predicted), predicted)
    assert estimator.score(X, iris()[1]) > 0.9
    assert estimator.has_missing_.tolist() == [True] * 4


@BOTH
def test_rows_that_rank_fewer_than_two_labels_are_left_out(estimator: Any) -> None:
    nan = np.nan
    X = np.array([[1.0, nan], [2.0, nan], [nan, nan], [4.0, nan], [5.0, 5.0]])
    Y = np.array([[1, 2, nan], [nan, nan, nan], [3, 2, 1], [nan, nan, 1], [2, 3, 1]])
    weights = np.array([1.0, 2.0, 3.0, 1.0, 2.0])
    rows = [0, 2, 4]
    expected = clone(estimator).fit(X[rows], Y[rows], weights[rows]).predict(X)
    assert np.array_equal(clone(estimator).fit(X, Y, weights).predict(X), expected)
    assert estimator.fit(X, Y).has_missing_.tolist() == [True, True]
    assert estimator.score(X, Y) <= 3 / 5  # rows that compare nothing count as 0


def test_rankings_of_which_none_says_anything_are_refused() -> None:
    nan = np.nan
    Y = np.array([[1, nan, nan], [nan, nan, 2], [nan, 1, nan], [1, nan, nan]])
    assert fit_message(RankingError, X4, Y) == (
        "Y: no row ranks two labels, which leaves nothing to learn from"
    )
    assert fit_message(RankingError, X4, np.full((4, 3), nan)) == (
        "Y: row 0 ranks no label, all are NaN; leave such rows out (3 more rows are no rankings "
        "either)"
    )
    Y[0] = [1, 2, 3]
    assert fit_message(RankingError, X4, Y, [0, 1, 1, 1]) == (
        "Y: all rows that rank two labels have the weight 0, which leaves nothing to learn from"
    )
    Y[1] = nan
    Y[3] = [0, 1, 2]
    assert fit_message(RankingError, X4, Y).startswith("Y: row 3 holds position 0; ")


def test_a_label_that_nobody_ranked_is_placed_in_the_middle() -> None:
    Y = [[1, 2, np.nan], [1, 2, np.nan]]
    assert LabelRankingTree().fit([[1.0], [2.0]], Y).predict([[1.0]]).tolist() == [[1, 3, 2]]


def test_a_leaf_takes_what_it_lacks_from_its_ancestors() -> None:
    nan = np.nan
    Y = [[1, 2, nan], [1, 2, nan], [3, 2, 1], [3, 2, 1], [nan, 2, 1], [nan, 2, 1]]
    X = [[0.0], [0.0], [1.0], [1.0], [2.0], [2.0]]
    tree = LabelRankingTree().fit(X, Y)
    # At x = 0 nobody ranked label 2, which is ahead of all others elsewhere.
    assert tree.predict_orders([[0.0], [1.0], [2.0]]) == ["2>0>1", "2>1>0", "2>1>0"]


# what is small or odd, and works


@BOTH
def test_one_row_is_a_lone_leaf(estimator: Any) -> None:
    estimator.fit([[1.0, 2.0]], [[2, 1, 3]])
    assert estimator.predict([[9.0, 9.0], [0.0, 0.0]]).tolist() == [[2, 1, 3]] * 2
    assert max(np.atleast_1d(getattr(estimator, "depths_", 0))) == 0


@BOTH
def test_all_labels_tied(estimator: Any) -> None:
    estimator.fit(X4, [[1, 1, 1]] * 4)
    assert estimator.predict(X4).tolist() == [[2, 2, 2]] * 4
    assert estimator.score(X4, [[1, 1, 1]] * 4) == 0.0


@BOTH
def test_constant_attributes(estimator: Any) -> None:
    estimator.fit(np.ones((4, 2)), Y4)
    assert len(np.unique(estimator.predict(X4), axis=0)) == 1
    tree = LabelRankingTree().fit(np.ones((4, 2)), Y4)
    assert tree.depth_ == 0
    assert tree.predict([[1.0, 1.0]]).tolist() == [[2, 2, 2]]


@BOTH
def test_equal_rows_with_different_rankings(estimator: Any) -> None:
    X = [[1.0], [1.0], [2.0], [2.0]]
    Y = [[1, 2, 3], [1, 3, 2], [3, 2, 1], [3, 2, 1]]
    estimator.fit(X, Y)
    assert estimator.predict(X).shape == (4, 3)
    assert LabelRankingTree().fit(X, Y).predict([[1.0]]).tolist() == [[1, 2.5, 2.5]]


def test_lists_integers_and_missing_free_extension_types_go_in() -> None:
    expected = LabelRankingTree().fit(X4, Y4).predict(X4)
    whole = np.array(X4, dtype=int)
    extension = pd.DataFrame(whole).convert_dtypes()
    assert str(extension.dtypes[0]) == "Int64"
    for X in (whole, whole.astype(object), np.asfortranarray(X4), extension):
        assert np.array_equal(LabelRankingTree().fit(X, Y4).predict(X), expected)


# what is refused


def test_one_label_is_refused() -> None:
    assert fit_message(RankingError, X4, [[1]] * 4) == (
        "Y has 1 label: there is nothing to rank; it needs one column of positions per label"
    )


def test_what_is_no_ranking_is_refused() -> None:
    zero_based = np.array(Y4) - 1
    assert "row 0 holds position 0; positions start at 1" in fit_message(
        RankingError, X4, zero_based
    )
    scores = np.array([[0.1, 0.7, 0.2]] * 4)
    assert "lrf.from_scores(Y)" in fit_message(RankingError, X4, scores)
    assert "lrf.from_orders(Y)" in fit_message(RankingError, X4, ["a>b>c"] * 4)


def test_numbers_of_rows_must_agree() -> None:
    assert fit_message(RankingError, X4, Y4[:3]) == (
        "Y has 3 rows, but X has 4; each row of X needs its ranking"
    )


@pytest.mark.parametrize("bad", [np.inf, -np.inf])
def test_infinite_values_are_refused_with_row_and_column(bad: float) -> None:
    X = np.array(X4)
    X[2, 1] = bad
    named = frame(X, ["size", "colour"])
    what = f"{bad}; replace infinite values with finite ones, or with NaN if they stand for missing"
    assert fit_message(DataError, X, Y4) == f"X: row 2, column 1 holds {what}"
    assert fit_message(DataError, named, Y4) == f"X: row 2, column 'colour' holds {what}"
    tree = LabelRankingTree().fit(X4, Y4)
    assert message_of(DataError, tree.predict, X) == f"X: row 2, column 1 holds {what}"
    tree = LabelRankingTree().fit(frame(X4, ["size", "colour"]), Y4)
    with pytest.warns(UserWarning, match="X does not have valid feature names"):
        message = message_of(DataError, tree.predict, X)
    assert message == f"X: row 2, column 'colour' holds {what}"


def test_other_shapes_and_types_of_features_are_refused() -> None:
    assert fit_message(DataError, csr_array(X4), Y4) == (
        "X is sparse, which is not supported; pass X.toarray(), or in a pipeline have the step "
        "before make dense columns (sparse_output=False, or sparse_threshold=0)"
    )
    assert "Found array with 0 sample(s)" in fit_message(DataError, np.empty((0, 2)), Y4)
    assert "Found array with 0 feature(s)" in fit_message(DataError, np.empty((4, 0)), Y4)
    assert "Expected 2D array, got 1D array" in fit_message(DataError, [1, 2, 3, 4], Y4)
    assert fit_message(DataError, [[1.0], [1.0, 2.0]], Y4) == (
        "X: row 1 has length 2, but row 0 has length 1"
    )


def test_other_columns_than_in_training_are_refused() -> None:
    tree = LabelRankingTree().fit(X4, Y4)
    assert message_of(DataError, tree.predict, [[1.0]]) == (
        "X has 1 features, but LabelRankingTree is expecting 2 features as input."
    )
    named = LabelRankingTree().fit(frame(X4, ["size", "colour"]), Y4)
    swapped = message_of(DataError, named.predict, frame(X4, ["colour", "size"]))
    assert "Feature names must be in the same order as they were in fit." in swapped
    other = message_of(DataError, named.predict, frame(X4, ["size", "taste"]))
    assert "Feature names unseen at fit time:\n- taste" in other
    assert "Feature names seen at fit time, yet now missing:\n- colour" in other
    with pytest.warns(UserWarning, match="X does not have valid feature names"):
        named.predict(X4)


def test_other_labels_than_in_training_are_refused() -> None:
    tree = LabelRankingTree().fit(X4, frame(Y4, list("abc")))
    assert message_of(RankingError, tree.score, X4, [[1, 2]] * 4) == (
        "Y has 2 labels, but the model ranks 3: a, b, c"
    )
    assert message_of(RankingError, tree.score, X4, frame(Y4, list("acb"))) == (
        "Y has the labels a, c, b, but the model ranks a, b, c, in this order"
    )
    assert message_of(RankingError, tree.score, X4[:2], Y4) == (
        "Y has 4 rows, but X has 2; each row of X needs its ranking"
    )
    assert tree.score(X4, Y4) == tree.score(X4, frame(Y4, list("abc"))) == 1.0
    assert LabelRankingTree().fit(X4, Y4).score(X4, frame(Y4, list("abc"))) == 1.0


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 1, 1], "sample_weight has the shape (3,); give one number for each of the 4 rows"),
        (2.0, "sample_weight has the shape (); give one number for each of the 4 rows"),
        (
            [1, -1, 1, 1],
            "sample_weight: row 1 has the weight -1; weights are 0 or from 1e-100 to 1e+100",
        ),
        (
            [1, 1, np.nan, 1],
            "sample_weight: row 2 has the weight nan; weights are 0 or from 1e-100 to 1e+100",
        ),
        (
            [1, 1, 1, np.inf],
            "sample_weight: row 3 has the weight inf; weights are 0 or from 1e-100 to 1e+100",
        ),
        (
            [1, 1, 1, 1e-300],
            "sample_weight: row 3 has the weight 1e-300; weights are 0 or from 1e-100 to 1e+100",
        ),
        (
            [0, 0, 0, 0],
            "sample_weight: all weights are zero, which leaves nothing to learn from",
        ),
        (
            ["a"] * 4,
            "sample_weight: could not convert string to float: 'a'; give one number per row",
        ),
    ],
)
def test_weights_that_are_none_are_refused(weights: Any, message: str) -> None:
    assert fit_message(DataError, X4, Y4, weights) == message


def test_parameters_are_checked_by_fit() -> None:
    message = message_of(ConfigError, LabelRankingForest(n_estimators=0).fit, X4, Y4)
    assert message == "n_estimators: 0 is not allowed; allowed: an integer of at least 1"
    message = message_of(ConfigError, LabelRankingForest(random_state="x").fit, X4, Y4)
    assert message == (
        "random_state: 'x' is not allowed; allowed: 'none' (None) or an integer of at least 0"
    )
    message = message_of(ComponentError, LabelRankingTree(stopping="mdlpc").fit, X4, Y4)
    assert "'mdlpc'" in message
    assert "'mean-correlation'" in message


# configurations


def test_from_config(tmp_path: Path) -> None:
    settings = {"estimator": "tree", "stopping": {"name": "gamma-ratio", "gamma": 0.9}}
    tree = LabelRankingTree.from_config(settings, max_depth=2, stopping__gamma=0.8)
    assert tree.stopping == {"name": "gamma-ratio", "gamma": 0.8}
    assert tree.max_depth == 2
    path = tmp_path / "model.toml"
    path.write_text("n_estimators = 7\nn_jobs = 2\nrandom_state = 3\n")
    forest = LabelRankingForest.from_config(path)
    assert (forest.n_estimators, forest.n_jobs, forest.random_state) == (7, 2, 3)
    assert LabelRankingTree.from_config({"max_depth": 3}).max_depth == 3


def test_from_config_of_the_other_class_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.toml"
    path.write_text('estimator = "tree"\n')
    assert message_of(ConfigError, LabelRankingForest.from_config, str(path)) == (
        f"{path} describes a tree, for which there is LabelRankingTree"
    )
    assert message_of(ConfigError, LabelRankingTree.from_config, {"estimator": "forest"}) == (
        "the configuration describes a forest, for which there is LabelRankingForest"
    )


def test_from_config_is_strict_at_once() -> None:
    with pytest.raises(ConfigError, match="^max_deph: unknown; did you mean 'max_depth'?"):
        LabelRankingTree.from_config({"max_deph": 3})


def test_make_estimator() -> None:
    tree = make_estimator({"estimator": "tree", "max_depth": 2})
    assert isinstance(tree, LabelRankingTree)
    assert tree.max_depth == 2
    assert isinstance(make_estimator({}), LabelRankingForest)


def test_settings_make_the_same_estimator() -> None:
    forest = LabelRankingForest.from_preset("lrf-rt", random_state=np.random.RandomState(0))
    settings = forest.settings()
    assert settings["estimator"] == "forest"
    assert "random_state" not in settings
    again = make_estimator(settings)
    assert again.get_params() == {**forest.get_params(), "random_state": None}


def test_making_an_estimator_compiles_nothing() -> None:
    program = (
        "import sys\n"
        "from lrf import LabelRankingForest\n"
        "forest = LabelRankingForest.from_preset('lrf-rt', stopping__gamma=0.9)\n"
        "repr(forest), forest.get_params()\n"
        "assert 'numba' not in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_no_warning_on_ordinary_data() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        X, Y = frame(X4, ["size", "colour"]), frame(Y4, list("abc"))
        LabelRankingForest(n_estimators=3, random_state=0).fit(X, Y).predict_orders(X)
