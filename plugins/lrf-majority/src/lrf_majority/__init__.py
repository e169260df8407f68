"""Majority: how often a ranking agrees, pair by pair, with the majority of its child.

Each pair of labels is a question with three answers: the first label is better, the second one is,
or they are tied. In a node, the most frequent answer to a question is that of the majority. A cut
is the better, the more answers agree with the majority of their own child; labels that a ranking
leaves out answer nothing. This is the misclassification rate of decision trees (Breiman, Friedman,
Olshen and Stone, 1984), asked pair by pair: what is left of it in a leaf is a lower bound of the
mean Kendall distance of the leaf's rankings to any consensus, Kemeny's included, and equal to it
where the majorities contradict each other nowhere.

The mean correlation by Kendall's tau is the Gini index of the same questions. Like the rate among
classes, this one is less sensitive to outlying rankings and blind to cuts that turn no majority.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.plugin import Criterion, hookimpl, sweep

__all__ = ["lrf_criteria", "most_agreement"]

LRF_API = 1

NO_ANSWER = -1


def answer(positions: Any, row: int, first: int, second: int) -> int:
    """Return the answer of a ranking to a pair of labels: 0, 1, 2 for a tie, or `NO_ANSWER`."""
    a, b = positions[row, first], positions[row, second]
    if a < b:
        return 0
    if a > b:
        return 1
    return 2 if a == b else NO_ANSWER


def majority(votes: Any, pair: int) -> float:
    """Return the weight of the most frequent answer."""
    return max(votes[pair, 0], votes[pair, 1], votes[pair, 2])  # type: ignore[no-any-return]


def vote(positions: Any, row: int, weight: float, votes: Any) -> float:
    """Add a ranking's answers, or take them away; return by how much the majorities grow."""
    growth = 0.0
    pair = 0
    for first in range(1, positions.shape[1]):
        for second in range(first):
            given = answer(positions, row, first, second)
            if given != NO_ANSWER:
                before = majority(votes, pair)
                votes[pair, given] += weight
                growth += majority(votes, pair) - before
            pair += 1
    return growth


@sweep
def most_agreement(node: Any, best: Any) -> None:
    """Find the cut by which the share of answers that agree with a majority grows most."""
    n_samples, n_labels = node.rankings.shape[0], node.positions.shape[1]
    n_pairs = n_labels * (n_labels - 1) // 2
    left, right = np.zeros((n_pairs, 3)), np.zeros((n_pairs, 3))
    before = left_weight = 0.0
    for i in range(n_samples):
        before += vote(node.positions, node.rankings[i], node.weights[i], right)
    agreeing = before
    for i in range(n_samples - 1):
        row, weight = node.rankings[i], node.weights[i]
        agreeing += vote(node.positions, row, weight, left)
        agreeing += vote(node.positions, row, -weight, right)
        left_weight += weight
        if node.keys[i] == node.keys[i + 1]:
            continue
        if min(left_weight, node.weight - left_weight) < node.minimum:
            continue
        score = (agreeing - before) / (node.weight * n_pairs)
        if score > best[0]:
            best[0] = score
            best[1] = i + 1


@hookimpl
def lrf_criteria() -> list[Criterion]:
    """Offer the criterion."""
    return [
        Criterion(
            name="majority",
            summary="growth of the share of pairwise preferences that agree with the majority",
            reference=(
                "L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone, Classification and "
                "Regression Trees, 1984 (the misclassification rate, here of pairs)"
            ),
            sweep=most_agreement,
            scale="impurity",
            correlation=None,
        )
    ]
