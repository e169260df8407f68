"""Stopping rules accept what their definitions say."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from lrf import LabelRankingTree
from lrf.engine.signatures import Judged
from lrf.registry import get_registry
from tests.naive import impurities
from tests.small import iris

Array = npt.NDArray[Any]


def judged(weight: float, value: float) -> Judged:
    return Judged(weight, 0.0, value)


@pytest.mark.parametrize(
    ("scale", "split", "whole", "threshold", "accepted"),
    [
        ("similarity", 0.5, 0.3, 0.1, True),
        ("similarity", 0.5, 0.3, 0.2, False),  # must exceed it
        ("similarity", 0.2, 0.3, 0.0, False),
        ("impurity", 0.3, 0.5, 0.1, True),
        ("impurity", 0.3, 0.5, 0.2, False),
        ("entropy", 0.3, 0.3, 0.0, False),
        ("entropy", 0.3, 0.3 + 1e-9, 0.0, True),
    ],
)
def test_gain_must_exceed_the_threshold(
    scale: str, split: float, whole: float, threshold: float, accepted: bool
) -> None:
    rule = get_registry().get("stopping rule", "min-gain")
    sides = (judged(4.0, whole), judged(2.0, split), judged(2.0, split))
    assert bool(rule.accept[scale](split, *sides, np.array([threshold]))) is accepted


def best_gain(name: str, X: Array, Y: Array) -> float:
    """Return the gain of the best of all cuts; 0 if there is none."""
    cuts = [column < value for column in X.T for value in np.unique(column)[1:]]
    return max((impurities.SCORES[name](Y, np.ones(len(Y)), cut) for cut in cuts), default=0.0)


@pytest.mark.parametrize("name", ["gini", "entropy", "variance"])
@pytest.mark.parametrize("threshold", [0.0, 0.1, 0.3])
def test_nodes_are_split_if_a_cut_gains_enough(name: str, threshold: float) -> None:
    X, Y = iris()
    X, Y = X[::3], Y[::3]
    rule = {"name": "min-gain", "threshold": threshold}
    tree = LabelRankingTree(criterion=name, stopping=rule).fit(X, Y).forest_.tree(0)
    rows = {0: np.arange(len(X))}
    for node in range(tree.n_nodes):
        here = rows[node]
        gain = best_gain(name, X[here], Y[here])
        assert (tree.feature[node] >= 0) == (gain > threshold + 1e-12)
        if tree.feature[node] >= 0:
            left = X[here, tree.feature[node]] < tree.threshold[node]
            rows[int(tree.left[node])], rows[int(tree.right[node])] = here[left], here[~left]
