"""Elections to test aggregators with, and what an aggregator makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from lrf.components import Aggregator, Array
from lrf.rankings import average_positions
from lrf.statistics import as_given, statistic_rows
from lrf.testing.subjects import Subject, shown
from lrf.testing.tables import incomplete_rankings, strict_rankings, tied_rankings

__all__ = ["Profile", "Tested", "elect", "given_to", "profiles", "shown_votes"]

Tested: TypeAlias = Subject[Aggregator]

#: Rankings, shape (n_rankings, n_labels), and weights, shape (n_elections, n_rankings).
Profile: TypeAlias = tuple[Array, Array]


def profiles(incomplete: bool = False) -> Iterator[Profile]:
    """Yield elections of few and of many votes, on few and on many labels.

    The weights are such that it does not happen by chance that two rankings are equally good.
    """
    for n_labels in (2, 3, 4, 6):
        tables = [strict_rankings(n_labels, 24), tied_rankings(n_labels, 24)]
        for rankings in [incomplete_rankings(n_labels, 24)] if incomplete else tables:
            rng = np.random.default_rng(len(rankings))
            weights = rng.uniform(0.1, 2.0, (12, len(rankings)))
            weights[rng.random(weights.shape) < np.linspace(0, 0.8, 12)[:, np.newaxis]] = 0.0
            weights[:, 0] = 1.0 / 3.0
            yield rankings, weights


def given_to(record: Aggregator, rankings: Array, weights: Array) -> tuple[Array, ...]:
    """Return what the engine gives to `consensus`."""
    if record.statistic == "votes":
        return rankings, weights
    sums = weights @ statistic_rows(record.statistic, rankings)
    return (as_given(record.statistic, sums, rankings.shape[1]),)


def elect(subject: Tested, rankings: Array, weights: Array) -> Array:
    """Return the consensus of each election, shape (n_elections, n_labels).

    Raises
    ------
    AssertionError
        If it is none, or if the aggregator changes what it is given.
    """
    record = subject.record
    before = given_to(record, rankings, weights)
    given = tuple(part.copy() for part in before)
    answer = subject.answer(record.consensus, *given)
    for now, then in zip(given, before, strict=True):
        subject.expect(
            np.array_equal(now, then, equal_nan=True), "consensus changes what it is given"
        )
    shape = (len(weights), rankings.shape[1])
    subject.expect(
        answer.shape == shape,
        f"consensus must return an array of shape {shape} for {shape[0]} elections on {shape[1]} "
        f"labels, not {answer.shape}",
    )
    for election in np.flatnonzero((average_positions(answer) != answer).any(axis=1)):
        subject.fail(
            f"consensus returns {shown(answer[election])}, which are no positions with averages "
            f"for ties, for {shown_votes(rankings, weights[election])}"
        )
    return answer


def shown_votes(rankings: Array, weights: Array) -> str:
    """Return the votes of an election as a message shows them; of many, the heaviest."""
    heaviest = [row for row in np.argsort(-weights, kind="stable") if weights[row] > 0]
    votes = [f"{weights[row]:.3g} x {shown(rankings[row])}" for row in heaviest[:4]]
    return " + ".join(votes) + (" + ..." if len(heaviest) > 4 else "")
