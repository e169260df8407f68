"""What a stopping rule learns about the best cut of an attribute, and its verdict.

The left side of a cut is a range of the node's sorted keys: those before the cut or, for a nominal
attribute, those of one category. The right side is the rest.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.engine.address import address
from lrf.engine.jit import kernel
from lrf.engine.node import clear
from lrf.engine.records import SWEEP, VARIETY, Pointers, Room, Rules, Training, Votes
from lrf.engine.shuffle import chance_of_cut
from lrf.engine.signatures import Agreement, Judged, SweepNode, Variety
from lrf.engine.sort import VOTE_MASK
from lrf.engine.vectors import add_vector, signed_square

__all__ = ["is_accepted", "sum_up_range"]


@kernel(part=True)
def _count_distinct(
    keys: Any, first: int, last: int, inside: bool, size: int, votes: Votes, counts: Any, seen: Any
) -> float:
    """Return the number of distinct rankings inside, or else outside, a range of the keys."""
    rankings = votes.ranking
    n_seen = 0
    for i in range(size):
        if (first <= i < last) != inside:
            continue
        ranking = rankings[np.uintp(keys[i] & VOTE_MASK)]
        if counts[ranking] == 0.0:
            counts[ranking] = 1.0
            seen[n_seen] = ranking
            n_seen += 1
    clear(counts, seen, n_seen)
    return float(n_seen)


@kernel(inline=True)
def sum_up_range(
    training: Training, votes: Votes, first: int, last: int, room: Room
) -> tuple[float, float, float, float]:
    """Return the weight, norm and self-pairs of a range of keys, and its product with the node."""
    keys, products, left_sum, vectors = room.keys, room.products, room.left_sum, training.vectors
    rankings, weights, owns = votes.ranking, votes.weight, votes.own
    for j in range(left_sum.shape[0]):
        left_sum[j] = 0.0
    weight = own = cross = 0.0
    for i in range(first, last):
        vote = np.uintp(keys[i] & VOTE_MASK)
        row = rankings[vote]
        w = weights[vote]
        weight += w
        own += owns[vote]
        cross += w * products[row]
        add_vector(vectors, row, w, left_sum)
    return weight, signed_square(left_sum, training.n_positive), own, cross


@kernel(inline=True)
def _fill_in_sides(
    training: Training, votes: Votes, first: int, last: int, whole: Agreement, room: Room
) -> None:
    """Write the numbers of both sides of a cut that a criterion's own sweep has found."""
    weight, norm, own, cross = sum_up_range(training, votes, first, last, room)
    best = room.best
    best[2] = weight
    best[3] = norm * training.scale
    best[4] = own * training.scale
    best[5] = whole.weight - weight
    best[6] = ((whole.norm - 2.0 * cross) + norm) * training.scale
    best[7] = (whole.own - own) * training.scale


@kernel(inline=True)
def _weigh_sides(votes: Votes, first: int, last: int, whole: float, room: Room) -> None:
    """Write the weights of both sides, which is all there is to say without a value of a node."""
    keys, weights = room.keys, votes.weight
    weight = 0.0
    for i in range(first, last):
        weight += weights[np.uintp(keys[i] & VOTE_MASK)]
    room.best[2] = weight
    room.best[5] = whole - weight


@kernel(inline=True)
def _judge_agreement(
    training: Training, rules: Rules, pointers: Pointers, whole: Agreement, best: Any
) -> tuple[Judged, Judged, Judged]:
    scaled = Agreement(whole.weight, whole.norm * training.scale, whole.own * training.scale)
    left = Agreement(best[2], best[3], best[4])
    right = Agreement(best[5], best[6], best[7])
    values = (0.0, 0.0, 0.0)
    if rules.has_value:
        params = address(pointers.criterion_params)
        values = (
            pointers.agreement_value(scaled, params),
            pointers.agreement_value(left, params),
            pointers.agreement_value(right, params),
        )
    return (
        Judged(scaled.weight, 0.0, values[0], 0.0),
        Judged(left.weight, 0.0, values[1], 0.0),
        Judged(right.weight, 0.0, values[2], 0.0),
    )


@kernel(inline=True)
def _judge_variety(
    training: Training, rules: Rules, pointers: Pointers, whole: Variety, best: Any
) -> tuple[Judged, Judged, Judged]:
    scaled = Variety(
        whole.weight,
        whole.distinct,
        whole.log_sum,
        whole.square_sum,
        whole.cross * training.scale,
    )
    left = Variety(best[2], best[3], best[4], best[5], best[6])
    right = Variety(best[7], best[8], best[9], best[10], best[11])
    values = (0.0, 0.0, 0.0)
    if rules.has_value:
        params = address(pointers.criterion_params)
        values = (
            pointers.variety_value(scaled, params),
            pointers.variety_value(left, params),
            pointers.variety_value(right, params),
        )
    return (
        Judged(scaled.weight, scaled.distinct, values[0], 0.0),
        Judged(left.weight, left.distinct, values[1], 0.0),
        Judged(right.weight, right.distinct, values[2], 0.0),
    )


@kernel(part=True)
def _value_of_samples(
    training: Training,
    first: int,
    last: int,
    weight: float,
    total: Any,
    rules: Rules,
    pointers: Pointers,
    room: Room,
) -> float:
    """Return the criterion's value of some of the samples that it has swept, from their sum."""
    node = SweepNode(
        room.sweep_keys[first:last],
        room.sweep_rankings[first:last],
        room.sweep_weights[first:last],
        training.positions,
        training.vectors,
        training.n_positive,
        training.scale,
        rules.minimum,
        weight,
        total,
        room.left_sum,
        -math.inf,
        room.sweep_room,
    )
    return pointers.samples_value(node, address(pointers.criterion_params))


@kernel(part=True)
def _judge_samples(
    training: Training,
    size: int,
    n_left: int,
    weight: float,
    rules: Rules,
    pointers: Pointers,
    room: Room,
) -> tuple[Judged, Judged, Judged]:
    """Judge the cut after some of the samples, in the order of the sweep that has found it."""
    left, right, total = room.sweep_left, room.sweep_right, room.total
    for j in range(total.shape[0]):
        left[j] = 0.0
    vectors, rankings, weights = training.vectors, room.sweep_rankings, room.sweep_weights
    on_left = 0.0
    for i in range(n_left):
        add_vector(vectors, rankings[i], weights[i], left)
        on_left += weights[i]
    for j in range(total.shape[0]):
        right[j] = total[j] - left[j]
    room.best[2], room.best[5] = on_left, weight - on_left
    # The node comes last, so that a criterion may remember it until its next attribute.
    at_left = _value_of_samples(training, 0, n_left, on_left, left, rules, pointers, room)
    at_right = _value_of_samples(
        training, n_left, size, weight - on_left, right, rules, pointers, room
    )
    before = _value_of_samples(training, 0, size, weight, total, rules, pointers, room)
    return (
        Judged(weight, 0.0, before, 0.0),
        Judged(on_left, 0.0, at_left, 0.0),
        Judged(weight - on_left, 0.0, at_right, 0.0),
    )


@kernel(inline=True)
def _judge_cut(
    training: Training,
    votes: Votes,
    size: int,
    first: int,
    last: int,
    n_seen: int,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    room: Room,
) -> tuple[Judged, Judged, Judged]:
    """Return what the stopping rule learns about the node and both sides of its cut."""
    if rules.method == VARIETY:
        return _judge_variety(training, rules, pointers, variety, room.best)
    if rules.by_samples and rules.has_value:
        whole, left, right = _judge_samples(
            training, size, last - first, agreement.weight, rules, pointers, room
        )
    else:
        if rules.method == SWEEP and rules.has_value:
            _fill_in_sides(training, votes, first, last, agreement, room)
        elif rules.method == SWEEP:
            _weigh_sides(votes, first, last, agreement.weight, room)
        whole, left, right = _judge_agreement(training, rules, pointers, agreement, room.best)
    if not rules.needs_distinct:
        return whole, left, right
    keys, counts, seen = room.keys, room.left_counts, room.seen_in_cut
    n_left = _count_distinct(keys, first, last, True, size, votes, counts, seen)
    n_right = _count_distinct(keys, first, last, False, size, votes, counts, seen)
    return (
        Judged(whole.weight, float(n_seen), whole.value, 0.0),
        Judged(left.weight, n_left, left.value, 0.0),
        Judged(right.weight, n_right, right.value, 0.0),
    )


@kernel(inline=True)
def is_accepted(
    training: Training,
    votes: Votes,
    size: int,
    first: int,
    last: int,
    n_seen: int,
    attribute: int,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    tests: int,
    rng: Any,
    room: Room,
) -> bool:
    """Whether the stopping rule accepts the cut in ``room.best``.

    Afterwards ``room.best[2]`` holds the weight of its left side, whatever the method.
    """
    whole, left, right = _judge_cut(
        training, votes, size, first, last, n_seen, rules, pointers, agreement, variety, room
    )
    if rules.similarity:
        split = room.best[0]
    else:
        split = (left.weight * left.value + right.weight * right.value) / whole.weight
    params = address(pointers.stopping_params)
    accepted = bool(pointers.accept(split, whole, left, right, params))
    if rules.level > 0.0 and accepted:
        chance = chance_of_cut(
            training, votes, size, n_seen, attribute, tests, rules, pointers, agreement, variety,
            rng, room,
        )  # fmt: skip
        whole = Judged(whole.weight, whole.distinct, whole.value, chance)
        accepted = bool(pointers.accept(split, whole, left, right, params))
    return accepted
