"""The aggregators as components: what each computes, and the properties that define it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lrf.aggregators.average_ranking import average_ranking
from lrf.aggregators.borda import borda
from lrf.aggregators.kemeny import kemeny
from lrf.components import Aggregator
from lrf.rankings import average_positions
from lrf.registry import get_registry
from tests.naive import aggregators as naive

Array = npt.NDArray[Any]


@st.composite
def elections(draw: st.DrawFn, labels: tuple[int, int] = (2, 6), missing: bool = False) -> Any:
    """Draw votes, shape (n, k), with ties and perhaps NaN, and their weights."""
    n_labels = draw(st.integers(*labels))
    n_votes = draw(st.integers(1, 7))
    keys = st.lists(st.integers(1, n_labels), min_size=n_labels, max_size=n_labels)
    votes = average_positions(draw(st.lists(keys, min_size=n_votes, max_size=n_votes)))
    if missing:
        holes = st.lists(st.booleans(), min_size=votes.size, max_size=votes.size)
        votes[np.array(draw(holes)).reshape(votes.shape)] = np.nan
    weight = st.sampled_from([0.0, 1.0, 2.0, 3.0, 1 / 3, 0.1])
    weights = draw(st.lists(weight, min_size=n_votes, max_size=n_votes))
    return votes, np.array(weights)


def consensus(name: str, votes: Array, weights: Array) -> Array:
    """Return the consensus of one election, its statistic counted vote by vote."""
    aggregator: Aggregator = get_registry().get("aggregator", name)
    statistic = {"rank-sum": naive.rank_sums, "pairwise": naive.wins}[aggregator.statistic]
    return aggregator.consensus(statistic(votes, weights)[np.newaxis])[0]


everyone = pytest.mark.parametrize("name", ["average-ranking", "borda", "kemeny"])


@pytest.mark.parametrize(
    ("name", "statistic"),
    [("average-ranking", "rank-sum"), ("borda", "pairwise"), ("kemeny", "pairwise")],
)
def test_each_says_which_statistic_it_needs(name: str, statistic: str) -> None:
    assert get_registry().get("aggregator", name).statistic == statistic


@everyone
@given(elections())
def test_a_single_vote_is_its_own_consensus(name: str, election: tuple[Array, Array]) -> None:
    votes, _ = election
    np.testing.assert_array_equal(consensus(name, votes[:1], np.ones(1)), votes[0])


@everyone
@given(elections(), st.randoms(use_true_random=False))
def test_voters_are_anonymous(name: str, election: tuple[Array, Array], random: Any) -> None:
    votes, weights = election
    order = list(range(len(votes)))
    random.shuffle(order)
    np.testing.assert_array_equal(
        consensus(name, votes[order], weights[order]), consensus(name, votes, weights)
    )


@everyone
@given(elections(), st.sampled_from([1 / 3, 0.001, 7.0, 1e9]))
def test_only_the_ratios_of_weights_matter(
    name: str, election: tuple[Array, Array], factor: float
) -> None:
    votes, weights = election
    np.testing.assert_array_equal(
        consensus(name, votes, weights * factor), consensus(name, votes, weights)
    )


@everyone
@given(elections())
def test_unanimous_voters_are_followed(name: str, election: tuple[Array, Array]) -> None:
    votes, _ = election
    positions = consensus(name, votes, np.ones(len(votes)))
    for a in range(votes.shape[1]):
        for b in range(votes.shape[1]):
            if (votes[:, a] < votes[:, b]).all():
                assert positions[a] < positions[b]


@everyone
def test_nothing_is_known_without_votes(name: str) -> None:
    positions = consensus(name, np.array([[1.0, 2.0, 3.0]]), np.zeros(1))
    np.testing.assert_array_equal(positions, [2.0, 2.0, 2.0])


@everyone
def test_a_batch_of_no_elections_is_answered(name: str) -> None:
    aggregator = get_registry().get("aggregator", name)
    shape = (0, 4) if aggregator.statistic == "rank-sum" else (0, 4, 4)
    assert aggregator.consensus(np.empty(shape)).shape == (0, 4)


@pytest.mark.parametrize("name", ["borda", "kemeny"])
def test_the_diagonal_does_not_matter(name: str) -> None:
    wins = naive.wins(np.array([[1.0, 2.0, 3.0], [3.0, 1.0, 2.0], [1.0, 3.0, 2.0]]))
    filled = wins + np.diag([5.0, 1.0, 30.0])
    aggregate = get_registry().get("aggregator", name).consensus
    np.testing.assert_array_equal(aggregate(filled[np.newaxis]), aggregate(wins[np.newaxis]))


@given(elections())
def test_average_ranking_ranks_mean_positions(election: tuple[Array, Array]) -> None:
    votes, weights = election
    sums = naive.rank_sums(votes, weights)
    expected = naive.average_positions(np.round(sums, 9))
    np.testing.assert_array_equal(average_ranking(sums[np.newaxis])[0], expected)


def test_average_ranking_ties_what_differs_by_rounding_only() -> None:
    thirds = np.array([[0.1 + 0.2, 0.3, 0.3 + 1e-6]])
    assert thirds[0, 0] != thirds[0, 1]
    np.testing.assert_array_equal(average_ranking(thirds), [[1.5, 1.5, 3.0]])
    np.testing.assert_array_equal(average_ranking(thirds * 1e12), [[1.5, 1.5, 3.0]])


def test_average_ranking_tells_half_a_position_in_millions_of_votes_apart() -> None:
    sums = np.array([[2_000_000.5, 2_000_000.0, 2_000_001.0]])
    np.testing.assert_array_equal(average_ranking(sums), [[2.0, 1.0, 3.0]])


@given(elections(missing=True))
def test_borda_ranks_the_mean_share_of_won_comparisons(election: tuple[Array, Array]) -> None:
    wins = naive.wins(*election)
    expected = naive.average_positions(np.round(-naive.borda_scores(wins), 9))
    np.testing.assert_array_equal(borda(wins[np.newaxis])[0], expected)


@given(elections())
def test_borda_is_average_ranking_if_votes_are_complete(election: tuple[Array, Array]) -> None:
    np.testing.assert_array_equal(
        consensus("borda", *election), consensus("average-ranking", *election)
    )


def test_borda_does_not_punish_a_label_that_is_ranked_rarely() -> None:
    nan = np.nan
    votes = np.array([[1.0, nan, 2.0]] + [[nan, 1.0, 2.0]] * 9 + [[nan, 2.0, 1.0]])
    np.testing.assert_array_equal(consensus("borda", votes, np.ones(11)), [1.0, 2.0, 3.0])


def test_borda_places_a_label_that_nobody_compared_in_the_middle() -> None:
    votes = np.array([[1.0, np.nan, 2.0]])
    np.testing.assert_array_equal(consensus("borda", votes, np.ones(1)), [1.0, 2.0, 3.0])


@given(elections(missing=True))
def test_kemeny_is_the_best_of_all_orders(election: tuple[Array, Array]) -> None:
    wins = naive.wins(*election)
    least, _ = naive.best_orders(wins)
    assert naive.distance(kemeny(wins[np.newaxis])[0], wins) == pytest.approx(least, abs=1e-9)


@settings(max_examples=20)
@given(elections(labels=(7, 7), missing=True))
def test_kemeny_is_the_best_of_all_orders_of_seven(election: tuple[Array, Array]) -> None:
    wins = naive.wins(*election)
    least, _ = naive.best_orders(wins)
    assert naive.distance(kemeny(wins[np.newaxis])[0], wins) == pytest.approx(least, abs=1e-9)


@given(elections(labels=(2, 5), missing=True))
def test_kemeny_chooses_among_best_orders_as_documented(election: tuple[Array, Array]) -> None:
    wins = naive.wins(*election)
    np.testing.assert_array_equal(kemeny(wins[np.newaxis])[0], naive.kemeny(wins))


@given(elections(), st.randoms(use_true_random=False))
def test_kemeny_is_neutral_where_it_can_be(election: tuple[Array, Array], random: Any) -> None:
    wins = naive.wins(*election)
    scores_decide = len(np.unique(borda(wins[np.newaxis]))) == len(wins)
    assume(scores_decide or len(naive.best_orders(wins)[1]) == 1)
    names = list(range(len(wins)))
    random.shuffle(names)
    renamed = wins[np.ix_(names, names)]
    np.testing.assert_array_equal(
        kemeny(renamed[np.newaxis])[0], kemeny(wins[np.newaxis])[0][names]
    )


@given(elections(missing=True))
def test_kemeny_puts_a_condorcet_winner_first(election: tuple[Array, Array]) -> None:
    wins = naive.wins(*election)
    beaten = (wins - wins.T > 1e-6).sum(axis=1)
    for winner in np.flatnonzero(beaten == len(wins) - 1):
        positions = kemeny(wins[np.newaxis])[0]
        assert positions[winner] == 1
        assert (positions == 1).sum() == 1


def test_kemeny_does_not_invent_an_order() -> None:
    undecided = np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]])
    np.testing.assert_array_equal(consensus("kemeny", undecided, np.ones(2)), [2.0, 2.0, 2.0])
    half = np.array([[1.0, 2.0, 3.0, 4.0], [2.0, 1.0, 3.0, 4.0]])
    np.testing.assert_array_equal(consensus("kemeny", half, np.ones(2)), [1.5, 1.5, 3.0, 4.0])


def test_kemeny_lets_borda_decide_where_the_majority_is_tied() -> None:
    votes = np.array([[2.0, 1.0, 3.0], [1.0, 3.0, 2.0], [2.0, 1.0, 3.0], [1.0, 3.0, 2.0]])
    wins = naive.wins(votes)
    assert wins[0, 1] == wins[1, 0]
    np.testing.assert_array_equal(kemeny(wins[np.newaxis])[0], [1.0, 2.0, 3.0])
