"""Consensus of rankings without a model: what is accepted, what is refused and how."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lrf
from lrf import from_orders
from lrf.components import Aggregator, Parameter
from lrf.consensus import aggregate
from lrf.errors import ComponentError, ConfigError, RankingError, UnknownComponentError
from lrf.plugin import TimeLimitWarning
from lrf.rankings import average_positions
from lrf.statistics import AT_ONCE
from tests.naive import aggregators as naive

Array = npt.NDArray[Any]

VOTES = [[1, 2, 3], [2, 1, 3], [2, 3, 1]]


def vote_by_vote(rankings: Array, weights: Array, share: float = 0.5) -> Array:
    """Return the heaviest ranking of each election, if its share is large enough."""
    heaviest = weights.argmax(axis=1)
    decided = weights.max(axis=1) > share * weights.sum(axis=1)
    tied = np.full(rankings.shape[1], (rankings.shape[1] + 1) / 2)
    return np.where(decided[:, np.newaxis], rankings[heaviest], tied)


MOST_FREQUENT = Aggregator(
    name="most-frequent",
    summary="the ranking with the most weight, if it has enough",
    statistic="votes",
    consensus=vote_by_vote,
    parameters=[Parameter("share", 0.5, minimum=0.0, maximum=1.0)],
)


@st.composite
def weighted_votes(draw: st.DrawFn) -> tuple[Array, Array]:
    n_labels, n_votes = draw(st.integers(2, 5)), draw(st.integers(1, 6))
    keys = st.lists(st.integers(1, n_labels), min_size=n_labels, max_size=n_labels)
    votes = average_positions(draw(st.lists(keys, min_size=n_votes, max_size=n_votes)))
    weight = st.sampled_from([0.0, 0.1, 1.0, 3.0])
    weights = np.array(draw(st.lists(weight, min_size=n_votes, max_size=n_votes)))
    weights[draw(st.integers(0, n_votes - 1))] = 1.0
    return votes, weights


@given(weighted_votes())
def test_kemeny_of_votes_is_what_the_naive_count_gives(election: tuple[Array, Array]) -> None:
    votes, weights = election
    expected = naive.kemeny(naive.wins(votes, weights))
    np.testing.assert_array_equal(aggregate(votes, weights=weights), expected)


@given(weighted_votes())
def test_average_ranking_of_votes_is_what_the_naive_sums_give(
    election: tuple[Array, Array],
) -> None:
    votes, weights = election
    expected = naive.average_positions(np.round(naive.rank_sums(votes, weights), 9))
    np.testing.assert_array_equal(aggregate(votes, "average-ranking", weights), expected)


@pytest.mark.parametrize("method", ["average-ranking", "borda", "kemeny"])
def test_an_integer_weight_is_a_repeated_ranking(method: str) -> None:
    repeated = [VOTES[0]] * 2 + [VOTES[1]] + [VOTES[2]] * 4
    np.testing.assert_array_equal(
        aggregate(VOTES, method, weights=[2, 1, 4]), aggregate(repeated, method)
    )


def test_it_is_part_of_the_face() -> None:
    np.testing.assert_array_equal(lrf.aggregate(VOTES), [1.0, 2.0, 3.0])


def test_all_writings_of_ties_and_tables_of_pandas_are_accepted() -> None:
    dense, competition, average = [1, 1, 2], [1, 1, 3], [1.5, 1.5, 3]
    table = pd.DataFrame([dense, competition, average], columns=["a", "b", "c"])
    np.testing.assert_array_equal(aggregate(table), average)


def test_many_rankings_are_counted_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rankings = np.random.default_rng(0).permuted(np.tile(np.arange(1, 6), (200, 1)), axis=1)
    whole = aggregate(rankings, "borda")
    assert AT_ONCE // 25 > 200
    monkeypatch.setattr("lrf.statistics.AT_ONCE", 25 * 7)
    np.testing.assert_array_equal(aggregate(rankings, "borda"), whole)


@pytest.mark.parametrize(
    ("method", "expected"), [("borda", [1.0, 2.5, 2.5, 4.0]), ("kemeny", [1.0, 2.0, 3.0, 4.0])]
)
def test_incomplete_rankings_count_for_the_pairs_that_they_order(
    method: str, expected: list[float]
) -> None:
    nan = np.nan
    chain = [[1, 2, nan, nan], [nan, 1, 2, nan], [nan, nan, 1, 2]]
    np.testing.assert_array_equal(aggregate(chain, method), expected)


@pytest.mark.parametrize("method", ["footrule-optimal", "hamming-optimal", "medoid", "mode"])
def test_incomplete_rankings_are_refused_where_every_position_is_needed(method: str) -> None:
    message = (
        f"rankings: row 1 is incomplete, and {method!r} needs the position of every label; "
        f"use method='borda' or method='kemeny', which compare the labels that are ranked"
    )
    with pytest.raises(RankingError, match=f"^{re.escape(message)}$"):
        aggregate([[1, 2, 3], [1, np.nan, 2]], method)


def test_blocks_of_complete_rankings_among_incomplete_ones_are_counted_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rankings = np.array([[1.0, 2.0, 3.0]] * 3 + [[np.nan, 1.0, 2.0]] * 3 + [[3.0, 1.0, 2.0]])
    whole = aggregate(rankings, "average-ranking")
    monkeypatch.setattr("lrf.statistics.AT_ONCE", 2 * 9)
    np.testing.assert_array_equal(aggregate(rankings, "average-ranking"), whole)


def test_a_record_of_any_statistic_is_used_directly() -> None:
    np.testing.assert_array_equal(aggregate(VOTES, MOST_FREQUENT), [2.0, 2.0, 2.0])
    np.testing.assert_array_equal(aggregate(VOTES, MOST_FREQUENT, share=0.3), VOTES[0])
    heavy = aggregate(VOTES, {"name": MOST_FREQUENT, "share": 0.5}, weights=[1, 5, 1])
    np.testing.assert_array_equal(heavy, VOTES[1])


def test_parameters_are_given_as_keywords_or_with_the_name() -> None:
    votes = [[(label - first) % 13 + 1 for label in range(13)] for first in range(13)]
    with pytest.warns(TimeLimitWarning, match="within time_limit=0 seconds"):
        aggregate(votes, {"name": "kemeny", "time_limit": 0})
    with pytest.warns(TimeLimitWarning, match="within time_limit=0 seconds"):
        aggregate(votes, time_limit=0)
    np.testing.assert_array_equal(
        aggregate(votes, {"name": "kemeny", "time_limit": 0}, time_limit=60), np.arange(1, 14)
    )


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 2], "weights has the shape (2,); it needs one number for each of the 3 rankings"),
        (1.0, "weights has the shape (); it needs one number for each of the 3 rankings"),
        ([1, "b", 2], "weights must be numbers, one for each ranking"),
        ([1, np.nan, 1], "weights: row 1 is nan; a weight is finite and at least 0"),
        ([1, 1, np.inf], "weights: row 2 is inf; a weight is finite and at least 0"),
        ([-2, 1, 1], "weights: row 0 is -2; a weight is finite and at least 0"),
        ([0, 0, 0], "weights: all are 0; at least one ranking must count"),
    ],
)
def test_weights_that_do_not_fit_are_refused(weights: Any, message: str) -> None:
    with pytest.raises(RankingError, match=f"^{re.escape(message)}$"):
        aggregate(VOTES, weights=weights)


@pytest.mark.parametrize(
    ("error", "keywords", "message"),
    [
        (UnknownComponentError, {"method": "kemny"}, "did you mean 'kemeny'?"),
        (ConfigError, {"time_limt": 3}, "method.time_limt: unknown; did you mean 'time_limit'?"),
        (ConfigError, {"time_limit": -1}, "method.time_limit: -1 is not allowed"),
        (ConfigError, {"method": "borda", "time_limit": 1}, "method.time_limit: unknown"),
        (ConfigError, {"method": {"time_limit": 1}}, "method.name: missing"),
        (ConfigError, {"method": 3}, "method: 3 is not allowed"),
        (
            ConfigError,
            {"name": "borda"},
            "name: unknown; say which aggregator is meant by method=...",
        ),
    ],
)
def test_methods_that_do_not_exist_are_refused(
    error: type[Exception], keywords: dict[str, Any], message: str
) -> None:
    with pytest.raises(error, match=re.escape(message)):
        aggregate(VOTES, **keywords)


def test_rows_that_are_no_rankings_are_refused_by_number() -> None:
    with pytest.raises(RankingError, match="^rankings: row 1 holds 1.3, which is no position"):
        aggregate([[1, 2], [1, 1.3]])


def test_an_aggregator_that_answers_with_the_wrong_shape_is_named() -> None:
    wrong = Aggregator(
        name="wrong", summary="", statistic="votes", consensus=lambda rankings, weights: weights
    )
    with pytest.raises(ComponentError, match="^the aggregator 'wrong' returned an array of shape"):
        aggregate([[1, 2, 3], [3, 2, 1]], wrong)


@pytest.mark.parametrize("scale", [1e308, 1e-308, 5e-324])
@pytest.mark.parametrize("method", ["average-ranking", "borda", "kemeny"])
def test_extreme_weights_count_by_their_ratios(scale: float, method: str) -> None:
    rankings = from_orders(["a>b>c", "b>a>c", "a>c>b"])
    expected = aggregate(rankings, method)
    np.testing.assert_array_equal(aggregate(rankings, method, [scale] * 3), expected)
