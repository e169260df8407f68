"""Methods that compare labels pair by pair: what each computes, and what it promises."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings

from lrf.aggregators import bucket_pivot as bucket
from lrf.aggregators import copeland, kemeny_local, mc4, schulze
from lrf.aggregators._majority import clear_orders, margins_of
from lrf.aggregators.bucket_pivot import bucket_pivot
from lrf.registry import get_registry
from tests.elections import consensus, elections, many_elections
from tests.naive import aggregators as naive
from tests.naive import methods

Array = npt.NDArray[Any]

CIRCLE = np.array([[1.0, 2.0, 3.0], [3.0, 1.0, 2.0], [2.0, 3.0, 1.0]])
WEAK_ORDERS = {k: list(methods.weak_orders(k)) for k in range(2, 6)}
FOLLOWING = ("copeland", "kemeny", "kemeny-local", "mc4", "schulze")


@given(elections(missing=True))
def test_copeland_counts_majorities_won_and_lost(election: tuple[Array, Array]) -> None:
    np.testing.assert_array_equal(
        consensus("copeland", *election), methods.copeland(naive.wins(*election))
    )


@given(elections(missing=True))
def test_kemeny_local_moves_labels_up_one_by_one(election: tuple[Array, Array]) -> None:
    np.testing.assert_array_equal(
        consensus("kemeny-local", *election), methods.kemeny_local(naive.wins(*election))
    )


@given(elections(missing=True))
def test_kemeny_local_is_between_borda_and_kemeny(election: tuple[Array, Array]) -> None:
    wins = naive.wins(*election)
    near = 1e-9 * max(1.0, wins.sum())
    best, found, borda = (
        naive.distance(consensus(name, *election), wins)
        for name in ("kemeny", "kemeny-local", "borda")
    )
    assert best <= found + near
    order = np.argsort(np.argsort(consensus("borda", *election), kind="stable")) + 1.0
    assert found <= naive.distance(order, wins) + near
    assert borda >= best - near


@given(elections(missing=True))
def test_no_exchange_of_neighbours_improves_kemeny_local(election: tuple[Array, Array]) -> None:
    positions = consensus("kemeny-local", *election)
    wins = naive.wins(*election)
    order = np.argsort(positions, kind="stable")
    for ahead, label in pairwise(order):
        if positions[ahead] < positions[label]:
            assert methods.majority(wins, label, ahead) <= 0
        else:
            assert methods.majority(wins, label, ahead) == 0


@pytest.mark.parametrize("strength", ["winning-votes", "margins"])
@settings(max_examples=60)
@given(elections(labels=(2, 5), missing=True))
def test_schulze_compares_the_strongest_chains(
    strength: str, election: tuple[Array, Array]
) -> None:
    expected = methods.schulze(naive.wins(*election), by_margins=strength == "margins")
    np.testing.assert_array_equal(consensus("schulze", *election, strength=strength), expected)


@given(elections())
def test_strengths_of_majorities_of_complete_votes_are_the_same(
    election: tuple[Array, Array],
) -> None:
    np.testing.assert_array_equal(
        consensus("schulze", *election, strength="winning-votes"),
        consensus("schulze", *election, strength="margins"),
    )


def test_strengths_of_majorities_of_incomplete_votes_differ() -> None:
    # a beats b by 5 to 4, b beats c by 3 to 0, and c beats a by 4 to 2.
    wins = np.array([[0.0, 5.0, 2.0], [4.0, 0.0, 3.0], [4.0, 0.0, 0.0]])
    np.testing.assert_array_equal(schulze.schulze(wins[np.newaxis]), [[2.0, 3.0, 1.0]])
    by_margins = schulze.schulze(wins[np.newaxis], strength="margins")
    np.testing.assert_array_equal(by_margins, [[3.0, 1.0, 2.0]])


@settings(max_examples=40)
@given(elections(labels=(2, 5), missing=True))
def test_mc4_ranks_by_the_time_of_the_walker(election: tuple[Array, Array]) -> None:
    time = methods.walker(naive.wins(*election), 0.1)
    expected = naive.average_positions(np.round(-time, 9))
    np.testing.assert_array_equal(consensus("mc4", *election, restart=0.1), expected)


@pytest.mark.parametrize("name", ["copeland", "mc4", "schulze"])
def test_labels_that_beat_each_other_in_a_circle_are_tied(name: str) -> None:
    np.testing.assert_array_equal(consensus(name, CIRCLE, np.ones(3)), [2.0, 2.0, 2.0])


@given(elections(labels=(2, 5), missing=True))
def test_clear_orders_are_those_of_majorities_without_ties_and_circles(
    election: tuple[Array, Array],
) -> None:
    wins = naive.wins(*election)
    positions, clear = clear_orders(wins[np.newaxis])
    wanted = [
        order
        for order in methods.orders(len(wins))
        if all(
            methods.majority(wins, a, b) == np.sign(order[b] - order[a])
            for a in range(len(wins))
            for b in range(len(wins))
        )
    ]
    assert clear[0] == bool(wanted)
    if wanted:
        np.testing.assert_array_equal(positions[0], wanted[0])


@pytest.mark.parametrize("name", FOLLOWING)
def test_where_majorities_make_an_order_nothing_is_searched(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (wins,) = many_elections(name, 200, 6, 0.05)
    positions, clear = clear_orders(wins)
    assert 20 < clear.sum() < 200
    answer = get_registry().get("aggregator", name).consensus(wins)
    np.testing.assert_array_equal(answer[clear], positions[clear])


@pytest.mark.parametrize(
    "search",
    [copeland._by_score, kemeny_local._kemenised]
    + [lambda wins: mc4._by_time(wins, 0.05), lambda wins: schulze._by_chains(wins, False)],
)
def test_search_finds_the_order_that_majorities_make(search: Any) -> None:
    (wins,) = many_elections("copeland", 200, 6, 0.05)
    positions, clear = clear_orders(wins)
    np.testing.assert_array_equal(search(wins[clear]), positions[clear])


def test_margins_of_whole_votes_are_exact() -> None:
    wins = naive.wins(CIRCLE)
    margins, units = margins_of(wins[np.newaxis])
    np.testing.assert_array_equal(margins[0] * units[0], wins - wins.T)
    assert units[0] == 4


class TestBucketPivot:
    @settings(max_examples=150)
    @given(elections(labels=(2, 5)))
    def test_distance_is_at_most_five_times_the_least(self, election: tuple[Array, Array]) -> None:
        votes, weights = election
        wins = naive.wins(votes, weights)
        best = min(methods.bucket_distance(order, wins) for order in WEAK_ORDERS[len(wins)])
        found = methods.bucket_distance(consensus("bucket-pivot", votes, weights), wins)
        assert best - 1e-9 <= found <= 5 * best + 1e-9

    def test_distance_is_nearly_the_least(self) -> None:
        random = np.random.default_rng(5)
        best, found = [], []
        for _ in range(200):
            scores = np.arange(5) // 2 + random.choice([0.5, 1, 2]) * random.normal(size=(6, 5))
            wins = naive.wins(scores.argsort(axis=1).argsort(axis=1) + 1.0)
            best.append(min(methods.bucket_distance(order, wins) for order in WEAK_ORDERS[5]))
            found.append(methods.bucket_distance(bucket_pivot(wins[np.newaxis])[0], wins))
        assert sum(found) < 1.03 * sum(best)
        assert np.mean(np.isclose(found, best)) > 0.9

    @given(elections(labels=(2, 5)))
    def test_pairs_that_go_together_are_all_decided_on_their_own(
        self, election: tuple[Array, Array]
    ) -> None:
        wins = naive.wins(*election)
        compared = np.where(wins + wins.T > 0, wins + wins.T, 1.0)
        shares = np.where(wins + wins.T > 0, wins / compared, 0.5)
        tied = np.abs(shares - 0.5)
        alone = np.triu(np.minimum(tied, np.minimum(shares, 1 - shares)), 1).sum()
        best = min(methods.bucket_distance(order, wins) for order in WEAK_ORDERS[len(wins)])
        if np.isclose(best, alone):
            positions = consensus("bucket-pivot", *election)
            assert methods.bucket_distance(positions, wins) == pytest.approx(best)

    def test_pivots_find_what_the_pairs_agree_on(self) -> None:
        (wins,) = many_elections("bucket-pivot", 400, 6, 0.1)
        shares = bucket._shares(wins)
        positions, together = bucket._by_pairs(shares, 0.75)
        assert 20 < together.sum() < 400
        by_pivots = bucket._by_pivots(wins[together], shares[together], 0.75)
        np.testing.assert_array_equal(by_pivots, positions[together])

    def test_a_bucket_order_is_found_in_votes_that_break_its_ties_at_random(self) -> None:
        random = np.random.default_rng(2)
        truth = np.array([3.0, 0.0, 1.0, 0.0, 2.0, 2.0, 1.0, 0.0])
        votes = [np.lexsort((random.random(8), truth)).argsort() + 1.0 for _ in range(200)]
        positions = consensus("bucket-pivot", np.array(votes), np.ones(200))
        np.testing.assert_array_equal(positions, naive.average_positions(truth))

    def test_a_pivot_may_tie_what_all_agree_on(self) -> None:
        votes = np.array([[5.0, 3.0, 2.0, 1.0, 4.0], [1.0, 4.0, 2.0, 5.0, 3.0]])
        assert (votes[:, 2] < votes[:, 1]).all()
        np.testing.assert_array_equal(consensus("bucket-pivot", votes, np.ones(2)), [3.0] * 5)
        wins = naive.wins(votes)
        best = min(methods.bucket_distance(order, wins) for order in WEAK_ORDERS[5])
        assert methods.bucket_distance(np.full(5, 3.0), wins) == best

    def test_what_is_clear_can_be_said(self) -> None:
        votes = np.array([[1.0, 2.0]] * 6 + [[2.0, 1.0]] * 4)
        for clear, expected in [(0.5, [1.0, 2.0]), (0.6, [1.5, 1.5]), (1.0, [1.5, 1.5])]:
            np.testing.assert_array_equal(
                consensus("bucket-pivot", votes, np.ones(10), clear=clear), expected
            )
