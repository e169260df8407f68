"""The rows of each tree, drawn piece by piece, so that nobody has to draw all of them.

All rows of the data are numbered through, and cut into blocks of the same length. How many rows a
tree gets from each block is drawn first, and which ones by a generator that belongs to the tree and
the block. So everybody who has some of the rows can tell which trees want them, and it does not
matter how the data are parted.
"""

from __future__ import annotations

import attrs
import numpy as np

from lrf.bagging import is_bootstrapped
from lrf.components import Array
from lrf.config import Bootstrap

__all__ = ["BLOCK", "Draws"]

#: Rows of a block.
BLOCK = 2**16


@attrs.frozen
class Draws:
    """Which rows each tree is grown from.

    Parameters
    ----------
    seed : int
        What the seeds of the trees follow from.
    n_rows : int
        Number of all rows.
    size : int
        How many are drawn for each tree, at least for those that draw no row twice.
    replace : bool or "mixed"
        Whether a row can be drawn more than once, as a settled configuration says.
    block : int
        Rows of a block; another number gives other draws.
    more : int, optional
        How many are drawn for those trees of a mixed forest that can draw a row twice.
    """

    seed: int
    n_rows: int
    size: int
    replace: Bootstrap
    block: int = BLOCK
    more: int | None = None

    @property
    def largest(self) -> int:
        """The most rows that a tree gets."""
        return max(self.size, self.more or 0)

    def rows(self, tree: int, first: int, last: int) -> Array:
        """Return the rows of a tree from `first` up to but without `last`, in their order.

        Parameters
        ----------
        tree : int
            Number of the tree.
        first, last : int
            Numbers of rows.

        Returns
        -------
        rows : ndarray of int64
            A row stands there as often as it was drawn.
        """
        if last <= first:
            return np.empty(0, dtype=np.int64)
        shares = self._shares(tree)
        blocks = range(first // self.block, (last - 1) // self.block + 1)
        drawn = np.concatenate([self._within(tree, block, int(shares[block])) for block in blocks])
        drawn.sort()
        rows: Array = drawn[(drawn >= first) & (drawn < last)]
        return rows

    def has(self, tree: int, rows: Array) -> Array:
        """Return which of some rows a tree gets.

        Parameters
        ----------
        tree : int
            Number of the tree.
        rows : ndarray of int64, shape (n_rows,)
            Numbers of rows.
        """
        shares, blocks = self._shares(tree), np.unique(rows // self.block)
        drawn = [self._within(tree, int(block), int(shares[block])) for block in blocks]
        return np.isin(rows, np.concatenate(drawn))

    def _lengths(self) -> Array:
        """Return the number of rows of each block."""
        starts = np.arange(0, self.n_rows, self.block)
        return np.minimum(self.block, self.n_rows - starts)

    def _shares(self, tree: int) -> Array:
        """Return how many rows the tree gets from each block."""
        lengths, rng = self._lengths(), self._generator(tree, 0)
        if is_bootstrapped(self.replace, tree):
            size = self.size if self.more is None else self.more
            return rng.multinomial(size, lengths / self.n_rows)
        return rng.multivariate_hypergeometric(lengths, self.size, method="marginals")

    def _within(self, tree: int, block: int, count: int) -> Array:
        """Return which rows of a block the tree gets."""
        rng, start = self._generator(tree, 1 + block), block * self.block
        length = min(self.block, self.n_rows - start)
        if is_bootstrapped(self.replace, tree):
            return start + rng.integers(0, length, count)
        return start + rng.choice(length, count, replace=False, shuffle=False)

    def _generator(self, tree: int, purpose: int) -> np.random.Generator:
        seed = np.random.SeedSequence(self.seed, spawn_key=(tree, purpose))
        return np.random.default_rng(seed)
