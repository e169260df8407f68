"""Aggregators against what pref_voting and choix have said, where they need not be installed."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from lrf.aggregators.plackett_luce import log_strengths
from tests import oracles
from tests.elections import consensus
from tests.naive import aggregators as naive

KEPT = json.loads(oracles.ANSWERS.read_text(encoding="utf-8"))
ELECTIONS = [
    (np.array(election["votes"], dtype=float), np.array(election["weights"]), election)
    for election in KEPT["elections"]
]


def test_there_are_answers_to_every_election() -> None:
    assert len(ELECTIONS) == len(oracles.profiles()) == 36
    for (votes, weights, _), (expected, theirs) in zip(ELECTIONS, oracles.profiles(), strict=True):
        np.testing.assert_array_equal(votes, expected)
        np.testing.assert_array_equal(weights, theirs)


@pytest.mark.parametrize("name", ["borda", "copeland", "schulze"])
def test_consensus_is_theirs(name: str) -> None:
    for votes, weights, answers in ELECTIONS:
        np.testing.assert_array_equal(consensus(name, votes, weights), answers[name])


def test_kemeny_is_as_near_to_the_votes_as_theirs() -> None:
    for votes, weights, answers in ELECTIONS:
        positions = consensus("kemeny", votes, weights)
        distance = naive.distance(positions, naive.wins(votes, weights))
        assert distance == pytest.approx(answers["least distance"])


def test_strengths_are_theirs() -> None:
    for votes, weights, answers in ELECTIONS:
        found = log_strengths(votes, weights[np.newaxis], oracles.PENALTY)[0]
        np.testing.assert_allclose(found, answers["strengths"], atol=1e-5)


def test_libraries_still_say_so() -> None:
    """What is kept is what they say today; see `tests/test_oracles.py` for how to install them."""
    for library in ("pref_voting", "choix"):
        pytest.importorskip(library, reason=f"{library} is not installed (extra oracles)")
    for votes, weights, answers in ELECTIONS[::5]:
        said: dict[str, Any] = oracles.ask(votes, weights)
        np.testing.assert_allclose(said.pop("strengths"), answers["strengths"], atol=1e-5)
        assert said == {key: value for key, value in answers.items() if key != "strengths"}
