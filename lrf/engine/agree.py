"""How much rankings agree: Kendall's tau-b and Spearman's rho, row by row and for whole tables.

Rankings are rows of positions, in any writing of ties, NaN = not ranked. Only labels ranked on both
sides count. Everything is counted in integers, so the results are exact but for one square root
and one division. Where a measure is undefined, because one side ties all labels or fewer than two
labels are shared, the result is 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.engine.jit import kernel

__all__ = ["kendall_rows", "kendall_table", "spearman_rows", "spearman_table"]


@kernel
def _sign(a: Any, b: Any) -> Any:
    """Return 1, 0 or -1 as a is larger than, equal to or smaller than b; 0 if either is NaN."""
    return np.int32(a > b) - np.int32(a < b)


@kernel
def _quotient(product: Any, square_a: Any, square_b: Any) -> Any:
    if square_a == 0 or square_b == 0:
        return 0.0
    return product / np.sqrt(np.float64(square_a) * np.float64(square_b))


@kernel
def _tau(A: Any, i: int, B: Any, j: int) -> Any:
    product, untied_a, untied_b = 0, 0, 0
    for p in range(1, A.shape[1]):
        a, b = A[i, p], B[j, p]
        for q in range(p):
            sign_a, sign_b = _sign(a, A[i, q]), _sign(b, B[j, q])
            # NaN is the only value that differs from itself; & does without a branch.
            shared = np.int32((a == a) & (b == b) & (A[i, q] == A[i, q]) & (B[j, q] == B[j, q]))
            product += sign_a * sign_b
            untied_a += sign_a * sign_a * shared
            untied_b += sign_b * sign_b * shared
    return _quotient(product, untied_a, untied_b)


@kernel
def _rho(A: Any, i: int, B: Any, j: int) -> Any:
    """Correlate ranks; the sum of a label's signs is twice its average rank, centred."""
    product, square_a, square_b = 0, 0, 0
    for p in range(A.shape[1]):
        a, b = A[i, p], B[j, p]
        if a != a or b != b:
            continue
        rank_a, rank_b = 0, 0
        for q in range(A.shape[1]):
            shared = np.int32((A[i, q] == A[i, q]) & (B[j, q] == B[j, q]))
            rank_a += _sign(a, A[i, q]) * shared
            rank_b += _sign(b, B[j, q]) * shared
        product += rank_a * rank_b
        square_a += rank_a * rank_a
        square_b += rank_b * rank_b
    return _quotient(product, square_a, square_b)


@kernel
def kendall_rows(A: Any, B: Any, out: Any) -> None:
    """Write tau-b of each row of A and the same row of B.

    Parameters
    ----------
    A, B : ndarray of float64, shape (n, k)
        Positions.
    out : ndarray of float64, shape (n,)
        Where the results go.
    """
    for i in range(A.shape[0]):
        out[i] = _tau(A, i, B, i)


@kernel
def spearman_rows(A: Any, B: Any, out: Any) -> None:
    """Write Spearman's rho of each row of A and the same row of B; as in `kendall_rows`."""
    for i in range(A.shape[0]):
        out[i] = _rho(A, i, B, i)


@kernel
def _write_signs(A: Any, signs: Any, ranked: Any) -> None:
    """Write the sign of each pair of labels, and 1 where both are ranked."""
    for i in range(A.shape[0]):
        pair = 0
        for p in range(1, A.shape[1]):
            for q in range(p):
                signs[i, pair] = _sign(A[i, p], A[i, q])
                ranked[i, pair] = (A[i, p] == A[i, p]) & (A[i, q] == A[i, q])
                pair += 1


@kernel(makes_arrays=True)
def kendall_table(A: Any, B: Any, out: Any) -> None:
    """Write tau-b of every row of A and every row of B.

    The signs of pairs are kept as bytes, of which the processor multiplies many at once; this is
    about five times as fast as comparing the positions of each two rows anew.

    Parameters
    ----------
    A : ndarray of float64, shape (n_a, k)
        Positions.
    B : ndarray of float64, shape (n_b, k)
        Positions.
    out : ndarray of float64, shape (n_a, n_b)
        Where the results go.
    """
    n_pairs = A.shape[1] * (A.shape[1] - 1) // 2
    signs_a = np.empty((A.shape[0], n_pairs), np.int8)
    ranked_a = np.empty((A.shape[0], n_pairs), np.int8)
    signs_b = np.empty((B.shape[0], n_pairs), np.int8)
    ranked_b = np.empty((B.shape[0], n_pairs), np.int8)
    _write_signs(A, signs_a, ranked_a)
    _write_signs(B, signs_b, ranked_b)
    for i in range(A.shape[0]):
        for j in range(B.shape[0]):
            product, untied_a, untied_b = np.int32(0), np.int32(0), np.int32(0)
            for pair in range(n_pairs):
                a, b = np.int32(signs_a[i, pair]), np.int32(signs_b[j, pair])
                product += np.int32(a * b)
                untied_a += np.int32(a * a * ranked_b[j, pair])
                untied_b += np.int32(b * b * ranked_a[i, pair])
            out[i, j] = _quotient(product, untied_a, untied_b)


@kernel(makes_arrays=True)
def _write_ranks(A: Any, ranks: Any) -> Any:
    """Write twice the centred average ranks of complete rows; return the sums of their squares.

    The sum is -1 for an incomplete row, whose ranks depend on what it is compared with.
    """
    squares = np.zeros(A.shape[0], np.int64)
    for i in range(A.shape[0]):
        complete = True
        for p in range(A.shape[1]):
            rank = 0
            for q in range(A.shape[1]):
                rank += _sign(A[i, p], A[i, q])
            ranks[i, p] = rank
            squares[i] += rank * rank
            complete = complete and A[i, p] == A[i, p]
        if not complete:
            squares[i] = -1
    return squares


@kernel(makes_arrays=True)
def spearman_table(A: Any, B: Any, out: Any) -> None:
    """Write Spearman's rho of every row of A and every row of B; as in `kendall_table`."""
    ranks_a = np.empty(A.shape, np.int64)
    ranks_b = np.empty(B.shape, np.int64)
    squares_a = _write_ranks(A, ranks_a)
    squares_b = _write_ranks(B, ranks_b)
    for i in range(A.shape[0]):
        for j in range(B.shape[0]):
            if squares_a[i] < 0 or squares_b[j] < 0:
                out[i, j] = _rho(A, i, B, j)
                continue
            product = 0
            for p in range(A.shape[1]):
                product += ranks_a[i, p] * ranks_b[j, p]
            out[i, j] = _quotient(product, squares_a[i], squares_b[j])
