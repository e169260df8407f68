"""What `check_aggregator` says of aggregators that break a law."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lrf.plugin import Aggregator, average_positions
from lrf.testing import check_aggregator


def aggregator(consensus: Any, statistic: Any = "pairwise", **changes: Any) -> Aggregator:
    return Aggregator(
        **{"name": "odd", "summary": "for tests", "statistic": statistic, "consensus": consensus}
        | changes
    )


def complaint(component: Aggregator | str, **options: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        check_aggregator(component, **options)
    return str(caught.value)


def copeland(wins: Any, margin: float = 1e-9) -> Any:
    beats = wins > wins.transpose(0, 2, 1) + margin
    return average_positions(beats.sum(axis=1) - beats.sum(axis=2))


def by_sums(sums: Any) -> Any:
    return average_positions(np.round(sums / sums.sum(axis=1, keepdims=True), 9))


def heaviest(rankings: Any, weights: Any) -> Any:
    return rankings[weights.argmax(axis=1)]


def by_first_places(rankings: Any, weights: Any) -> Any:
    return average_positions(-np.round(weights @ (rankings == 1) / weights.sum(1)[:, None], 9))


def with_everybody(rankings: Any, weights: Any) -> Any:
    means = weights @ rankings / weights.sum(axis=1, keepdims=True)
    return average_positions(np.round(means + 0.01 * rankings.sum(axis=0), 9))


def not_for_incomplete_votes(wins: Any) -> Any:
    with np.errstate(invalid="ignore"):
        shares = wins / (wins + wins.transpose(0, 2, 1) + np.eye(wins.shape[1]))
    return average_positions(-np.round(shares.sum(axis=2), 9))


def test_sound_aggregators_pass() -> None:
    check_aggregator(aggregator(copeland), condorcet=True)
    check_aggregator(aggregator(by_sums, "rank-sum"))
    check_aggregator(aggregator(heaviest, "votes"))
    check_aggregator("borda")


@pytest.mark.parametrize(
    ("statistic", "consensus", "message"),
    [
        (
            "pairwise",
            lambda wins: copeland(wins)[:, ::-1],
            "all votes are (1, 2), but the consensus is (2, 1)",
        ),
        (
            "pairwise",
            lambda wins: np.ones(wins.shape[:2]),
            "consensus returns (1, 1), which are no positions with averages for ties, for "
            "1 x (1, 2)",
        ),
        (
            "pairwise",
            lambda wins: copeland(wins)[0],
            "consensus must return an array of shape (2, 2) for 2 elections on 2 labels, not (2,)",
        ),
        (
            "pairwise",
            lambda wins: copeland(wins, margin=0.3),
            "the total weight matters, not only the shares: the consensus of 0.843 x (1.5, 1.5) + "
            "0.333 x (1, 2) is (1, 2), or (1.5, 1.5)",
        ),
        (
            "pairwise",
            not_for_incomplete_votes,
            "consensus returns (1, nan, nan), which are no positions with averages for ties, for "
            "1.96 x (1, nan, nan) + 0.602 x (1.5, nan, 1.5) + 0.441 x (2, nan, 1) + "
            "0.333 x (1, 2, nan)",
        ),
        (
            "rank-sum",
            lambda sums: average_positions(sums - sums.mean(axis=0) / 2),
            "other elections matter: the consensus of 0.385 x (2, 1) + 0.333 x (1, 2) is (1, 2), "
            "or (2, 1)",
        ),
        (
            "rank-sum",
            lambda sums: by_sums(np.add(sums, 1, out=sums)),
            "consensus changes what it is given",
        ),
        (
            "rank-sum",
            lambda sums: average_positions(sums + np.arange(sums.shape[1]) / 10),
            "the order of the labels matters (neutral=False, if that is meant): the consensus of "
            "0.333 x (1, 2) + 0.275 x (2, 1) is (1, 2), or (2, 1)",
        ),
        (
            "votes",
            lambda rankings, weights: rankings[(weights > 0).argmax(axis=1)],
            "the order of the votes matters: the consensus of 0.667 x (2, 1) + 0.333 x (1, 2) is "
            "(1, 2), or (2, 1)",
        ),
        (
            "votes",
            by_first_places,
            "all votes are (1, 2, 3), but the consensus is (1, 2.5, 2.5)",
        ),
        (
            "votes",
            with_everybody,
            "votes of weight 0 matter: the consensus of 1.66 x (2, 1, 4, 3) + "
            "1.53 x (4, 3, 1, 2) + 1.53 x (2, 1, 3, 4) + 1.44 x (2, 3, 4, 1) + ... is "
            "(1, 4, 2, 3), or (1, 3, 2, 4)",
        ),
    ],
)
def test_broken_law(statistic: str, consensus: Any, message: str) -> None:
    assert complaint(aggregator(consensus, statistic)) == f"aggregator 'odd': {message}"


def test_condorcet_winner_that_does_not_come_first() -> None:
    check_aggregator("average-ranking")
    assert complaint("average-ranking", condorcet=True) == (
        "aggregator 'average-ranking': label 1 beats every other, but is not first in the "
        "consensus (1, 2, 3) of 1.39 x (2, 1, 3) + 0.727 x (1, 3, 2) + 0.334 x (2, 3, 1) + "
        "0.333 x (1, 2, 3) + ...; a method that does not promise this is checked without "
        "condorcet=True"
    )


def test_speed_is_that_of_a_built_in_aggregator_of_the_same_statistic() -> None:
    check_aggregator("borda", speed=True)


def test_slow_aggregator() -> None:
    def slowly(wins: Any) -> Any:
        return np.vstack([copeland(wins[[election]]) for election in range(len(wins))])

    message = complaint(aggregator(slowly), speed=2)
    assert message.startswith("aggregator 'odd': it takes ")
    assert message.endswith(
        " times the CPU time of 'borda', an aggregator of the same statistic; 2 are allowed"
    )
