"""Growing one tree, top down, with an explicit stack.

The samples of a node lie side by side; a split partitions them in place, so that children are
again ranges. Nodes are numbered in pre-order: the left child follows its parent.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lrf.engine.codes import COMPLETE, GAPS, NOMINAL
from lrf.engine.jit import bind, kernel, unsigned
from lrf.engine.lending import lend, lend_for_long
from lrf.engine.node import clear, count_rankings
from lrf.engine.records import (
    ABOVE,
    ATTRIBUTE,
    BELOW,
    MISSING_LEFT,
    Nodes,
    Pointers,
    Room,
    Rules,
    Training,
    Votes,
    collect_samples,
    make_nodes,
    make_room,
)
from lrf.engine.sides import goes_left
from lrf.engine.sort import VOTE_BITS
from lrf.engine.split import choose_split

__all__ = ["Grower", "Grown"]


class Grown(NamedTuple):
    """A grown tree.

    Attributes
    ----------
    nodes : Nodes
        Cut to length.
    depth : int
        Number of edges to the deepest leaf.
    """

    nodes: Nodes
    depth: int


@kernel(inline=True)
def _partition(
    codes: Any,
    kinds: Any,
    missing: Any,
    choice: Any,
    samples: Any,
    start: int,
    end: int,
    other_side: Any,
) -> int:
    """Move the samples that go left to the front, keeping orders; return the middle."""
    attribute = int(choice[ATTRIBUTE])
    # Of a complete attribute, codes up to one go left. So do the others, once codes are seen as
    # distances from where the range that goes left begins.
    kind = kinds[attribute]
    first, last = np.int64(0), np.int64(choice[BELOW])
    gap = np.int64(-1)
    if kind == NOMINAL:
        first = last
    elif kind == GAPS:
        last -= 1  # keys of attributes with gaps are raised by one
        gap = np.int64(missing[attribute])
    gap_left = np.int64(choice[MISSING_LEFT] != 0.0)
    begin, middle, n_right = unsigned(start), unsigned(start), unsigned(0)
    if kind == COMPLETE:
        highest = np.uint32(last)
        for i in range(begin, unsigned(end)):
            sample = samples[i]
            left = unsigned(codes[attribute, np.uintp(sample >> VOTE_BITS)] <= highest)
            samples[middle] = sample  # written to both sides, counted on one
            other_side[n_right] = sample
            middle += left
            n_right += unsigned(1) - left
    else:
        for i in range(begin, unsigned(end)):
            sample = samples[i]
            code = np.int64(codes[attribute, np.uintp(sample >> VOTE_BITS)])
            left = unsigned(goes_left(code, first, last, gap, gap_left))
            samples[middle] = sample
            other_side[n_right] = sample
            middle += left
            n_right += unsigned(1) - left
    for i in range(n_right):
        samples[middle + i] = other_side[i]
    return np.int64(middle)  # type: ignore[return-value]


@kernel(inline=True)
def _add_leaf(n_seen: int, n_leaves: int, n_members: int, nodes: Nodes, room: Room) -> int:
    """Write down the counted rankings of a leaf; return how many members there are so far."""
    seen, counts = room.seen, room.counts
    member_ranking, member_weight = nodes.member_ranking, nodes.member_weight
    for i in range(n_seen):
        ranking = seen[i]
        member_ranking[n_members] = ranking
        member_weight[n_members] = counts[ranking]
        n_members += 1
    nodes.member_start[n_leaves + 1] = n_members
    return n_members


@kernel(inline=True)
def _note_cut(nodes: Nodes, node: int, training: Training, attribute: int, choice: Any) -> None:
    """Write down the codes on both sides of a cut."""
    below, above = np.int64(choice[BELOW]), np.int64(choice[ABOVE])
    kind = training.kinds[attribute]
    if kind == NOMINAL:
        above = below
    elif kind == GAPS:  # keys of attributes with gaps are raised by one, 0 being missing values
        missing = np.int64(training.missing[attribute])
        below = missing if below == 0 else below - 1
        above -= 1
    nodes.below[node] = below
    nodes.above[node] = above
    nodes.missing_left[node] = choice[MISSING_LEFT] != 0.0


@kernel(inline=True)
def _push(stack: Any, place: int, start: int, end: int, depth: int, parent: int) -> None:
    stack[place, 0] = start
    stack[place, 1] = end
    stack[place, 2] = depth
    stack[place, 3] = parent


@kernel(part=True)
def _grow_lent(
    training: Training,
    samples: Any,
    votes: Votes,
    rules: Rules,
    pointers: Pointers,
    rng: Any,
    room: Room,
    nodes: Nodes,
) -> tuple[int, int, int, int]:
    """Fill in the nodes; return the numbers of nodes, leaves and members, and the depth."""
    stack, choice, counts, seen = room.stack, room.choice, room.counts, room.seen
    feature, right = nodes.feature, nodes.right
    _push(stack, 0, 0, samples.shape[0], 0, -1)
    n_stacked = 1
    n_nodes = n_leaves = n_members = deepest = 0
    while n_stacked > 0:
        n_stacked -= 1
        start, end = stack[n_stacked, 0], stack[n_stacked, 1]
        depth, parent = stack[n_stacked, 2], stack[n_stacked, 3]
        node = n_nodes
        n_nodes += 1
        if parent >= 0:
            right[parent] = node
        n_seen = count_rankings(samples, votes, start, end, counts, seen)
        choice[ATTRIBUTE] = -1.0
        if n_seen > 1 and depth < rules.max_depth:
            choose_split(
                training, samples, votes, start, end, n_seen, depth == 0,
                rules, pointers, rng, room,
            )  # fmt: skip
        chosen = int(choice[ATTRIBUTE])
        feature[node] = chosen
        if chosen < 0:
            n_members = _add_leaf(n_seen, n_leaves, n_members, nodes, room)
            right[node] = n_leaves
            n_leaves += 1
            deepest = max(deepest, depth)
        else:
            _note_cut(nodes, node, training, chosen, choice)
            middle = _partition(
                training.codes, training.kinds, training.missing, choice, samples, start, end,
                room.spare,
            )  # fmt: skip
            _push(stack, n_stacked, middle, end, depth + 1, node)
            _push(stack, n_stacked + 1, start, middle, depth + 1, -1)
            n_stacked += 2
        clear(counts, seen, n_seen)
    return n_nodes, n_leaves, n_members, deepest


@kernel
def _grow(
    training: Training,
    samples: Any,
    votes: Votes,
    rules: Rules,
    pointers: Pointers,
    rng: Any,
    room: Room,
    nodes: Nodes,
) -> tuple[int, int, int, int]:
    """Grow from records that are lent already, but for the votes, which belong to the tree."""
    return _grow_lent(training, samples, lend(votes), rules, pointers, rng, room, nodes)


class Grower:
    """Grows tree after tree of one forest, reusing its room; each thread needs one of its own.

    Parameters
    ----------
    training : Training
        Shared by all trees.
    rules : Rules
        How to grow.
    pointers : Pointers
        The components.
    """

    def __init__(self, training: Training, rules: Rules, pointers: Pointers) -> None:
        capacity = len(training.rankings)
        self._training = training
        self._room = make_room(training, capacity)
        self._nodes = make_nodes(capacity)
        self._lent = lend_for_long(training, rules, pointers, self._room, self._nodes)
        self._call: Any = None

    def grow(self, weights: Any, rng: np.random.Generator) -> Grown:
        """Grow one tree.

        Parameters
        ----------
        weights : ndarray of float64, shape (n_samples,)
            Weight of each sample in this tree; a bootstrap is the numbers of draws. At least one
            is positive.
        rng : numpy.random.Generator
            Draws the attributes.

        Returns
        -------
        tree : Grown
        """
        samples, votes = collect_samples(self._training, weights)
        training, rules, pointers, room, nodes = self._lent
        arguments = (training, samples, votes, rules, pointers, rng, room, nodes)
        if self._call is None:
            self._call = bind(_grow, arguments)
        self._room.attributes[:] = np.arange(len(self._room.attributes))
        n_nodes, n_leaves, n_members, depth = self._call(*arguments)
        lengths = Nodes(*(n_nodes,) * 5, n_leaves + 1, n_members, n_members)
        parts = zip(self._nodes, lengths, strict=True)
        return Grown(Nodes(*(part[:length].copy() for part, length in parts)), depth)
