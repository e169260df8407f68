"""Aggregators against pref_voting and choix, and the reader of PrefLib's files against its tools.

``pip install 'lrf[oracles]'`` installs them, best into an environment of their own: pref_voting
asks for numba below 0.63, so that pip takes an older numba and numpy. It runs with newer ones, too.
Without them, `tests/test_oracle_answers.py` compares with what they have said.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from lrf.aggregators.plackett_luce import log_strengths
from lrf.data.preflib import read_preflib
from lrf.rankings import from_orders
from tests.elections import consensus
from tests.naive import aggregators as naive
from tests.oracles import beat_path, positions_of, profile_of, profiles, strengths

Array = npt.NDArray[Any]


def oracle(name: str) -> Any:
    """Return a module of another library; the test is skipped where it is not installed."""
    library = name.split(".")[0]
    reason = f"{library} is not installed: pip install 'lrf[oracles]' (takes numba below 0.63)"
    return pytest.importorskip(name, reason=reason)


PROFILES = profiles()


def test_borda_and_copeland_rank_as_pref_voting_does() -> None:
    scoring = oracle("pref_voting.scoring_methods")
    majorities = oracle("pref_voting.c1_methods")
    for votes, weights in PROFILES:
        profile = profile_of(votes, weights)
        for name, ranking in [
            ("borda", scoring.borda_ranking(profile)),
            ("copeland", majorities.copeland_ranking(profile)),
        ]:
            expected = positions_of(ranking, votes.shape[1])
            np.testing.assert_array_equal(consensus(name, votes, weights), expected)


def test_schulze_beats_whom_pref_voting_says() -> None:
    oracle("pref_voting.margin_based_methods")
    for votes, weights in PROFILES:
        expected = beat_path(profile_of(votes, weights), votes.shape[1])
        for strength in ("winning-votes", "margins"):
            np.testing.assert_array_equal(
                consensus("schulze", votes, weights, strength=strength), expected
            )


def test_kemeny_is_among_the_rankings_of_pref_voting() -> None:
    library = oracle("pref_voting.other_methods")
    for votes, weights in PROFILES:
        profile = profile_of(votes, weights)
        rankings, least = library.kemeny_young_rankings(profile)
        positions = consensus("kemeny", votes, weights)
        assert naive.distance(positions, naive.wins(votes, weights)) == pytest.approx(least)
        order = tuple(np.argsort(positions, kind="stable").tolist())
        assert order in [tuple(int(c) for c in ranking) for ranking in rankings]


@pytest.mark.parametrize("penalty", [0.001, 0.1])
def test_plackett_luce_estimates_what_choix_does(penalty: float) -> None:
    oracle("choix")
    for votes, weights in PROFILES:
        found = log_strengths(votes, weights[np.newaxis], penalty)[0]
        np.testing.assert_allclose(found, strengths(votes, weights, penalty), atol=1e-5)


def test_plackett_luce_is_where_mm_and_ilsr_go() -> None:
    choix = oracle("choix")
    for votes, weights in PROFILES:
        n_labels = votes.shape[1]
        # Each label in each place once more: no strength is infinite, without any penalty too.
        cyclic = (np.arange(n_labels) - np.arange(n_labels)[:, np.newaxis]) % n_labels + 1.0
        votes, weights = np.concatenate([votes, cyclic]), np.concatenate([weights, [1] * n_labels])
        orders = np.repeat(votes, weights, axis=0).argsort(axis=1).tolist()
        found = log_strengths(votes, weights[np.newaxis], 1e-4)[0]
        for method in (choix.mm_rankings, choix.ilsr_rankings):
            np.testing.assert_allclose(found, method(n_labels, orders, max_iter=10_000), atol=0.01)


@pytest.mark.parametrize("kind", ["soc", "soi", "toc", "toi"])
def test_files_that_preflibtools_writes_are_read(kind: str, tmp_path: Path) -> None:
    library = oracle("preflibtools.instances")
    random = np.random.default_rng(1)
    instance = library.OrdinalInstance()
    instance.alternatives_name = {i: f"name {i}" for i in range(1, 6)}
    instance.num_alternatives = 5
    for _ in range(12):
        ranked = random.permutation(5)[: 5 if kind.endswith("c") else random.integers(1, 6)] + 1
        cuts = np.arange(1, len(ranked))
        if kind.startswith("t"):
            cuts = cuts[random.random(len(cuts)) < 0.5]
        order = tuple(tuple(int(i) for i in group) for group in np.split(ranked, cuts))
        if order not in instance.multiplicity:
            instance.orders.append(order)
            instance.multiplicity[order] = int(random.integers(1, 9))
    instance.recompute_cardinality_param()
    instance.data_type = kind
    path = tmp_path / f"made.{kind}"
    instance.write(str(path))
    theirs = library.OrdinalInstance(str(path))
    votes = read_preflib(path)
    assert votes.label_names == tuple(theirs.alternatives_name.values())
    orders = [[[str(i) for i in group] for group in order] for order in theirs.orders]
    expected = from_orders(orders, [str(i) for i in theirs.alternatives_name])
    np.testing.assert_array_equal(votes.rankings, expected)
    np.testing.assert_array_equal(votes.weights, [theirs.multiplicity[o] for o in theirs.orders])
