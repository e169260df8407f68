"""Consensus rankings in the obvious, slow way: vote by vote, pair by pair, order by order."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def wins(rankings: Array, weights: Array | None = None) -> Array:
    """Return the weight of the votes that place a before b, shape (k, k), ties one half each."""
    n_votes, n_labels = rankings.shape
    weights = np.ones(n_votes) if weights is None else weights
    table = np.zeros((n_labels, n_labels))
    for vote, weight in zip(rankings, weights, strict=True):
        for a in range(n_labels):
            for b in range(n_labels):
                if a == b or np.isnan(vote[a]) or np.isnan(vote[b]):
                    continue
                if vote[a] < vote[b]:
                    table[a, b] += weight
                elif vote[a] == vote[b]:
                    table[a, b] += weight / 2
    return table


def rank_sums(rankings: Array, weights: Array | None = None) -> Array:
    """Return the weighted sum of each label's positions, shape (k,)."""
    weights = np.ones(len(rankings)) if weights is None else weights
    sums = np.zeros(rankings.shape[1])
    for vote, weight in zip(rankings, weights, strict=True):
        for label, position in enumerate(vote):
            sums[label] += weight * position
    return sums


def average_positions(keys: Array) -> Array:
    """Return the positions of labels by ascending key, ties averaged, shape (k,)."""
    return np.array(
        [sum(other < key for other in keys) + (sum(keys == key) + 1) / 2 for key in keys]
    )


def borda_scores(table: Array) -> Array:
    """Return the mean share of won comparisons over the labels compared with, shape (k,)."""
    scores = []
    for a in range(len(table)):
        shares = [
            table[a, b] / (table[a, b] + table[b, a])
            for b in range(len(table))
            if b != a and table[a, b] + table[b, a] > 0
        ]
        scores.append(sum(shares) / len(shares) if shares else 0.5)
    return np.array(scores)


def distance(positions: Array, table: Array) -> float:
    """Return the summed Kendall distance of a ranking to the votes, ties counting one half."""
    total = 0.0
    for a, b in combinations(range(len(table)), 2):
        if positions[a] < positions[b]:
            total += table[b, a]
        elif positions[a] > positions[b]:
            total += table[a, b]
        else:
            total += (table[a, b] + table[b, a]) / 2
    return total


def best_orders(table: Array) -> tuple[float, list[tuple[int, ...]]]:
    """Return the least distance that an order has, and all orders that have it."""
    distances = {
        order: distance(np.argsort(order), table) for order in permutations(range(len(table)))
    }
    least = min(distances.values())
    near = 1e-9 * max(1.0, table.sum())
    return least, [order for order, value in distances.items() if value <= least + near]


def on_common_cycle(beats: Array) -> Array:
    """Return which pairs of vertices reach each other, step by step."""
    size = len(beats)
    reach = beats.copy()
    for via in range(size):
        for a in range(size):
            for b in range(size):
                reach[a, b] |= reach[a, via] and reach[via, b]
    return reach & reach.T


def kemeny(table: Array) -> Array:
    """Return the Kemeny consensus with the documented choice among equally good orders."""
    k = len(table)
    margin = table - table.T
    margin[np.abs(margin) < 1e-9 * max(1.0, table.max())] = 0.0
    borda = average_positions(np.round(-borda_scores(table), 9))
    preference = sorted(range(k), key=lambda label: (borda[label], label))
    together = on_common_cycle(margin > 0)
    candidates = best_orders(table)[1]
    for label in range(k):
        group = {label} | set(np.flatnonzero(together[label]))
        first = min(
            (tuple(a for a in order if a in group) for order in candidates),
            key=lambda part: [preference.index(a) for a in part],
        )
        candidates = [
            order for order in candidates if tuple(a for a in order if a in group) == first
        ]
    order = min(candidates, key=lambda part: [preference.index(a) for a in part])
    groups: list[list[int]] = [[order[0]]]
    for label in order[1:]:
        if all(margin[label, other] == 0 and borda[label] == borda[other] for other in groups[-1]):
            groups[-1].append(label)
        else:
            groups.append([label])
    keys = np.empty(k)
    for number, members in enumerate(groups):
        keys[members] = number
    return average_positions(keys)
