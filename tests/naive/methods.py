"""Aggregators besides those of `tests.naive.aggregators`, vote by vote and order by order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, permutations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.naive.aggregators import average_positions, borda_scores

Array = npt.NDArray[Any]

NOISE = 1e-9


def sign(number: float) -> int:
    return int(number > NOISE) - int(number < -NOISE)


def majority(table: Array, a: int, b: int) -> int:
    """Return 1 if more votes place a before b than b before a, -1 if less, else 0."""
    return sign((table[a, b] - table[b, a]) / max(table.max(), 1e-300))


def position_counts(rankings: Array, weights: Array) -> Array:
    """Return the weight with which each label has each position 1, 1.5, 2, ..."""
    k = rankings.shape[1]
    counts = np.zeros((k, 2 * k - 1))
    for vote, weight in zip(rankings, weights, strict=True):
        for label in range(k):
            counts[label, round(2 * vote[label]) - 2] += weight
    return counts


def place_chances(rankings: Array, weights: Array) -> Array:
    """Return the weight with which each label has each place, ties sharing theirs."""
    k = rankings.shape[1]
    chances = np.zeros((k, k))
    for vote, weight in zip(rankings, weights, strict=True):
        for label in range(k):
            first = sum(other < vote[label] for other in vote)
            size = sum(other == vote[label] for other in vote)
            chances[label, first : first + size] += weight / size
    return chances


def kendall(one: Array, other: Array) -> float:
    """Return the pairs ordered differently, those tied in one of the two counting one half."""
    pairs = combinations(range(len(one)), 2)
    return sum(abs(sign(one[a] - one[b]) - sign(other[a] - other[b])) / 2 for a, b in pairs)


def footrule(one: Array, other: Array) -> float:
    return float(sum(abs(a - b) for a, b in zip(one, other, strict=True)))


def hamming(one: Array, other: Array) -> float:
    """Return how many labels are in different places, if ties are broken at random."""
    ones, others = (place_chances(vote[np.newaxis], np.ones(1)) for vote in (one, other))
    return float(len(one) - (ones * others).sum())


def squares(one: Array, other: Array) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)))


Distance = Callable[[Array, Array], float]


def total(distance: Distance, ranking: Array, rankings: Array, weights: Array) -> float:
    votes = zip(rankings, weights, strict=True)
    return float(sum(weight * distance(ranking, vote) for vote, weight in votes))


def orders(n_labels: int) -> Iterator[Array]:
    """Yield all orders, as positions."""
    for places in permutations(range(1, n_labels + 1)):
        yield np.array(places, dtype=float)


def weak_orders(n_labels: int) -> Iterator[Array]:
    """Yield all orders of buckets, as average positions."""
    for keys in product(range(n_labels), repeat=n_labels):
        if set(keys) == set(range(max(keys) + 1)):
            yield average_positions(np.array(keys))


def nearest_orders(distance: Distance, rankings: Array, weights: Array) -> list[Array]:
    """Return all orders of least distance, and of these only those of least squared distance."""
    candidates = list(orders(rankings.shape[1]))
    for measure in (distance, squares):
        totals = [total(measure, order, rankings, weights) for order in candidates]
        near = min(totals) + NOISE * max(1.0, weights.sum())
        candidates = [c for c, t in zip(candidates, totals, strict=True) if t <= near]
    return candidates


def copeland(table: Array) -> Array:
    k = len(table)
    scores = [sum(majority(table, a, b) for b in range(k)) for a in range(k)]
    return average_positions(-np.array(scores))


def kemeny_local(table: Array) -> Array:
    """Return Borda's order, each label moved up while a majority wants it to."""
    k = len(table)
    borda = average_positions(np.round(-borda_scores(table), 9))
    order: list[int] = []
    for label in sorted(range(k), key=lambda label: (borda[label], label)):
        place = len(order)
        while place and majority(table, label, order[place - 1]) > 0:
            place -= 1
        order.insert(place, label)
    groups: list[list[int]] = [[order[0]]]
    for label in order[1:]:
        if all(
            majority(table, label, other) == 0 and borda[label] == borda[other]
            for other in groups[-1]
        ):
            groups[-1].append(label)
        else:
            groups.append([label])
    keys = np.empty(k)
    for number, members in enumerate(groups):
        keys[members] = number
    return average_positions(keys)


def chains(n_labels: int, start: int, end: int) -> Iterator[tuple[int, ...]]:
    between = [label for label in range(n_labels) if label not in (start, end)]
    for length in range(len(between) + 1):
        for via in permutations(between, length):
            yield (start, *via, end)


def schulze(table: Array, by_margins: bool = False) -> Array:
    """Return the ranking by strongest chains, each chain looked at."""
    k = len(table)

    def strength(a: int, b: int) -> float:
        if majority(table, a, b) <= 0:
            return 0.0
        return float(table[a, b] - table[b, a] if by_margins else table[a, b])

    def strongest(a: int, b: int) -> float:
        return max(min(strength(c, d) for c, d in pairwise(chain)) for chain in chains(k, a, b))

    scale = max(table.max(), 1e-300)
    scores = [
        sum(sign((strongest(a, b) - strongest(b, a)) / scale) for b in range(k) if b != a)
        for a in range(k)
    ]
    return average_positions(-np.array(scores))


def walker(table: Array, restart: float) -> Array:
    """Return how much of the time the walker of MC4 spends at each label, after many steps."""
    k = len(table)
    share = np.full(k, 1 / k)
    for _ in range(round(40 / restart)):
        moved = np.full(k, restart / k)
        for here in range(k):
            for drawn in range(k):
                goes = drawn if majority(table, drawn, here) > 0 else here
                moved[goes] += (1 - restart) * share[here] / k
        share = moved
    return share


def log_likelihood(strengths: Array, rankings: Array, weights: Array) -> float:
    """Return the mean log-likelihood of votes in Plackett and Luce's model, pick by pick."""
    value = 0.0
    for vote, weight in zip(rankings, weights, strict=True):
        for label, position in enumerate(vote):
            if not np.isnan(position):
                among = [np.exp(strengths[b]) for b, other in enumerate(vote) if other >= position]
                value += weight * (strengths[label] - np.log(sum(among)))
    return value / weights.sum()


def bucket_distance(ranking: Array, table: Array) -> float:
    """Return the distance of a bucket order to the shares of votes, summed over all pairs."""
    value = 0.0
    for a, b in combinations(range(len(table)), 2):
        compared = table[a, b] + table[b, a]
        share = table[a, b] / compared if compared else 0.5
        value += abs(share - (1 - sign(ranking[a] - ranking[b])) / 2)
    return value
