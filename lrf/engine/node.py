"""The numbers of one node: its sums, its distinct rankings, whether it is pure."""

from __future__ import annotations

from typing import Any

from lrf.engine.jit import kernel
from lrf.engine.records import Room, Samples, Training
from lrf.engine.signatures import Agreement, Variety
from lrf.engine.sweep import x_log_x

__all__ = [
    "clear",
    "count_rankings",
    "is_pure",
    "signed_square",
    "summarise_agreement",
    "summarise_variety",
]

# Sums of embedded rankings are whole numbers where it matters (see `embedding`), so the compiler
# may add them up in any order.
_REORDER = {"reassoc", "contract", "nsz"}


@kernel(inline=True)
def is_pure(rankings: Any, start: int, end: int) -> bool:
    """Whether all rankings of a range are the same."""
    first = rankings[start]
    for i in range(start + 1, end):  # noqa: SIM110  (a generator cannot be compiled)
        if rankings[i] != first:
            return False
    return True


@kernel(fastmath=_REORDER, inline=True)
def _add_up(vectors: Any, rankings: Any, weights: Any, start: int, end: int, total: Any) -> float:
    """Set `total` to the weighted sum of the vectors of a range; return the total weight."""
    total[:] = 0.0
    weight = 0.0
    for i in range(start, end):
        row = rankings[i]
        w = weights[i]
        weight += w
        for j in range(vectors.shape[1]):
            total[j] += w * vectors[row, j]
    return weight


@kernel(fastmath=_REORDER, inline=True)
def _product(vectors: Any, row: int, n_positive: int, other: Any) -> float:
    product = 0.0
    for j in range(n_positive):
        product += vectors[row, j] * other[j]
    for j in range(n_positive, vectors.shape[1]):
        product -= vectors[row, j] * other[j]
    return product


@kernel(fastmath=_REORDER, inline=True)
def signed_square(total: Any, n_positive: int) -> float:
    """Return the product of a sum of vectors with itself."""
    square = 0.0
    for j in range(n_positive):
        square += total[j] * total[j]
    for j in range(n_positive, total.shape[0]):
        square -= total[j] * total[j]
    return square


@kernel(inline=True)
def summarise_agreement(
    training: Training, samples: Samples, start: int, end: int, room: Room
) -> Agreement:
    """Fill in the products of the samples with the node's sum; return the node's numbers."""
    vectors, squares, n_positive = training.vectors, training.squares, training.n_positive
    rankings, weights, products = samples.rankings, samples.weights, samples.products
    total = room.total
    weight = _add_up(vectors, rankings, weights, start, end, total)
    norm = own = 0.0
    for i in range(start, end):
        product = _product(vectors, rankings[i], n_positive, total)
        products[i] = product
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
        for j in range(vectors.shape[1]):
            distinct_total[j] += vectors[ranking, j]
        cross += _product(vectors, ranking, n_positive, room.total)
    return Variety(weight, float(n_seen), log_sum, square_sum, cross)
