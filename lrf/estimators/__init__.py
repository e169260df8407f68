"""Trees and forests that rank labels, in the manner of scikit-learn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lrf.config import estimator_of
from lrf.estimators.base import LabelRanker
from lrf.estimators.discretizer import RankingDiscretizer
from lrf.estimators.forest import LabelRankingForest
from lrf.estimators.tree import LabelRankingTree

__all__ = [
    "LabelRanker",
    "LabelRankingForest",
    "LabelRankingTree",
    "RankingDiscretizer",
    "make_estimator",
]


def make_estimator(settings: Mapping[str, Any]) -> LabelRankingTree | LabelRankingForest:
    """Return the tree or the forest that some settings describe.

    Parameters
    ----------
    settings : mapping
        What a configuration file would hold.

    Raises
    ------
    ConfigError, ComponentError
        If a key is unknown, a value is not allowed, or a component cannot be found.
    """
    if estimator_of(settings) == "tree":
        return LabelRankingTree.from_config(settings)
    return LabelRankingForest.from_config(settings)
