"""What a program of somebody else does with lrf; it must have the types that it says."""

from __future__ import annotations

from pathlib import Path
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import lrf
from lrf import LabelRankingForest, LabelRankingTree, metrics
from lrf.errors import LrfError
from lrf.plugin import Correlation, hookimpl


def forest(path: Path) -> NDArray[np.float64]:
    data = lrf.load_dataset("iris")
    model = LabelRankingForest(
        criterion={"name": "mean-correlation", "correlation": "spearman"},
        stopping="none",
        aggregator="kemeny",
        n_estimators=10,
        max_features="sqrt",
        random_state=0,
    ).fit(data.X, data.Y)
    assert_type(model, LabelRankingForest)
    assert_type(LabelRankingTree.from_preset("rt"), LabelRankingTree)
    assert_type(model.predict_orders(data.X), list[str])
    assert_type(model.score(data.X, data.Y), float)
    model.save(path)
    assert_type(lrf.load(path), LabelRankingForest | LabelRankingTree)
    return model.predict(data.X)


def rankings() -> list[str]:
    positions = lrf.from_orders(["a>b", "b>a"])
    assert_type(positions, NDArray[np.float64])
    assert_type(lrf.aggregate(positions, method="borda"), NDArray[np.float64])
    assert_type(metrics.kendall_tau(positions, positions), NDArray[np.float64])
    return lrf.to_orders(positions, labels=["a", "b"])


def safely(path: str) -> str:
    try:
        return lrf.export_text(lrf.load(path))
    except LrfError as error:
        return str(error)


def embed(positions: NDArray[np.float64]) -> NDArray[np.float64]:
    centred: NDArray[np.float64] = positions - positions.mean(axis=1, keepdims=True)
    return centred


CENTRED = Correlation(name="centred", summary="not scaled", embed=embed)


@hookimpl
def lrf_correlations() -> list[Correlation]:
    return [CENTRED]
