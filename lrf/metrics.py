"""How much rankings agree: Kendall's tau-b and Spearman's rho of whole tables of rankings.

Both are 1 for equal and -1 for reversed rankings. They look at the order of the labels only, so
ties may be written in any way. Labels that are NaN on either side are left out. A ranking that ties
all its labels says nothing that could be right or wrong: its correlation with any ranking, itself
included, is 0, where the textbook formula is 0 / 0.

References
----------
M. G. Kendall (1945): The treatment of ties in ranking problems. Biometrika 33 (3).
C. Spearman (1904): The proof and measurement of association between two things. American Journal
of Psychology 15 (1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.errors import RankingError
from lrf.rankings.tables import as_table

__all__ = [
    "kendall_matrix",
    "kendall_tau",
    "mean_kendall_tau",
    "spearman_matrix",
    "spearman_rho",
]

Floats = npt.NDArray[np.float64]


def kendall_tau(A: Any, B: Any) -> Floats:
    """Compute tau-b of each row of A and the same row of B.

    Parameters
    ----------
    A, B : array-like or DataFrame of shape (n, k)
        Positions; NaN: not ranked.

    Returns
    -------
    tau : ndarray of float64, shape (n,)
        Between -1 and 1; 0 where either row ties all labels that both rank.

    Raises
    ------
    RankingError
        If the shapes differ, or a table holds anything but numbers.

    Examples
    --------
    >>> kendall_tau([[1, 2, 3], [1, 2, 3]], [[1, 3, 2], [1, 1, 1]]).round(3)
    array([0.333, 0.   ])
    """
    from lrf.engine.agree import kendall_rows

    return _by_row(kendall_rows, A, B)


def spearman_rho(A: Any, B: Any) -> Floats:
    """Compute Spearman's rho of each row of A and the same row of B.

    Parameters
    ----------
    A, B : array-like or DataFrame of shape (n, k)
        Positions; NaN: not ranked. Ties count as the average of their ranks.

    Returns
    -------
    rho : ndarray of float64, shape (n,)
        Between -1 and 1; 0 where either row ties all labels that both rank.

    Raises
    ------
    RankingError
        If the shapes differ, or a table holds anything but numbers.

    Examples
    --------
    >>> spearman_rho([[1, 2, 3]], [[1, 3, 2]])
    array([0.5])
    """
    from lrf.engine.agree import spearman_rows

    return _by_row(spearman_rows, A, B)


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


def mean_kendall_tau(A: Any, B: Any, sample_weight: Any = None) -> float:
    """Average tau-b over the rows: how accurate predicted rankings are.

    Parameters
    ----------
    A, B : array-like or DataFrame of shape (n, k)
        Positions; NaN: not ranked.
    sample_weight : array-like of shape (n,), optional
        How much each row counts; default: all the same.

    Returns
    -------
    tau : float
        Between -1 and 1.

    Raises
    ------
    RankingError
        If the shapes differ, a table holds anything but numbers, or there are no rows.
    """
    tau = kendall_tau(A, B)
    if tau.size == 0:
        raise RankingError("there are no rows to average over")
    return float(np.average(tau, weights=sample_weight))


def _by_row(kernel: Callable[[Floats, Floats, Floats], None], A: Any, B: Any) -> Floats:
    a, b = as_table(A, "A"), as_table(B, "B")
    if a.shape != b.shape:
        raise RankingError(f"A and B must have the same shape, not {a.shape} and {b.shape}")
    out = np.empty(len(a))
    kernel(a, b, out)
    return out


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
