"""Consensus by picking one of the votes: the medoid and the mode."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings

from lrf.aggregators._votes import kendall_sums
from tests.elections import consensus, elections, many_elections
from tests.naive import methods

Array = npt.NDArray[Any]


def picked(votes: Array, weights: Array, first: str) -> list[float]:
    """Return the best of the votes: by distance and then weight, or the other way round."""
    found = []
    for vote in {tuple(row) for row, weight in zip(votes, weights, strict=True) if weight > 0}:
        ranking = np.array(vote)
        distance = round(methods.total(methods.kendall, ranking, votes, weights), 8)
        heaviness = round(-weights[(votes == ranking).all(axis=1)].sum(), 8)
        scores = (distance, heaviness) if first == "distance" else (heaviness, distance)
        found.append((*scores, vote))
    return list(min(found)[-1])


@pytest.mark.parametrize(("name", "first"), [("medoid", "distance"), ("mode", "weight")])
@given(elections())
def test_the_best_vote_is_picked(name: str, first: str, election: tuple[Array, Array]) -> None:
    votes, weights = election
    if weights.any():
        assert consensus(name, votes, weights).tolist() == picked(votes, weights, first)


@given(elections())
def test_kendall_sums_are_distances_to_all_votes(election: tuple[Array, Array]) -> None:
    votes, weights = election
    expected = [methods.total(methods.kendall, vote, votes, weights) for vote in votes]
    np.testing.assert_allclose(kendall_sums(votes, weights[np.newaxis])[0], expected, atol=1e-9)


def test_kendall_sums_are_counted_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rankings, weights = many_elections("medoid", 20, 7, 3.0)
    whole = kendall_sums(rankings, weights)
    monkeypatch.setattr("lrf.aggregators._batches.AT_ONCE", 4 * 6 * len(rankings))
    np.testing.assert_allclose(kendall_sums(rankings, weights), whole)


@settings(max_examples=50)
@given(elections(labels=(2, 4)))
def test_the_medoid_has_at_most_twice_the_least_distance(election: tuple[Array, Array]) -> None:
    votes, weights = election
    every = methods.weak_orders(votes.shape[1])
    least = min(methods.total(methods.kendall, order, votes, weights) for order in every)
    found = methods.total(methods.kendall, consensus("medoid", votes, weights), votes, weights)
    assert found <= 2 * least + 1e-9 or not weights.any()


def test_rows_may_come_in_any_order() -> None:
    votes = np.array([[3.0, 2.0, 1.0], [1.0, 2.0, 3.0]])
    for name in ("medoid", "mode"):
        np.testing.assert_array_equal(consensus(name, votes, np.ones(2)), [1.0, 2.0, 3.0])
        np.testing.assert_array_equal(consensus(name, votes[::-1], np.ones(2)), [1.0, 2.0, 3.0])


def test_one_odd_vote_of_many_labels_changes_nothing() -> None:
    votes = np.array([[1.0, 2.0, 3.0, 4.0]] * 2 + [[2.0, 1.0, 3.0, 4.0], [1.0, 2.0, 4.0, 3.0]])
    odd = np.array([[4.0, 3.0, 2.0, 1.0]])
    for name in ("medoid", "mode"):
        positions = consensus(name, np.concatenate([votes, odd]), np.ones(5))
        np.testing.assert_array_equal(positions, [1.0, 2.0, 3.0, 4.0])
