"""Forests whose prediction is what their trees say and nothing else, so that it can be foretold."""

from __future__ import annotations

from typing import Any

from lrf import LabelRankingForest
from lrf.testing.growing import PLAIN

__all__ = ["PLAIN", "plain_forest"]


def plain_forest(**settings: Any) -> LabelRankingForest:
    """Return an unfitted forest."""
    return LabelRankingForest(**{**PLAIN, **settings})
