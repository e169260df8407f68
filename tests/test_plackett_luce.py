"""Plackett and Luce's model: the estimate is the most likely one, and there always is one."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given, settings

from lrf.aggregators import plackett_luce
from lrf.aggregators._choices import choices_of
from lrf.aggregators.plackett_luce import log_strengths
from tests.elections import consensus, elections, many_elections
from tests.naive import methods

Array = npt.NDArray[Any]
NAN = np.nan


def penalised(strengths: Array, votes: Array, weights: Array, penalty: float) -> float:
    likelihood = methods.log_likelihood(strengths, votes, weights)
    return likelihood - penalty / 2 * float((strengths**2).sum())


def drawn(strengths: Array, n_votes: int, seed: int) -> Array:
    """Draw votes from the model: who has the largest noisy logarithm comes first."""
    noise = np.random.default_rng(seed).gumbel(size=(n_votes, len(strengths)))
    return (-(strengths + noise)).argsort(axis=1).argsort(axis=1) + 1.0


@pytest.mark.parametrize("penalty", [1e-4, 0.001, 0.3])
@settings(max_examples=50)
@given(elections(labels=(2, 5), missing=True))
def test_nothing_near_the_estimate_is_more_likely(
    penalty: float, election: tuple[Array, Array]
) -> None:
    votes, weights = election
    assume(weights.any())
    found = log_strengths(votes, weights[np.newaxis], penalty)[0]
    assert found.sum() == pytest.approx(0, abs=1e-6)
    here = penalised(found, votes, weights, penalty)
    for direction in np.eye(len(found)):
        for step in (0.01, -0.01):
            # The penalty alone takes off penalty / 2 * step ** 2.
            there = penalised(found + step * direction, votes, weights, penalty)
            assert there <= here - penalty / 2 * step**2 + 1e-10


def test_strengths_of_the_model_are_found_again() -> None:
    truth = np.log([8.0, 4.0, 2.0, 1.0, 0.5])
    truth -= truth.mean()
    votes = drawn(truth, 20_000, seed=1)
    found = log_strengths(votes, np.ones((1, len(votes))), 1e-4)[0]
    np.testing.assert_allclose(found, truth, atol=0.05)


def test_choices_are_sets_and_how_often_each_was_chosen_from() -> None:
    rankings = np.array([[1.0, 2.0, 3.0], [1.0, 2.5, 2.5], [2.0, 1.0, NAN]])
    sets, counts, picks = choices_of(rankings, np.array([[1.0, 10.0, 100.0]]))
    found = {tuple(members): count for members, count in zip(sets.tolist(), counts[0], strict=True)}
    assert found == {
        (1, 1, 1): 1 + 10,  # a, from all
        (0, 1, 1): 1 + 10 + 10,  # b; or b and c, tied
        (0, 0, 1): 1,
        (1, 1, 0): 100,
        (1, 0, 0): 100,
    }
    np.testing.assert_array_equal(picks, [[111.0, 111.0, 11.0]])


@pytest.mark.parametrize(
    "votes",
    [
        np.arange(1.0, 31.0)[np.newaxis],
        np.array([[1.0, 2.0, NAN, NAN], [NAN, NAN, 1.0, 2.0]]),
        np.array([[1.0, 2.0, NAN], [NAN, NAN, 1.0]]),
        np.array(list(permutations([1.0, 2.0, 3.0, 4.0]))),
    ],
    ids=["one vote of thirty labels", "two islands", "a label alone", "all orders"],
)
@pytest.mark.parametrize("penalty", [1e-4, 1e-3, 1e3])
def test_the_estimate_is_finite_and_found_in_few_steps(
    votes: Array, penalty: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plackett_luce, "MOST_STEPS", 40)
    found = log_strengths(votes, np.ones((1, len(votes))), penalty)
    choices = choices_of(votes, np.full((1, len(votes)), 1 / len(votes)))
    step, _ = plackett_luce._newton_step(found, choices, penalty)
    assert np.abs(step).max() < 1e-9


def test_sets_are_looked_at_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rankings, weights = many_elections("plackett-luce", 20, 6, 3.0)
    whole = log_strengths(rankings, weights)
    monkeypatch.setattr("lrf.aggregators._batches.AT_ONCE", 40 * 36)
    np.testing.assert_allclose(log_strengths(rankings, weights), whole, atol=1e-9)
    monkeypatch.setattr(plackett_luce, "FEW", 1000)
    np.testing.assert_allclose(log_strengths(rankings, weights), whole, atol=1e-9)


def test_islands_are_placed_side_by_side() -> None:
    votes = np.array([[1.0, 2.0, NAN, NAN], [NAN, NAN, 1.0, 2.0]])
    positions = consensus("plackett-luce", votes, np.ones(2))
    np.testing.assert_array_equal(positions, [1.5, 3.5, 1.5, 3.5])


def test_a_label_that_nobody_ranked_is_in_the_middle() -> None:
    votes = np.array([[1.0, NAN, 2.0]])
    np.testing.assert_array_equal(consensus("plackett-luce", votes, np.ones(1)), [1.0, 2.0, 3.0])


def test_elections_without_votes_do_not_disturb_others() -> None:
    rankings, weights = many_elections("plackett-luce", 5, 4, 3.0)
    weights[2] = 0
    found = log_strengths(rankings, weights)
    np.testing.assert_array_equal(found[2], np.zeros(4))
    np.testing.assert_allclose(found[[1, 3]], log_strengths(rankings, weights[[1, 3]]), atol=1e-9)
