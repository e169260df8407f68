"""What a cut is worth and whether it is made, from the whole matrix of correlations.

Every number is computed from scratch for every side of every cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Side:
    """The rows of a node or of one of its would-be children.

    `correlations`, shape (n, n), `codes` (equal for equal rankings) and `weights` are those of
    all rows.
    """

    correlations: Array
    codes: Array
    weights: Array
    rows: Array

    @property
    def w(self) -> Array:
        return self.weights[self.rows]

    @property
    def weight(self) -> float:
        return float(self.w.sum())

    @property
    def distinct(self) -> int:
        return len(np.unique(self.codes[self.rows]))

    def part(self, chosen: Array) -> Side:
        """Return the side of those of its rows that `chosen` is true for."""
        return Side(self.correlations, self.codes, self.weights, self.rows[chosen])


def mean_correlation(side: Side, self_pairs: bool) -> float:
    """Return the mean correlation over ordered pairs; a row of weight w is w equal rows."""
    C = side.correlations[np.ix_(side.rows, side.rows)]
    total = float((np.outer(side.w, side.w) * C).sum())
    if self_pairs:
        return total / side.weight**2
    own = float((side.w * np.diag(C)).sum())
    pairs = side.weight**2 - side.weight
    return (total - own) / pairs if pairs > 0 else 0.0


def ranking_entropy(side: Side) -> float:
    """Return (sum of p ln p) * ln(mean similarity of all rows to all distinct rankings)."""
    codes = side.codes[side.rows]
    distinct, first = np.unique(codes, return_index=True)
    share = np.array([side.w[codes == code].sum() for code in distinct]) / side.weight
    representatives = side.rows[first]
    similarity = (1 + side.correlations[np.ix_(representatives, representatives)]) / 2
    mean = float((share[:, np.newaxis] * similarity).sum()) / len(distinct)
    return float((share * np.log(share)).sum()) * log(mean)


def cut_score(name: str, left: Side, right: Side, whole: Side, self_pairs: bool) -> float:
    """Return the score of a cut by the criterion called `name`; larger is better."""
    if name == "mean-correlation":
        return (
            left.weight * mean_correlation(left, self_pairs)
            + right.weight * mean_correlation(right, self_pairs)
        ) / whole.weight
    assert name == "ranking-gain"
    return round(round(ranking_entropy(whole), 7) - split_entropy(left, right, whole), 7)


def split_entropy(left: Side, right: Side, whole: Side) -> float:
    """Return the weighted mean of the entropies of both sides, to 7 decimals as the program."""
    share = left.weight / whole.weight
    return round(share * ranking_entropy(left) + (1 - share) * ranking_entropy(right), 7)


def similarity_pays(score: float, whole: Side, gamma: float) -> bool:
    """Return whether the children together are clearly more alike than the node."""
    return gamma * (1 + score) > 1 + mean_correlation(whole, self_pairs=False) + 1e-12


def entropy_pays(left: Side, right: Side, whole: Side, gamma: float) -> bool:
    """Return whether the children together are clearly purer than the node."""
    total = left.weight * ranking_entropy(left) + right.weight * ranking_entropy(right)
    return gamma * ranking_entropy(whole) > total / whole.weight + 1e-12


def mdl_condition(left: Side, right: Side, whole: Side) -> float:
    """Return the gain that the minimum description length asks for."""
    n, k = whole.weight, whole.distinct
    if n <= 1:
        return inf
    code = k * log(3) if k > 30 else log(3**k - 2)  # the same double from k = 30 on
    delta = code - (
        k * round(ranking_entropy(whole), 7)
        - left.distinct * ranking_entropy(left)
        - right.distinct * ranking_entropy(right)
    )
    return log(n - 1) / n + round(delta, 7) / n
