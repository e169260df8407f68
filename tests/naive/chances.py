"""How likely the best cut of an attribute is, from every order of the votes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from math import ceil, inf
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Score: TypeAlias = Callable[[Array, Array, Array], float]


def cuts(x: Array, is_nominal: bool) -> Iterator[Array]:
    """Yield what goes left by each cut of an attribute without missing values."""
    values = np.unique(x)
    if is_nominal:
        yield from (x == value for value in values)
    else:
        yield from (x < value for value in values[1:])


def best(x: Array, Y: Array, w: Array, score: Score, is_nominal: bool, least: float) -> float:
    """Return the score of the best cut whose children are heavy enough."""
    return max(
        (
            score(Y, w, left)
            for left in cuts(x, is_nominal)
            if min(w[left].sum(), w[~left].sum()) >= least
        ),
        default=-inf,
    )


def exact(
    x: Array, Y: Array, w: Array, score: Score, is_nominal: bool = False, least: float = 0.0
) -> float:
    """Return the share of the orders of the votes whose best cut scores as much as this one."""
    found = best(x, Y, w, score, is_nominal, least)
    others = [
        best(x, Y[list(order)], w[list(order)], score, is_nominal, least)
        for order in permutations(range(len(x)))
    ]
    return float(np.mean([other >= found - 1e-9 for other in others]))


def acceptance(chance: float, tests: int, level: float) -> float:
    """Return how likely it is that none of the shuffles there may be scores as much."""
    return float((1.0 - chance) ** (ceil(tests / level - 1e-9) - 1))
