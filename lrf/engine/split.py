"""Choosing the split of one node: attributes drawn, sorted, swept, and their best cuts judged."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.engine.jit import COMPILED, kernel
from lrf.engine.node import (
    clear,
    summarise_agreement,
    summarise_variety,
)
from lrf.engine.records import (
    AGREEMENT,
    SWEEP,
    VARIETY,
    Pointers,
    Room,
    Rules,
    Samples,
    Training,
    Votes,
)
from lrf.engine.signatures import Agreement, Judged, SweepNode, Variety
from lrf.engine.sort import VOTE_BITS, VOTE_MASK, sort_keys
from lrf.engine.sweep import exceeds, sweep_agreement, sweep_variety
from lrf.engine.vectors import add_vector, signed_square

__all__ = ["choose_split"]

if COMPILED:

    @kernel(inline=True)
    def _address(params: Any) -> Any:
        """Return where the parameters lie: a single word, where an array would be seven."""
        return params.ctypes

else:

    def _address(params: Any) -> Any:
        """Return the parameters as they are."""
        return params


@kernel(inline=True)
def _gather_keys(
    codes: Any, attribute: int, samples: Samples, start: int, end: int, keys: Any
) -> tuple[np.int64, np.int64]:
    """Make the sort keys of a range; return the lowest and the highest code."""
    lowest = highest = np.int64(codes[attribute, samples.rows[start]])
    for i in range(start, end):
        code = np.int64(codes[attribute, samples.rows[i]])
        lowest = min(lowest, code)
        highest = max(highest, code)
        keys[i - start] = (code << VOTE_BITS) | samples.votes[i]
    return lowest, highest


@kernel(inline=True)
def _sweep_by_component(
    training: Training,
    votes: Votes,
    size: int,
    minimum: float,
    pointers: Pointers,
    room: Room,
) -> None:
    """Hand the node's samples in the order of the attribute to the criterion's own sweep."""
    for i in range(size):
        vote = room.keys[i] & VOTE_MASK
        room.sweep_keys[i] = room.keys[i] >> VOTE_BITS
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
    )
    pointers.sweep(node, room.best, _address(pointers.criterion_params))


@kernel
def _count_distinct(
    keys: Any, first: int, last: int, votes: Votes, counts: Any, seen: Any
) -> float:
    """Return the number of distinct rankings of the node's samples between two places of order."""
    n_seen = 0
    for i in range(first, last):
        ranking = votes.ranking[keys[i] & VOTE_MASK]
        if counts[ranking] == 0.0:
            counts[ranking] = 1.0
            seen[n_seen] = ranking
            n_seen += 1
    clear(counts, seen, n_seen)
    return float(n_seen)


@kernel(inline=True)
def _fill_in_sides(
    training: Training, votes: Votes, cut: int, whole: Agreement, room: Room
) -> None:
    """Write the numbers of both sides of a cut that a criterion's own sweep has found."""
    vectors, n_positive, left_sum = training.vectors, training.n_positive, room.left_sum
    for j in range(left_sum.shape[0]):
        left_sum[j] = 0.0
    weight = own = cross = 0.0
    for i in range(cut):
        vote = room.keys[i] & VOTE_MASK
        row = votes.ranking[vote]
        w = votes.weight[vote]
        weight += w
        own += w * training.squares[row]
        cross += w * room.products[row]
        add_vector(vectors, row, w, left_sum)
    norm = signed_square(left_sum, n_positive)
    best = room.best
    best[2] = weight
    best[3] = norm * training.scale
    best[4] = own * training.scale
    best[5] = whole.weight - weight
    best[6] = ((whole.norm - 2.0 * cross) + norm) * training.scale
    best[7] = (whole.own - own) * training.scale


@kernel(inline=True)
def _is_accepted(
    rules: Rules,
    pointers: Pointers,
    whole: Judged,
    left: Judged,
    right: Judged,
    score: float,
) -> bool:
    if rules.similarity:
        split = score
    else:
        split = (left.weight * left.value + right.weight * right.value) / whole.weight
    return bool(pointers.accept(split, whole, left, right, _address(pointers.stopping_params)))


@kernel(inline=True)
def _judge_agreement(
    training: Training, rules: Rules, pointers: Pointers, whole: Agreement, best: Any
) -> tuple[Judged, Judged, Judged]:
    scaled = Agreement(whole.weight, whole.norm * training.scale, whole.own * training.scale)
    left = Agreement(best[2], best[3], best[4])
    right = Agreement(best[5], best[6], best[7])
    values = (0.0, 0.0, 0.0)
    if rules.has_value:
        params = _address(pointers.criterion_params)
        values = (
            pointers.agreement_value(scaled, params),
            pointers.agreement_value(left, params),
            pointers.agreement_value(right, params),
        )
    return (
        Judged(scaled.weight, 0.0, values[0]),
        Judged(left.weight, 0.0, values[1]),
        Judged(right.weight, 0.0, values[2]),
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
        params = _address(pointers.criterion_params)
        values = (
            pointers.variety_value(scaled, params),
            pointers.variety_value(left, params),
            pointers.variety_value(right, params),
        )
    return (
        Judged(scaled.weight, scaled.distinct, values[0]),
        Judged(left.weight, left.distinct, values[1]),
        Judged(right.weight, right.distinct, values[2]),
    )


@kernel(inline=True)
def _judge_cut(
    training: Training,
    votes: Votes,
    size: int,
    cut: int,
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
    if rules.method == SWEEP:
        _fill_in_sides(training, votes, cut, agreement, room)
    whole, left, right = _judge_agreement(training, rules, pointers, agreement, room.best)
    if not rules.needs_distinct:
        return whole, left, right
    keys, counts, seen = room.keys, room.left_counts, room.seen_in_cut
    n_left = _count_distinct(keys, 0, cut, votes, counts, seen)
    n_right = _count_distinct(keys, cut, size, votes, counts, seen)
    return (
        Judged(whole.weight, float(n_seen), whole.value),
        Judged(left.weight, n_left, left.value),
        Judged(right.weight, n_right, right.value),
    )


@kernel(inline=True)
def _sweep(
    training: Training,
    votes: Votes,
    size: int,
    n_seen: int,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    room: Room,
) -> None:
    """Find the best cut of the sorted node, into ``room.best``."""
    if rules.method == AGREEMENT:
        sweep_agreement(
            room.keys, size, votes.ranking, votes.weight, room.products,
            training.vectors, training.squares, training.n_positive, training.scale,
            agreement, rules.minimum, pointers.agreement_gain,
            _address(pointers.criterion_params), room.left_sum, room.best,
        )  # fmt: skip
    elif rules.method == VARIETY:
        for j in range(room.distinct_total.shape[0]):
            room.right_distinct[j] = room.distinct_total[j]
        sweep_variety(
            room.keys, size, votes.ranking, votes.weight, room.products,
            training.vectors, training.squares, training.n_positive, training.scale,
            variety, rules.minimum, pointers.variety_gain,
            _address(pointers.criterion_params), room.left_sum, room.left_distinct,
            room.right_distinct, room.left_counts, room.counts, training.log_table, room.best,
        )  # fmt: skip
        clear(room.left_counts, room.seen, n_seen)
    else:
        _sweep_by_component(training, votes, size, rules.minimum, pointers, room)


@kernel(inline=True)
def _draw(attributes: Any, tried: int, rng: Any) -> int:
    """Move a random attribute among those not yet tried to place `tried`; return it."""
    chosen = tried + int(rng.random() * (attributes.shape[0] - tried))
    attribute = attributes[chosen]
    attributes[chosen] = attributes[tried]
    attributes[tried] = attribute
    return int(attribute)


@kernel(inline=True)
def choose_split(
    training: Training,
    samples: Samples,
    votes: Votes,
    start: int,
    end: int,
    n_seen: int,
    is_root: bool,
    rules: Rules,
    pointers: Pointers,
    rng: Any,
    room: Room,
) -> tuple[int, int, int]:
    """Return the attribute of the best accepted cut and the codes on both its sides.

    The rankings of the node must have been counted. The attribute is -1 if there is no such cut.
    """
    size = end - start
    agreement = summarise_agreement(training, n_seen, room)
    variety = Variety(agreement.weight, 0.0, 0.0, 0.0, 0.0)
    if agreement.weight < 2.0 * rules.minimum:
        return -1, 0, 0
    if rules.method == VARIETY:
        variety = summarise_variety(training, n_seen, room)
    attributes = room.attributes
    n_attributes = attributes.shape[0]
    sampled = rules.max_features < n_attributes
    best_score = -math.inf
    best_attribute = -1
    below = above = 0
    useful = 0
    for tried in range(n_attributes):
        if useful >= rules.max_features and not (
            is_root and rules.root_fallback and best_attribute < 0
        ):
            break
        attribute = _draw(attributes, tried, rng) if sampled else tried
        lowest, highest = _gather_keys(training.codes, attribute, samples, start, end, room.keys)
        if lowest == highest:
            continue
        useful += 1
        sort_keys(room.keys, room.spare, size, lowest, highest, room.digits)
        _sweep(training, votes, size, n_seen, rules, pointers, agreement, variety, room)
        score, cut = room.best[0], int(room.best[1])
        if cut <= 0 or not exceeds(score, best_score):
            continue
        whole, left, right = _judge_cut(
            training, votes, size, cut, n_seen, rules, pointers, agreement, variety, room
        )
        if _is_accepted(rules, pointers, whole, left, right, score):
            best_score = score
            best_attribute = attribute
            below = room.keys[cut - 1] >> VOTE_BITS
            above = room.keys[cut] >> VOTE_BITS
    return best_attribute, below, above
