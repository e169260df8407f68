"""Shannon's entropy of the distinct rankings (Quinlan, 1986), each taken for a class of its own.

How alike two rankings are does not count, only whether they are equal. In nats.
"""

from __future__ import annotations

import math
from typing import Any

from lrf.plugin import Criterion, gain, hookimpl, value


def total_entropy(side: Any) -> float:
    """Return weight times entropy."""
    if side.distinct <= 1.0:
        return 0.0
    return side.weight * math.log(side.weight) - side.log_sum  # type: ignore[no-any-return]


@value
def entropy(side: Any) -> float:
    """Return the entropy of a node."""
    return total_entropy(side) / side.weight  # type: ignore[no-any-return]


@gain
def entropy_gain(left: Any, right: Any, whole: Any) -> float:
    """Return by how much the cut lowers the entropy."""
    after = total_entropy(left) + total_entropy(right)
    return (total_entropy(whole) - after) / whole.weight  # type: ignore[no-any-return]


@hookimpl
def lrf_criteria() -> list[Criterion]:
    """Offer the entropy of the distinct rankings."""
    return [
        Criterion(
            name="entropy",
            summary="gain in Shannon's entropy, each distinct ranking a class of its own",
            reference="J. R. Quinlan, Induction of decision trees, Machine Learning 1, 1986",
            gain=entropy_gain,
            value=entropy,
            statistics="variety",
            scale="entropy",
            correlation=None,
        )
    ]
