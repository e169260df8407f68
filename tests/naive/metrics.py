"""Correlations of two rankings, straight from the definitions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import isnan, sqrt

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
