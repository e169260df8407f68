"""How rows find the leaves of a grown forest, by the quickest way that their values allow."""

from __future__ import annotations

from threading import Lock

import attrs
import numpy as np

from lrf.components import Array
from lrf.short_nodes import ShortNodes, shorten

__all__ = ["Descent"]

#: Short nodes are made once so many rows times trees have been asked about, all calls together: not
#: before they pay for their making, and not where a few rows of a first example are at stake.
_WORTH_SHORTENING = 2**17
_ROWS_PER_NODE = 4

#: With fewer rows at a time, numbering their values takes longer than it saves.
_FEW_ROWS = 32


@attrs.define(eq=False)
class Descent:
    """The ways down the trees of a forest.

    Parameters
    ----------
    nodes : ndarray of `lrf.engine.descend.NODE`, shape (n_inner,)
        The inner nodes of all trees, one tree after the other.
    roots : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins in `nodes`.
    first_leaf : ndarray of int64, shape (n_trees + 1,)
        Where the leaves of each tree begin among all leaves.
    n_features : int
        Number of features.
    """

    nodes: Array
    roots: Array
    first_leaf: Array
    n_features: int
    _has_nominal: bool = attrs.field(init=False)
    _asked: int = attrs.field(default=0, init=False)
    _short: ShortNodes | None = attrs.field(default=None, init=False)
    _is_settled: bool = attrs.field(default=False, init=False)
    _lock: Lock = attrs.field(factory=Lock, init=False)

    def __attrs_post_init__(self) -> None:
        from lrf.engine.descend import NOMINAL_FLAG

        self._has_nominal = bool((self.nodes["feature"] & NOMINAL_FLAG).any())

    def find_leaves(self, X: Array, start: int, end: int) -> Array:
        """Return the leaf of each row in each tree, counted in the tree; (n_trees, n_rows).

        Parameters
        ----------
        X : ndarray of float64, shape (n_rows, n_features)
            C-contiguous rows without infinite values; NaN: missing.
        start, end : int
            The rows that are wanted.
        """
        plain = self._is_plain(X, start, end)
        short = self._short_for(end - start) if plain else None
        leaves = np.empty((len(self.roots) - 1, end - start), dtype=np.int32)
        if short is None:
            from lrf.engine.predict import find_leaves

            find_leaves(self.nodes, self.roots, X, start, end, plain, leaves)
        else:
            from lrf.engine.short import find_short_leaves

            numbers, room = short.number(X, start, end)
            find_short_leaves(short.words, short.roots, short.n_inner, numbers, room, leaves)
        return leaves

    def accumulate(
        self, X: Array, start: int, end: int, rows: Array, table: Array, sums: Array
    ) -> None:
        """Add up rows of a table over the leaves that each row reaches.

        Parameters
        ----------
        X, start, end
            As for `find_leaves`.
        rows : ndarray of int, shape (n_leaves,)
            The row of each leaf in the table.
        table : ndarray of float, shape (n_statistics, size)
            Each different statistic once.
        sums : ndarray of float64, shape (end - start, size)
            Where the sums are added.
        """
        plain = self._is_plain(X, start, end)
        short = self._short_for(end - start) if plain else None
        if short is None:
            from lrf.engine.predict import accumulate

            room = np.empty(end - start, dtype=np.int32)
            accumulate(
                self.nodes, self.roots, self.first_leaf, rows, table, X, start, end, plain, room,
                sums,
            )  # fmt: skip
            return
        from lrf.engine.short import accumulate_short

        numbers, room = short.number(X, start, end)
        accumulate_short(
            short.words, short.roots, short.n_inner, self.first_leaf, rows, table, numbers, room,
            sums,
        )  # fmt: skip

    def _is_plain(self, X: Array, start: int, end: int) -> bool:
        """Whether rows are without missing values, and the trees without nominal attributes."""
        return not self._has_nominal and not np.isnan(X[start:end]).any()

    def _short_for(self, n_rows: int) -> ShortNodes | None:
        """Return the short nodes where it is worth making and using them for some rows."""
        if n_rows < _FEW_ROWS:
            return None
        if not self._is_settled:
            self._asked += n_rows * (len(self.roots) - 1)
            if self._asked >= max(_WORTH_SHORTENING, _ROWS_PER_NODE * len(self.nodes)):
                self._settle()
        return self._short

    def _settle(self) -> None:
        """Make the short nodes, unless another thread has."""
        with self._lock:
            if not self._is_settled:
                self._short = shorten(self.nodes, self.roots, self.first_leaf, self.n_features)
                self._is_settled = True
