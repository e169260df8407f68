"""Measures of two rankings, or of a ranking and scores, straight from the definitions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, permutations
from math import inf, isnan, log2, nan, sqrt
from statistics import mean

from tests.naive import rankings

Row = Sequence[float]


def shared(a: Row, b: Row) -> tuple[Row, Row]:
    """Return both rankings without the labels that are NaN in either."""
    both = [(x, y) for x, y in zip(a, b, strict=True) if not (isnan(x) or isnan(y))]
    return [x for x, _ in both], [y for _, y in both]


def kendall(a: Row, b: Row) -> float:
    """Return (concordant - discordant) / sqrt(untied in a * untied in b), 0 instead of 0 / 0."""
    a, b = shared(a, b)
    concordant = discordant = untied_a = untied_b = 0
    for p, q in combinations(range(len(a)), 2):
        product = (a[p] - a[q]) * (b[p] - b[q])
        concordant += product > 0
        discordant += product < 0
        untied_a += a[p] != a[q]
        untied_b += b[p] != b[q]
    most = sqrt(untied_a * untied_b)
    return (concordant - discordant) / most if most else 0.0


def spearman(a: Row, b: Row) -> float:
    """Return the correlation coefficient of the average ranks, 0 instead of 0 / 0."""
    a, b = (rankings.average(row) for row in shared(a, b))
    middle = (len(a) + 1) / 2
    product = sum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True))
    most = sqrt(sum((x - middle) ** 2 for x in a) * sum((y - middle) ** 2 for y in b))
    return product / most if most else 0.0


def tau_x(a: Row, b: Row) -> float:
    """Return the mean product of the scores 1 (ahead or tied) and -1 of all ordered pairs."""
    a, b = shared(a, b)
    products = [
        (1 if a[p] <= a[q] else -1) * (1 if b[p] <= b[q] else -1)
        for p, q in permutations(range(len(a)), 2)
    ]
    return sum(products) / len(products) if products else 0.0


def picking_orders(scores: Row, predicted: Row) -> list[tuple[int, ...]]:
    """Return all orders of the measured labels that agree with the predicted positions."""
    measured = [j for j, score in enumerate(scores) if not isnan(score)]
    last = {j: inf if isnan(predicted[j]) else predicted[j] for j in measured}
    return [
        order
        for order in permutations(measured)
        if all(last[a] <= last[b] for a, b in pairwise(order))
    ]


def expected(worth: Callable[[tuple[int, ...]], float], scores: Row, predicted: Row) -> float:
    """Return the mean of what each order is worth; NaN if no label is measured."""
    if all(isnan(score) for score in scores):
        return nan
    return mean(worth(order) for order in picking_orders(scores, predicted))


def regret(scores: Row, predicted: Row, picks: int) -> float:
    """Return the best score less the best of the picks."""
    best = max((score for score in scores if not isnan(score)), default=nan)

    def loss(order: tuple[int, ...]) -> float:
        return min(0 if scores[j] == best else best - scores[j] for j in order[:picks])

    return expected(loss, scores, predicted)


def reciprocal_rank(scores: Row, predicted: Row, picks: int) -> float:
    """Return 1 over the best true rank among the picks."""
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    return expected(lambda order: 1 / min(ranks[j] for j in order[:picks]), scores, predicted)


def top_k_hit(scores: Row, predicted: Row, k: int) -> float:
    """Return whether a label of the best score is among the first k."""
    best = max((score for score in scores if not isnan(score)), default=nan)

    def hit(order: tuple[int, ...]) -> float:
        return float(any(scores[j] == best for j in order[:k]))

    return expected(hit, scores, predicted)


def ndcg(gains: Row, predicted: Row, k: int) -> float:
    """Return the discounted gains of the first k labels, over those of the best order."""

    def total(order: Sequence[int]) -> float:
        return sum(gains[j] / log2(2 + place) for place, j in enumerate(order[:k]))

    measured = [j for j, gain in enumerate(gains) if not isnan(gain)]
    best = total(sorted(measured, key=lambda j: -gains[j]))
    return expected(lambda order: total(order) / best if best else 0.0, gains, predicted)
