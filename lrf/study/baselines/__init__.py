"""What users would otherwise pick, behind the same two methods: ``fit(X, Y)`` and ``predict(X)``.

Each module holds one baseline, written with scikit-learn's own parts. They are there to be compared
with, and take what studies meet: incomplete rankings, ties, missing and nominal features.
"""

from __future__ import annotations

from typing import Any

__all__ = ["BASELINES", "baseline_class"]

# What each is called in a study, and where its class is.
BASELINES: dict[str, str] = {
    "default-ranking": "constant:DefaultRanking",
    "extra-trees-on-pairs": "on_pairs:ExtraTreesOnPairs",
    "forest-on-ranks": "on_ranks:ForestOnRanks",
    "logistic-on-pairs": "logistic:LogisticOnPairs",
    "nearest-neighbours": "neighbours:NearestNeighbours",
    "ridge-on-pairs": "on_pairs:RidgeOnPairs",
}


def baseline_class(name: str) -> Any:
    """Return the class of a baseline; scikit-learn is imported only now."""
    from importlib import import_module

    module, _, attribute = BASELINES[name].partition(":")
    return getattr(import_module(f"lrf.study.baselines.{module}"), attribute)
