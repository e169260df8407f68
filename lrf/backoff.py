"""What the nodes of a tree know of incomplete rankings, and what they take from their ancestors.

A leaf may hold no ranking of some label, or none that compares two. Such entries of its statistic
are taken from the nearest ancestor that has them, so that every leaf can place every label.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from lrf.components import Aggregator, Array, ParameterValue, Statistic
from lrf.elections import Contributions, Members, elect, singles
from lrf.shapes import Shape
from lrf.statistics import consensus, known_shares, statistic_rows

__all__ = ["consensus_of_nodes", "spread_of_leaves", "votes_of_leaves"]


def consensus_of_nodes(
    aggregator: Aggregator,
    parameters: dict[str, ParameterValue],
    rankings: Array,
    shape: Shape,
) -> Array:
    """Return the consensus of the training rankings below each node of a tree.

    Parameters
    ----------
    aggregator : Aggregator
        The method.
    parameters : dict
        Its parameters.
    rankings : ndarray of shape (n_distinct, n_labels)
        The distinct training rankings; NaN: not ranked.
    shape : Shape
        The tree.

    Returns
    -------
    positions : ndarray of shape (n_nodes, n_labels)
    """
    if aggregator.statistic == "votes" or not np.isnan(rankings).any():
        return elect(aggregator, parameters, shape.below, rankings)
    shares = _completed_statistics(aggregator.statistic, rankings, shape)
    return consensus(aggregator, parameters, shares, rankings.shape[1])


def votes_of_leaves(
    aggregator: Aggregator,
    parameters: dict[str, ParameterValue],
    rankings: Array,
    shapes: Iterable[Shape],
) -> Contributions:
    """Return the vote of each leaf of several trees for its own consensus.

    Parameters
    ----------
    aggregator, parameters, rankings
        As in `consensus_of_nodes`.
    shapes : iterable of Shape
        The trees.
    """
    consensuses = [
        consensus_of_nodes(aggregator, parameters, rankings, shape)[shape.nodes["feature"] < 0]
        for shape in shapes
    ]
    votes, inverse = np.unique(np.concatenate(consensuses), axis=0, return_inverse=True)
    return Contributions(votes, singles(len(votes)), inverse.reshape(-1).astype(np.int32))


def spread_of_leaves(
    aggregator: Aggregator, rankings: Array, leaves: Members, shapes: Iterable[Shape]
) -> Contributions:
    """Return what each leaf of several trees knows, as a vote spread over its rankings.

    Parameters
    ----------
    aggregator : Aggregator
        What takes the votes.
    rankings : ndarray of shape (n_distinct, n_labels)
        The distinct training rankings; NaN: not ranked.
    leaves : Members
        The training rankings in the leaves of all trees.
    shapes : iterable of Shape
        The trees.
    """
    rows = np.arange(len(leaves), dtype=np.int32)
    share = leaves.weights / np.repeat(leaves.totals(), np.diff(leaves.starts))
    spread = Members(leaves.starts, leaves.rankings, share)
    if aggregator.statistic == "votes":
        return Contributions(rankings, spread, rows)
    shares = [
        _completed_statistics(aggregator.statistic, rankings, shape)[shape.nodes["feature"] < 0]
        for shape in shapes
    ]
    return Contributions(rankings, spread, rows, np.ascontiguousarray(np.concatenate(shares)))


def _completed_statistics(statistic: Statistic, rankings: Array, shape: Shape) -> Array:
    """Return an additive statistic of each node of a tree, per vote, without gaps.

    What no training ranking says becomes the middle position, or a comparison that nobody made.
    """
    rows = statistic_rows(statistic, rankings)
    n_labels = rankings.shape[1]
    below, parent = shape.below, shape.parent
    parts = [
        known_shares(statistic, below.select(nodes).sums(rows), n_labels)
        for nodes in below.blocks(rows.shape[1])
    ]
    shares = np.concatenate(parts)
    for level in range(1, int(shape.depth.max()) + 1):
        nodes = np.flatnonzero(shape.depth == level)
        shares[nodes] = np.where(np.isnan(shares[nodes]), shares[parent[nodes]], shares[nodes])
    nothing = (n_labels + 1) / 2 if statistic == "rank-sum" else 0.0
    return np.where(np.isnan(shares), nothing, shares)
