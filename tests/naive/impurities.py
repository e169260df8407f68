"""What makes a node impure, from the rankings in it, and the trees that grow by it.

A node is its rankings, as average positions, and their weights. Everything is worked out from
scratch for each side of each cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from math import exp, inf, log
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

Array = npt.NDArray[Any]
Impurity: TypeAlias = Callable[[Array, Array], float]
Score: TypeAlias = Callable[[Array, Array, Array], float]
#: A leaf is None; other nodes hold the attribute, the threshold and both children.
Tree: TypeAlias = tuple[int, float, Any, Any] | None


def shares(Y: Array, w: Array) -> list[float]:
    """Return the share of each distinct ranking."""
    total: Counter[tuple[float, ...]] = Counter()
    for row, weight in zip(Y, w, strict=True):
        total[tuple(row)] += weight
    return [weight / w.sum() for weight in total.values()]


def entropy(Y: Array, w: Array) -> float:
    return -sum(p * log(p) for p in shares(Y, w))


def gini(Y: Array, w: Array) -> float:
    return 1 - sum(p * p for p in shares(Y, w))


def variance(Y: Array, w: Array) -> float:
    """Return the variance of positions, averaged over labels."""
    Y = expected_positions(Y)
    mean = np.average(Y, axis=0, weights=w)
    return float(np.average(((Y - mean) ** 2).mean(axis=1), weights=w))


def ranked_pairs(a: Array) -> list[tuple[int, int]]:
    """Return the pairs of labels that a ranking holds both of."""
    return [(i, j) for i, j in combinations(range(len(a)), 2) if not np.isnan(a[i] + a[j])]


def kendall_distance(a: Array, b: Array) -> float:
    """Return how many of the pairs of `a` are ordered differently, 1/2 for a tie in one of both."""
    return sum(abs(np.sign(a[i] - a[j]) - np.sign(b[i] - b[j])) / 2 for i, j in ranked_pairs(a))


def expected_positions(Y: Array) -> Array:
    """Return the mean position of each label over all places where missing ones could be."""
    k = Y.shape[1]
    full = Y * (k + 1) / ((~np.isnan(Y)).sum(axis=1, keepdims=True) + 1)
    return np.where(np.isnan(full), (k + 1) / 2, full)


def borda(Y: Array, w: Array) -> Array:
    """Return the mean position of each label, equal where only rounding makes a difference."""
    return np.round(np.average(expected_positions(Y), axis=0, weights=w), 9)


def model_distance(theta: float, k: int) -> float:
    """Return the mean distance to the centre in Mallows' model of k labels."""
    mean = 0.0
    for j in range(2, k + 1):
        p = np.array([exp(-theta * i) for i in range(j)])
        mean += float(p @ np.arange(j)) / float(p.sum())
    return mean


def spread(distance: float, k: int) -> float:
    """Return the theta at which the model has this mean distance."""
    if distance <= 1e-12:
        return inf
    if distance >= k * (k - 1) / 4:
        return 0.0
    return float(brentq(lambda theta: model_distance(theta, k) - distance, 0, 60, xtol=1e-14))


def mallows(Y: Array, w: Array) -> float:
    """Return 1 / (1 + theta), the mean distance being estimated from the pairs that are there."""
    centre, k = borda(Y, w), Y.shape[1]
    different = w @ [kendall_distance(row, centre) for row in Y]
    share = different / (w @ [len(ranked_pairs(row)) for row in Y])
    return 1 / (1 + spread(float(share) * k * (k - 1) / 2, k))


def decrease(impurity: Impurity) -> Score:
    """Return the score of a cut: by how much it lowers an impurity."""

    def score(Y: Array, w: Array, left: Array) -> float:
        inside, outside = (w[part].sum() * impurity(Y[part], w[part]) for part in (left, ~left))
        return impurity(Y, w) - (inside + outside) / w.sum()

    return score


def wins_and_meetings(Y: Array, w: Array, added: float) -> tuple[Array, Array]:
    """Return how often each label came before each other, and how often both were ranked.

    So many wins are added each way for each pair.
    """
    k = Y.shape[1]
    wins = np.zeros((k, k))
    for a in range(k):
        for b in range(k):
            if a != b:
                before = (Y[:, a] < Y[:, b]) + (Y[:, a] == Y[:, b]) / 2
                wins[a, b] = float(w @ before) + added
    return wins, wins + wins.T


def worths(wins: Array, met: Array, steps: int) -> Array:
    """Return the worth of each label after some MM steps."""
    won = wins.sum(axis=1)
    worth = won / wins.sum(axis=0)
    for _ in range(steps):
        worth = won / (met / np.add.outer(worth, worth)).sum(axis=1)
    return worth


def surprise(row: Array, p: Array) -> Array:
    """Return how much more often each label of a ranking wins than it should."""
    won = np.zeros(len(row))
    for a, b in ranked_pairs(row):
        more = float(row[a] < row[b]) + float(row[a] == row[b]) / 2 - p[a, b]
        won[a] += more
        won[b] -= more
    return won


def plackett_luce(Y: Array, w: Array, left: Array) -> float:
    """Return the gain in log-likelihood per ranking, to second order."""
    k = Y.shape[1]
    wins, met = wins_and_meetings(Y, w, 0.5)
    worth = worths(wins, met, 6)
    p = worth[:, np.newaxis] / np.add.outer(worth, worth)
    information = -p * p.T * met / (met.sum() / (k * (k - 1)))
    np.fill_diagonal(information, 0.0)
    np.fill_diagonal(information, -information.sum(axis=1))
    won = w[:, np.newaxis] * np.array([surprise(row, p) for row in Y])
    told = w * [len(ranked_pairs(row)) / (k * (k - 1) / 2) for row in Y]
    share = told[left].sum() / told.sum() if told.any() else 0.0
    if not 0 < share < 1:
        return 0.0
    gap = (won[left].sum(axis=0) - share * won.sum(axis=0)) / told.sum()
    square = float(gap @ np.linalg.pinv(information, hermitian=True) @ gap)
    return square / (share * (1 - share)) / 2 * float(told.sum() / w.sum())


def unsaid(Y: Array, w: Array, steps: int = 50) -> float:
    """Return what fitted worths leave unsaid about the pairs of a ranking, in nats."""
    if len(np.unique(np.nan_to_num(Y), axis=0)) == 1:
        return 0.0
    worth = worths(*wins_and_meetings(Y, w, 0.01 * w.sum()), steps)
    total = 0.0
    for row, weight in zip(Y, w, strict=True):
        for a, b in ranked_pairs(row):
            p = worth[a] / (worth[a] + worth[b])
            if row[a] == row[b]:
                total -= weight * (log(p) / 2 + log(1 - p) / 2 + log(2))
            else:
                total -= weight * log(p if row[a] < row[b] else 1 - p)
    return float(total / w.sum())


SCORES: dict[str, Score] = {
    "entropy": decrease(entropy),
    "gini": decrease(gini),
    "mallows": decrease(mallows),
    "plackett-luce": plackett_luce,
    "variance": decrease(variance),
}


def grow(X: Array, Y: Array, w: Array, score: Score, least: float, rejects: Any = None) -> Tree:
    """Return the tree of the rows of positive weight.

    A node of which ``rejects(Y, w)`` is true is a leaf.
    """
    X, Y, w = X[w > 0], Y[w > 0], w[w > 0]
    if len(np.unique(np.nan_to_num(Y), axis=0)) == 1 or (rejects is not None and rejects(Y, w)):
        return None
    best, choice = -inf, None
    for feature in range(X.shape[1]):
        values = np.unique(X[:, feature])
        for low, high in pairwise(values):
            left = X[:, feature] <= low
            if min(w[left].sum(), w[~left].sum()) < least:
                continue
            found = score(Y, w, left)
            if found > best + 1e-9:
                best, choice = found, (feature, (low + high) / 2, left)
    if choice is None:
        return None
    feature, threshold, left = choice
    children = [grow(X[part], Y[part], w[part], score, least, rejects) for part in (left, ~left)]
    return feature, float(threshold), *children
