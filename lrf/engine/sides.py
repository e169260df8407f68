"""The two sides of a cut: which codes go left, and the cut that a node has chosen."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.engine.jit import kernel
from lrf.engine.records import ABOVE, ATTRIBUTE, BELOW, MISSING_LEFT, PURE, SCORE, Rules
from lrf.engine.sweep import exceeds

__all__ = ["choose", "goes_left", "is_enough", "is_pure"]


@kernel(inline=True)
def goes_left(code: Any, first: Any, last: Any, gap: Any, gap_left: Any) -> np.int64:
    """Return 1 if a code goes left, else 0, without a branch that half of the rows guess wrong.

    Codes from `first` to `last` do; missing values, whose code is `gap`, if `gap_left` is 1.
    """
    inside = np.int64(first <= code) & np.int64(code <= last)
    is_gap = np.int64(code == gap)
    return np.int64((inside & (1 - is_gap)) | (is_gap & gap_left))


@kernel(inline=True)
def choose(
    choice: Any,
    score: float,
    attribute: int,
    below: int,
    above: int,
    missing_left: int,
    left_is_larger: bool,
    pure: bool,
) -> None:
    """Make a cut the choice of a node; the keys on both sides of it are `below` and `above`.

    Missing values go left if `missing_left` is 1, right if it is 0, and to the larger side if it
    is -1. The cut is `pure` if both of its sides are known to be.
    """
    choice[SCORE] = score
    choice[ATTRIBUTE] = attribute
    choice[BELOW] = below
    choice[ABOVE] = above
    choice[MISSING_LEFT] = left_is_larger if missing_left < 0 else missing_left
    choice[PURE] = pure


@kernel(inline=True)
def is_pure(rules: Rules, best: Any) -> bool:
    """Whether both sides of the cut that a sweep has written down are known to be pure."""
    return rules.pure_is_best and best[3] == 1.0 and best[8] == 1.0


@kernel(inline=True)
def is_enough(rules: Rules, choice: Any) -> bool:
    """Whether no cut can be better than the one that the node has chosen."""
    return choice[PURE] != 0.0 or not exceeds(rules.highest, choice[SCORE])
