"""Whether probabilities mean what they say, and what makes them do so."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lrf
from lrf import LabelRankingForest, from_scores
from lrf.errors import ConfigError, RankingError
from lrf.insight.calibration import Calibration, Outcomes, fit_calibration
from lrf.metrics import expected_calibration_error, reliability
from tests.small import iris


def noisy(n: int, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    return X, from_scores(X @ np.eye(3, 4) + rng.normal(size=(n, 4)))


def overgrown() -> LabelRankingForest:
    """Return a forest of full-grown trees that are alike, whose probabilities are too bold."""
    model = LabelRankingForest(
        n_estimators=200,
        blend="none",
        splitter="best",
        bootstrap=True,
        max_samples=None,
        min_samples_leaf=1,
        random_state=0,
    )
    return model.fit(*noisy(400, 0))


def test_reliability_by_hand() -> None:
    chances = np.array([[[0.5, 0.8], [0.2, 0.5]]] * 4 + [[[0.5, np.nan], [np.nan, 0.5]]])
    truth = [[1, 2], [1, 2], [2, 1], [1, 1], [1, 2]]
    found = reliability(truth, chances)
    np.testing.assert_allclose(found.said, [0.2, 0.8])
    np.testing.assert_allclose(found.happened, [0.375, 0.625])
    assert found.weight.tolist() == [4, 4]
    assert found.error == pytest.approx(0.175)
    weighed = expected_calibration_error(truth, chances, 10, [1, 1, 0, 0, 5])
    assert weighed == pytest.approx(0.2)


@pytest.mark.parametrize("method", ["isotonic", "temperature"])
def test_calibration_helps_on_new_rows(method: str) -> None:
    model = overgrown()
    X, Y = noisy(2000, 1)
    before, chances = expected_calibration_error(Y, model.predict_pairwise(X)), noisy(400, 0)
    positions = model.predict(X)
    assert model.calibrate(*chances, method=method) is model
    table = model.predict_pairwise(X)
    assert expected_calibration_error(Y, table) < 0.6 * before
    np.testing.assert_allclose(table + table.transpose(0, 2, 1), 1, atol=1e-12)
    np.testing.assert_array_equal(model.predict(X), positions)


def test_calibration_by_other_rows() -> None:
    model = overgrown()
    X, Y = noisy(2000, 1)
    before = expected_calibration_error(Y, model.predict_pairwise(X))
    assert model.calibrate(*noisy(2000, 2)).calibration_ is not None
    assert expected_calibration_error(Y, model.predict_pairwise(X)) < 0.5 * before


def test_what_a_blend_says_right_is_not_made_worse() -> None:
    # Pairs follow the features so nearly as a logistic regression says that nothing is amiss.
    model = LabelRankingForest(n_estimators=20, calibration=None, random_state=0)
    model.fit(*noisy(400, 0))
    X, Y = noisy(2000, 1)
    before = expected_calibration_error(Y, model.predict_pairwise(X))
    assert before < 0.02
    model.calibrate(*noisy(2000, 2))
    assert expected_calibration_error(Y, model.predict_pairwise(X)) < before + 0.003


def test_calibration_is_saved_and_forgotten_by_a_new_fit(tmp_path: Path) -> None:
    X, Y = noisy(400, 0)
    model = overgrown().calibrate(X, Y)
    model.save(tmp_path / "model")
    for again in (lrf.load(tmp_path / "model"), pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(again.predict_pairwise(X), model.predict_pairwise(X))
    assert model.fit(X, Y).calibration_ is None


@given(st.integers(0, 1000), st.sampled_from(["isotonic", "temperature"]))
def test_lines_rise_and_are_symmetric(seed: int, method: str) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 50))
    said, happened = rng.random(n).round(2), rng.choice([0.0, 0.5, 1.0], n)
    line = fit_calibration(method, Outcomes(said, happened, rng.random(n) + 0.1, np.arange(n)))
    assert line is not None
    grid = np.linspace(0, 1, 41)
    meant = line.apply(grid)
    assert (np.diff(meant) >= -1e-12).all()
    assert 0 <= meant.min() <= meant.max() <= 1
    np.testing.assert_allclose(meant + meant[::-1], 1)


def test_line_is_kept_between_its_corners() -> None:
    line = Calibration("isotonic", [0.0, 0.25, 0.75, 1.0], [0.0, 0.1, 0.9, 1.0])
    said = np.array([[0.0, 0.25, 0.5, np.nan, 0.9]])
    np.testing.assert_allclose(line.apply(said), [[0.0, 0.1, 0.5, np.nan, 0.96]])


@given(st.integers(0, 1000))
def test_rising_line_joins_the_centres_of_steps(seed: int) -> None:
    rng = np.random.default_rng(seed)
    said = rng.random(200).round(2)
    happened = (rng.random(200) < said).astype(float)
    line = fit_calibration("isotonic", Outcomes(said, happened, np.ones(200), np.arange(200)))
    assert line is not None
    corners, meant = np.array(line.said), np.array(line.meant)
    assert (np.diff(corners) > 0).all()
    assert (np.diff(meant) > 0).all() or len(set(meant)) == 1


def drawn(n: int, k: int, factor: float, seed: int = 0) -> Outcomes:
    """Return pairs whose log odds are said to be so many times what they are."""
    rng = np.random.default_rng(seed)
    odds = rng.normal(size=(n, k))
    happened = (rng.random((n, k)) < 1 / (1 + np.exp(-odds))).astype(float)
    said = 1 / (1 + np.exp(-factor * odds))
    rows = np.repeat(np.arange(n), k)
    return Outcomes(said.ravel(), happened.ravel(), np.ones(n * k), rows)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_right_is_left_alone(seed: int) -> None:
    line = fit_calibration("auto", drawn(100, 6, 1.0, seed))
    assert line is None or line.method == "temperature"
    if line is not None:
        said = np.linspace(0, 1, 21)
        assert abs(line.apply(said) - said).max() < 0.06


@pytest.mark.parametrize("factor", [0.4, 2.5])
def test_what_is_clearly_wrong_is_corrected(factor: float) -> None:
    line = fit_calibration("auto", drawn(300, 10, factor))
    assert line is not None
    new = drawn(2000, 10, factor, seed=1)
    assert new.losses(line).sum() < 0.98 * new.losses(None).sum()


def test_few_rows_are_no_reason_to_correct_anything() -> None:
    assert fit_calibration("auto", drawn(9, 40, 3.0)) is None


def test_blended_forests_calibrate_themselves_and_others_do_not() -> None:
    X, Y = noisy(300, 0)
    assert LabelRankingForest(n_estimators=30, calibration=None).fit(X, Y).calibration_ is None
    for method in ("isotonic", "temperature"):
        model = LabelRankingForest(n_estimators=30, calibration=method, random_state=0).fit(X, Y)
        again = LabelRankingForest(n_estimators=30, calibration=None, random_state=0).fit(X, Y)
        assert model.calibration_.method == method
        assert again.calibrate(X, Y, method=method).calibration_ == model.calibration_
    assert overgrown().calibration_ is None
    assert overgrown().set_params(calibration="isotonic").fit(X, Y).calibration_ is not None


def test_calibration_asks_rows_out_of_bag() -> None:
    X, Y = noisy(40, 0)
    with pytest.raises(ConfigError) as caught:
        LabelRankingForest(calibration="isotonic", max_samples=None).fit(X, Y)
    assert str(caught.value) == (
        "calibration: without bootstrap and max_samples every tree sees every row, and none "
        "is out of bag; set one of them, or calibrate by other rows with the method calibrate"
    )
    assert LabelRankingForest(max_samples=None, random_state=0).fit(X, Y).calibration_ is None


def test_refusals() -> None:
    X, Y = iris()
    model = LabelRankingForest(n_estimators=5, random_state=0).fit(X, Y)
    with pytest.raises(ConfigError) as caught:
        model.calibrate(X, Y, method="platt")
    assert str(caught.value) == "method must be one of auto, isotonic, temperature, not 'platt'"
    with pytest.raises(RankingError) as caught:
        reliability(Y, np.zeros((3, 3)))
    assert str(caught.value) == (
        "truth has 150 rows of 3 labels, so that the probabilities must have the shape "
        "(150, 3, 3), not (3, 3)"
    )
    with pytest.raises(RankingError) as caught:
        reliability([[1, 2]], np.full((1, 2, 2), np.nan))
    assert str(caught.value) == "no row ranks two labels whose probability is known"
    with pytest.raises(ValueError, match="do not rise"):
        Calibration("isotonic", [0, 1], [1, 0])


@pytest.mark.parametrize("right", [True, False])
def test_temperature_of_what_is_always_or_never_right_warns_of_nothing(right: bool) -> None:
    said = np.array([0.0, 0.5, 1.0])
    happened = said if right else 1 - said
    found = fit_calibration("temperature", Outcomes(said, happened, np.full(3, 50.0), np.arange(3)))
    assert np.isfinite(found.meant).all()
    low, high = found.apply(np.array([0.0, 1.0]))
    assert (low < 0.001 and high > 0.999) if right else high < 0.6
