"""Partial orders from probabilities of pairs: what is sure enough is said, the rest is left open.

Keeping the pairs whose probability is above a threshold may leave a circle: a before b, b before c
and c before a. Cheng et al. take the transitive closure and raise the threshold until no circle is
left, everywhere. Here only what lies on a circle is given up. A path from a to b is as strong as
its weakest pair; a is placed before b if its strongest path to b is above the threshold, and
stronger than the strongest way back. This is transitive for any probabilities (Schulze, 2011), and
equal to the closure wherever that has no circle.

References
----------
W. Cheng, M. Rademaker, B. De Baets, E. Hüllermeier (2010): Predicting partial orders: ranking with
abstention. ECML PKDD.
W. Cheng, E. Hüllermeier, W. Waegeman, V. Welker (2012): Label ranking with partial abstention based
on thresholded probabilistic models. NIPS.
M. Schulze (2011): A new monotonic, clone-independent, reversal symmetric, and Condorcet-consistent
single-winner election method. Social Choice and Welfare 36.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.errors import RankingError

__all__ = ["PathStrengths", "check_threshold", "partial_orders", "path_strengths"]

#: Probabilities are told apart if they differ by a millionth; less is rounding.
_STEPS = 1_000_000

#: How many probabilities are looked at at a time.
_AT_ONCE = 2**17

PathStrengths = npt.NDArray[np.int32]


def partial_orders(chances: Any, threshold: float = 0.5) -> npt.NDArray[np.bool_]:
    """Return which label is placed before which, where that is sure enough.

    Parameters
    ----------
    chances : array-like of shape (n, k, k)
        ``chances[s, i, j]``: probability that label i stands before label j, as
        `predict_pairwise` returns it.
    threshold : float
        From 1/2 up to, but without 1. What is not above it is left open. Raising it takes pairs
        away, and never adds one.

    Returns
    -------
    before : ndarray of bool, shape (n, k, k)
        ``before[s, i, j]``: label i is placed before label j. Transitive and without circles.

    Raises
    ------
    RankingError
        If the threshold is out of range, or the probabilities are none.

    Examples
    --------
    >>> chances = [[[0.5, 0.9, 0.8], [0.1, 0.5, 0.6], [0.2, 0.4, 0.5]]]
    >>> partial_orders(chances, 0.7).astype(int)
    array([[[0, 1, 1],
            [0, 0, 0],
            [0, 0, 0]]])
    """
    return above(path_strengths(chances), check_threshold(threshold))


def check_threshold(threshold: Any) -> float:
    """Return a threshold.

    Raises
    ------
    RankingError
        If it is no number from 1/2 up to, but without 1.
    """
    if isinstance(threshold, bool) or not isinstance(threshold, int | float | np.number):
        raise RankingError(f"the threshold must be a number, not {threshold!r}")
    if not 0.5 <= threshold < 1:
        raise RankingError(
            f"the threshold must be at least 0.5 and below 1, not {threshold}: below 0.5, each "
            f"of two labels could be placed before the other"
        )
    return float(threshold)


def path_strengths(chances: Any) -> PathStrengths:
    """Return how strong the strongest path from each label to each other is, in millionths.

    Parameters
    ----------
    chances : array-like of shape (n, k, k)
        As in `partial_orders`.

    Raises
    ------
    RankingError
        If the probabilities are none.
    """
    table = _as_chances(chances)
    n, k = table.shape[:2]
    strengths = np.empty((n, k, k), dtype=np.int32)
    size = max(1, _AT_ONCE // k**2)
    for start in range(0, n, size):
        block = np.rint(np.nan_to_num(table[start : start + size]) * _STEPS).astype(np.int32)
        for via in range(k):
            path = np.minimum(block[:, :, via, None], block[:, None, via, :])
            np.maximum(block, path, out=block)
        strengths[start : start + size] = block
    return strengths


def above(strengths: PathStrengths, threshold: float) -> npt.NDArray[np.bool_]:
    """Return which label is placed before which, of shape (n, k, k).

    Parameters
    ----------
    strengths : ndarray of int32, shape (n, k, k)
        What `path_strengths` returned.
    threshold : float
        A checked one.
    """
    stronger = strengths > strengths.transpose(0, 2, 1)
    return stronger & (strengths > round(threshold * _STEPS))


def _as_chances(chances: Any) -> npt.NDArray[np.float64]:
    try:
        table = np.asarray(chances, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise RankingError(f"the probabilities must be numbers: {error}") from error
    if table.ndim != 3 or table.shape[1] != table.shape[2]:
        raise RankingError(
            f"the probabilities must have the shape (n, k, k), as predict_pairwise returns them, "
            f"not {table.shape}"
        )
    wrong = np.flatnonzero(((table < 0) | (table > 1)).any(axis=(1, 2)))
    if wrong.size:
        raise RankingError(f"row {wrong[0]} holds numbers that are no probabilities")
    return table
