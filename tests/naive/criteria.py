"""What a cut is worth and whether it is made, from the whole matrix of correlations.

Every number is computed from scratch for every side of every cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
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

    @cached_property
    def entropy(self) -> float:
        """The ranking entropy, (sum of p ln p) * ln(mean similarity of all to the distinct)."""
        codes, first, inverse = np.unique(
            self.codes[self.rows], return_index=True, return_inverse=True
        )
        share = np.bincount(inverse, weights=self.w) / self.weight
        representatives = self.rows[first]
        similarity = (1 + self.correlations[np.ix_(representatives, representatives)]) / 2
        mean = float((share[:, np.newaxis] * similarity).sum()) / len(codes)
        return float((share * np.log(share)).sum()) * log(mean)

    def part(self, chosen: Array) -> Side:
        """Return the side of those of its rows that `chosen` is true for."""
        return Side(self.correlations, self.codes, self.weights, self.rows[chosen])


def mean_correlation(side: Side, self_pairs: bool) -> float:
    """Return the mean correlation over ordered pairs; a row of weight w is w equal rows."""
    C = side.correlations[side.rows][:, side.rows]
    total = float(side.w @ C @ side.w)
    if self_pairs:
        return total / side.weight**2
    own = float((side.w * np.diag(C)).sum())
    pairs = side.weight**2 - side.weight
    return (total - own) / pairs if pairs > 0 else 0.0


def cut_score(name: str, left: Side, right: Side, whole: Side, self_pairs: bool) -> float:
    """Return the score of a cut by the criterion called `name`; larger is better."""
    if name == "mean-correlation":
        return (
            left.weight * mean_correlation(left, self_pairs)
            + right.weight * mean_correlation(right, self_pairs)
        ) / whole.weight
    assert name == "ranking-gain"
    return round(round(whole.entropy, 7) - split_entropy(left, right, whole), 7)


def split_entropy(left: Side, right: Side, whole: Side) -> float:
    """Return the weighted mean of the entropies of both sides, to 7 decimals as the program."""
    share = left.weight / whole.weight
    return round(share * left.entropy + (1 - share) * right.entropy, 7)


def similarity_pays(score: float, whole: Side, gamma: float) -> bool:
    """Return whether the children together are clearly more alike than the node."""
    return gamma * (1 + score) > 1 + mean_correlation(whole, self_pairs=False) + 1e-12


def entropy_pays(left: Side, right: Side, whole: Side, gamma: float) -> bool:
    """Return whether the children together are clearly purer than the node."""
    total = left.weight * left.entropy + right.weight * right.entropy
    return gamma * whole.entropy > total / whole.weight + 1e-12


def mdl_condition(left: Side, right: Side, whole: Side) -> float:
    """Return the gain that the minimum description length asks for."""
    n, k = whole.weight, whole.distinct
    if n <= 1:
        return inf
    code = k * log(3) if k > 30 else log(3**k - 2)  # the same double from k = 30 on
    delta = code - (
        k * round(whole.entropy, 7) - left.distinct * left.entropy - right.distinct * right.entropy
    )
    return log(n - 1) / n + round(delta, 7) / n
