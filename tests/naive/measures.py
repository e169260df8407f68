"""Each correlation by its definition: two rankings at a time, chance by trying all shuffles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, permutations
from math import log2, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import stats

Array = npt.NDArray[Any]
Ranking = tuple[float, ...]

WEIGHTS: dict[str, Callable[[float, int], float]] = {
    "hyperbolic": lambda place, n: 1 / place,
    "logarithmic": lambda place, n: 1 / log2(1 + place),
    "linear": lambda place, n: n + 1 - place,
    "uniform": lambda place, n: 1,
}


def matrix(name: str, Y: Array, **parameters: Any) -> Array:
    """Return the correlations of all rows of `Y` by the measure called `name`."""
    rankings, rows = np.unique(Y, axis=0, return_inverse=True)
    as_tuples = [tuple(row) for row in rankings.tolist()]
    found = [[MEASURES[name](a, b, **parameters) for b in as_tuples] for a in as_tuples]
    return np.array(found)[np.ix_(rows.ravel(), rows.ravel())]


def sign(x: float) -> int:
    """Return 1, 0 or -1; 0 if `x` is NaN."""
    return (x > 0) - (x < 0)


def normalised(product: Callable[[Ranking, Ranking], float], a: Ranking, b: Ranking) -> float:
    """Return the product of `a` and `b`, over the root of the products of each with itself."""
    own = product(a, a) * product(b, b)
    return product(a, b) / sqrt(own) if own > 1e-12 else 0.0


def weighted_kendall(
    a: Ranking,
    b: Ranking,
    weights: str = "uniform",
    additive: bool = True,
    items: str = "",
) -> float:
    """Return tau-b with pairs that weigh by their places in both rankings and by themselves."""
    own = [float(word) for word in items.split(",")] if items else [1.0] * len(a)

    def weight(ranking: Ranking, i: int, j: int) -> float:
        n = sum(x == x for x in ranking)
        x, y = (WEIGHTS[weights](ranking[label], n) for label in (i, j))
        return (x + y if additive else x * y) * own[i] * own[j]

    def product(a: Ranking, b: Ranking) -> float:
        total = 0.0
        for i, j in combinations(range(len(a)), 2):
            signs = sign(a[i] - a[j]) * sign(b[i] - b[j])
            if signs:
                total += signs * sqrt(weight(a, i, j) * weight(b, i, j))
        return total

    return normalised(product, a, b)


def spearman(a: Ranking, b: Ranking) -> float:
    """Return the linear correlation of mean positions over all ways to complete the rankings."""
    x, y = (np.mean(list(completed(ranking)), axis=0) for ranking in (a, b))
    if np.ptp(x) < 1e-9 or np.ptp(y) < 1e-9:
        return 0.0
    return float(np.corrcoef(x, y)[0, 1])


@cache
def completed(ranking: Ranking) -> tuple[Ranking, ...]:
    """Return all rankings without ties that contradict `ranking` nowhere."""
    pairs = list(combinations(range(len(ranking)), 2))
    return tuple(
        full
        for full in permutations(range(1, len(ranking) + 1))
        if all(sign(ranking[i] - ranking[j]) * (full[i] - full[j]) >= 0 for i, j in pairs)
    )


def tau_x(a: Ranking, b: Ranking) -> float:
    """Return the mean product of the scores: 1 if ahead or tied, else -1."""

    def score(ranking: Ranking, i: int, j: int) -> int:
        if i == j or ranking[i] != ranking[i] or ranking[j] != ranking[j]:
            return 0
        return 1 if ranking[i] <= ranking[j] else -1

    def product(a: Ranking, b: Ranking) -> float:
        labels = range(len(a))
        return sum(score(a, i, j) * score(b, i, j) for i in labels for j in labels)

    return normalised(product, a, b)


def corrected(agreement: Callable[..., float], a: Ranking, b: Ranking, **parameters: Any) -> float:
    """Return by how much two rankings agree more than shuffled ones, at most 1."""

    def product(a: Ranking, b: Ranking) -> float:
        by_chance = [agreement(a, shuffled, **parameters) for shuffled in permutations(b)]
        return agreement(a, b, **parameters) - sum(by_chance) / len(by_chance)

    return normalised(product, a, b)


@cache
def matches(a: Ranking, b: Ranking) -> float:
    """Return how many labels have the same place, on average over the ways to break ties."""
    return mean(sum(x == y for x, y in zip(p, q, strict=True)) for p, q in broken(a, b))


@cache
def displacement(a: Ranking, b: Ranking) -> float:
    """Return less the sum of displacements."""
    return -sum(abs(x - y) for x, y in zip(a, b, strict=True))


@cache
def overlap(a: Ranking, b: Ranking, k: int) -> float:
    """Return how many labels are in both tops, on average over the ways to break ties."""
    return mean(sum(x <= k and y <= k for x, y in zip(p, q, strict=True)) for p, q in broken(a, b))


@cache
def extrapolated_rbo(a: Ranking, b: Ranking, p: float) -> float:
    """Return rank-biased overlap, extrapolated as Webber et al. do in their equation 32."""
    k = len(a)
    seen = sum(p ** (d - 1) * overlap(a, b, d) / d for d in range(1, k + 1))
    return (1 - p) * seen + p**k * overlap(a, b, k) / k


def average_overlap(a: Ranking, b: Ranking) -> float:
    """Return the mean overlap of all depths."""
    return mean(overlap(a, b, d) / d for d in range(1, len(a) + 1))


def rbo(a: Ranking, b: Ranking, p: float) -> float:
    """Return rank-biased overlap corrected for chance."""
    return corrected(average_overlap, a, b) if p == 1 else corrected(extrapolated_rbo, a, b, p=p)


def broken(a: Ranking, b: Ranking) -> Iterator[tuple[Ranking, Ranking]]:
    """Yield all ways to break the ties of both rankings."""
    return ((p, q) for p in completed(a) for q in completed(b))


def mean(values: Iterator[float]) -> float:
    """Return the mean of some numbers."""
    return float(np.mean(list(values)))


def cayley(a: Ranking, b: Ranking) -> float:
    """Return 1 less a share of exchanges; they put one label to its place after the other."""
    order = [b.index(place) for place in a]
    exchanges = 0
    for place in range(len(order)):
        if order[place] != place:
            other = order.index(place)
            order[place], order[other] = order[other], order[place]
            exchanges += 1
    return 1 - 2 * exchanges / (len(a) - 1)


def ulam(a: Ranking, b: Ranking) -> float:
    """Return 1 less a share of labels that must go, until the others are in the same order."""
    labels = range(len(a))
    longest = max(
        size
        for size in range(1, len(a) + 1)
        for kept in combinations(labels, size)
        if all(sign(a[i] - a[j]) == sign(b[i] - b[j]) for i, j in combinations(kept, 2))
    )
    return 1 - 2 * (len(a) - longest) / (len(a) - 1)


def weighted_tau(a: Ranking, b: Ranking, weights: str, additive: bool) -> float:
    """Return scipy's weighted tau, which ranks by scores, larger ones first."""
    if len(set(a)) == 1 or len(set(b)) == 1:
        return 0.0
    found = stats.weightedtau(
        [-x for x in a],
        [-x for x in b],
        weigher=lambda rank: WEIGHTS[weights](rank + 1, len(a)),
        additive=additive,
    )
    return float(found.statistic)


MEASURES: dict[str, Callable[..., float]] = {
    "cayley": cayley,
    "footrule": lambda a, b: corrected(displacement, a, b),
    "hamming": lambda a, b: corrected(matches, a, b),
    "kendall": weighted_kendall,
    "rbo": rbo,
    "spearman": spearman,
    "tau-x": tau_x,
    "top-k-overlap": lambda a, b, k: corrected(overlap, a, b, k=k),
    "ulam": ulam,
    "weighted-kendall": weighted_kendall,
    "weighted-tau": weighted_tau,
}
