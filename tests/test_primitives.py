"""Loops over vectors for sweeps: the same compiled and as plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lrf import LabelRankingTree
from lrf.engine import primitives, vectors
from lrf.engine.jit import COMPILED, kernel
from lrf.plugin import Correlation, Criterion, hookimpl, move_and_agree, sweep
from lrf.testing import check_criterion
from tests.small import iris

EQUAL = 1.5

every_kind = pytest.mark.parametrize(
    ("kind", "of_sum"),
    [("f8", "f8"), ("f4", "f8"), ("f4", "f4")],
    ids=["doubles", "both", "singles"],
)


@kernel
def compiled_add(matrix: Any, row: int, weight: float, sums: Any) -> None:
    vectors.add_row(matrix, row, weight, sums)


@kernel
def compiled_move(
    matrix: Any,
    rankings: Any,
    weights: Any,
    first: int,
    last: int,
    left: Any,
    total: Any,
    width: int,
) -> tuple[float, float]:
    return vectors.move_and_agree(  # type: ignore[no-any-return]
        matrix, rankings, weights, first, last, left, total, width, EQUAL
    )


def plain_move(*arguments: Any) -> tuple[float, float]:
    return primitives.move_and_agree(*arguments, EQUAL)


@pytest.mark.compiled
@every_kind
def test_rows_are_added(kind: str, of_sum: str) -> None:
    rng = np.random.default_rng(0)
    matrix = rng.integers(-9, 9, (5, 32)).astype(kind)
    sums = rng.integers(-9, 9, 32).astype(of_sum)
    expected = sums + 1.5 * matrix[3]
    compiled_add(matrix, 3, 1.5, sums)
    np.testing.assert_array_equal(sums, expected)


def naive_agreement(side: Any, width: int) -> float:
    agreed = 0.0
    for vote, lead in zip(side[:width], side[width : 2 * width], strict=True):
        if abs(lead) > EQUAL:
            agreed += vote if lead > 0 else -vote
    return agreed


@pytest.mark.parametrize("move", [plain_move, *([compiled_move] if COMPILED else [])])
@pytest.mark.parametrize("width", [0, 8, 16])
@every_kind
@pytest.mark.parametrize(("first", "last"), [(0, 1), (2, 4), (1, 7)])
def test_samples_are_moved_and_both_sides_compared_with_their_leads(
    move: Callable[..., tuple[float, float]],
    width: int,
    first: int,
    last: int,
    kind: str,
    of_sum: str,
) -> None:
    rng = np.random.default_rng(width)
    sizes = (5, 48), 48, 48
    matrix, total, left = (rng.integers(-9, 9, size).astype(np.float64) for size in sizes)
    rankings = np.array([3, 1, 4, 1, 0, 2, 2], dtype=np.int32)
    weights = rng.integers(1, 4, 7).astype(np.float64)
    moved = left + weights[first:last] @ matrix[rankings[first:last]]
    matrix, total, left = matrix.astype(kind), total.astype(kind), left.astype(of_sum)
    found = move(matrix, rankings, weights, first, last, left, total, width)
    expected = naive_agreement(moved, width), naive_agreement(total - moved, width)
    np.testing.assert_array_equal(found, expected)
    np.testing.assert_array_equal(left, moved)


def signs_twice(rankings: Any) -> Any:
    """Return the sign of each pair, padded to a multiple of eight, as votes and as leads."""
    first, second = np.triu_indices(rankings.shape[1], k=1)
    found = np.sign(rankings[:, first] - rankings[:, second])
    padded = np.pad(found, ((0, 0), (0, -found.shape[1] % 8)))
    return np.hstack([padded, padded])


@sweep
def majority(node: Any, best: Any) -> None:
    """Find the cut whose sides agree most with their majorities, pair by pair."""
    width = node.vectors.shape[1]
    left = node.left
    for j in range(width):
        left[j] = 0.0
    on_left = 0.0
    moved = 0
    for i in range(node.rankings.shape[0] - 1):
        on_left += node.weights[i]
        on_right = node.weight - on_left
        if node.keys[i] == node.keys[i + 1] or min(on_left, on_right) < node.minimum:
            continue
        here, there = move_and_agree(
            node.vectors,
            node.rankings,
            node.weights,
            moved,
            i + 1,
            left,
            node.total,
            width // 2,
            0.0,
        )
        moved = i + 1
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
        embedding=Correlation(name="by-majority", summary="signs of pairs", embed=signs_twice),
    )


def test_sweep_of_a_stranger_may_use_it() -> None:
    check_criterion(criterion())
    X, Y = iris()
    assert LabelRankingTree(criterion=criterion(), max_depth=3).fit(X, Y).score(X, Y) > 0.9
