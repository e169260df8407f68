"""The gamma-ratio (Cheng, Huehn, Huellermeier, 2009): a split must pay by a given ratio.

With a similarity s in [-1, 1], a node is split if gamma (1 + s of the children) exceeds 1 + s of
the node, so that smaller values of gamma make smaller trees. With an entropy or an impurity, the
children's must be below gamma times the node's.
"""

from __future__ import annotations

from typing import Any

from lrf.plugin import Parameter, StoppingRule, accept, hookimpl

ROUNDING = 1e-12


@accept
def similarity_pays(split: float, whole: Any, left: Any, right: Any, params: Any) -> bool:
    """Whether the children are more alike by the ratio."""
    return params[0] * (1.0 + split) - (1.0 + whole.value) > ROUNDING  # type: ignore[no-any-return]


@accept
def impurity_pays(split: float, whole: Any, left: Any, right: Any, params: Any) -> bool:
    """Whether the children are purer by the ratio."""
    return params[0] * whole.value - split > ROUNDING  # type: ignore[no-any-return]


@hookimpl
def lrf_stopping_rules() -> list[StoppingRule]:
    """Offer the gamma-ratio."""
    return [
        StoppingRule(
            name="gamma-ratio",
            summary="split only if the children are better by the ratio gamma",
            reference="W. Cheng, J. Huehn, E. Huellermeier, Decision tree and instance-based "
            "learning for label ranking, ICML 2009",
            accept={
                "similarity": similarity_pays,
                "entropy": impurity_pays,
                "impurity": impurity_pays,
            },
            needs_value=True,
            parameters=(
                Parameter(
                    "gamma",
                    0.98,
                    "smaller: smaller trees; 1: every improvement counts",
                    minimum=0.0,
                    maximum=1.0,
                ),
            ),
        )
    ]
