"""Which rankings of a table are distinct, and which of them each row holds."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lrf.errors import RankingError
from lrf.rankings.tables import as_table
from lrf.rankings.ties import Floats

__all__ = ["distinct_rankings"]

LARGEST_CODE = 2**62


def distinct_rankings(Y: npt.ArrayLike) -> tuple[Floats, npt.NDArray[np.int32]]:
    """Find the distinct rows among rankings.

    Parameters
    ----------
    Y : array-like of shape (n, k)
        Average positions, as `validate_rankings` returns them.

    Returns
    -------
    rankings : ndarray of float64, shape (n_distinct, k)
        The distinct rows in lexicographic order, NaN after all numbers.
    codes : ndarray of int32, shape (n,)
        Row of `rankings` that equals each row of `Y`.

    Raises
    ------
    RankingError
        If `Y` holds anything but multiples of one half between 1 and k, and NaN.

    Examples
    --------
    >>> rankings, codes = distinct_rankings([[2, 1], [1.5, 1.5], [2, 1]])
    >>> codes.tolist()
    [1, 0, 1]
    """
    table = as_table(Y, "Y")
    _, members, codes = np.unique(_row_numbers(table), return_index=True, return_inverse=True)
    return table[members], codes.astype(np.int32)


def _row_numbers(table: Floats) -> npt.NDArray[np.int64]:
    """Return one integer per row, in the lexicographic order of the rows and equal for equal rows.

    The positions are the digits of that integer. When it would grow beyond 64 bits, the integers
    so far are replaced by their ranks among the distinct ones.
    """
    base = 2 * table.shape[1] + 2
    digits = _digits(table, base - 1)
    numbers = np.zeros(len(table), dtype=np.int64)
    bound = 1
    for j in range(table.shape[1]):
        if bound * base > LARGEST_CODE:
            kept, numbers = np.unique(numbers, return_inverse=True)
            bound = len(kept)
        numbers = numbers * base + digits[:, j]
        bound *= base
    return numbers


def _digits(table: Floats, missing: int) -> npt.NDArray[np.int64]:
    """Return twice the positions as integers, and `missing` for NaN."""
    doubled = 2 * table
    doubled[np.isnan(doubled)] = missing
    if (doubled != np.floor(doubled)).any() or (doubled < 2).any() or (doubled > missing).any():
        raise RankingError("Y holds no average positions; pass it through validate_rankings first")
    return doubled.astype(np.int64)
