"""More trees onto a fitted forest: the same, to the bit, as if all had been grown at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lrf
from lrf.errors import ConfigError, DataError, RankingError
from lrf.estimators import LabelRankingForest, RankingDiscretizer
from tests.model_files import rewrite
from tests.small import iris

SETTINGS: list[dict[str, Any]] = [
    {},
    {"aggregator": "borda", "blend": "constant"},
    {"bootstrap": True, "max_features": "sqrt", "splitter": "best"},
    {"bootstrap": False, "max_samples": None, "voting": "hard", "leaf": "mode"},
    {"aggregator": "kemeny", "max_depth": 3},
]


def small(n_rows: int = 40) -> tuple[Any, Any]:
    X, Y = iris()
    rows = np.linspace(0, len(X) - 1, n_rows).astype(int)
    return X[rows], Y[rows]


def forest(**parameters: Any) -> LabelRankingForest:
    return LabelRankingForest(**{"n_estimators": 4, "random_state": 0, **parameters})


def assert_same(one: LabelRankingForest, other: LabelRankingForest) -> None:
    assert one.config_ == other.config_
    assert one.bags_ == other.bags_
    first, second = one.forest_.to_arrays(), other.forest_.to_arrays()
    assert first.keys() == second.keys()
    for name, array in first.items():
        assert array.dtype == second[name].dtype, name
        assert np.array_equal(array, second[name], equal_nan=True), name
    assert np.array_equal(one.depths_, other.depths_)


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(SETTINGS),
    st.lists(st.integers(1, 4), min_size=1, max_size=3),
    st.integers(0, 2**40),
    st.sampled_from(["complete", "gaps", "weights"]),
    st.sampled_from([None, 2]),
)
def test_same_as_at_once(
    parameters: dict[str, Any], steps: list[int], seed: int, data: str, n_jobs: int | None
) -> None:
    X, Y = small()
    parameters = {**parameters, "random_state": seed}
    weights = None
    if data == "gaps":
        X = np.where(np.arange(X.size).reshape(X.shape) % 11 == 0, np.nan, X)
        if "leaf" not in parameters:
            Y = np.where(np.arange(Y.size).reshape(Y.shape) % 7 == 0, np.nan, Y)
    elif data == "weights":
        weights = np.arange(len(X)) % 3.0
    model = forest(**parameters, warm_start=True, n_jobs=n_jobs)
    for n_trees in np.cumsum(steps).tolist():
        model.set_params(n_estimators=n_trees).fit(X, Y, weights)
    at_once = forest(**parameters, n_estimators=sum(steps)).fit(X, Y, weights)
    assert_same(model, at_once)
    assert np.array_equal(model.predict(X), at_once.predict(X))


def test_what_is_out_of_bag_and_kept_is_that_of_all_trees() -> None:
    X, Y = small()
    both = {"oob_score": True, "keep_examples": True, "bootstrap": True}
    model = forest(n_estimators=30, warm_start=True, **both).fit(X, Y)
    model.set_params(n_estimators=40).fit(X, Y)
    at_once = forest(n_estimators=40, **both).fit(X, Y)
    assert model.oob_score_ == at_once.oob_score_
    assert np.array_equal(model.oob_prediction_, at_once.oob_prediction_)
    assert np.array_equal(model.proximity(X).toarray(), at_once.proximity(X).toarray())
    assert np.array_equal(model.oob_pairwise(X, Y), at_once.oob_pairwise(X, Y))
    model.calibrate(X, Y)
    assert model.fit(X, Y).calibration_ is None


def test_trees_that_are_there_are_not_grown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    X, Y = small()
    model = forest(n_estimators=3, warm_start=True).fit(X, Y)
    told: list[tuple[int, int]] = []
    with lrf.progress.reporting(lambda done, total: told.append((done, total))):
        model.set_params(n_estimators=5).fit(X, Y)
        model.fit(X, Y)
    assert told == [(1, 2), (2, 2)]


def test_how_trees_vote_may_change() -> None:
    X, Y = small()
    model = forest(warm_start=True).fit(X, Y)
    changes: dict[str, Any] = {
        "aggregator": "borda", "voting": "hard", "leaf": "kemeny", "blend": "none"
    }  # fmt: skip
    model.set_params(**changes).fit(X, Y)
    assert_same(model, forest(**changes).fit(X, Y))


@pytest.mark.parametrize("random_state", [None, np.random.default_rng(1)])
def test_trees_follow_from_the_first_seed(random_state: Any) -> None:
    X, Y = small()
    model = forest(random_state=random_state, warm_start=True).fit(X, Y)
    assert model.bags_ is not None
    model.set_params(n_estimators=9).fit(X, Y)
    assert_same(model, forest(n_estimators=9, random_state=model.bags_.seed).fit(X, Y))


def test_a_loaded_model_is_gone_on_with(tmp_path: Path) -> None:
    X, Y = small()
    X = pd.DataFrame(X).assign(word=np.where(np.arange(len(X)) % 3, "a", None))
    X.columns = X.columns.astype(str)
    model = forest(random_state=None).fit(X, Y)
    assert model.bags_ is not None
    model.save(tmp_path / "m.lrf")
    # A file holds what "auto" chose, which is to be chosen anew.
    more = {"n_estimators": 9, "aggregator": "auto", "warm_start": True}
    again = lrf.load(tmp_path / "m.lrf").set_params(**more).fit(X, Y)
    assert_same(again, forest(n_estimators=9, random_state=model.bags_.seed).fit(X, Y))
    again.save(tmp_path / "m.lrf")
    assert lrf.load(tmp_path / "m.lrf").warm_start is True


def test_without_it_all_trees_are_grown_anew() -> None:
    X, Y = small()
    model = forest(n_estimators=9).fit(X, Y).set_params(n_estimators=3, max_depth=1)
    assert_same(model.fit(X, Y), forest(n_estimators=3, max_depth=1).fit(X, Y))


TREES = "the trees that are there were grown with"
REFUSED: list[tuple[dict[str, Any], str]] = [
    (
        {"n_estimators": 3},
        "n_estimators: 3, but there are 4 trees already, and warm_start takes none away; ask for "
        "at least as many, or fit with warm_start=False",
    ),
    (
        {"max_depth": 2},
        f"max_depth: 2, but {TREES} None; warm_start adds trees of the same kind: set it back, or "
        f"fit with warm_start=False",
    ),
    (
        {"stopping": "gamma-ratio"},
        f"stopping: {{'name': 'gamma-ratio', 'gamma': 0.98}}, but {TREES} 'none'; warm_start adds "
        f"trees of the same kind: set it back, or fit with warm_start=False",
    ),
    (
        {"random_state": 1},
        f"random_state: 1, but {TREES} 0; warm_start adds trees of the same seed: set it back, or "
        f"to None, or fit with warm_start=False",
    ),
    (
        {"tune": "oob"},
        "tune: how trees are grown would be chosen anew by so many of them, so that warm_start "
        "cannot add any; set tune=None and what was chosen, which is splitter='random', "
        "max_features=None, bootstrap=False, max_samples=0.9, min_samples_leaf=2, "
        "aggregator='average-ranking'",
    ),
]


@pytest.mark.parametrize(("parameters", "message"), REFUSED, ids=lambda one: str(one)[:20])
def test_other_trees_are_refused(parameters: dict[str, Any], message: str) -> None:
    X, Y = small()
    model = forest(warm_start=True, aggregator="average-ranking").fit(X, Y)
    before = model.predict(X)
    with pytest.raises(ConfigError) as caught:
        model.set_params(**parameters).fit(X, Y)
    assert str(caught.value) == message
    assert np.array_equal(model.predict(X), before)


def test_what_was_tuned_is_gone_on_with_as_the_message_says() -> None:
    X, Y = small(150)
    model = forest(n_estimators=8, tune="oob", warm_start=True).fit(X, Y)
    chosen = next(row for row in model.tuning_ if row["chosen"])
    found = {key: value for key, value in chosen.items() if key not in ("oob_score", "chosen")}
    model.set_params(tune=None, n_estimators=12, **found).fit(X, Y)
    assert_same(model, forest(n_estimators=12, **found).fit(X, Y))


REST = (
    "; with warm_start, trees are added to the forest that was fitted before, which takes the same "
    "data in the same order; fit with warm_start=False to grow all trees anew"
)


def frames() -> tuple[pd.DataFrame, pd.DataFrame]:
    X, Y = small()
    table = pd.DataFrame(X, columns=list("abcd")).assign(d=np.where(X[:, 3] > 1, "high", "low"))
    return table, pd.DataFrame(Y, columns=["x", "y", "z"])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda X, Y: (X[:30], Y[:30]), "X has 30 rows, but the forest was fitted to 40"),
        (
            lambda X, Y: (X.rename(columns={"a": "A"}), Y),
            "the columns of X differ from those of the fit before",
        ),
        (
            lambda X, Y: (X.assign(d=X["d"].replace("low", "deep")), Y),
            "the categories of X differ from those of the fit before",
        ),
        (
            lambda X, Y: (X, Y.rename(columns={"x": "X"})),
            "the labels of Y differ from those of the fit before",
        ),
        (
            lambda X, Y: (X.assign(a=X["a"] + 1), Y),
            "X, Y or sample_weight differ from those of the fit before",
        ),
        (
            lambda X, Y: (X, Y.assign(x=2.0, y=1.0, z=3.0)),
            "X, Y or sample_weight differ from those of the fit before",
        ),
    ],
)
def test_other_data_are_refused_and_nothing_is_changed(change: Any, message: str) -> None:
    X, Y = frames()
    model = forest(warm_start=True).fit(X, Y)
    before = vars(model).copy()
    with pytest.raises(DataError) as caught:
        model.set_params(n_estimators=6).fit(*change(X, Y))
    assert str(caught.value) == message + REST
    assert vars(model) == {**before, "n_estimators": 6}


def test_file_of_an_earlier_version_cannot_be_gone_on_with(tmp_path: Path) -> None:
    X, Y = small()
    forest().fit(X, Y).save(tmp_path / "m.lrf")
    rewrite(tmp_path / "m.lrf", bags=None)
    with pytest.raises(DataError, match="does not say how rows were drawn"):
        lrf.load(tmp_path / "m.lrf").set_params(warm_start=True).fit(X, Y)


@pytest.mark.parametrize("model", [forest(), lrf.LabelRankingTree(), RankingDiscretizer()])
def test_a_fit_that_fails_leaves_the_estimator_as_it_was(model: Any) -> None:
    X, Y = small()
    model.fit(X, Y)
    before = vars(model).copy()
    wrong = Y.copy()
    wrong[3] = [0, 0, 7]
    with pytest.raises(RankingError):
        model.fit(pd.DataFrame(X[:, :2], columns=["a", "b"]), wrong)
    assert vars(model) == before
    fresh = type(model)()
    with pytest.raises(RankingError):
        fresh.fit(X, wrong)
    assert not any(name.endswith("_") for name in vars(fresh))
