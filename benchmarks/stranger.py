"""Components as a stranger would write them, which do what built-in ones do.

Criteria are the mean correlation (Rebelo de Sá et al., 2017) and the ranking information gain
(Rebelo de Sá et al., 2016); the correlation is Kendall's tau, given as a matrix.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.plugin import Correlation, Criterion, gain, hookimpl, value


@gain
def agreement_of_children(left: Any, right: Any, whole: Any) -> float:
    both = left.norm * right.weight + right.norm * left.weight
    return both / (left.weight * right.weight * whole.weight)  # type: ignore[no-any-return]


def disorder(side: Any) -> float:
    if side.distinct <= 1.0:
        return 0.0
    alike = 0.5 + 0.5 * side.cross / (side.weight * side.distinct)
    if alike <= 1e-10 or alike >= 1.0:
        return 0.0
    entropy = math.log(side.weight) - side.log_sum / side.weight
    return -entropy * math.log(alike)  # type: ignore[no-any-return]


@value
def disorder_of_node(side: Any) -> float:
    return disorder(side)


def rounded(number: float) -> float:
    return math.floor(number * 1e7 + 0.5) / 1e7


@gain
def fall_of_disorder(left: Any, right: Any, whole: Any) -> float:
    share = left.weight / whole.weight
    after = share * disorder(left) + (1.0 - share) * disorder(right)
    return rounded(disorder(whole)) - rounded(after)


def tau(rankings: Any) -> Any:
    signs = np.sign(rankings[:, :, None] - rankings[:, None, :]).reshape(len(rankings), -1)
    products = signs @ signs.T
    norms = np.sqrt(np.diag(products))
    return products / np.maximum(np.outer(norms, norms), 1.0)


@hookimpl
def lrf_criteria() -> list[Criterion]:
    return [
        Criterion(
            name="agreement",
            summary="mean correlation within the children",
            gain=agreement_of_children,
        ),
        Criterion(
            name="disorder",
            summary="fall of the ranking entropy",
            gain=fall_of_disorder,
            value=disorder_of_node,
            statistics="variety",
            scale="entropy",
        ),
    ]


@hookimpl
def lrf_correlations() -> list[Correlation]:
    return [Correlation(name="tau", summary="Kendall's tau-b by its matrix", matrix=tau)]
