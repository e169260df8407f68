"""scikit-learn's own checks of estimators.

They make targets of their own, which are no rankings. So the estimators are tested in a thin
cover that turns whatever target it is given into rankings; everything else is theirs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.estimator_checks import parametrize_with_checks

from lrf.estimators import LabelRankingForest, LabelRankingTree
from lrf.rankings import from_scores


def as_rankings(y: Any) -> Any:
    """Rank three labels: one by the target, one that never moves, one against the target."""
    target = np.asarray(y)
    codes = np.unique(target, return_inverse=True)[1].reshape(len(target), -1)[:, 0]
    centred = codes - codes.mean()
    return from_scores(np.column_stack([centred, np.zeros(len(centred)), -centred]))


class AnyTarget:
    """Fits and scores with targets that are no rankings."""

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        return super().fit(X, as_rankings(y), sample_weight)  # type: ignore[misc]

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        return super().score(X, as_rankings(y), sample_weight)  # type: ignore[misc]


class AnyTargetTree(AnyTarget, LabelRankingTree):
    pass


class AnyTargetForest(AnyTarget, LabelRankingForest):
    pass


def expected_failures(estimator: Any) -> dict[str, str]:
    """Name what cannot hold, as it cannot for scikit-learn's own forests."""
    if estimator.get_params().get("bootstrap") or estimator.get_params().get("max_samples"):
        reason = "drawing rows at random does not know that a row of weight 2 stands for two"
        return {"check_sample_weight_equivalence_on_dense_data": reason}
    return {}


@parametrize_with_checks(
    [
        AnyTargetTree(),
        AnyTargetForest(n_estimators=5),
        AnyTargetForest(n_estimators=5, bootstrap=False, voting="hard"),
    ],
    expected_failed_checks=expected_failures,
)
def test_check(estimator: Any, check: Any) -> None:
    check(estimator)
