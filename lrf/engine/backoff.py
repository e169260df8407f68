"""Statistics of the nodes of a tree, and what nodes without numbers take from their ancestors."""

from __future__ import annotations

from typing import Any

from lrf.engine.jit import kernel

__all__ = ["NOTHING", "add_up", "fill_shares"]

#: Sums of weights up to this are rounding.
NOTHING = 1e-9


@kernel
def add_up(
    rows: Any, starts: Any, rankings: Any, weights: Any, leaves: Any, parent: Any, sums: Any
) -> None:
    """Add up the statistics of the rankings below each node.

    Parameters
    ----------
    rows : ndarray of float64, shape (n_distinct, size)
        The statistic of each distinct ranking.
    starts : ndarray of int64, shape (n_leaves + 1,)
        Where the rankings of each leaf begin.
    rankings : ndarray of int32, shape (n_members,)
        Their numbers.
    weights : ndarray of float64, shape (n_members,)
        Their weights.
    leaves : ndarray of int64, shape (n_leaves,)
        The leaves among the nodes.
    parent : ndarray of int32, shape (n_nodes,)
        The parent of each node, which comes before it.
    sums : ndarray of float64, shape (n_nodes, size)
        Zeros; where the sums are written.
    """
    size = rows.shape[1]
    for leaf in range(leaves.shape[0]):
        node = leaves[leaf]
        for member in range(starts[leaf], starts[leaf + 1]):
            ranking, weight = rankings[member], weights[member]
            for j in range(size):
                sums[node, j] += weight * rows[ranking, j]
    for node in range(parent.shape[0] - 1, 0, -1):
        above = parent[node]
        for j in range(size):
            sums[above, j] += sums[node, j]


@kernel
def fill_shares(
    sums: Any, first: Any, second: Any, parent: Any, otherwise: float, shares: Any
) -> None:
    """Divide the sums of each node by how often there was something to count.

    Parameters
    ----------
    sums : ndarray of float64, shape (n_nodes, size)
        What `add_up` wrote.
    first, second : ndarray of int64, shape (n_shares,)
        The columns of `sums` whose sum counts for each share; -1: none.
    parent : ndarray of int32, shape (n_nodes,)
        The parent of each node, from which it takes shares of which it counts nothing.
    otherwise : float
        The share of which nothing is counted anywhere.
    shares : ndarray of float64, shape (n_nodes, n_shares)
        Where the shares are written.
    """
    for node in range(parent.shape[0]):
        for j in range(shares.shape[1]):
            count = sums[node, first[j]]
            if second[j] >= 0:
                count += sums[node, second[j]]
            if count > NOTHING:
                shares[node, j] = sums[node, j] / count
            elif node > 0:
                shares[node, j] = shares[parent[node], j]
            else:
                shares[node, j] = otherwise
