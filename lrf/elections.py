"""The elections at the leaves of trees and over the trees of a forest.

A leaf is given by its members: the distinct training rankings that fell there, with weights. From
these everything follows: the consensus of the leaf (the vote of a hard-voting tree), and the
statistic that a soft-voting tree contributes. Most leaves of a full-grown tree hold one ranking
only, so what is kept is a table of the different contributions and, per leaf, a row in it.
"""

from __future__ import annotations

import attrs
import numpy as np

from lrf.components import Aggregator, Array, ParameterValue
from lrf.statistics import consensus, consensus_of, statistic_rows

__all__ = ["Contributions", "Members", "contributions", "elect", "singles"]

#: How many numbers a block of elections may hold at a time.
_BLOCK_NUMBERS = 2**22


@attrs.frozen
class Members:
    """The distinct rankings that make up each of several groups.

    Parameters
    ----------
    starts : ndarray of int64, shape (n_groups + 1,)
        Where each group begins in the other two; no group is empty.
    rankings : ndarray of int32
        Row of each member among the distinct rankings.
    weights : ndarray of float64
        Weight of each member.
    """

    starts: Array
    rankings: Array
    weights: Array

    def __len__(self) -> int:
        return len(self.starts) - 1

    def select(self, groups: Array) -> Members:
        """Return some of the groups, by their numbers."""
        sizes = np.diff(self.starts)[groups]
        starts = np.concatenate(([0], np.cumsum(sizes)))
        shift = np.repeat(self.starts[:-1][groups] - starts[:-1], sizes)
        index = np.arange(starts[-1]) + shift
        return Members(starts, self.rankings[index], self.weights[index])

    def merge(self, first: Array, last: Array) -> Members:
        """Return unions of consecutive groups, from `first` up to but without `last`."""
        sizes = self.starts[last] - self.starts[first]
        starts = np.concatenate(([0], np.cumsum(sizes)))
        index = np.arange(starts[-1]) + np.repeat(self.starts[first] - starts[:-1], sizes)
        return Members(starts, self.rankings[index], self.weights[index])

    def totals(self) -> Array:
        """Return the weight of each group."""
        return np.add.reduceat(self.weights, self.starts[:-1])

    def sums(self, rows: Array) -> Array:
        """Return the weighted sums of the members' `rows` of each group."""
        from scipy.sparse import csr_array

        spread = csr_array((self.weights, self.rankings, self.starts), shape=(len(self), len(rows)))
        sums: Array = spread @ rows
        return sums

    def dense(self, n_distinct: int) -> Array:
        """Return the weights as an array of shape (n_groups, n_distinct)."""
        group = np.repeat(np.arange(len(self)), np.diff(self.starts))
        weights = np.zeros((len(self), n_distinct))
        np.add.at(weights, (group, self.rankings), self.weights)
        return weights

    def blocks(self, numbers_per_group: int) -> list[Array]:
        """Return the numbers of the groups in blocks whose statistics fit into memory."""
        load = np.diff(self.starts) * numbers_per_group
        block = np.cumsum(load) // _BLOCK_NUMBERS
        edges = np.flatnonzero(np.diff(block)) + 1
        return np.split(np.arange(len(self)), edges)


def elect(
    aggregator: Aggregator,
    parameters: dict[str, ParameterValue],
    members: Members,
    rankings: Array,
) -> Array:
    """Return the consensus of each group.

    Parameters
    ----------
    aggregator : Aggregator
        The method.
    parameters : dict
        Its parameters.
    members : Members
        The groups.
    rankings : ndarray of shape (n_distinct, n_labels)
        The distinct rankings.

    Returns
    -------
    positions : ndarray of shape (n_groups, n_labels)
    """
    n_distinct, n_labels = rankings.shape
    additive = aggregator.statistic != "votes"
    rows = statistic_rows(aggregator.statistic, rankings) if additive else rankings
    width = rows.shape[1] if additive else n_distinct
    parts = []
    for groups in members.blocks(width):
        block = members.select(groups)
        if additive:
            parts.append(consensus(aggregator, parameters, block.sums(rows), n_labels))
        else:
            answer = consensus_of(
                aggregator, n_labels, rankings, block.dense(n_distinct), **parameters
            )
            parts.append(answer)
    return np.concatenate(parts) if parts else np.empty((0, n_labels))


@attrs.frozen
class Contributions:
    """What each leaf adds to an election over trees.

    Parameters
    ----------
    rankings : ndarray of shape (n_distinct, n_labels)
        The rankings that are voted for.
    members : Members
        The different contributions, each of weight 1 in total.
    rows : ndarray of int, shape (n_leaves,)
        The contribution of each leaf.
    shares : ndarray, optional
        The contributions as rows of the additive statistic, where they are not those of the
        members: leaves that hold incomplete rankings take what they lack from their ancestors.
    """

    rankings: Array
    members: Members
    rows: Array
    shares: Array | None = None

    def table(self, aggregator: Aggregator) -> Array:
        """Return the contributions as rows of the aggregator's additive statistic."""
        if self.shares is not None:
            return self.shares
        rows = statistic_rows(aggregator.statistic, self.rankings)
        parts = [
            self.members.select(groups).sums(rows) for groups in self.members.blocks(rows.shape[1])
        ]
        return np.ascontiguousarray(np.concatenate(parts))


def contributions(
    voting: str,
    leaf: Aggregator,
    parameters: dict[str, ParameterValue],
    groups: Members,
    group_of_leaf: Array,
    rankings: Array,
) -> Contributions:
    """Return what each leaf adds to an election over trees.

    Parameters
    ----------
    voting : {"hard", "soft"}
        "hard": a leaf votes for its own consensus; "soft": it spreads its vote over its members.
    leaf : Aggregator
        The consensus of a leaf, for hard voting.
    parameters : dict
        The parameters of `leaf`.
    groups : Members
        The different contents of leaves.
    group_of_leaf : ndarray of int, shape (n_leaves,)
        What each leaf holds.
    rankings : ndarray of shape (n_distinct, n_labels)
        The distinct training rankings.
    """
    if voting == "hard":
        votes, inverse = np.unique(
            elect(leaf, parameters, groups, rankings), axis=0, return_inverse=True
        )
        rows = inverse.reshape(-1).astype(np.int32)[group_of_leaf]
        return Contributions(votes, singles(len(votes)), rows)
    share = groups.weights / np.repeat(groups.totals(), np.diff(groups.starts))
    return Contributions(rankings, Members(groups.starts, groups.rankings, share), group_of_leaf)


def singles(count: int) -> Members:
    """Return groups of one member each, of weight 1."""
    return Members(np.arange(count + 1), np.arange(count, dtype=np.int32), np.ones(count))
