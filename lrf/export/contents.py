"""What the training rankings in the nodes of a tree are, and how much they agree."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from lrf.components import Array
from lrf.export.places import place_shares
from lrf.metrics import kendall_tau
from lrf.tree import Tree

__all__ = ["Contents", "contents_of"]

#: How many numbers are worked on at a time.
_AT_ONCE = 2**21


@attrs.frozen(eq=False)
class Contents:
    """The distinct training rankings below each node of a tree, the most frequent ones first.

    Parameters
    ----------
    rankings : ndarray of shape (n_distinct, n_labels)
        All distinct training rankings.
    starts : ndarray of int64, shape (n_nodes + 1,)
        Where each node begins in the other two.
    ranking, weight : ndarray of shape (n_members,)
        Which ranking, and how often it came to the node.
    """

    rankings: Array
    starts: Array
    ranking: Array
    weight: Array

    def at(self, node: int) -> tuple[Array, Array]:
        """Return the numbers of the rankings at a node, and their weights."""
        here = slice(self.starts[node], self.starts[node + 1])
        return self.ranking[here], self.weight[here]

    def places(self, node: int, most: int | None = None) -> Array:
        """Return by how much each label is in each place at a node, as `place_shares` does."""
        ranking, weight = self.at(node)
        return place_shares(self.rankings[ranking], weight, most)

    def agreement(self, positions: Array) -> Array:
        """Return how much the rankings at each node agree with its consensus.

        Parameters
        ----------
        positions : ndarray of shape (n_nodes, n_labels)
            The consensus of each node.

        Returns
        -------
        agreement : ndarray of float64, shape (n_nodes,)
            Kendall's tau-b, averaged over the rankings: 1 if all of them are the consensus.
        """
        node = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        tau = np.empty(len(node))
        size = max(1, _AT_ONCE // positions.shape[1])
        for start in range(0, len(node), size):
            block = slice(start, start + size)
            tau[block] = kendall_tau(positions[node[block]], self.rankings[self.ranking[block]])
        sums, totals = (
            np.add.reduceat(values, self.starts[:-1]) for values in (tau * self.weight, self.weight)
        )
        return np.asarray(sums / totals)


def contents_of(model: Any, index: int, tree: Tree) -> Contents:
    """Return what came to the nodes of a tree in training.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    index : int
        Which tree.
    tree : Tree
        The same tree.
    """
    members = model.forest_.rankings_below(index)
    rankings = model.forest_.rankings
    node = np.repeat(np.arange(tree.n_nodes), np.diff(members.starts))
    key, inverse = np.unique(node * len(rankings) + members.rankings, return_inverse=True)
    weight = np.bincount(inverse, members.weights)
    node, ranking = np.divmod(key, len(rankings))
    order = np.lexsort((ranking, -weight, node))
    starts = np.searchsorted(node, np.arange(tree.n_nodes + 1))
    return Contents(rankings, starts, ranking[order], weight[order])
