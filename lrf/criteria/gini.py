"""The Gini index of the distinct rankings (Breiman et al., 1984), each a class of its own.

It is the probability that two rankings drawn from the node differ; by how much does not count.
"""

from __future__ import annotations

from typing import Any

from lrf.plugin import Criterion, gain, hookimpl, value


@value
def gini(side: Any) -> float:
    """Return the probability that two rankings of the node differ."""
    return 1.0 - side.square_sum / (side.weight * side.weight)  # type: ignore[no-any-return]


@gain
def gini_gain(left: Any, right: Any, whole: Any) -> float:
    """Return by how much the cut lowers the index."""
    after = left.square_sum / left.weight + right.square_sum / right.weight
    return (after - whole.square_sum / whole.weight) / whole.weight  # type: ignore[no-any-return]


@hookimpl
def lrf_criteria() -> list[Criterion]:
    """Offer the Gini index of the distinct rankings."""
    return [
        Criterion(
            name="gini",
            summary="decrease of the Gini index, each distinct ranking a class of its own",
            reference="L. Breiman et al., Classification and regression trees, Wadsworth, 1984",
            gain=gini_gain,
            value=gini,
            statistics="variety",
            scale="impurity",
            correlation=None,
        )
    ]
