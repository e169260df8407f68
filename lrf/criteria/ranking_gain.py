"""Ranking information gain (Rebelo de Sa, Soares, Knobbe, 2016): the criterion of entropy trees.

The ranking entropy of a node is the Shannon entropy of its distinct rankings times the logarithm
of how alike they are: many different rankings count little while they are similar. Both in nats.
Entropies are compared to seven decimals, as in the published program; the first cut wins ties.
"""

from __future__ import annotations

import math
from typing import Any

from lrf.plugin import Criterion, gain, hookimpl, value

SMALLEST_SIMILARITY = 1e-10


def ranking_entropy(side: Any) -> float:
    """Return the entropy of the distinct rankings, times -ln of their mean similarity."""
    if side.distinct <= 1.0:
        return 0.0
    shannon = math.log(side.weight) - side.log_sum / side.weight
    similarity = 0.5 + 0.5 * side.cross / (side.weight * side.distinct)
    if similarity <= SMALLEST_SIMILARITY or similarity >= 1.0:
        return 0.0
    return -shannon * math.log(similarity)  # type: ignore[no-any-return]


def seven_decimals(number: float) -> float:
    """Round to seven decimals."""
    return math.floor(number * 1e7 + 0.5) / 1e7


@value
def entropy(side: Any) -> float:
    """Return the ranking entropy of a node."""
    return ranking_entropy(side)


@gain
def entropy_gain(left: Any, right: Any, whole: Any) -> float:
    """Return by how much the cut lowers the ranking entropy."""
    share = left.weight / whole.weight
    split = share * ranking_entropy(left) + (1.0 - share) * ranking_entropy(right)
    return seven_decimals(ranking_entropy(whole)) - seven_decimals(split)


@hookimpl
def lrf_criteria() -> list[Criterion]:
    """Offer the ranking information gain."""
    return [
        Criterion(
            name="ranking-gain",
            summary="gain in ranking entropy (entropy-based ranking trees, ERT)",
            reference=(
                "C. R. de Sa, C. Soares, A. Knobbe, Entropy-based discretization methods for "
                "ranking data, Information Sciences 329, 2016"
            ),
            gain=entropy_gain,
            value=entropy,
            statistics="variety",
            scale="entropy",
        )
    ]
