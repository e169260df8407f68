"""One fold: fit on some rows, predict the others, and measure."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

from lrf.components import Array, Dataset
from lrf.metrics import mean_kendall_tau, mean_regret
from lrf.study.constant import consensus_of
from lrf.study.models import depth_of
from lrf.study.results import Fold

__all__ = ["evaluate_fold"]


def evaluate_fold(
    model: Any,
    data: Dataset,
    Y: Array,
    train: Array,
    test: Array,
    place: tuple[int, int],
) -> Fold:
    """Return how well, and how fast, a model ranks rows that it has not seen.

    Parameters
    ----------
    model : object
        Unfitted, with ``fit(X, Y)`` and ``predict(X)``.
    data : Dataset
        All rows.
    Y : ndarray of shape (n_samples, n_labels)
        Its rankings as average positions.
    train, test : ndarray of int
        The rows to learn from and the rows to rank.
    place : (repeat, fold)
        Which fold it is, counted from 0.
    """
    X = np.asarray(data.X)
    started = perf_counter()
    model.fit(X[train], Y[train])
    fitted = perf_counter()
    predicted = model.predict(X[test])
    ended = perf_counter()
    constant = np.broadcast_to(consensus_of(Y[train]), Y[test].shape)
    return Fold(
        repeat=place[0],
        fold=place[1],
        n_train=len(train),
        n_test=len(test),
        tau=mean_kendall_tau(predicted, Y[test]),
        default_tau=mean_kendall_tau(constant, Y[test]),
        depth=depth_of(model),
        fit_seconds=fitted - started,
        predict_seconds=ended - fitted,
        regret=_regret(data, test, predicted),
        default_regret=_regret(data, test, constant),
    )


def _regret(data: Dataset, rows: Array, predicted: Array) -> float | None:
    """Return the mean regret of the first picks; None if nothing was measured on these rows.

    Nor is there one where some scores are infinite: a single pick would decide the mean.
    """
    if data.scores is None or np.isinf(data.scores).any() or np.isnan(data.scores[rows]).all():
        return None
    return mean_regret(data.scores[rows], predicted, higher_is_better=data.higher_is_better)
