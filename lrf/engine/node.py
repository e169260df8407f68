"""The numbers of one node: its sums, its distinct rankings, whether it is pure."""

from __future__ import annotations

from typing import Any

from lrf.engine.jit import kernel
from lrf.engine.records import Room, Samples, Training
from lrf.engine.signatures import Agreement, Variety
from lrf.engine.sweep import x_log_x
from lrf.engine.vectors import add_vector, inner_product

__all__ = [
    "clear",
    "count_rankings",
    "is_pure",
    "summarise_agreement",
    "summarise_variety",
]


@kernel(inline=True)
def is_pure(rankings: Any, start: int, end: int) -> bool:
    """Whether all rankings of a range are the same."""
    first = rankings[start]
    for i in range(start + 1, end):  # noqa: SIM110  (a generator cannot be compiled)
        if rankings[i] != first:
            return False
    return True


@kernel(inline=True)
def summarise_agreement(
    training: Training, samples: Samples, start: int, end: int, room: Room
) -> Agreement:
    """Fill in the products of the samples with the node's sum; return the node's numbers."""
    vectors, squares, n_positive = training.vectors, training.squares, training.n_positive
    rankings, weights, products = samples.rankings, samples.weights, samples.products
    total = room.total
    total[:] = 0.0
    for i in range(start, end):
        add_vector(vectors, rankings[i], weights[i], total)
    weight = norm = own = 0.0
    for i in range(start, end):
        product = inner_product(vectors, rankings[i], n_positive, total)
        products[i] = product
        weight += weights[i]
        norm += weights[i] * product
        own += weights[i] * squares[rankings[i]]
    return Agreement(weight, norm, own)


@kernel(inline=True)
def count_rankings(samples: Samples, start: int, end: int, counts: Any, seen: Any) -> int:
    """Add up the weight of each distinct ranking of a range and list them in `seen`.

    `counts` must be zero before, and must be cleared with `clear` after use.
    """
    n_seen = 0
    for i in range(start, end):
        ranking = samples.rankings[i]
        if counts[ranking] == 0.0:
            seen[n_seen] = ranking
            n_seen += 1
        counts[ranking] += samples.weights[i]
    return n_seen


@kernel(inline=True)
def clear(counts: Any, seen: Any, n_seen: int) -> None:
    """Set the counts of the listed rankings back to zero."""
    for i in range(n_seen):
        counts[seen[i]] = 0.0


@kernel(inline=True)
def summarise_variety(
    training: Training, samples: Samples, start: int, end: int, n_seen: int, room: Room
) -> Variety:
    """Set the sum over the node's distinct rankings; return the node's numbers."""
    vectors, n_positive = training.vectors, training.n_positive
    counts, seen, log_table = room.counts, room.seen, training.log_table
    distinct_total = room.distinct_total
    distinct_total[:] = 0.0
    weight = log_sum = square_sum = cross = 0.0
    for i in range(n_seen):
        ranking = seen[i]
        count = counts[ranking]
        weight += count
        log_sum += x_log_x(count, log_table)
        square_sum += count * count
        add_vector(vectors, ranking, 1.0, distinct_total)
        cross += inner_product(vectors, ranking, n_positive, room.total)
    return Variety(weight, float(n_seen), log_sum, square_sum, cross)
