"""Partial orders: transitive and without circles for any probabilities and thresholds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lrf.errors import RankingError
from lrf.metrics import (
    abstention_curve,
    completeness,
    correctness,
    mean_completeness,
    mean_correctness,
)
from lrf.rankings import partial_orders
from tests.naive.insight import beats, closure
from tests.plain import plain_forest
from tests.small import iris

THRESHOLDS = st.one_of(st.sampled_from([0.5, 0.6, 0.75, 0.9]), st.floats(0.5, 0.999))


@st.composite
def chances(draw: Any, n: int = 3) -> Any:
    k = draw(st.integers(2, 6))
    levels = st.sampled_from([0.0, 0.2, 0.4, 0.5, 0.55, 0.7, 0.8, 1.0])
    table = draw(hnp.arrays(float, (n, k, k), elements=levels))
    first, second = np.triu_indices(k, 1)
    table[:, second, first] = 1 - table[:, first, second]
    table[:, range(k), range(k)] = 0.5
    return table


@given(chances(), THRESHOLDS)
def test_orders_are_transitive_and_without_circles(table: Any, threshold: float) -> None:
    before = partial_orders(table, threshold)
    for relation in before:
        np.testing.assert_array_equal(closure(relation), relation)
        assert not (relation & relation.T).any()
        assert not relation.diagonal().any()


@given(chances(), THRESHOLDS, THRESHOLDS)
def test_raising_the_threshold_only_takes_away(table: Any, one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert (partial_orders(table, high) <= partial_orders(table, low)).all()


@given(chances(), THRESHOLDS)
def test_orders_are_those_of_the_strongest_paths(table: Any, threshold: float) -> None:
    before = partial_orders(table, threshold)
    for one, relation in zip(table, before, strict=True):
        assert relation.tolist() == beats(one, threshold)


@given(chances(), THRESHOLDS)
def test_without_circles_it_is_the_closure_of_the_sure_pairs(table: Any, threshold: float) -> None:
    before = partial_orders(table, threshold)
    for one, relation in zip(table, before, strict=True):
        whole = closure(one > threshold)
        if not (whole & whole.T).any():
            np.testing.assert_array_equal(relation, whole)
        else:
            assert (relation <= whole).all()


def test_a_circle_costs_only_what_lies_on_it() -> None:
    circle = np.array(
        [
            [0.5, 0.7, 0.3, 1.0],
            [0.3, 0.5, 0.7, 1.0],
            [0.7, 0.3, 0.5, 0.9],
            [0.0, 0.0, 0.1, 0.5],
        ]
    )
    wanted = np.zeros((4, 4), dtype=bool)
    wanted[:3, 3] = True
    np.testing.assert_array_equal(partial_orders([circle], 0.5)[0], wanted)


def test_rounding_is_no_opinion() -> None:
    table = [[[0.5, 0.5 + 1e-9], [0.5 - 1e-9, 0.5]]]
    assert not partial_orders(table, 0.5).any()


def test_forests_say_less_and_are_right_more_often() -> None:
    X, Y = iris()
    model = plain_forest(n_estimators=30, max_depth=2, random_state=0).fit(X[::2], Y[::2])
    X, Y = X[1::2], Y[1::2]
    np.testing.assert_array_equal(
        model.predict_partial(X, 0.8), partial_orders(model.predict_pairwise(X), 0.8)
    )
    curve = abstention_curve(Y, model.predict_pairwise(X))
    assert curve.thresholds[0] == 0.5
    assert (np.diff(curve.completeness) <= 0).all()
    assert curve.correctness[-4] > curve.correctness[0] + 0.03
    for i in (0, 10):
        before = model.predict_partial(X, curve.thresholds[i])
        assert curve.correctness[i] == pytest.approx(mean_correctness(Y, before))
        assert curve.completeness[i] == pytest.approx(mean_completeness(Y, before))


def test_measures_by_hand() -> None:
    nothing = np.zeros((3, 3), dtype=bool)
    chain = np.triu(np.ones((3, 3), dtype=bool), 1)
    truth = [[1, 2, 3], [1, 3, 2], [1, 1, 2], [1, 1, 1], [1, np.nan, 2], [1, 2, 3]]
    before = [chain, chain, chain, chain, chain, nothing]
    np.testing.assert_allclose(correctness(truth, before), [1, 1 / 3, 1, np.nan, 1, np.nan])
    np.testing.assert_allclose(completeness(truth, before), [1, 1, 1, np.nan, 1, 0])
    assert mean_correctness(truth, before) == pytest.approx((1 + 1 / 3 + 1 + 1) / 4)
    assert mean_completeness(truth, before, [1, 0, 0, 1, 0, 1]) == 0.5


def test_curve_leaves_out_rows_that_nobody_judged() -> None:
    table = np.array([[[0.5, 0.9], [0.1, 0.5]], np.full((2, 2), np.nan)])
    curve = abstention_curve([[1, 2], [1, 2]], table, [0.5, 0.95])
    assert curve.completeness.tolist() == [1, 0]
    assert curve.correctness[0] == 1
    assert np.isnan(curve.correctness[1])
    weighed = abstention_curve([[1, 2], [2, 1]], table[[0, 0]], [0.5], [3, 1])
    assert weighed.correctness.tolist() == [0.5]


@pytest.mark.parametrize(
    ("threshold", "message"),
    [
        (
            0.4,
            "the threshold must be at least 0.5 and below 1, not 0.4: below 0.5, each of two "
            "labels could be placed before the other",
        ),
        (
            1,
            "the threshold must be at least 0.5 and below 1, not 1: below 0.5, each of two labels "
            "could be placed before the other",
        ),
        ("high", "the threshold must be a number, not 'high'"),
    ],
)
def test_wrong_thresholds_are_refused(threshold: Any, message: str) -> None:
    with pytest.raises(RankingError) as caught:
        partial_orders(np.full((1, 2, 2), 0.5), threshold)
    assert str(caught.value) == message


def test_what_is_no_probabilities_is_refused() -> None:
    for table, message in (
        (
            np.zeros((2, 3)),
            "the probabilities must have the shape (n, k, k), as predict_pairwise returns them, "
            "not (2, 3)",
        ),
        (np.full((2, 2, 2), 2.0), "row 0 holds numbers that are no probabilities"),
    ):
        with pytest.raises(RankingError) as caught:
            partial_orders(table)
        assert str(caught.value) == message
    with pytest.raises(RankingError) as caught:
        correctness([[1, 2]], [[0, 1]])
    assert str(caught.value) == (
        "truth has 1 rows of 2 labels, so that the partial orders must have the shape (1, 2, 2), "
        "not (1, 2)"
    )
    with pytest.raises(RankingError) as caught:
        abstention_curve([[1, 2]], np.full((1, 2, 2), 0.5), sample_weight=[1, 2])
    assert str(caught.value) == "sample_weight has the shape (2,), but there are 1 rows"
