"""Loops over vectors for sweeps: the same compiled and as plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lrf import LabelRankingTree
from lrf.engine import primitives, vectors
from lrf.engine.jit import kernel
from lrf.plugin import Correlation, Criterion, add_and_measure, add_row, hookimpl, sweep
from lrf.testing import check_criterion
from tests.small import iris


@kernel
def compiled_add(matrix: Any, row: int, weight: float, sums: Any) -> None:
    vectors.add_row(matrix, row, weight, sums)


@kernel
def compiled_measure(
    matrix: Any, row: int, weight: float, left: Any, total: Any, width: int
) -> tuple[float, float]:
    return vectors.add_and_measure(matrix, row, weight, left, total, width)  # type: ignore


@pytest.mark.compiled
@pytest.mark.parametrize("width", [8, 16, 24])
def test_compiled_loops_do_what_plain_ones_do(width: int) -> None:
    rng = np.random.default_rng(0)
    matrix, total = rng.normal(size=(5, 24)), rng.normal(size=24)
    left = rng.normal(size=24)
    ours, plain = left.copy(), left.copy()
    compiled_add(matrix, 3, 1.5, ours)
    primitives.add_row(matrix, 3, 1.5, plain)
    np.testing.assert_allclose(ours, plain, rtol=1e-14)
    found = compiled_measure(matrix, 2, 0.7, ours, total, width)
    expected = primitives.add_and_measure(matrix, 2, 0.7, plain, total, width)
    np.testing.assert_allclose(found, expected, rtol=1e-14)
    np.testing.assert_allclose(ours, plain, rtol=1e-14)
    np.testing.assert_allclose(
        found[0], np.abs(left + matrix[3] * 1.5 + matrix[2] * 0.7)[:width].sum()
    )


def signs(rankings: Any) -> Any:
    """Return the sign of each pair, padded to a multiple of eight."""
    first, second = np.triu_indices(rankings.shape[1], k=1)
    found = np.sign(rankings[:, first] - rankings[:, second])
    return np.pad(found, ((0, 0), (0, -found.shape[1] % 8)))


@sweep
def majority(node: Any, best: Any) -> None:
    """Find the cut whose sides agree most with their majorities, pair by pair."""
    width = node.vectors.shape[1]
    left = node.room[:width]
    for j in range(width):
        left[j] = 0.0
    on_left = 0.0
    for i in range(node.rankings.shape[0] - 1):
        row, weight = node.rankings[i], node.weights[i]
        on_left += weight
        on_right = node.weight - on_left
        if node.keys[i] == node.keys[i + 1] or min(on_left, on_right) < node.minimum:
            add_row(node.vectors, row, weight, left)
            continue
        here, there = add_and_measure(node.vectors, row, weight, left, node.total, width)
        if here + there > best[0] + 1e-9:
            best[0] = here + there
            best[1] = i + 1


@hookimpl
def criterion() -> Criterion:
    return Criterion(
        name="by-majority",
        summary="agreement with the majorities of both sides",
        sweep=majority,
        scale="impurity",
        correlation=None,
        embedding=Correlation(name="by-majority", summary="signs of pairs", embed=signs),
    )


def test_sweep_of_a_stranger_may_use_them() -> None:
    check_criterion(criterion())
    X, Y = iris()
    assert LabelRankingTree(criterion=criterion(), max_depth=3).fit(X, Y).score(X, Y) > 0.9
