"""Variance of the positions (Breiman et al., 1984; Todorovski, Blockeel, Dzeroski, 2002).

Each label's position is a number to be predicted, and a node is as pure as these numbers vary
little, on average over the labels: what a regression tree on the vectors of positions minimises.
The position of an incomplete ranking's label is the one to be expected if those that are missing
could be anywhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.plugin import Correlation, Criterion, gain, hookimpl, value


def centred_positions(rankings: Any) -> Any:
    """Return positions less their mean, scaled so that squares are averaged over labels."""
    n_labels = rankings.shape[1]
    ranked = (~np.isnan(rankings)).sum(axis=1, keepdims=True) + 1.0
    expected = np.nan_to_num((n_labels + 1.0) / ranked * (rankings - 0.5 * ranked))
    return expected / np.sqrt(n_labels)


@value
def variance(side: Any) -> float:
    """Return the variance of a label's position, averaged over labels."""
    return (side.own - side.norm / side.weight) / side.weight  # type: ignore[no-any-return]


@gain
def variance_gain(left: Any, right: Any, whole: Any) -> float:
    """Return by how much the cut lowers the variance."""
    after = left.norm / left.weight + right.norm / right.weight
    return (after - whole.norm / whole.weight) / whole.weight  # type: ignore[no-any-return]


@hookimpl
def lrf_criteria() -> list[Criterion]:
    """Offer the variance of the positions."""
    return [
        Criterion(
            name="variance",
            summary="decrease of the variance of positions, as in regression trees",
            reference=(
                "L. Todorovski, H. Blockeel, S. Dzeroski, Ranking with predictive clustering "
                "trees, ECML 2002"
            ),
            gain=variance_gain,
            value=variance,
            scale="impurity",
            correlation=None,
            embedding=Correlation(
                name="variance",
                summary="centred positions",
                embed=centred_positions,
                incomplete=True,
            ),
        )
    ]
