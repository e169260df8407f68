"""Ranked pairs: the laws, the textbook, and a twin. Run after installing the package."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from lrf_ballots.ranked_pairs import ranked_pairs

from lrf import LabelRankingForest, aggregate, from_orders, load_dataset, to_orders
from lrf.registry import get_registry
from lrf.testing import check_aggregator


def consensus(*ballots: tuple[int, str]) -> str:
    """Return the consensus of some orders, each with the number of those who vote so."""
    rankings = from_orders([order for _, order in ballots])
    labels = sorted(set("".join(order for _, order in ballots)) - set(">="))
    positions = aggregate(rankings, "ranked-pairs", weights=[count for count, _ in ballots])
    return to_orders([positions], labels)[0]


def naive(margins: Any) -> list[int]:
    """Return the order in which Tideman's rule puts the labels, if no two margins are alike."""
    k = len(margins)
    pairs = [(a, b) for a, b in permutations(range(k), 2) if margins[a, b] > 0]
    locked: set[tuple[int, int]] = set()

    def leads_to(a: int, b: int) -> bool:
        return a == b or any(leads_to(c, b) for x, c in locked if x == a)

    for a, b in sorted(pairs, key=lambda pair: -margins[pair]):
        if not leads_to(b, a):
            locked.add((a, b))
    return sorted(range(k), key=lambda a: -sum(leads_to(a, b) for b in range(k)))


def test_keeps_the_laws() -> None:
    check_aggregator("ranked-pairs", condorcet=True)


def test_installed_package_provides_it() -> None:
    found = [
        (entry.kind, entry.component.name)
        for entry in get_registry().entries()
        if entry.provider == "lrf-ballots 0.1.0"
    ]
    assert found == [("aggregator", "ranked-pairs"), ("reader", "json-lines")]


@pytest.mark.parametrize("k", [2, 3, 4, 5, 6])
def test_equals_tidemans_rule_where_no_two_margins_are_alike(k: int) -> None:
    rng = np.random.default_rng(k)
    wins = rng.uniform(size=(200, k, k))
    found = ranked_pairs(wins)
    expected = [np.argsort(naive(one - one.T)) + 1 for one in wins]
    np.testing.assert_array_equal(found, expected)


def test_largest_majorities_decide_a_circle() -> None:
    capitals = [(42, "M>N>C>K"), (26, "N>C>K>M"), (15, "C>K>N>M"), (17, "K>C>N>M")]
    assert consensus(*capitals) == "N>C>K>M"
    assert consensus((7, "a>b>c"), (6, "b>c>a"), (5, "c>a>b")) == "a>b>c"


def test_copies_of_a_label_change_nothing_for_the_others() -> None:
    before = [(9, "a>b>c"), (8, "b>c>a"), (6, "c>a>b")]
    after = [(9, "a>b>x>c"), (8, "b>x>c>a"), (6, "c>a>x>b")]
    assert consensus(*before).replace(">", "") == consensus(*after).replace(">", "").replace(
        "x", ""
    )


@pytest.mark.parametrize(
    ("ballots", "expected"),
    [
        ([(1, "a>b>c"), (1, "b>c>a"), (1, "c>a>b")], "a=b=c"),
        ([(1, "a>b"), (1, "b>a")], "a=b"),
        # a is locked in over b; nothing is known of c.
        ([(2, "a>b>c"), (2, "c>a>b")], "a>c>b"),
        ([(1, "a=b>c")], "a=b>c"),
        # a over b by 3; b over c and c over a, by 1 both, cannot both be, so neither is.
        ([(2, "a>b>c"), (1, "b>c>a"), (2, "c>a>b")], "a>c>b"),
        # Two circles of the same kind: nothing is known within either.
        ([(1, "a>b>c>d>e>f"), (1, "b>c>a>e>f>d"), (1, "c>a>b>f>d>e")], "a=b=c>d=e=f"),
    ],
)
def test_equal_majorities_are_treated_alike(ballots: list[tuple[int, str]], expected: str) -> None:
    assert consensus(*ballots) == expected


def test_forest_votes_by_it() -> None:
    wine = load_dataset("wine")
    forest = LabelRankingForest(
        aggregator="ranked-pairs", leaf="ranked-pairs", n_estimators=10, random_state=0
    )
    assert forest.fit(wine.X, wine.Y).score(wine.X, wine.Y) > 0.95
