"""Loops over vectors that a criterion's own sweep may call, as plain Python.

In compiled kernels `jit` puts their namesakes of `vectors` in their places, which take eight
numbers at a time; a compiler cannot do that by itself, since it may not reorder sums.
"""

from __future__ import annotations

from typing import Any

__all__ = ["add_and_measure", "add_row"]


def add_row(vectors: Any, row: int, weight: float, sums: Any) -> None:
    """Add a weighted row of a matrix to a sum; the width is a multiple of eight."""
    sums += weight * vectors[row]


def add_and_measure(
    vectors: Any, row: int, weight: float, left: Any, total: Any, width: int
) -> tuple[float, float]:
    """Add a weighted row to the sum on the left; return the sums of magnitudes on both sides.

    Those of the first `width` numbers, a multiple of eight: of `left` after the addition, and of
    `total` less `left`.
    """
    left += weight * vectors[row]
    right = total[:width] - left[:width]
    return float(abs(left[:width]).sum()), float(abs(right).sum())
