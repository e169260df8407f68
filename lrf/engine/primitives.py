"""Loops over vectors that a criterion's own sweep may call, as plain Python.

In compiled kernels `jit` puts their namesakes of `vectors` in their places, which take eight
numbers at a time; a compiler cannot do that by itself, since it may not reorder sums.
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["add_row", "move_and_agree"]


def add_row(vectors: Any, row: int, weight: float, sums: Any) -> None:
    """Add a weighted row of a matrix to a sum; the width is a multiple of eight."""
    sums += weight * vectors[row]


def move_and_agree(
    vectors: Any,
    rankings: Any,
    weights: Any,
    first: int,
    last: int,
    left: Any,
    total: Any,
    width: int,
    equal: float,
) -> tuple[float, float]:
    """Move samples from `first` to `last - 1` to the left; return how far both sides then agree.

    Of the columns, the first `width` are votes, and the next `width` are leads; `width` is a
    multiple of eight. A vote counts as it is where its lead is positive, with the other sign where
    that is negative, and not at all where its magnitude is no more than `equal`. On the left, after
    the move, votes and leads are those of `left`; on the right, those of `total` less `left`.
    """
    for i in range(first, last):
        left += weights[i] * vectors[rankings[i]]
    right = total - left
    agreed = []
    for side in (left, right):
        votes, leads = side[:width], side[width : 2 * width]
        agreed.append(float((votes * np.sign(leads))[abs(leads) > equal].sum()))
    return agreed[0], agreed[1]
