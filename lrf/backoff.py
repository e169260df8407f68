"""What the nodes of a tree know of incomplete rankings, and what they take from their ancestors.

A leaf may hold no ranking of some label, or none that compares two. Such entries of its statistic
are taken from the nearest ancestor that has them, so that every leaf can place every label.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from lrf.components import Aggregator, Array, ParameterValue, Statistic
from lrf.elections import Contributions, Members, elect, singles
from lrf.shapes import Shape
from lrf.statistics import consensus, statistic_rows

__all__ = ["consensus_of_nodes", "shares_of_leaves", "spread_of_leaves", "votes_of_leaves"]


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
        return elect(aggregator, parameters, shape.below(), rankings)
    rows = statistic_rows(aggregator.statistic, rankings)
    shares = _shares_of_nodes(aggregator.statistic, rows, rankings.shape[1], shape)
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
        consensus_of_nodes(aggregator, parameters, rankings, shape)[shape.is_leaf]
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
    numbers = np.arange(len(leaves), dtype=np.int32)
    share = leaves.weights / np.repeat(leaves.totals(), np.diff(leaves.starts))
    spread = Members(leaves.starts, leaves.rankings, share)
    if aggregator.statistic == "votes":
        return Contributions(rankings, spread, numbers)
    shares = np.concatenate(list(shares_of_leaves(aggregator.statistic, rankings, shapes)))
    return Contributions(rankings, spread, numbers, shares)


def shares_of_leaves(
    statistic: Statistic, rankings: Array, shapes: Iterable[Shape]
) -> Iterator[Array]:
    """Yield an additive statistic of each leaf, per vote and without gaps, tree by tree.

    Parameters
    ----------
    statistic : {"rank-sum", "pairwise"}
        Which statistic.
    rankings : ndarray of shape (n_distinct, n_labels)
        The distinct training rankings; NaN: not ranked.
    shapes : iterable of Shape
        The trees.

    Yields
    ------
    shares : ndarray of float64, shape (n_leaves, size)
    """
    rows = statistic_rows(statistic, rankings)
    for shape in shapes:
        yield _shares_of_nodes(statistic, rows, rankings.shape[1], shape)[shape.is_leaf]


def _shares_of_nodes(statistic: Statistic, rows: Array, n_labels: int, shape: Shape) -> Array:
    """Return an additive statistic of each node of a tree, per vote and without gaps.

    What no training ranking says becomes the middle position, or a comparison that nobody made.
    """
    from lrf.engine.backoff import add_up, fill_shares

    n_nodes, leaves = len(shape.parent), shape.leaves
    sums = np.zeros((n_nodes, rows.shape[1]))
    places = np.flatnonzero(shape.is_leaf)
    add_up(rows, leaves.starts, leaves.rankings, leaves.weights, places, shape.parent, sums)
    first, second = _counting(statistic, n_labels)
    shares = np.empty((n_nodes, len(first)))
    nothing = (n_labels + 1) / 2 if statistic == "rank-sum" else 0.0
    fill_shares(sums, first, second, shape.parent, nothing, shares)
    return shares


def _counting(statistic: Statistic, n_labels: int) -> tuple[Array, Array]:
    """Return the columns of a statistic whose sum counts the votes for each of its entries."""
    if statistic == "rank-sum":
        return np.arange(n_labels, 2 * n_labels), np.full(n_labels, -1)
    pairs = np.arange(n_labels**2)
    return pairs, pairs.reshape(n_labels, n_labels).T.ravel()
