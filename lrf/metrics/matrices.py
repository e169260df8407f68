"""How much each ranking of one table agrees with each of another: tau-b and Spearman's rho."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lrf.errors import RankingError
from lrf.rankings.tables import as_table
from lrf.rankings.ties import Floats

__all__ = ["kendall_matrix", "spearman_matrix"]


def kendall_matrix(A: Any, B: Any = None) -> Floats:
    """Compute tau-b of every row of A and every row of B.

    Parameters
    ----------
    A : array-like or DataFrame of shape (n_a, k)
        Positions; NaN: not ranked.
    B : array-like or DataFrame of shape (n_b, k), optional
        The same; default: A.

    Returns
    -------
    tau : ndarray of float64, shape (n_a, n_b)
        As in `kendall_tau`.

    Raises
    ------
    RankingError
        If the numbers of labels differ, or a table holds anything but numbers.
    """
    from lrf.engine.agree import kendall_table

    return _by_table(kendall_table, A, B)


def spearman_matrix(A: Any, B: Any = None) -> Floats:
    """Compute Spearman's rho of every row of A and every row of B.

    Parameters
    ----------
    A : array-like or DataFrame of shape (n_a, k)
        Positions; NaN: not ranked.
    B : array-like or DataFrame of shape (n_b, k), optional
        The same; default: A.

    Returns
    -------
    rho : ndarray of float64, shape (n_a, n_b)
        As in `spearman_rho`.

    Raises
    ------
    RankingError
        If the numbers of labels differ, or a table holds anything but numbers.
    """
    from lrf.engine.agree import spearman_table

    return _by_table(spearman_table, A, B)


def _by_table(kernel: Callable[[Floats, Floats, Floats], None], A: Any, B: Any) -> Floats:
    a = as_table(A, "A")
    b = a if B is None else as_table(B, "B")
    if a.shape[1] != b.shape[1]:
        raise RankingError(
            f"A and B must have the same number of labels, not {a.shape[1]} and {b.shape[1]}"
        )
    out = np.empty((len(a), len(b)))
    kernel(a, b, out)
    return out
