"""Forests whose prediction is what their trees say and nothing else, so that it can be foretold."""

from __future__ import annotations

from typing import Any

from lrf import LabelRankingForest

__all__ = ["PLAIN", "plain_forest"]

#: Breiman's forest: every cut is judged, rows are drawn with replacement, nothing is mixed.
PLAIN: dict[str, Any] = {
    "aggregator": "average-ranking",
    "blend": "none",
    "splitter": "best",
    "max_features": "sqrt",
    "bootstrap": True,
    "max_samples": None,
    "min_samples_leaf": 1,
}


def plain_forest(**settings: Any) -> LabelRankingForest:
    """Return an unfitted forest."""
    return LabelRankingForest(**{**PLAIN, **settings})
