"""The aggregators as components: what each computes, and the properties that define it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from threadpoolctl import threadpool_limits

from lrf.aggregators.average_ranking import average_ranking
from lrf.aggregators.borda import borda
from lrf.aggregators.kemeny import kemeny
from lrf.components import Aggregator
from lrf.errors import RankingError
from lrf.estimators import LabelRankingTree
from lrf.rankings import average_positions
from lrf.registry import get_registry
from tests.elections import consensus, elections, many_elections, shape_of
from tests.naive import aggregators as naive
from tests.naive import methods
from tests.plain import plain_forest
from tests.small import iris

Array = npt.NDArray[Any]


STATISTICS = {
    "average-ranking": "rank-sum",
    "borda": "pairwise",
    "bucket-pivot": "pairwise",
    "copeland": "pairwise",
    "footrule-optimal": "positions",
    "hamming-optimal": "places",
    "kemeny": "pairwise",
    "kemeny-local": "pairwise",
    "mc4": "pairwise",
    "medoid": "votes",
    "mode": "votes",
    "plackett-luce": "votes",
    "schulze": "pairwise",
}
ALL = tuple(STATISTICS)
BORDA_DECIDES = ("bucket-pivot", "kemeny", "kemeny-local")
NEAREST = {"footrule-optimal": methods.footrule, "hamming-optimal": methods.hamming}
CHOOSING = (*BORDA_DECIDES, *NEAREST, "medoid", "mode")
CONDORCET = ("copeland", "kemeny", "kemeny-local", "mc4", "schulze")
INCOMPLETE = ("average-ranking", "borda", "bucket-pivot", *CONDORCET, "plackett-luce")

everyone = pytest.mark.parametrize("name", ALL)
few = settings(max_examples=40)


def test_there_is_no_other() -> None:
    built_in = [
        entry.component.name
        for entry in get_registry().entries("aggregator")
        if entry.provider.startswith("lrf ")
    ]
    assert built_in == sorted(ALL)


@everyone
def test_each_says_which_statistic_it_needs(name: str) -> None:
    aggregator: Aggregator = get_registry().get("aggregator", name)
    assert aggregator.statistic == STATISTICS[name]
    assert aggregator.incomplete == (name in INCOMPLETE)


def rows_of_table(page: str, heading: str) -> dict[str, list[str]]:
    """Return the cells of a table of the page, by the method that each row is about."""
    table = page[page.index(heading) :].split("\n\n")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines()[2:]]
    return {row[0].split("`")[1]: [cell.strip() for cell in row[1:]] for row in rows}


def test_the_page_says_what_holds() -> None:
    page = (Path(__file__).parents[1] / "docs" / "aggregators.md").read_text(encoding="utf-8")
    methods_there = rows_of_table(page, "| method | what it looks for |")
    laws_there = rows_of_table(page, "| method | what all votes agree on")
    assert sorted(methods_there) == sorted(laws_there) == sorted(ALL)
    for name in ALL:
        assert methods_there[name][2] == ("yes" if name in INCOMPLETE else "no")
        agreed, condorcet, neutral = laws_there[name]
        assert (agreed == "yes") == (name not in ("hamming-optimal", "bucket-pivot"))
        assert condorcet == ("yes" if name in CONDORCET else "no")
        assert neutral.startswith("where" if name in CHOOSING else "yes")


@everyone
@few
@given(elections())
def test_a_single_vote_is_its_own_consensus(name: str, election: tuple[Array, Array]) -> None:
    votes, _ = election
    np.testing.assert_array_equal(consensus(name, votes[:1], np.ones(1)), votes[0])


@everyone
@few
@given(elections(), st.randoms(use_true_random=False))
def test_voters_are_anonymous(name: str, election: tuple[Array, Array], random: Any) -> None:
    votes, weights = election
    order = list(range(len(votes)))
    random.shuffle(order)
    np.testing.assert_array_equal(
        consensus(name, votes[order], weights[order]), consensus(name, votes, weights)
    )


@everyone
@few
@given(elections(), st.sampled_from([1 / 3, 0.001, 7.0, 1e9]))
def test_only_the_ratios_of_weights_matter(
    name: str, election: tuple[Array, Array], factor: float
) -> None:
    votes, weights = election
    np.testing.assert_array_equal(
        consensus(name, votes, weights * factor), consensus(name, votes, weights)
    )


@everyone
@few
@given(elections(labels=(2, 5)), st.randoms(use_true_random=False))
def test_labels_are_neutral_where_scores_decide(
    name: str, election: tuple[Array, Array], random: Any
) -> None:
    votes, weights = election
    if name in BORDA_DECIDES:
        assume(len(np.unique(consensus("borda", votes, weights))) == votes.shape[1])
    if name in NEAREST:
        assume(len(methods.nearest_orders(NEAREST[name], votes, weights)) == 1)
    if name in ("medoid", "mode"):
        votes = np.unique(votes, axis=0)
        weights = 1 + np.arange(len(votes)) / 8
    names = list(range(votes.shape[1]))
    random.shuffle(names)
    np.testing.assert_array_equal(
        consensus(name, votes[:, names], weights), consensus(name, votes, weights)[names]
    )


@everyone
@few
@given(elections())
def test_unanimous_voters_are_followed(name: str, election: tuple[Array, Array]) -> None:
    votes, _ = election
    positions = consensus(name, votes, np.ones(len(votes)))
    for a in range(votes.shape[1]):
        for b in range(votes.shape[1]):
            if (votes[:, a] < votes[:, b]).all():
                if name == "bucket-pivot":
                    assert positions[a] <= positions[b]
                elif name != "hamming-optimal":
                    assert positions[a] < positions[b]


@pytest.mark.parametrize("name", CONDORCET)
@few
@given(elections(labels=(3, 6), missing=True))
def test_groups_that_beat_all_others_come_first(name: str, election: tuple[Array, Array]) -> None:
    wins = naive.wins(*election)
    positions = consensus(name, *election)
    labels = range(len(wins))
    for size in range(1, len(wins)):
        for group in combinations(labels, size):
            others = set(labels) - set(group)
            if all(methods.majority(wins, a, b) > 0 for a in group for b in others):
                assert positions[list(group)].max() < positions[list(others)].min()


@everyone
def test_nothing_is_known_without_votes(name: str) -> None:
    positions = consensus(name, np.array([[1.0, 2.0, 3.0]]), np.zeros(1))
    np.testing.assert_array_equal(positions, [2.0, 2.0, 2.0])


@everyone
def test_a_batch_of_no_elections_is_answered(name: str) -> None:
    aggregator = get_registry().get("aggregator", name)
    if aggregator.statistic == "votes":
        answer = aggregator.consensus(np.array([[1.0, 2.0, 3.0, 4.0]]), np.empty((0, 1)))
    else:
        answer = aggregator.consensus(np.empty(shape_of(aggregator.statistic, 0, 4)))
    assert answer.shape == (0, 4)


@pytest.mark.parametrize("name", [name for name in ALL if STATISTICS[name] == "pairwise"])
def test_the_diagonal_does_not_matter(name: str) -> None:
    wins = naive.wins(np.array([[1.0, 2.0, 3.0], [3.0, 1.0, 2.0], [1.0, 3.0, 2.0]]))
    filled = wins + np.diag([5.0, 1.0, 30.0])
    aggregate = get_registry().get("aggregator", name).consensus
    np.testing.assert_array_equal(aggregate(filled[np.newaxis]), aggregate(wins[np.newaxis]))


@everyone
@pytest.mark.parametrize("noise", [0.1, 3.0])
def test_a_batch_is_answered_election_by_election(
    name: str, noise: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    aggregate = get_registry().get("aggregator", name).consensus
    *same, elections = many_elections(name, 40, 6, noise)
    whole = aggregate(*same, elections)
    one_by_one = [aggregate(*same, elections[e : e + 1])[0] for e in range(len(elections))]
    np.testing.assert_array_equal(whole, one_by_one)
    monkeypatch.setattr("lrf.aggregators._batches.AT_ONCE", 7 * 36)
    np.testing.assert_array_equal(aggregate(*same, elections), whole)


@everyone
def test_what_is_given_is_left_as_it_is(name: str) -> None:
    given_arrays = many_elections(name, 30, 5, 3.0)
    copies = [array.copy() for array in given_arrays]
    get_registry().get("aggregator", name).consensus(*given_arrays)
    for array, copy in zip(given_arrays, copies, strict=True):
        np.testing.assert_array_equal(array, copy)


@pytest.mark.parametrize("name", [name for name in ALL if name != "kemeny"])
@pytest.mark.parametrize("noise", [0.1, 3.0])
def test_a_hundred_labels(name: str, noise: float) -> None:
    aggregate = get_registry().get("aggregator", name).consensus
    elections = many_elections(name, 5, 100, noise)
    with threadpool_limits(1):  # threads that wait for a busy processor take very long
        assert aggregate(*elections).shape == (5, 100)


@pytest.mark.slow
@everyone
@pytest.mark.parametrize("noise", [0.1, 3.0])
def test_ten_thousand_elections_of_ten_labels(name: str, noise: float) -> None:
    aggregate = get_registry().get("aggregator", name).consensus
    elections = many_elections(name, 10_000, 10, noise)
    with threadpool_limits(1):  # threads that wait for a busy processor take very long
        assert aggregate(*elections).shape == (10_000, 10)


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


@pytest.mark.slow
@everyone
@pytest.mark.parametrize("voting", ["hard", "soft"])
def test_forests_vote_by_it(name: str, voting: str) -> None:
    X, Y = iris()
    settings = {"n_estimators": 4, "max_depth": 3, "random_state": 0, "voting": voting}
    forest = plain_forest(leaf=name, aggregator=name, **settings).fit(X, Y)
    assert forest.score(X, Y) > 0.8
    predicted = forest.predict(X)
    np.testing.assert_array_equal(average_positions(predicted), predicted)


@pytest.mark.slow
@everyone
@pytest.mark.parametrize("voting", ["hard", "soft"])
def test_forests_of_incomplete_rankings_vote_by_it_or_refuse_them(name: str, voting: str) -> None:
    X, Y = iris()
    Y = Y.copy()
    Y[::3, 0] = np.nan
    settings = {"n_estimators": 4, "max_depth": 3, "random_state": 0, "voting": voting}
    mixed = plain_forest(aggregator=name, **settings)
    if name in INCOMPLETE or voting == "hard":
        assert mixed.fit(X, Y).score(X, Y) > 0.8
    else:
        message = f"^Y: row 0 is incomplete, and aggregator={name!r} needs the position of every"
        with pytest.raises(RankingError, match=message):
            mixed.fit(X, Y)
    tree = LabelRankingTree(leaf=name)
    if name in INCOMPLETE:
        assert np.isfinite(tree.fit(X, Y).predict(X)).all()
    else:
        with pytest.raises(RankingError, match=f"^Y: row 0 is incomplete, and leaf={name!r}"):
            tree.fit(X, Y)
