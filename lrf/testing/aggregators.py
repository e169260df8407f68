"""What aggregators are held to."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

import numpy as np

from lrf.components import Aggregator, Array, ParameterValue
from lrf.rankings import average_positions
from lrf.statistics import pairwise_wins
from lrf.testing.elections import Tested, elect, profiles, shown_votes
from lrf.testing.growing import as_setting, growth_of
from lrf.testing.speed import check_aggregator_speed
from lrf.testing.subjects import as_subject, shown
from lrf.testing.tables import strict_rankings
from lrf.testing.timing import Limit

__all__ = ["check_aggregator"]


def check_aggregator(
    aggregator: Aggregator | str,
    *,
    parameters: Mapping[str, ParameterValue] | None = None,
    neutral: bool = True,
    condorcet: bool = False,
    speed: Limit = False,
) -> None:
    """Hold an aggregator to its laws.

    * It returns positions, average positions for ties, and leaves what it is given as it is.
    * Unanimity: if all votes are the same ranking without ties, that is the consensus.
    * Anonymity: the order of the votes does not matter, nor do votes of weight 0, and only the
      shares of the weights count.
    * Neutrality: with the labels in another order, the consensus is the same in that order. The
      weights are such that no two rankings are equally good.
    * An election has the same result alone as among others.
    * All this holds for incomplete votes, too, unless the record says that there are none.
    * A forest whose leaves and trees vote by it, hard and soft, predicts positions.

    Parameters
    ----------
    aggregator : Aggregator or str
        A record, or the name of an installed one.
    parameters : mapping, optional
        Values that differ from the defaults.
    neutral : bool
        False for a method that treats labels differently on purpose.
    condorcet : bool
        Whether to demand as well that a label that beats every other by majority comes first.
    speed : bool or float
        Whether to measure time as well: many elections must not take more than 1.15 times (or the
        given number of times) what a built-in aggregator of the same statistic takes.

    Raises
    ------
    AssertionError
        If a law is broken; tells which one, and for which votes.
    """
    subject: Tested = as_subject("aggregator", aggregator, parameters)
    for n_labels in (2, 3, 5):
        _check_unanimity(subject, strict_rankings(n_labels))
    kinds = (False, True) if subject.record.incomplete else (False,)
    for rankings, weights in chain.from_iterable(map(profiles, kinds)):
        found = elect(subject, rankings, weights)
        _check_alone(subject, rankings, weights, found)
        _check_anonymity(subject, rankings, weights, found)
        if neutral:
            _check_neutrality(subject, rankings, weights, found)
        if condorcet:
            _check_condorcet(subject, rankings, weights, found)
    _check_forest(subject)
    if speed:
        check_aggregator_speed(subject, speed)


def _check_unanimity(subject: Tested, rankings: Array) -> None:
    weights = np.diag(np.linspace(1.0, 2.0, len(rankings)))
    found = elect(subject, rankings, weights)
    for election in np.flatnonzero((found != rankings).any(axis=1)):
        subject.fail(
            f"all votes are {shown(rankings[election])}, but the consensus is "
            f"{shown(found[election])}"
        )


def _check_alone(subject: Tested, rankings: Array, weights: Array, found: Array) -> None:
    """Hold each election to its result among others, and without the votes of weight 0."""
    for election, expected in enumerate(found):
        votes = weights[[election]]
        alone = elect(subject, rankings, votes)
        _expect_same(
            subject, "other elections matter", rankings, votes, expected[np.newaxis], alone
        )
        cast = votes[0] > 0
        without = elect(subject, np.ascontiguousarray(rankings[cast]), votes[:, cast])
        _expect_same(subject, "votes of weight 0 matter", rankings, votes, alone, without)


def _check_anonymity(subject: Tested, rankings: Array, weights: Array, found: Array) -> None:
    order = np.random.default_rng(3).permutation(len(rankings))
    shuffled = elect(subject, rankings[order], weights[:, order])
    what = "the order of the votes matters"
    _expect_same(subject, what, rankings, weights, found, shuffled)
    shares = elect(subject, rankings, weights / weights.sum(axis=1, keepdims=True))
    what = "the total weight matters, not only the shares"
    _expect_same(subject, what, rankings, weights, found, shares)


def _check_neutrality(subject: Tested, rankings: Array, weights: Array, found: Array) -> None:
    for order in (np.arange(rankings.shape[1])[::-1], np.roll(np.arange(rankings.shape[1]), 1)):
        relabelled = elect(subject, np.ascontiguousarray(rankings[:, order]), weights)
        restored = np.empty_like(relabelled)
        restored[:, order] = relabelled
        what = "the order of the labels matters (neutral=False, if that is meant)"
        _expect_same(subject, what, rankings, weights, found, restored)


def _expect_same(
    subject: Tested, what: str, rankings: Array, weights: Array, found: Array, other: Array
) -> None:
    for election in np.flatnonzero((found != other).any(axis=1)):
        subject.fail(
            f"{what}: the consensus of {shown_votes(rankings, weights[election])} is "
            f"{shown(found[election])}, or {shown(other[election])}"
        )


def _check_condorcet(subject: Tested, rankings: Array, weights: Array, found: Array) -> None:
    wins = np.tensordot(weights, pairwise_wins(rankings), axes=1)
    beats = wins > wins.transpose(0, 2, 1) + 1e-9
    for election, label in np.argwhere(beats.sum(axis=2) == rankings.shape[1] - 1):
        subject.expect(
            found[election, label] == 1,
            f"label {label} beats every other, but is not first in the consensus "
            f"{shown(found[election])} of {shown_votes(rankings, weights[election])}; a method "
            f"that does not promise this is checked without condorcet=True",
        )


def _check_forest(subject: Tested) -> None:
    rng = np.random.default_rng(4)
    X, Y = rng.normal(size=(60, 3)), strict_rankings(4)[rng.integers(0, 24, 60)]
    for voting in ("hard", "soft"):
        method = as_setting(subject)
        settings = {"n_estimators": 5, "max_depth": 2, "leaf": method, "aggregator": method}
        predicted = growth_of(X, Y, settings | {"voting": voting})().predict(X)
        subject.expect(
            np.array_equal(average_positions(predicted), predicted),
            f"a forest with voting={voting!r} does not predict positions by it",
        )
