"""An attribute's best cut: the sorted keys of a node handed to the sweep of the criterion."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.engine.address import address
from lrf.engine.jit import kernel
from lrf.engine.node import clear
from lrf.engine.records import AGREEMENT, VARIETY, Pointers, Room, Rules, Training, Votes
from lrf.engine.signatures import Agreement, SweepNode, Variety
from lrf.engine.sort import VOTE_BITS, VOTE_MASK
from lrf.engine.sweep import sweep_agreement, sweep_variety

__all__ = ["find_cut", "put_first"]


@kernel(inline=True)
def _sweep_by_component(
    training: Training,
    votes: Votes,
    keys: Any,
    size: int,
    to_beat: float,
    minimum: float,
    weight: float,
    pointers: Pointers,
    room: Room,
) -> None:
    """Hand the node's samples in the order of the keys to the criterion's own sweep."""
    for i in range(size):
        vote = keys[i] & VOTE_MASK
        room.sweep_keys[i] = keys[i] >> VOTE_BITS
        room.sweep_rankings[i] = votes.ranking[vote]
        room.sweep_weights[i] = votes.weight[vote]
    room.best[:] = 0.0
    room.best[0] = -math.inf
    node = SweepNode(
        room.sweep_keys[:size],
        room.sweep_rankings[:size],
        room.sweep_weights[:size],
        training.positions,
        training.vectors,
        training.n_positive,
        training.scale,
        minimum,
        weight,
        room.total,
        to_beat,
        room.sweep_room,
    )
    pointers.sweep(node, room.best, address(pointers.criterion_params))


@kernel(inline=True)
def find_cut(
    training: Training,
    votes: Votes,
    keys: Any,
    size: int,
    n_seen: int,
    to_beat: float,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    room: Room,
) -> None:
    """Find the best cut between the sorted keys, into ``room.best``.

    One that scores no more than `to_beat` may be overlooked.
    """
    if rules.method == AGREEMENT:
        sweep_agreement(
            keys, size, votes.ranking, votes.weight, room.products,
            training.vectors, training.squares, training.n_positive, training.scale,
            agreement, rules.minimum, pointers.agreement_gain,
            address(pointers.criterion_params), room.left_sum, room.best,
        )  # fmt: skip
    elif rules.method == VARIETY:
        for j in range(room.distinct_total.shape[0]):
            room.right_distinct[j] = room.distinct_total[j]
        sweep_variety(
            keys, size, votes.ranking, votes.weight, room.products,
            training.vectors, training.squares, training.n_positive, training.scale,
            variety, rules.minimum, pointers.variety_gain,
            address(pointers.criterion_params), room.left_sum, room.left_distinct,
            room.right_distinct, room.left_counts, room.counts, training.log_table, room.best,
        )  # fmt: skip
        clear(room.left_counts, room.seen, n_seen)
    else:
        _sweep_by_component(
            training, votes, keys, size, to_beat, rules.minimum, agreement.weight, pointers, room
        )


@kernel
def put_first(keys: Any, first: int, last: int, size: int, target: Any) -> None:
    """Write the keys with code 0 inside a range and 1 outside, those inside first."""
    place = 0
    for i in range(first, last):
        target[place] = keys[i] & VOTE_MASK
        place += 1
    for i in range(size):
        if i < first or i >= last:
            target[place] = (np.int64(1) << VOTE_BITS) | (keys[i] & VOTE_MASK)
            place += 1
