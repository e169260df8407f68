"""Forests that choose how to grow and to vote by what is out of bag."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from sklearn.base import clone

import lrf
from lrf import LabelRankingForest
from lrf.errors import ConfigError
from lrf.metrics import kendall_tau

Array = Any


def noisy(n: int = 200, seed: int = 0) -> tuple[Array, Array]:
    """Return rankings that follow one feature, but hardly: small leaves learn noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    scores = np.sign(X[:, :1]) * np.arange(5) + rng.normal(scale=5.0, size=(n, 5))
    return X, stats.rankdata(scores, axis=1)


def crisp(n: int = 120) -> tuple[Array, Array]:
    """Return rankings that follow from many small corners."""
    X = np.random.default_rng(0).uniform(size=(n, 2))
    corner = (4 * X[:, 0]).astype(int) * 4 + (4 * X[:, 1]).astype(int)
    orders = np.array([np.random.default_rng(c).permutation(5) + 1.0 for c in range(16)])
    return X, orders[corner]


def tuned(X: Array, Y: Array, **settings: Any) -> LabelRankingForest:
    """Return a fitted forest that was tuned."""
    settings = {"n_estimators": 20, "tune": "oob", "random_state": 0, **settings}
    return LabelRankingForest(**settings).fit(X, Y)


def test_leaves_are_large_where_there_is_noise_and_small_where_there_is_none() -> None:
    assert tuned(*noisy(), blend="none").config_.min_samples_leaf == 8
    assert tuned(*crisp()).config_.min_samples_leaf <= 2


def test_what_was_tried_is_told() -> None:
    X, Y = crisp()
    model = tuned(X, Y, min_samples_leaf=5)
    table = model.tuning_
    assert table[0]["min_samples_leaf"] == 5
    assert len(table) == 2 * (1 + 2 * 3)
    assert len({tuple(row[key] for key in row if key not in ("oob_score", "chosen"))
                for row in table}) == len(table)  # fmt: skip
    chosen = [row for row in table if row["chosen"]]
    assert len(chosen) == 1
    assert chosen[0]["oob_score"] == max(row["oob_score"] for row in table)
    config = model.config_
    for key, value in chosen[0].items():
        if key == "aggregator":
            assert config.aggregator.name == value
        elif key not in ("oob_score", "chosen"):
            assert getattr(config, key) == value


def test_tuned_forest_is_the_chosen_one() -> None:
    X, Y = crisp()
    model = tuned(X, Y)
    row = next(row for row in model.tuning_ if row["chosen"])
    settings = {key: row[key] for key in row if key not in ("oob_score", "chosen")}
    same = LabelRankingForest(n_estimators=20, random_state=0, **settings).fit(X, Y)
    np.testing.assert_array_equal(model.predict(X), same.predict(X))


def test_own_election_is_tried_and_what_is_not_varied_stays() -> None:
    model = tuned(*crisp(), aggregator="copeland", max_depth=3, blend="constant")
    assert model.tuning_[0]["aggregator"] == "copeland"
    assert (model.config_.max_depth, model.config_.blend) == (3, "constant")
    assert model.forest_.depths.max() <= 3


def test_same_for_any_number_of_threads_and_clones() -> None:
    X, Y = noisy(80)
    model = tuned(X, Y)
    for other in (tuned(X, Y, n_jobs=2), clone(model).fit(X, Y)):
        assert other.tuning_ == model.tuning_
        np.testing.assert_array_equal(other.predict(X), model.predict(X))


def test_saved_model_is_the_chosen_one(tmp_path: Path) -> None:
    X, Y = noisy(80)
    model = tuned(X, Y)
    model.save(tmp_path / "m.lrf")
    loaded = lrf.load(tmp_path / "m.lrf")
    assert loaded.config_ == model.config_
    np.testing.assert_array_equal(loaded.predict(X), model.predict(X))


def test_a_later_fit_without_tuning_forgets_the_table() -> None:
    X, Y = noisy(60)
    model = tuned(X, Y).set_params(tune=None).fit(X, Y)
    assert not hasattr(model, "tuning_")


def test_too_few_rows_to_compare_anything() -> None:
    X, Y = noisy(6)
    with pytest.warns(UserWarning, match="too few rows are out of bag to compare anything"):
        model = tuned(X, Y)
    assert not hasattr(model, "tuning_")
    assert model.predict(X).shape == Y.shape


def test_weights_ties_gaps_and_nominal_features() -> None:
    X, Y = noisy(120)
    rng = np.random.default_rng(1)
    Y = np.minimum(Y, 3)
    Y[rng.random(Y.shape) < 0.3] = np.nan
    Y = lrf.rankings.average_positions(Y)
    X[rng.random(X.shape) < 0.2] = np.nan
    X[:, 2] = rng.integers(0, 3, 120)
    model = LabelRankingForest(
        n_estimators=20, tune="oob", categorical_features=[2], random_state=0
    )
    model.fit(X, Y, sample_weight=rng.uniform(0.5, 2.0, 120))
    assert np.isfinite(model.predict(X)).all()


def test_other_words_are_refused() -> None:
    with pytest.raises(ConfigError) as caught:
        tuned(*noisy(20), tune="cv")
    assert str(caught.value) == "tune: 'cv' is not allowed; allowed: 'none' (None) or 'oob'"


@pytest.mark.parametrize("seed", range(3))
def test_election_follows_what_is_out_of_bag(seed: int) -> None:
    # A label that is first or last, never between: its mean position says little about pairs.
    rng = np.random.default_rng(seed)
    scores = rng.normal(scale=0.3, size=(400, 6)) + np.arange(6) * 0.4
    scores[:, 0] = np.where(rng.random(400) < 0.7, 9.0, -9.0)
    X, Y = rng.normal(size=(400, 2)), stats.rankdata(-scores, axis=1)
    auto, average, kemeny = (
        LabelRankingForest(n_estimators=20, aggregator=name, random_state=0).fit(X[:200], Y[:200])
        for name in ("auto", "average-ranking", "kemeny-local")
    )
    taus = {
        model: kendall_tau(model.predict(X[200:]), Y[200:]).mean() for model in (average, kemeny)
    }
    assert auto.config_.aggregator.name in ("average-ranking", "kemeny-local")
    assert kendall_tau(auto.predict(X[200:]), Y[200:]).mean() >= max(taus.values()) - 0.02


def test_few_rows_are_elected_by_mean_position() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = LabelRankingForest(n_estimators=3).fit([[1.0], [2.0]], [[1, 2], [2, 1]])
    assert model.config_.aggregator.name == "average-ranking"
