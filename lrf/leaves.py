"""The leaves of a forest: which rankings fell there, kept in as little room as they need.

Most leaves of a full-grown tree hold a single ranking, so that its number and a small whole
weight say everything. The others are written out.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np

from lrf.components import Array
from lrf.elections import Members

__all__ = ["Leaves", "join_leaves", "pack_leaves", "smallest"]


@attrs.frozen(eq=False)
class Leaves:
    """The rankings in each leaf.

    Parameters
    ----------
    group : ndarray of uint16 or int32, shape (n_leaves,)
        What a leaf holds: below `n_distinct` a ranking by its number, from there on a mixture.
    weight : ndarray of unsigned integers or float64, shape (n_leaves,)
        Total weight of each leaf.
    mixtures : Members
        The mixtures.
    n_distinct : int
        Number of distinct training rankings.
    """

    group: Array
    weight: Array
    mixtures: Members
    n_distinct: int

    def __len__(self) -> int:
        return len(self.group)

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        mixtures = self.mixtures
        parts = (mixtures.starts, mixtures.rankings, mixtures.weights, self.group, self.weight)
        return sum(part.nbytes for part in parts)

    def groups(self) -> Members:
        """Return every group: each ranking alone, with weight 1, then the mixtures."""
        lone = np.arange(self.n_distinct)
        return Members(
            np.concatenate((lone, self.n_distinct + self.mixtures.starts)),
            np.concatenate((lone.astype(np.int32), self.mixtures.rankings)),
            np.concatenate((np.ones(self.n_distinct), self.mixtures.weights)),
        )

    def members(self) -> Members:
        """Return the rankings in each leaf with their weights."""
        members = self.groups().select(self.group.astype(np.int64))
        alone = np.diff(members.starts) == 1
        members.weights[members.starts[:-1][alone]] = self.weight[alone]
        return members


def pack_leaves(members: Members, n_distinct: int) -> Leaves:
    """Return leaves in as little room as they need.

    Parameters
    ----------
    members : Members
        The rankings in each leaf.
    n_distinct : int
        Number of distinct training rankings.
    """
    alone = np.diff(members.starts) == 1
    mixed = np.flatnonzero(~alone)
    group = np.empty(len(members), dtype=np.int32)
    group[alone] = members.rankings[members.starts[:-1][alone]]
    group[mixed] = n_distinct + np.arange(len(mixed))
    if n_distinct + len(mixed) <= np.iinfo(np.uint16).max:
        group = group.astype(np.uint16)
    return Leaves(group, smallest(members.totals()), members.select(mixed), n_distinct)


def join_leaves(parts: Sequence[Leaves]) -> Leaves:
    """Return the leaves of several trees, one after the other.

    Parameters
    ----------
    parts : sequence of Leaves
        At least one, all of the same training rankings.
    """
    n_distinct = parts[0].n_distinct
    before = np.concatenate(([0], np.cumsum([len(part.mixtures) for part in parts])))
    widest = np.int32 if n_distinct + before[-1] > np.iinfo(np.uint16).max else np.uint16
    groups = [
        np.where(part.group < n_distinct, part.group, part.group + shift.astype(np.int32)).astype(
            widest
        )
        for part, shift in zip(parts, before[:-1], strict=True)
    ]
    mixtures = [part.mixtures for part in parts]
    starts = np.concatenate(([0], *(np.diff(mixture.starts) for mixture in mixtures)))
    return Leaves(
        np.concatenate(groups),
        np.concatenate([part.weight for part in parts]),
        Members(
            np.cumsum(starts),
            np.concatenate([mixture.rankings for mixture in mixtures]),
            np.concatenate([mixture.weights for mixture in mixtures]),
        ),
        n_distinct,
    )


def smallest(numbers: Array) -> Array:
    """Return whole numbers in the smallest unsigned type that holds them, others as they are.

    Parameters
    ----------
    numbers : ndarray
        None is negative.
    """
    for kind in (np.uint8, np.uint16, np.uint32):
        if numbers.max(initial=0) <= np.iinfo(kind).max:
            small = numbers.astype(kind)
            return small if np.array_equal(small, numbers) else numbers
    return numbers
