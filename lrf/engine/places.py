"""Chances of pairs that are corrected, and chances of places that agree with them."""

from __future__ import annotations

from math import exp
from typing import Any

from lrf.engine.jit import kernel

__all__ = ["bend", "expect", "tilt_places"]

#: The longest step that is taken at a time, and the least variance that one is judged by.
_STEP = 1.0
_NARROW = 1e-3


@kernel
def bend(chances: Any, meant: Any) -> None:
    """Replace numbers by what a line says of them.

    Parameters
    ----------
    chances : ndarray of float64, shape (n_rows, n_pairs)
        From 0 to 1; they are overwritten. NaN stays NaN.
    meant : ndarray of float64, shape (n_steps + 1,)
        The line, in even steps from 0 to 1.
    """
    n_steps = meant.shape[0] - 1
    for row in range(chances.shape[0]):
        for pair in range(chances.shape[1]):
            at = chances[row, pair] * n_steps
            if at >= 0.0:  # and no NaN
                step = min(int(at), n_steps - 1)
                chances[row, pair] = meant[step] + (at - step) * (meant[step + 1] - meant[step])


@kernel
def expect(wins: Any, means: Any) -> None:
    """Write the expected place of each label: 1, and the chances of the others to stand before it.

    Parameters
    ----------
    wins : ndarray of float64, shape (n_rows, n_labels * (n_labels - 1) / 2)
        The chance of the first label of each pair to stand before the second.
    means : ndarray of float64, shape (n_rows, n_labels)
        Where they are written.
    """
    n_labels = means.shape[1]
    for row in range(wins.shape[0]):
        for label in range(n_labels):
            means[row, label] = 1.0
        pair = 0
        for first in range(n_labels):
            for second in range(first + 1, n_labels):
                means[row, first] += 1.0 - wins[row, pair]
                means[row, second] += wins[row, pair]
                pair += 1


@kernel(inline=True)
def _miss(chances: Any, row: int, label: int, wanted: float) -> tuple[float, float]:
    """Return how much is lacking to a label's mean, and by how much its chances are tilted then."""
    mean, square = 0.0, 0.0
    for place in range(chances.shape[2]):
        part = chances[row, label, place] * float(place)
        mean += part
        square += part * place
    miss = wanted - mean
    step = miss / max(square - mean * mean, _NARROW)
    return miss, min(max(step, -_STEP), _STEP)


@kernel(inline=True)
def _tilt(chances: Any, row: int, label: int, step: float, scales: Any, sums: Any) -> None:
    """Multiply a label's chances by powers of the place and by what places are scaled by."""
    ratio, factor, total = exp(step), 1.0, 0.0
    for place in range(chances.shape[2]):
        chance = chances[row, label, place] * factor * scales[place]
        chances[row, label, place] = chance
        total += chance
        factor *= ratio
    share = 1.0 / total
    for place in range(chances.shape[2]):
        chance = chances[row, label, place] * share
        chances[row, label, place] = chance
        sums[place] += chance


@kernel
def tilt_places(chances: Any, wanted: Any, most: int, near: float, scales: Any, sums: Any) -> None:
    """Tilt the chances of each label's places until they have the wanted mean.

    The chances of a label are multiplied by a power of the place, and those of a place by one
    number for all labels, in turn (iterative scaling), so that the former have the wanted mean
    and the latter sum to 1. Of all tables that do, this is the one that differs least from the
    given one, by the Kullback-Leibler divergence.

    Parameters
    ----------
    chances : ndarray of float64, shape (n_rows, n_labels, n_labels)
        Chances of each label to stand in each place, all above 0, those of a label summing to 1.
        They are overwritten, and still do.
    wanted : ndarray of float64, shape (n_rows, n_labels)
        The wanted means, counted from 0.
    most : int
        How many turns are taken at most.
    near : float
        How near to 1 the sums of places are to come, and means to the wanted ones.
    scales, sums : ndarray of float64, shape (n_labels,)
        Room to work in.
    """
    n_rows, n_labels = wanted.shape
    for row in range(n_rows):
        for place in range(n_labels):
            scales[place] = 1.0
        for _ in range(most):
            for place in range(n_labels):
                sums[place] = 0.0
            worst = 0.0
            for label in range(n_labels):
                miss, step = _miss(chances, row, label, wanted[row, label])
                worst = max(worst, miss * miss)  # so much is left when the step is made
                _tilt(chances, row, label, step, scales, sums)
            for place in range(n_labels):
                worst = max(worst, abs(sums[place] - 1.0))
                scales[place] = 1.0 / sums[place]
            if worst < near:
                break
