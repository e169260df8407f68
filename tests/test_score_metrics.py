"""Measures on scores: regret, reciprocal rank, top-k hit, nDCG; ties and empty cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.metrics import ndcg_score

from lrf import metrics
from lrf.errors import RankingError
from lrf.metrics import mean_of_rows, ndcg, reciprocal_rank, regret, top_k_hit
from tests.naive import metrics as naive

Array = np.ndarray[Any, np.dtype[np.float64]]
nan, inf = np.nan, np.inf

PICKING = [
    pytest.param(regret, naive.regret, id="regret"),
    pytest.param(reciprocal_rank, naive.reciprocal_rank, id="reciprocal rank"),
    pytest.param(top_k_hit, naive.top_k_hit, id="top-k hit"),
]
ALL = [regret, reciprocal_rank, top_k_hit, ndcg]


@st.composite
def scored(draw: st.DrawFn, least: float = -3) -> tuple[Array, Array]:
    """Draw scores and predicted positions with ties and gaps in both."""
    shape = (draw(st.integers(1, 3)), draw(st.integers(1, 5)))
    levels = [score for score in (-3.0, 0.0, 0.5, 2.0, 7.0) if score >= least]
    scores = draw(hnp.arrays(np.float64, shape, elements=st.sampled_from([*levels, nan])))
    places = st.sampled_from([1.0, 2.0, 2.5, 4.0, nan])
    return scores, draw(hnp.arrays(np.float64, shape, elements=places))


@pytest.mark.parametrize(("measure", "twin"), PICKING)
@given(tables=scored(), picks=st.integers(1, 6))
def test_picking_equals_naive_twin(
    measure: Callable[..., Array], twin: Callable[..., float], tables: Any, picks: int
) -> None:
    scores, predicted = tables
    expected = [twin(s, p, picks) for s, p in zip(scores.tolist(), predicted.tolist(), strict=True)]
    np.testing.assert_allclose(measure(scores, predicted, picks), expected, rtol=0, atol=1e-12)


@given(tables=scored(least=0), k=st.integers(1, 6))
def test_ndcg_equals_naive_twin(tables: Any, k: int) -> None:
    scores, predicted = tables
    rows = zip(scores.tolist(), predicted.tolist(), strict=True)
    expected = [naive.ndcg(s, p, k) for s, p in rows]
    np.testing.assert_allclose(ndcg(scores, predicted, k), expected, rtol=0, atol=1e-12)


@given(tables=scored(least=0), k=st.none() | st.integers(1, 6))
def test_ndcg_equals_scikit_learn(tables: Any, k: int | None) -> None:
    scores, predicted = np.nan_to_num(tables[0]), np.nan_to_num(tables[1], nan=9)
    assume(scores.shape[1] > 1)  # scikit-learn wants two labels
    expected = [ndcg_score(s[None], -p[None], k=k) for s, p in zip(scores, predicted, strict=True)]
    np.testing.assert_allclose(ndcg(scores, predicted, k), expected, rtol=0, atol=1e-12)


def test_ndcg_equals_scikit_learn_on_many_labels() -> None:
    rng = np.random.default_rng(4)
    scores = rng.integers(0, 30, (200, 40)).astype(float)
    predicted = rng.integers(1, 25, (200, 40)).astype(float)
    for k in (None, 1, 7, 39, 100):
        expected = ndcg_score(scores, -predicted, k=k)
        assert metrics.mean_ndcg(scores, predicted, k) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("picks", [1, 3, 12, 25])
def test_many_ties_are_what_shuffling_says(picks: int) -> None:
    """More labels than a naive twin could permute: break ties at random many times instead."""
    rng = np.random.default_rng(picks)
    scores, predicted = rng.integers(0, 9, (1, 25)) * 1.0, rng.integers(1, 5, (1, 25)) * 1.0
    broken = predicted + rng.random((20_000, 25)) / 2
    for measure in (regret, reciprocal_rank, top_k_hit):
        drawn = measure(np.broadcast_to(scores, broken.shape), broken, picks)
        noise = drawn.std() / np.sqrt(len(drawn))
        assert abs(measure(scores, predicted, picks)[0] - drawn.mean()) <= 4 * noise + 1e-12


@pytest.mark.parametrize(("measure", "twin"), PICKING)
@given(tables=scored(), picks=st.integers(1, 6))
def test_properties(measure: Any, twin: Any, tables: Any, picks: int) -> None:
    scores, predicted = tables
    found = measure(scores, predicted, picks)
    np.testing.assert_array_equal(np.isnan(found), np.isnan(scores).all(axis=1))
    np.testing.assert_array_equal(measure(-scores, predicted, picks, higher_is_better=False), found)
    more = measure(scores, predicted, picks + 1)
    better = -1 if measure is regret else 1
    assert ((more - found) * better >= -1e-12)[~np.isnan(found)].all()  # more picks never hurt
    perfect = measure(scores, -scores, picks)
    assert set(perfect[~np.isnan(perfect)]) <= {0.0 if measure is regret else 1.0}


@given(tables=scored(least=0))
def test_perfect_order_has_ndcg_1_where_there_are_gains(tables: Any) -> None:
    scores, _ = tables
    found = ndcg(scores, -scores)
    has_gains = np.nan_to_num(scores).max(axis=1) > 0
    assert (found[has_gains] == 1).all()
    assert not (found[~has_gains] > 0).any()


def test_known_values() -> None:
    yields = [[80, 75, 10, nan], [20, nan, 60, 60]]
    predicted = [[2, 1, 3, 4], [1, 2, 3, 4]]
    assert regret(yields, predicted).tolist() == [5, 40]
    assert regret(yields, predicted, picks=2).tolist() == [0, 0]
    assert reciprocal_rank(yields, predicted).tolist() == [1 / 2, 1 / 3]
    assert top_k_hit(yields, predicted, k=2).tolist() == [1, 1]
    assert ndcg([[3, 2, 0]], [[2, 1, 3]])[0] == pytest.approx(
        (2 + 3 / np.log2(3)) / (3 + 2 / np.log2(3))
    )


def test_ties_of_the_prediction_count_by_chance() -> None:
    yields = [[80, 75, 10]]
    assert regret(yields, [[1, 1, 1]])[0] == pytest.approx((0 + 5 + 70) / 3)
    assert regret(yields, [[1, 1, 1]], picks=2)[0] == pytest.approx((0 + 0 + 5) / 3)
    assert regret(yields, [[3, 1, 1]])[0] == pytest.approx((5 + 70) / 2)
    assert top_k_hit(yields, [[1, 1, 1]], k=2)[0] == pytest.approx(2 / 3)
    assert reciprocal_rank(yields, [[1, 1, 3]])[0] == pytest.approx(3 / 4)


def test_best_labels_of_equal_scores_are_all_right() -> None:
    assert top_k_hit([[5, 5, 1]], [[2, 1, 3]]).tolist() == [1]
    assert reciprocal_rank([[5, 5, 1]], [[2, 3, 1]]).tolist() == [1 / 3]
    assert regret([[5, 5, 1]], [[2, 1, 3]]).tolist() == [0]


def test_label_that_is_not_predicted_comes_last() -> None:
    assert regret([[9, 7, 1]], [[nan, 2, 1]]).tolist() == [8]
    assert regret([[9, 7, 1]], [[nan, nan, 1]], picks=2)[0] == 1  # 9 or 7
    assert regret([[9, 7, 1]], [[nan, nan, nan]])[0] == pytest.approx((0 + 2 + 8) / 3)


def test_infinite_runtimes() -> None:
    runtimes = [[3, inf, 5], [inf, inf, inf], [2, inf, 4]]
    predicted = [[2, 1, 3], [1, 2, 3], [1, 2, 3]]
    assert regret(runtimes, predicted, higher_is_better=False).tolist() == [inf, 0, 0]
    assert reciprocal_rank(runtimes, predicted, higher_is_better=False).tolist() == [1 / 3, 1, 1]
    by_rank = ndcg(runtimes, predicted, higher_is_better=False, gains="ranks")
    assert by_rank[1] == 1
    assert 0 < by_rank[0] < by_rank[2] < 1


def test_ndcg_of_ranks_looks_at_the_order_only() -> None:
    rng = np.random.default_rng(0)
    scores, predicted = rng.random((20, 6)), rng.random((20, 6))
    found = ndcg(scores, predicted, gains="ranks")
    np.testing.assert_array_equal(ndcg(np.exp(scores) - 5, predicted, gains="ranks"), found)
    np.testing.assert_array_equal(
        ndcg(-scores, predicted, gains="ranks", higher_is_better=False), found
    )
    labels_beaten = scores.argsort(axis=1).argsort(axis=1)
    np.testing.assert_array_equal(ndcg(labels_beaten, predicted), found)


def test_positions_stand_in_for_scores() -> None:
    truth = [[1, 2, 3], [3, nan, 1]]
    assert regret(truth, [[2, 1, 3], [1, 2, 3]], higher_is_better=False).tolist() == [1, 2]


@pytest.mark.parametrize("measure", ALL)
def test_mean_leaves_out_rows_without_scores(measure: Any) -> None:
    scores, predicted = [[3, 2, 0], [nan] * 3, [1, 2, 3]], [[2, 1, 3], [1, 2, 3], [1, 2, 3]]
    mean = getattr(metrics, f"mean_{measure.__name__}")
    rows = measure(scores, predicted)
    assert np.isnan(rows).tolist() == [False, True, False]
    assert mean(scores, predicted) == pytest.approx((rows[0] + rows[2]) / 2)
    weighted = mean(scores, predicted, sample_weight=[3, 100, 1])
    assert weighted == pytest.approx((3 * rows[0] + rows[2]) / 4)
    assert type(mean(scores, predicted)) is float


@pytest.mark.parametrize("measure", ALL)
def test_tables_of_any_kind(measure: Any) -> None:
    lists = [[3, 2, 0], [1, 5, 3]]
    frame = pd.DataFrame(lists, columns=["a", "b", "c"])
    columns = {"a": [3, 1], "b": [2, 5], "c": [0, 3]}
    predicted = [[1, 3, 2], [2, 1, 3]]
    for table in (frame, columns, np.int8(lists), np.asfortranarray(lists)):
        np.testing.assert_array_equal(measure(table, predicted), measure(lists, predicted))


def message_of(function: Callable[..., Any], *arguments: Any, **options: Any) -> str:
    with pytest.raises(RankingError) as caught:
        function(*arguments, **options)
    return str(caught.value)


def test_bad_input_is_refused() -> None:
    two = [[1.0, 2.0]]
    assert message_of(regret, two, [[1, 2, 3]]) == (
        "scores and predicted must have the same shape, not (1, 2) and (1, 3)"
    )
    assert message_of(regret, two, two, picks=0) == (
        "picks must be a whole number of at least 1, not 0"
    )
    assert message_of(top_k_hit, two, two, k=1.5) == (
        "k must be a whole number of at least 1, not 1.5"
    )
    assert message_of(regret, pd.DataFrame({"a": [1], "b": [2]}), {"b": [1], "a": [2]}) == (
        "scores has the labels a, b, but predicted has b, a; give both the same columns in the "
        "same order"
    )
    assert message_of(ndcg, [[1, 2], [3, -1]], [*two, *two]) == (
        "scores: row 1 holds -1, which is no gain (gains are finite and at least 0); pass "
        "gains='ranks', or turn the scores into gains first"
    )
    assert message_of(ndcg, two, two, higher_is_better=False) == (
        "costs are no gains; pass gains='ranks', or turn them into gains first"
    )
    assert message_of(ndcg, two, two, gains="rank") == (
        "gains must be 'scores' or 'ranks', not 'rank'"
    )
    assert message_of(mean_of_rows, [nan]) == "there are no rows to average over"
    assert message_of(mean_of_rows, [1.0], [1, 2]) == (
        "sample_weight has the shape (2,), but there are 1 rows"
    )
    assert message_of(mean_of_rows, [1.0, nan], [0, 2]) == (
        "the weights of the rows to average over do not sum to more than 0"
    )
