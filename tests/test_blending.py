"""Forests mixed with a linear model: exact where that is right, harmless where nothing is."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.base import clone

import lrf
from lrf import LabelRankingForest
from lrf.blending import Evidence, blend_of
from lrf.errors import ConfigError, DataError
from lrf.forest import Forest
from lrf.insight.impurity import mean_decreases
from lrf.linear import fit_linear
from lrf.metrics import mean_kendall_tau
from lrf.mixture import PREFIX
from lrf.modelfile.blends import check_blend
from tests.naive import stacking

Array = Any

BAGS = {"splitter": "random", "bootstrap": False, "max_samples": 0.8}


def forest(**settings: Any) -> LabelRankingForest:
    """Return a small forest that is blended."""
    return LabelRankingForest(
        **{"n_estimators": 30, "random_state": 0, "blend": "ridge", **BAGS, **settings}
    )


def linear_data(n: int = 150, k: int = 5, seed: int = 0) -> tuple[Array, Array]:
    """Return features and the rankings by scores that are linear in them."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    return X, stats.rankdata(-(X @ rng.normal(size=(4, k))), axis=1)


def noise(n: int = 200, k: int = 6, seed: int = 0) -> tuple[Array, Array]:
    """Return features, and rankings that scatter around one order whatever the features."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, 5)), stats.rankdata(
        0.3 * np.arange(k) + rng.normal(size=(n, k)), axis=1
    )


def test_linear_rankings_are_learned_by_the_linear_part() -> None:
    X, Y = linear_data()
    plain = forest(blend="none").fit(X[:100], Y[:100]).score(X[100:], Y[100:])
    model = forest().fit(X[:100], Y[:100])
    assert model.score(X[100:], Y[100:]) > max(0.87, plain + 0.03)
    assert model.forest_.blend.ridge > 0.3


@pytest.mark.parametrize("blend", ["constant", "ridge", "logistic"])
def test_noise_gives_the_constant_prediction(blend: str) -> None:
    X, Y = noise()
    model = forest(blend=blend).fit(X[:100], Y[:100])
    constant = stats.rankdata(Y[:100].mean(axis=0))
    assert mean_kendall_tau(model.predict(X[100:]), np.tile(constant, (100, 1))) > 0.95
    unblended = forest(blend="none").fit(X[:100], Y[:100])
    assert model.score(X[100:], Y[100:]) > unblended.score(X[100:], Y[100:]) + 0.02


@pytest.mark.parametrize("blend", ["constant", "logistic"])
def test_a_weak_signal_is_no_noise(blend: str) -> None:
    # Few trees have not seen a row, and what they say of it is mostly noise, though not all.
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1200, 6))
    scores = 0.25 * np.sign(X[:, :1] * X[:, 1:2]) * np.arange(5) + rng.normal(size=(1200, 5))
    Y = stats.rankdata(scores, axis=1)
    model = LabelRankingForest(blend=blend, random_state=0).fit(X[:800], Y[:800])
    constant = np.tile(stats.rankdata(Y[:800].mean(axis=0)), (400, 1))
    assert model.forest_.blend.trees > 0.1
    assert model.score(X[800:], Y[800:]) > mean_kendall_tau(constant, Y[800:]) + 0.05


def test_what_trees_learn_well_is_left_to_them() -> None:
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(300, 2))
    corner = (X[:, 0] > 0).astype(int) * 2 + (X[:, 1] > 0)
    Y = np.array([[1, 2, 3], [3, 2, 1], [3, 1, 2], [1, 3, 2]], dtype=float)[corner]
    model = forest().fit(X, Y)
    assert model.forest_.blend.trees > 0.9
    assert model.forest_.blend.ridge < 0.1
    assert model.score(X, Y) > 0.98


@pytest.mark.parametrize("aggregator", ["average-ranking", "borda", "kemeny", "footrule-optimal"])
@pytest.mark.parametrize("voting", ["soft", "hard"])
def test_every_sum_of_votes_can_be_mixed(aggregator: str, voting: str) -> None:
    X, Y = linear_data(n=60, k=4)
    model = forest(aggregator=aggregator, voting=voting).fit(X, Y)
    assert model.forest_.blend is not None
    assert model.score(X, Y) > 0.8


def test_votes_that_are_no_sums_are_left_alone() -> None:
    X, Y = linear_data(n=40, k=4)
    model = forest(aggregator="medoid").fit(X, Y)
    assert model.forest_.blend is None


@pytest.mark.parametrize("rows", [{"max_samples": None}, {"max_samples": 1.0}])
def test_without_rows_outside_nothing_is_mixed(rows: dict[str, Any]) -> None:
    X, Y = linear_data(n=40)
    assert forest(**rows).fit(X, Y).forest_.blend is None


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_few_rows(n: int) -> None:
    X, Y = linear_data(n=n)
    model = forest().fit(X, Y)
    assert model.predict(X).shape == Y.shape
    assert (model.forest_.blend is None) == (n < 10)


@pytest.mark.parametrize("aggregator", ["average-ranking", "kemeny-local"])
def test_ties_and_incomplete_rankings(aggregator: str) -> None:
    X, Y = linear_data(n=120)
    rng = np.random.default_rng(1)
    Y[::4] = np.minimum(Y[::4], 3)
    erased = np.where(rng.random(Y.shape) < 0.4, np.nan, Y)
    model = forest(aggregator=aggregator).fit(X[:90], erased[:90])
    assert model.forest_.blend.ridge > 0.3
    assert model.score(X[90:], Y[90:]) > 0.7


def test_missing_and_nominal_features() -> None:
    rng = np.random.default_rng(0)
    X, Y = linear_data(n=200)
    X[rng.random(X.shape) < 0.1] = np.nan
    frame = pd.DataFrame(X, columns=list("abcd"))
    frame["colour"] = pd.Categorical(rng.choice(["red", "blue", "green"], 200))
    model = forest().fit(frame[:150], Y[:150])
    assert set(model.forest_.blend.linear.kind) == {0, 1, 2}
    new = frame[150:].copy()
    new["colour"] = new["colour"].astype(str)
    new.loc[new.index[0], "colour"] = "violet"
    assert np.isfinite(model.predict(new)).all()


@pytest.mark.parametrize("value", [0.0, 1e-300, 1e300, 1.7976931348623157e308])
def test_awkward_features(value: float) -> None:
    X, Y = linear_data(n=40)
    X[:, 0] = value
    X[::2, 1] = -value
    model = forest().fit(X, Y)
    assert np.isfinite(model.predict(np.array([[value, 1e308, -1e308, np.nan]]))).all()


def test_nothing_is_extrapolated() -> None:
    X, Y = linear_data()
    model = forest().fit(X, Y)
    outermost = X.max(axis=0, keepdims=True)
    np.testing.assert_array_equal(model.predict(100 * outermost), model.predict(outermost))


def test_rows_without_weight_are_left_out() -> None:
    X, Y = linear_data(n=60)
    weights = np.random.default_rng(0).integers(0, 3, 60)
    rows = weights > 0
    without = forest().fit(X[rows], Y[rows], sample_weight=weights[rows])
    with_them = forest().fit(X, Y, sample_weight=weights)
    assert mean_kendall_tau(with_them.predict(X), without.predict(X)) > 0.95
    assert abs(with_them.forest_.blend.ridge - without.forest_.blend.ridge) < 0.1


def test_weights_decide_whom_the_linear_part_follows() -> None:
    X, Y = linear_data(n=200)
    first = np.arange(200) < 100
    Y[~first] = 6 - Y[~first]
    model = forest().fit(X, Y, sample_weight=np.where(first, 1.0, 0.01))
    assert model.score(X[first], Y[first]) > 0.8


def test_same_for_any_number_of_threads_copied_and_pickled(tmp_path: Path) -> None:
    X, Y = linear_data(n=80)
    model = forest().fit(X, Y)
    expected = model.predict(X)
    for other in (forest(n_jobs=2).fit(X, Y), clone(model).fit(X, Y)):
        np.testing.assert_array_equal(other.predict(X), expected)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).predict(X), expected)
    model.save(tmp_path / "m.lrf")
    np.testing.assert_array_equal(lrf.load(tmp_path / "m.lrf").predict(X), expected)
    noisy = forest(blend="constant").fit(*noise())
    noisy.save(tmp_path / "n.lrf")
    np.testing.assert_array_equal(
        lrf.load(tmp_path / "n.lrf").predict(noise()[0]), noisy.predict(noise()[0])
    )


def test_out_of_bag_score_is_honest() -> None:
    X, Y = linear_data(n=300, seed=3)
    Y = stats.rankdata(Y + np.random.default_rng(1).normal(scale=2.5, size=Y.shape), axis=1)
    wide = np.hstack((X, np.random.default_rng(2).normal(size=(300, 40))))
    model = forest(oob_score=True).fit(wide[:80], Y[:80])
    assert model.oob_score_ == pytest.approx(model.score(wide[80:], Y[80:]), abs=0.08)


def test_right_orders_count_not_right_positions() -> None:
    # Scores far apart by one label: mean positions are no linear function of the features.
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(600, 6))
    Y = stats.rankdata(-(X**3), axis=1)
    model = forest().fit(X[:400], Y[:400])
    assert model.score(X[400:], Y[400:]) > 0.95
    assert model.forest_.blend.ridge > model.forest_.blend.trees


def test_unknown_blend_is_refused() -> None:
    with pytest.raises(ConfigError) as caught:
        forest(blend="lasso").fit(*linear_data(n=20))
    assert str(caught.value) == (
        "blend: 'lasso' is not allowed; allowed: 'none', 'constant', 'ridge', 'logistic'"
    )


@given(st.integers(0, 1000), st.integers(3, 12), st.integers(1, 4))
@settings(max_examples=50)
def test_rows_left_out_are_predicted_as_if_they_had_been(seed: int, n: int, p: int) -> None:
    rng = np.random.default_rng(seed)
    X, targets = rng.normal(size=(n, p)), rng.normal(size=(n, 2))
    weights = rng.uniform(0.5, 2.0, n)
    model, left_out = fit_linear(X, targets, weights, ())
    Z = model.columns(X)
    # The penalty is found again from the slopes: the one of those tried that gives them.
    strengths = np.logspace(-6, 2, 25)
    errors = [np.abs(stacking.ridge(Z, targets, weights, s)[0] - model.slope).max()
              for s in strengths]  # fmt: skip
    assert min(errors) < 1e-6
    penalty = strengths[int(np.argmin(errors))] * weights.sum()
    for i in range(n):
        rest = np.arange(n) != i
        slope, intercept = stacking.ridge(
            Z[rest], targets[rest], weights[rest], penalty / weights[rest].sum()
        )
        np.testing.assert_allclose(left_out[i], Z[i] @ slope + intercept, atol=1e-6)


@given(st.integers(0, 1000))
@settings(max_examples=50)
def test_no_other_shares_err_less(seed: int) -> None:
    rng = np.random.default_rng(seed)
    targets = rng.normal(size=(20, 3))
    trees, left_out = (targets + rng.normal(size=(20, 3)) for _ in range(2))
    constant = targets.mean(axis=0)
    weights = np.ones(20)
    linear = fit_linear(trees, targets, weights, ())[0]
    found = blend_of(
        Evidence(
            np.arange(20),
            weights,
            targets,
            trees,
            np.zeros((20, 3)),
            constant,
            np.tile(constant, (20, 1)),
            linear,
            left_out,
        )
    )
    best = stacking.squared_error([found.trees, found.ridge], [trees, left_out], constant, targets)
    for _ in range(30):
        shares = np.abs([found.trees, found.ridge] + rng.normal(scale=0.1, size=2))
        assert best <= stacking.squared_error(shares, [trees, left_out], constant, targets) + 1e-9


DAMAGE = [
    ("constant", lambda a: a[:-1], "has not 5 numbers"),
    ("shares", lambda a: -a, "holds no two shares"),
    ("shares", lambda a: a * [1, 0], "and the linear model do not fit together"),
    ("shares", lambda a: a * 1e61 + 1e61, "holds numbers beyond 1e+60"),
    ("constant", lambda a: a - 1e100, "holds numbers beyond 1e+60"),
    ("slope", lambda a: a + 1e308, "holds numbers beyond 1e+60"),
    ("high", lambda a: a + 1e200, "holds numbers beyond 1e+60"),
    ("slope", lambda a: a * np.nan, "holds something that is no finite number"),
    ("slope", lambda a: a[:, :-1], "has not the shape (4, 5)"),
    ("feature", lambda a: a + 9, "names features that do not exist"),
    ("kind", lambda a: a + np.uint8(4), "names kinds that do not exist"),
    ("scale", lambda a: a * 0, "holds numbers that are not above 0"),
    ("low", lambda a: a + 1e9, ""),
    ("centre", lambda a: a.astype(np.float32), "has the type float32, not float64"),
    ("category", lambda a: a[None], "has 2 dimensions, not 1"),
]


@pytest.mark.parametrize(("name", "damage", "wrong"), DAMAGE)
def test_damaged_blend_is_refused(name: str, damage: Any, wrong: str) -> None:
    arrays = forest().fit(*linear_data(n=40)).forest_.to_arrays()
    check_blend(arrays, 4, 5, 5)
    arrays[PREFIX + name] = damage(arrays[PREFIX + name])
    with pytest.raises(DataError) as caught:
        check_blend(arrays, 4, 5, 5)
    where = "high is below blend_low" if name == "low" else f"{name} {wrong}"
    assert str(caught.value) == f"the array {PREFIX}{where}"


def test_missing_and_unknown_arrays_are_refused() -> None:
    arrays = forest().fit(*linear_data(n=40)).forest_.to_arrays()
    lacking = {name: array for name, array in arrays.items() if name != PREFIX + "low"}
    with pytest.raises(DataError, match="the array blend_low is missing"):
        check_blend(lacking, 4, 5, 5)
    with pytest.raises(DataError, match="the array blend_more is unknown"):
        check_blend({**arrays, PREFIX + "more": arrays[PREFIX + "low"]}, 4, 5, 5)


def test_features_beyond_all_measure_are_cut_to_the_range_of_the_training() -> None:
    X, Y = linear_data(n=40)
    model = forest().fit(X * 1e-290, Y)
    far = np.sign(X) * 1e300
    assert np.isfinite(model.predict_expected_positions(far)).all()
    assert np.isfinite(forest().fit(X * 1e150, Y).feature_importances_).all()
    arrays = model.forest_.to_arrays()
    arrays[PREFIX + "scale"] = np.full(4, 1e308)
    damaged = Forest.from_arrays(arrays, model.forest_.plan, 4)
    assert np.isfinite(damaged.predict(far)).all()
    assert np.isfinite(mean_decreases(damaged)).all()
