"""How much rankings agree, row by row: Kendall's tau-b, tau-x and Spearman's rho.

All are 1 for equal and -1 for reversed rankings. They look at the order of the labels only, so ties
may be written in any way. Labels that are NaN on either side are left out: what the truth does not
rank, a prediction can get neither right nor wrong.

For tau-b and rho, a ranking that ties all its labels says nothing: its correlation with any
ranking, itself included, is 0, where the textbook formula is 0 / 0. For tau-x, a tie is a statement
like any other, and predicting it is right where the truth ties.

References
----------
M. G. Kendall (1945): The treatment of ties in ranking problems. Biometrika 33 (3).
C. Spearman (1904): The proof and measurement of association between two things. American Journal
of Psychology 15 (1).
E. J. Emond, D. W. Mason (2002): A new rank correlation coefficient with application to the
consensus ranking problem. Journal of Multi-Criteria Decision Analysis 11 (1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lrf.metrics.tables import as_pair
from lrf.rankings.ties import Floats

__all__ = [
    "kendall_tau",
    "spearman_rho",
    "tau_x",
]


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


def tau_x(A: Any, B: Any) -> Floats:
    """Compute tau-x of each row of A and the same row of B.

    A pair of labels counts 1 if both rankings order it alike or both tie it, -1 if they order it
    differently, and 0 if one of them ties it; tau-x is the mean over all pairs of labels that both
    rank. Without ties it is tau-b.

    Parameters
    ----------
    A, B : array-like or DataFrame of shape (n, k)
        Positions; NaN: not ranked.

    Returns
    -------
    tau : ndarray of float64, shape (n,)
        Between -1 and 1; 0 where fewer than two labels are ranked by both.

    Raises
    ------
    RankingError
        If the shapes differ, or a table holds anything but numbers.

    Examples
    --------
    >>> tau_x([[1, 2, 3], [1, 1, 1]], [[1, 2, 2], [1, 1, 1]]).round(3)
    array([0.667, 1.   ])
    """
    a, b = as_pair(A, B, ("A", "B"))
    shared = ~(np.isnan(a) | np.isnan(b))
    total, n_pairs = np.zeros((2, len(a)), dtype=np.int64)
    # All pairs of columns that are `apart` columns apart, at once: memory stays at that of A.
    for apart in range(1, a.shape[1]):
        sign_a, sign_b = (np.sign(t[:, apart:] - t[:, :-apart]) for t in (a, b))
        both = shared[:, apart:] & shared[:, :-apart]
        product = sign_a * sign_b + ((sign_a == 0) & (sign_b == 0))
        total += np.where(both, product, 0).sum(axis=1).astype(np.int64)
        n_pairs += both.sum(axis=1)
    return np.divide(total, n_pairs, out=np.zeros(len(a)), where=n_pairs > 0)


def _by_row(kernel: Callable[[Floats, Floats, Floats], None], A: Any, B: Any) -> Floats:
    a, b = as_pair(A, B, ("A", "B"))
    out = np.empty(len(a))
    kernel(a, b, out)
    return out
