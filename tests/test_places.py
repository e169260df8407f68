"""Consensus by assignment: footrule-optimal and Hamming-optimal orders, and their ties."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lrf.aggregators._assignment import cheapest_orders
from lrf.statistics import place_chances, position_counts
from tests.elections import consensus, elections
from tests.naive import aggregators as naive
from tests.naive import methods

Array = npt.NDArray[Any]

DISTANCES = {"footrule-optimal": methods.footrule, "hamming-optimal": methods.hamming}
both = pytest.mark.parametrize("name", DISTANCES)


def strict_votes(n_labels: int, n_votes: int) -> st.SearchStrategy[Array]:
    orders = st.permutations(range(1, n_labels + 1))
    votes = st.lists(orders, min_size=1, max_size=n_votes)
    return votes.map(lambda rows: np.array(rows, dtype=float))


@given(elections())
def test_statistics_are_counts_of_positions_and_chances_of_places(
    election: tuple[Array, Array],
) -> None:
    votes, weights = election
    counts = np.tensordot(weights, position_counts(votes), 1)
    np.testing.assert_allclose(counts, methods.position_counts(votes, weights))
    chances = np.tensordot(weights, place_chances(votes), 1)
    np.testing.assert_allclose(chances, methods.place_chances(votes, weights))


@both
@settings(max_examples=60)
@given(elections(labels=(2, 5)))
def test_no_order_is_nearer(name: str, election: tuple[Array, Array]) -> None:
    distance, positions = DISTANCES[name], consensus(name, *election)
    least = min(methods.total(distance, o, *election) for o in methods.orders(len(positions)))
    assert methods.total(distance, positions, *election) <= least + 1e-9


def price_lists(counts: Array, distance: Array) -> Array:
    """Return the summed price of each of all orders of seven labels."""
    places = np.array(list(permutations(range(7))))
    return (counts @ distance)[np.arange(7), places].sum(axis=1)


@settings(max_examples=30)
@given(strict_votes(7, 9))
def test_no_order_of_seven_labels_is_nearer(votes: Array) -> None:
    chances = methods.place_chances(votes, np.ones(len(votes)))
    places = np.arange(7)
    for name, distance in [
        ("footrule-optimal", np.abs(places[:, np.newaxis] - places)),
        ("hamming-optimal", 1 - np.eye(7)),
    ]:
        positions = consensus(name, votes, np.ones(len(votes)))
        found = methods.total(DISTANCES[name], positions, votes, np.ones(len(votes)))
        assert found <= price_lists(chances, distance).min() + 1e-9


@both
@settings(max_examples=60)
@given(elections(labels=(2, 5)))
def test_of_several_nearest_orders_that_with_the_least_squares_is_taken(
    name: str, election: tuple[Array, Array]
) -> None:
    nearest = methods.nearest_orders(DISTANCES[name], *election)
    positions = consensus(name, *election)
    if len(np.unique(positions)) == len(positions):
        assert positions.tolist() in [order.tolist() for order in nearest]
    if len(nearest) == 1:
        for a, b in zip(*np.triu_indices(len(positions), 1), strict=True):
            if positions[a] != positions[b]:
                assert (positions[a] < positions[b]) == (nearest[0][a] < nearest[0][b])


@settings(max_examples=60)
@given(strict_votes(5, 6))
def test_footrule_optimal_has_at_most_twice_the_least_kendall_distance(votes: Array) -> None:
    weights = np.ones(len(votes))
    positions = consensus("footrule-optimal", votes, weights)
    least, _ = naive.best_orders(naive.wins(votes))
    assert methods.total(methods.kendall, positions, votes, weights) <= 2 * least + 1e-9


@settings(max_examples=60)
@given(strict_votes(5, 3), st.integers(0, 4), st.integers(0, 4))
def test_what_two_thirds_have_in_a_place_is_there(votes: Array, label: int, place: int) -> None:
    changed = votes.copy()
    for vote in changed:
        other = np.flatnonzero(vote == place + 1)
        vote[other], vote[label] = vote[label], place + 1
    most = np.concatenate([changed, changed, changed, votes])
    assert consensus("hamming-optimal", most, np.ones(len(most)))[label] == place + 1


def test_hamming_optimal_may_reverse_what_all_agree_on() -> None:
    votes = np.array([[1.0, 3.0, 4.0, 2.0], [3.0, 1.0, 2.0, 4.0]])
    np.testing.assert_array_equal(
        consensus("hamming-optimal", votes, np.ones(2)), [1.0, 3.0, 2.0, 4.0]
    )
    np.testing.assert_array_equal(
        consensus("footrule-optimal", votes, np.ones(2)), [1.5, 1.5, 3.5, 3.5]
    )


@both
def test_an_even_split_is_a_tie(name: str) -> None:
    votes = np.array([[1.0, 2.0, 3.0], [2.0, 1.0, 3.0]])
    np.testing.assert_array_equal(consensus(name, votes, np.ones(2)), [1.5, 1.5, 3.0])


def test_a_tie_that_would_cost_something_is_not_made() -> None:
    votes = np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]])
    np.testing.assert_array_equal(consensus("footrule-optimal", votes, np.ones(2)), [2.0, 2.0, 2.0])
    np.testing.assert_array_equal(consensus("hamming-optimal", votes, np.ones(2)), [1.0, 2.0, 3.0])


@given(arrays(float, (5, 5), elements=st.sampled_from([0.0, 0.25, 0.5, 1.0])), st.data())
def test_cheapest_orders_are_cheapest_and_then_nearest_to_the_means(
    prices: Array, data: st.DataObject
) -> None:
    means = np.array(data.draw(st.lists(st.sampled_from([1.0, 2.5, 4.0]), min_size=5, max_size=5)))
    order = cheapest_orders(prices[np.newaxis], means[np.newaxis])[0]
    every = np.array(list(permutations(range(5))))  # the label in each place
    costs = prices[every, np.arange(5)].sum(axis=1)
    squares = ((np.arange(1, 6) - means[every]) ** 2).sum(axis=1)
    squares[costs > costs.min()] = np.inf
    by_number = (np.arange(5) * every).sum(axis=1)
    by_number[squares > squares.min() + 1e-9] = -1
    chosen = (every == order).all(axis=1)
    assert by_number[chosen] == by_number.max()
