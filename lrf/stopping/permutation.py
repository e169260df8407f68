"""A permutation test of the best cut (Hothorn, Hornik, Zeileis, 2006): a split must be no accident.

The best of many cuts gains something even where rankings have nothing to do with the attributes.
How much, shuffled rankings tell: a cut is accepted if so good a one would come about at some
attribute of the node with a probability of at most `level`, by Bonferroni's inequality.
"""

from __future__ import annotations

from typing import Any

from lrf.plugin import Parameter, StoppingRule, accept, hookimpl

ROUNDING = 1e-12


@accept
def is_no_accident(split: float, whole: Any, left: Any, right: Any, params: Any) -> bool:
    """Whether shuffled rankings hardly ever have a cut like this."""
    return whole.chance <= params[0] * (1.0 + ROUNDING)  # type: ignore[no-any-return]


@hookimpl
def lrf_stopping_rules() -> list[StoppingRule]:
    """Offer the permutation test."""
    return [
        StoppingRule(
            name="permutation",
            summary="split only if shuffled rankings hardly ever have so good a cut",
            reference="T. Hothorn, K. Hornik, A. Zeileis, Unbiased recursive partitioning: a "
            "conditional inference framework, Journal of Computational and Graphical Statistics "
            "15(3), 2006",
            accept=is_no_accident,
            needs_chance=True,
            parameters=(
                Parameter(
                    "level",
                    0.05,
                    "smaller: smaller trees, and more shuffles",
                    minimum=1e-4,
                    maximum=1.0,
                ),
            ),
        )
    ]
