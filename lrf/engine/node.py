"""The numbers of one node: its distinct rankings with their weights, and sums over them."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.engine.jit import kernel, unsigned
from lrf.engine.records import Room, Training, Votes
from lrf.engine.signatures import Agreement, Variety
from lrf.engine.sort import VOTE_BITS, VOTE_MASK
from lrf.engine.sweep import x_log_x
from lrf.engine.vectors import add_vector, inner_product

__all__ = [
    "are_different",
    "clear",
    "count_rankings",
    "sum_up",
    "summarise_agreement",
    "summarise_variety",
]


@kernel(part=True)
def are_different(codes: Any, attribute: int, samples: Any, start: int, end: int) -> bool:
    """Whether an attribute has more than one code in a range, or more than one bin of codes."""
    first = codes[attribute, np.uintp(samples[start] >> VOTE_BITS)]
    for i in range(start + 1, end):
        if codes[attribute, np.uintp(samples[i] >> VOTE_BITS)] != first:
            return True
    return False


@kernel(inline=True)
def count_rankings(samples: Any, votes: Votes, start: int, end: int, counts: Any, seen: Any) -> int:
    """Add up the weight of each distinct ranking of a range and list them in `seen`.

    `counts` must be zero before, and must be cleared with `clear` after use.
    """
    n_seen: Any = unsigned(0)
    rankings, weights = votes.ranking, votes.weight
    for i in range(unsigned(start), unsigned(end)):
        vote = np.uintp(samples[i] & VOTE_MASK)
        ranking = rankings[vote]
        count = counts[ranking]
        seen[n_seen] = ranking  # counted only if it is new: no branch to guess
        n_seen += unsigned(count == 0.0)
        counts[ranking] = count + weights[vote]
    return np.int64(n_seen)  # type: ignore[return-value]


@kernel(inline=True)
def clear(counts: Any, seen: Any, n_seen: int) -> None:
    """Set the counts of the listed rankings back to zero."""
    for i in range(n_seen):
        counts[seen[i]] = 0.0


@kernel(inline=True)
def summarise_agreement(training: Training, n_seen: int, room: Room) -> Agreement:
    """Sum up the counted rankings, fill in their products with the sum, return the numbers."""
    vectors, squares, n_positive = training.vectors, training.squares, training.n_positive
    counts, seen, products, total = room.counts, room.seen, room.products, room.total
    for j in range(total.shape[0]):
        total[j] = 0.0
    for i in range(n_seen):
        add_vector(vectors, seen[i], counts[seen[i]], total)
    weight = norm = own = 0.0
    for i in range(n_seen):
        ranking = seen[i]
        count = counts[ranking]
        product = inner_product(vectors, ranking, n_positive, total)
        products[ranking] = product
        weight += count
        norm += count * product
        own += count * squares[ranking]
    return Agreement(weight, norm, own)


@kernel(part=True)
def sum_up(training: Training, n_seen: int, room: Room) -> Agreement:
    """Sum up the counted rankings, for a criterion that sweeps and asks for no more."""
    vectors, total, seen, counts = training.vectors, room.total, room.seen, room.counts
    for j in range(total.shape[0]):
        total[j] = 0.0
    weight = 0.0
    for i in range(n_seen):
        ranking = seen[i]
        count = counts[ranking]
        add_vector(vectors, ranking, count, total)
        weight += count
    return Agreement(weight, 0.0, 0.0)


@kernel(inline=True)
def summarise_variety(training: Training, n_seen: int, room: Room) -> Variety:
    """Sum up the distinct rankings, after `summarise_agreement`; return the numbers."""
    counts, seen, products = room.counts, room.seen, room.products
    distinct_total, vectors, log_table = room.distinct_total, training.vectors, training.log_table
    for j in range(distinct_total.shape[0]):
        distinct_total[j] = 0.0
    weight = log_sum = square_sum = cross = 0.0
    for i in range(n_seen):
        ranking = seen[i]
        count = counts[ranking]
        weight += count
        log_sum += x_log_x(count, log_table)
        square_sum += count * count
        cross += products[ranking]
        add_vector(vectors, ranking, 1.0, distinct_total)
    return Variety(weight, float(n_seen), log_sum, square_sum, cross)
