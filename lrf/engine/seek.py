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
    rankings, weights, best, total = votes.ranking, votes.weight, room.best, room.total
    sweep_keys, sweep_rankings, sweep_weights = (
        room.sweep_keys, room.sweep_rankings, room.sweep_weights,
    )  # fmt: skip
    for i in range(size):
        vote = np.uintp(keys[i] & VOTE_MASK)
        sweep_keys[i] = keys[i] >> VOTE_BITS
        sweep_rankings[i] = rankings[vote]
        sweep_weights[i] = weights[vote]
    for j in range(best.shape[0]):
        best[j] = 0.0
    best[0] = -math.inf
    node = SweepNode(
        sweep_keys[:size],
        sweep_rankings[:size],
        sweep_weights[:size],
        training.positions,
        training.vectors,
        training.n_positive,
        training.scale,
        minimum,
        weight,
        total,
        room.left_sum,
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
            training, votes, keys, size, room.products, agreement, rules.minimum,
            pointers.agreement_scores, pointers.criterion_params, room.left_sum, room.cuts,
            room.best,
        )  # fmt: skip
    elif rules.method == VARIETY:
        distinct_total, right_distinct = room.distinct_total, room.right_distinct
        for j in range(distinct_total.shape[0]):
            right_distinct[j] = distinct_total[j]
        sweep_variety(
            training, votes, keys, size, room.products, variety, rules.minimum,
            pointers.variety_scores, pointers.criterion_params, room.left_sum,
            room.left_distinct, right_distinct, room.left_counts, room.counts, room.cuts,
            room.best,
        )  # fmt: skip
        clear(room.left_counts, room.seen, n_seen)
    else:
        _sweep_by_component(
            training, votes, keys, size, to_beat, rules.minimum, agreement.weight, pointers, room
        )


@kernel(part=True)
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
