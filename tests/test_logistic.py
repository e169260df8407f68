"""Logistic regression of pairs: as good as the plain formulas, and honest about rows left out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.optimize import minimize

from lrf import LabelRankingForest
from lrf.linear import HINGE, design_of
from lrf.logistic import _Problem, fit_pairs, pairs_tell
from lrf.metrics import mean_kendall_tau
from lrf.modelfile.blends import check_blend
from lrf.statistics import consensus, known_shares, statistic_rows

Array = Any


def bent(n: int = 400, k: int = 4, seed: int = 0) -> tuple[Array, Array]:
    """Return rankings by scores that are bent functions of single features."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, size=(n, 3))
    scores = np.cos(3 * X) @ rng.normal(size=(3, k)) + rng.normal(scale=0.05, size=(n, k))
    return X, stats.rankdata(-scores, axis=1)


def random_problem(seed: int, n: int, p: int) -> _Problem:
    """Return features that tell nothing, with weights, ties and gaps."""
    rng = np.random.default_rng(seed)
    X, weights = rng.normal(size=(n, p)), rng.uniform(0.5, 2.0, n)
    wanted = rng.choice([0.0, 0.5, 1.0], size=(n, 3))
    counts = weights[:, None] * rng.integers(0, 2, size=(n, 3))
    return _Problem.of(X, wanted, counts, weights, (), 0)


def naive_loss(slopes: Array, problem: _Problem, pair: int, penalty: float) -> float:
    """Return the penalised loss of one pair, row by row."""
    total = penalty / 2 * float((slopes[1:] ** 2).sum()) + 1e-6 / 2 * slopes[0] ** 2
    for row, wanted, count in zip(
        problem.B, problem.wanted[:, pair], problem.counts[:, pair], strict=True
    ):
        odds = float(row @ slopes)
        total += count * (np.logaddexp(0, -odds) * wanted + np.logaddexp(0, odds) * (1 - wanted))
    return float(total)


@given(st.integers(0, 1000), st.integers(5, 25), st.integers(1, 4), st.sampled_from([0.3, 1.0]))
@settings(max_examples=25)
def test_no_other_slopes_lose_less(seed: int, n: int, p: int, penalty: float) -> None:
    problem = random_problem(seed, n, p)
    found = problem.solve(penalty, None)
    for pair in range(3):
        slopes = found.slopes[:, pair]
        best = minimize(naive_loss, slopes * 0, (problem, pair, penalty))
        own = naive_loss(slopes, problem, pair, penalty)
        assert own <= best.fun + 2e-3 * (1.0 + best.fun)


@pytest.mark.parametrize("seed", range(3))
def test_rows_left_out_are_predicted_as_if_they_had_been(seed: int) -> None:
    problem = random_problem(seed, 60, 2)
    left_out = problem.solve(1.0, None).left_out()
    exact = np.empty_like(left_out)
    for i in range(60):
        rest = np.arange(60) != i
        parts = problem.B[rest], problem.wanted[rest], problem.counts[rest]
        one = _Problem(problem.model, problem.turn, parts[0], problem.squares, *parts[1:])
        odds = problem.B[i] @ one.solve(1.0, None).slopes
        exact[i] = 1 / (1 + np.exp(-odds))
    np.testing.assert_allclose(left_out, exact, atol=0.03)


@pytest.mark.parametrize("statistic", ["rank-sum", "pairwise"])
@given(seed=st.integers(0, 1000), k=st.integers(2, 6))
@settings(max_examples=25)
def test_sure_chances_say_the_ranking(statistic: Any, seed: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    Y = stats.rankdata(rng.integers(0, 4, size=(5, k)), axis=1)
    model, _ = fit_pairs(rng.normal(size=(5, 2)), Y, np.ones(5), ()).as_statistic(statistic)
    first, second = np.triu_indices(k, 1)
    chances = (Y[:, first] < Y[:, second]) + 0.5 * (Y[:, first] == Y[:, second])
    np.testing.assert_allclose(model.say(chances), statistic_rows(statistic, Y), atol=1e-12)


def test_bent_functions_are_learned() -> None:
    X, Y = bent()
    settings = {"n_estimators": 20, "random_state": 0, "min_samples_leaf": 5}
    ridge, logistic = (
        LabelRankingForest(blend=blend, **settings).fit(X[:300], Y[:300])
        for blend in ("ridge", "logistic")
    )
    assert HINGE in logistic.forest_.blend.linear.odds.kind
    assert logistic.forest_.blend.ridge > 0.5
    assert logistic.score(X[300:], Y[300:]) > max(0.85, ridge.score(X[300:], Y[300:]) + 0.03)


def test_what_is_left_out_of_few_rows_is_honest() -> None:
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(80, 6)), stats.rankdata(rng.normal(size=(80, 4)), axis=1)
    fit = fit_pairs(X, Y, np.ones(80), ())
    plan = LabelRankingForest(n_estimators=2, aggregator="borda").fit(X, Y).forest_.plan
    said = consensus(plan.aggregator.record, {}, fit.as_statistic(
        plan.aggregator.record.statistic)[1], 4)  # fmt: skip
    assert abs(mean_kendall_tau(said, Y)) < 0.15


def test_gaps_and_ties_say_nothing_or_half() -> None:
    X, Y = bent(200)
    Y = np.where(np.random.default_rng(1).random(Y.shape) < 0.4, np.nan, Y)
    Y[::5] = 2.5
    fit = fit_pairs(X, Y, np.ones(200), ())
    assert np.isfinite(fit.left_out).all()
    assert fit.left_out.shape == (200, 6)
    assert known_shares("rank-sum", statistic_rows("rank-sum", Y), 4).shape == (200, 4)


def test_knots_lie_inside_and_hinges_are_zero_before_them() -> None:
    X = np.array([[0.0], [0.0], [1.0], [2.0], [3.0], [np.nan], [5.0]])
    model, Z = design_of(X, np.ones(7), (), 3)
    knots = model.category[model.kind == HINGE]
    assert ((knots > 0) & (knots < 5)).all()
    assert len(np.unique(knots)) == len(knots)
    assert np.isfinite(Z).all()
    below = model.columns(np.array([[-1.0], [0.0]]))[:, model.kind == HINGE]
    np.testing.assert_array_equal(below[0], below[1])


def test_many_labels_are_left_to_the_ridge_regression() -> None:
    assert pairs_tell("rank-sum", 50)
    assert not pairs_tell("rank-sum", 51)
    assert not pairs_tell("places", 5)
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(40, 2)), np.argsort(rng.random((40, 60)), axis=1) + 1.0
    model = LabelRankingForest(n_estimators=10, random_state=0, max_samples=0.5).fit(X, Y)
    if model.forest_.blend.linear is not None:
        assert not hasattr(model.forest_.blend.linear, "odds")
    assert model.predict(X).shape == Y.shape


def test_arrays_of_pairs_are_checked() -> None:
    X, Y = bent(150)
    arrays = LabelRankingForest(n_estimators=10, random_state=0).fit(X, Y).forest_.to_arrays()
    width = len(arrays["blend_offset"])
    check_blend(arrays, 3, width, Y.shape[1])
    for name, damaged, wrong in [
        ("spread", arrays["blend_spread"][:, :-1], f"has not {width} columns"),
        ("offset", arrays["blend_offset"][:-1], f"has not {width} numbers"),
        ("intercept", arrays["blend_intercept"][:-1], "has not 6 numbers"),
    ]:
        with pytest.raises(Exception, match=f"the array blend_{name} {wrong}"):
            check_blend({**arrays, f"blend_{name}": damaged}, 3, width, Y.shape[1])
