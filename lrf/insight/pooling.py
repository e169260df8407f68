"""Pooling the answers of the leaves that rows reach, over all trees or some of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from lrf.components import Array
from lrf.forest import Forest
from lrf.insight.aspects import Aspect
from lrf.insight.shares import Shares, Spread, shares_by_tree, shares_of, spread_of
from lrf.threads import allowed_threads

__all__ = ["in_blocks", "pool"]

#: How many numbers a block of rows may hold.
_BLOCK_NUMBERS = 2**20


def in_blocks(
    n_rows: int, width: int, n_jobs: int | None, work: Callable[[int, int], None]
) -> None:
    """Do some work on ranges of rows, in threads if so wished.

    Parameters
    ----------
    n_rows, width : int
        Number of rows, and of the numbers that are held for each.
    n_jobs : int or None
        Number of threads; -1: all cores.
    work : callable
        ``work(start, end)`` does what is to be done with the rows of a range.
    """
    size = max(1, _BLOCK_NUMBERS // max(1, width))
    n_threads = allowed_threads(n_jobs)
    if n_threads > 1:
        size = min(size, max(256, -(-n_rows // 8)))
    blocks = list(pairwise([*range(0, n_rows, size), n_rows]))
    if len(blocks) < 2 or n_threads == 1:
        for block in blocks:
            work(*block)
        return
    from joblib import Parallel, delayed

    run = Parallel(n_jobs=min(n_threads, len(blocks)), require="sharedmem")
    run(delayed(work)(*block) for block in blocks)


def pool(
    forest: Forest,
    X: Array,
    aspect: Aspect,
    n_jobs: int | None = None,
    chosen: Array | None = None,
) -> Array:
    """Return the mean answer of the leaves that each row reaches.

    Parameters
    ----------
    forest : Forest
        The forest.
    X : ndarray of float64, shape (n_rows, n_features)
        No infinite values; NaN: missing.
    aspect : Aspect
        The question.
    n_jobs : int, optional
        Number of threads; -1: all cores. The result does not depend on it.
    chosen : ndarray of bool, shape (n_rows, n_trees), optional
        The trees that are asked about each row, if not all are.

    Returns
    -------
    answers : ndarray of float64, shape (n_rows, width)
        NaN where no tree is asked.
    """
    sums = np.zeros((len(X), aspect.width(forest.n_labels)))
    spread = spread_of(forest, aspect)
    shares = None if spread is not None else shares_of(forest, aspect)
    if spread is not None:
        _add_members(forest, X, spread, chosen, sums, n_jobs)
    elif shares is None:
        _add_by_tree(forest, X, aspect, chosen, sums, n_jobs)
    elif chosen is None:
        _add_all(forest, X, shares, sums, n_jobs)
    else:
        _add_chosen(forest, X, shares, chosen, sums, n_jobs)
    if chosen is None:
        sums /= forest.n_trees
        return sums
    with np.errstate(invalid="ignore"):
        sums /= np.count_nonzero(chosen, axis=1)[:, None]
    return sums


def _add_all(forest: Forest, X: Array, shares: Shares, sums: Array, n_jobs: int | None) -> None:
    def work(start: int, end: int) -> None:
        forest.descent.accumulate(X, start, end, shares.rows, shares.table, sums[start:end])

    in_blocks(len(X), sums.shape[1], n_jobs, work)


def _add_chosen(
    forest: Forest, X: Array, shares: Shares, chosen: Array, sums: Array, n_jobs: int | None
) -> None:
    from lrf.engine.pool import add_entries

    def work(start: int, end: int) -> None:
        leaves = forest.find_leaves(X, start, end)
        entries = np.where(chosen[start:end], shares.rows.astype(np.int64)[leaves], -1)
        add_entries(entries, shares.table, sums[start:end])

    in_blocks(len(X), sums.shape[1] + forest.n_trees, n_jobs, work)


def _add_members(
    forest: Forest,
    X: Array,
    spread: Spread,
    chosen: Array | None,
    sums: Array,
    n_jobs: int | None,
) -> None:
    from lrf.engine.pool import add_members

    groups = spread.groups

    def work(start: int, end: int) -> None:
        entries = spread.rows[forest.find_leaves(X, start, end).T].astype(np.uint32)
        if chosen is not None:
            entries[~chosen[start:end].T] = len(groups)
        add_members(
            entries, groups.starts, groups.rankings, groups.weights, spread.ends, spread.cells,
            spread.parts, sums[start:end],
        )  # fmt: skip

    in_blocks(len(X), sums.shape[1] + forest.n_trees, n_jobs, work)


def _add_by_tree(
    forest: Forest,
    X: Array,
    aspect: Aspect,
    chosen: Array | None,
    sums: Array,
    n_jobs: int | None,
) -> None:
    from lrf.engine.pool import add_entries

    leaves = np.empty((len(X), forest.n_trees), dtype=np.int32)

    def find(start: int, end: int) -> None:
        leaves[start:end] = forest.descent.find_leaves(X, start, end).T

    in_blocks(len(X), forest.n_trees, n_jobs, find)
    if chosen is not None:
        leaves[~chosen] = -1
    for tree, table in enumerate(shares_by_tree(forest, aspect)):
        add_entries(np.ascontiguousarray(leaves[:, tree : tree + 1]), table, sums)
