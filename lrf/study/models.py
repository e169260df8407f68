"""What a study asks of a model, whoever wrote it: fit and predict, and little else."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from lrf.components import Array

__all__ = ["depth_of", "fresh", "name_of", "warm_up"]


def fresh(estimator: Any, seed: int, n_jobs: int | None = None) -> Any:
    """Return an unfitted copy, with a seed if it has a ``random_state`` that is None.

    Parameters
    ----------
    estimator : object
        With the methods of scikit-learn's estimators, or anything that can be copied.
    seed : int
        The seed.
    n_jobs : int, optional
        Number of threads, for an estimator that has such a parameter.
    """
    if not hasattr(estimator, "get_params"):
        return copy.deepcopy(estimator)
    from sklearn.base import clone

    model = clone(estimator)
    parameters = model.get_params(deep=False)
    if parameters.get("random_state", seed) is None:
        model.set_params(random_state=seed)
    if n_jobs is not None and "n_jobs" in parameters:
        model.set_params(n_jobs=n_jobs)
    return model


def depth_of(model: Any) -> float | None:
    """Return the mean depth of a fitted model's trees; None if it has none."""
    depths = getattr(model, "depths_", getattr(model, "depth_", None))
    return None if depths is None else float(np.mean(depths))


def name_of(estimator: Any) -> str:
    """Return what to call a model that nobody has named."""
    return type(estimator).__name__


def warm_up(model: Any, X: Array, Y: Array, X_test: Array) -> None:
    """Have the kernels compiled or loaded that this model needs on this data.

    Only our own models have any; one tree needs the same as a hundred.
    """
    from lrf.estimators import LabelRanker

    if not isinstance(model, LabelRanker):
        return
    if "n_estimators" in model.get_params(deep=False):
        model.set_params(n_estimators=1)
    model.fit(X, Y).predict(X_test)
