"""Mean correlation (Rebelo de Sa, Soares, Knobbe, Cortez, 2017): the criterion of ranking trees.

A cut is as good as the rankings within its two children agree on average, weighted by size. The
mean over a child's pairs may include each ranking paired with itself, as the published program
has it; a node's own value leaves these out, also as published.
"""

from __future__ import annotations

from typing import Any

from lrf.plugin import Criterion, Parameter, gain, hookimpl, value


@gain
def similarity_of_children(left: Any, right: Any, whole: Any, params: Any) -> float:
    """Return the mean similarity of the children, weighted by size.

    Each child adds its size times its mean correlation; both stand over one denominator, since
    divisions are what a cut costs most.
    """
    if params[0] != 0.0:
        total = left.norm * right.weight + right.norm * left.weight
        return total / (left.weight * right.weight * whole.weight)  # type: ignore[no-any-return]
    total = without_self_pairs(left) + without_self_pairs(right)
    return total / whole.weight  # type: ignore[no-any-return]


def without_self_pairs(side: Any) -> float:
    """Return weight times mean correlation of different rankings; 0 where there is no pair."""
    if side.weight <= 1.0:
        return 0.0
    return (side.norm - side.own) / (side.weight - 1.0)  # type: ignore[no-any-return]


@value
def similarity(side: Any) -> float:
    """Return the mean correlation of all pairs of different rankings."""
    return without_self_pairs(side) / side.weight  # type: ignore[no-any-return]


@hookimpl
def lrf_criteria() -> list[Criterion]:
    """Offer the mean correlation."""
    return [
        Criterion(
            name="mean-correlation",
            summary="mean correlation within the children (ranking trees, RT)",
            reference="C. R. de Sa et al., Label ranking forests, Expert Systems 34(1), 2017",
            gain=similarity_of_children,
            value=similarity,
            statistics="agreement",
            scale="similarity",
            highest=1.0,
            parameters=(
                Parameter("self_pairs", True, "pair each ranking of a child with itself as well"),
            ),
        )
    ]
