"""The least gain (Breiman et al., 1984): a split must improve the node by a given amount.

The gain is measured on the scale of the criterion: by how much the children are more alike than
their node, or by how much their entropy or impurity, weighted by size, is lower.
"""

from __future__ import annotations

from typing import Any

from lrf.plugin import Parameter, StoppingRule, accept, hookimpl

ROUNDING = 1e-12


@accept
def similarity_gains(split: float, whole: Any, left: Any, right: Any, params: Any) -> bool:
    """Whether the children are more alike by the threshold."""
    return split - whole.value - params[0] > ROUNDING  # type: ignore[no-any-return]


@accept
def impurity_gains(split: float, whole: Any, left: Any, right: Any, params: Any) -> bool:
    """Whether the children are purer by the threshold."""
    return whole.value - split - params[0] > ROUNDING  # type: ignore[no-any-return]


@hookimpl
def lrf_stopping_rules() -> list[StoppingRule]:
    """Offer the least gain."""
    return [
        StoppingRule(
            name="min-gain",
            summary="split only if the gain exceeds a threshold",
            reference="L. Breiman et al., Classification and regression trees, Wadsworth, 1984",
            accept={
                "similarity": similarity_gains,
                "entropy": impurity_gains,
                "impurity": impurity_gains,
            },
            needs_value=True,
            parameters=(
                Parameter(
                    "threshold",
                    0.0,
                    "larger: smaller trees; 0: every improvement counts",
                    minimum=0.0,
                ),
            ),
        )
    ]
