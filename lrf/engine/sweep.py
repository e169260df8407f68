"""One pass over the samples of a node in the order of one attribute, judging every cut.

The sums on the left are kept up to date; those on the right follow by subtraction: with S the sum
of all embedded rankings and L that of the left, the squared norm on the right is
``|S|^2 - 2 <S, L> + |L|^2``, and ``<S, x>`` is known for every ranking x of the node.

A sweep writes its best cut to ``best``: the score, the number of samples on the left (0: no cut),
then the numbers of the left and of the right side.
"""

from __future__ import annotations

import math
from typing import Any

from lrf.engine.jit import kernel
from lrf.engine.signatures import Agreement, Variety
from lrf.engine.sort import VOTE_BITS, VOTE_MASK
from lrf.engine.vectors import add_vector, inner_product, multiply_and_add

__all__ = ["BEST_SIZE", "TOLERANCE", "exceeds", "sweep_agreement", "sweep_variety"]

#: Scores closer than this, relative to the larger of 1 and the score, are equal; the first wins.
TOLERANCE = 1e-12
BEST_SIZE = 2 + 2 * len(Variety._fields)


@kernel(inline=True)
def exceeds(score: float, best: float) -> bool:
    """Whether `score` is better than `best` by more than rounding."""
    if best == -math.inf:
        return score > best
    return score > best + TOLERANCE * max(1.0, abs(best))


@kernel
def sweep_agreement(
    keys: Any,
    size: int,
    rankings: Any,
    weights: Any,
    products: Any,
    vectors: Any,
    squares: Any,
    n_positive: int,
    scale: float,
    whole: Agreement,
    minimum: float,
    gain: Any,
    params: Any,
    left_sum: Any,
    best: Any,
) -> None:
    """Judge every cut from weight, norm and self-pairs of both sides.

    Parameters
    ----------
    keys : ndarray of int64
        Sorted keys of the node's samples.
    size : int
        Number of samples in the node.
    rankings, weights : ndarray, shape (n_votes,)
        The ranking and the weight of each vote.
    products : ndarray of float64, shape (n_distinct,)
        Inner product of each of the node's rankings with the node's sum.
    vectors, squares, n_positive, scale
        The embedding.
    whole : Agreement
        The numbers of the node, unscaled.
    minimum : float
        Least weight of a child.
    gain, params
        The criterion.
    left_sum : ndarray of float64, shape (width,)
        Room for the sum on the left.
    best : ndarray of float64, shape (BEST_SIZE,)
        Where the best cut is written.
    """
    best[0] = -math.inf
    best[1] = 0.0
    limit = -math.inf
    left_sum[:] = 0.0
    scaled = Agreement(whole.weight, whole.norm * scale, whole.own * scale)
    weight = norm = own = cross = 0.0
    for i in range(size - 1):
        key = keys[i]
        vote = key & VOTE_MASK
        row = rankings[vote]
        w = weights[vote]
        square = squares[row]
        product = multiply_and_add(vectors, row, n_positive, w, left_sum)
        weight += w
        norm += w * (2.0 * product + w * square)
        own += w * square
        cross += w * products[row]
        if (keys[i + 1] >> VOTE_BITS) == (key >> VOTE_BITS):
            continue
        other = whole.weight - weight
        if weight < minimum or other < minimum:
            continue
        left = Agreement(weight, norm * scale, own * scale)
        right_norm = (whole.norm - 2.0 * cross) + norm
        right = Agreement(other, right_norm * scale, (whole.own - own) * scale)
        score = gain(left, right, scaled, params)
        if score > limit:
            limit = score + TOLERANCE * max(1.0, abs(score))
            best[0] = score
            best[1] = i + 1
            best[2] = left.weight
            best[3] = left.norm
            best[4] = left.own
            best[5] = right.weight
            best[6] = right.norm
            best[7] = right.own


@kernel(inline=True)
def x_log_x(x: float, table: Any) -> float:
    """Return x ln x, from the table where x is one of its indices."""
    index = int(x)
    if index < table.shape[0] and index == x:
        return table[index]
    if x <= 0.0:
        return 0.0
    return x * math.log(x)


@kernel
def sweep_variety(
    keys: Any,
    size: int,
    rankings: Any,
    weights: Any,
    products: Any,
    vectors: Any,
    squares: Any,
    n_positive: int,
    scale: float,
    whole: Variety,
    minimum: float,
    gain: Any,
    params: Any,
    left_sum: Any,
    left_distinct: Any,
    right_distinct: Any,
    left_counts: Any,
    counts: Any,
    log_table: Any,
    best: Any,
) -> None:
    """Judge every cut from the numbers about distinct rankings on both sides.

    Takes what `sweep_agreement` takes, and

    Parameters
    ----------
    left_distinct, right_distinct : ndarray of float64, shape (width,)
        Room for the sum over the distinct rankings on the left; their sum over the whole node,
        which is used up.
    left_counts, counts : ndarray of float64, shape (n_distinct,)
        Zeros; and the weight of each distinct ranking in the node. `left_counts` is left dirty
        at the node's rankings.
    log_table : ndarray of float64
        x ln x for x = 0, 1, 2, ...
    """
    best[0] = -math.inf
    best[1] = 0.0
    limit = -math.inf
    left_sum[:] = 0.0
    left_distinct[:] = 0.0
    scaled = Variety(
        whole.weight, whole.distinct, whole.log_sum, whole.square_sum, whole.cross * scale
    )
    weight = distinct = log_sum = square_sum = cross = 0.0
    other_distinct = whole.distinct
    other_log_sum = whole.log_sum
    other_square_sum = whole.square_sum
    other_cross = whole.cross
    for i in range(size - 1):
        key = keys[i]
        vote = key & VOTE_MASK
        row = rankings[vote]
        w = weights[vote]
        with_left = inner_product(vectors, row, n_positive, left_distinct)
        with_right = inner_product(vectors, row, n_positive, right_distinct)
        with_sum = multiply_and_add(vectors, row, n_positive, w, left_sum)
        weight += w
        before = left_counts[row]
        after = before + w
        left_counts[row] = after
        log_sum += x_log_x(after, log_table) - x_log_x(before, log_table)
        square_sum += after * after - before * before
        cross += w * with_left
        if before == 0.0:
            distinct += 1.0
            cross += with_sum + w * squares[row]
            add_vector(vectors, row, 1.0, left_distinct)
        right_before = counts[row] - before
        right_after = counts[row] - after
        if right_after <= TOLERANCE * counts[row]:
            right_after = 0.0  # what is left of fractional weights is rounding
        other_log_sum += x_log_x(right_after, log_table) - x_log_x(right_before, log_table)
        other_square_sum += right_after * right_after - right_before * right_before
        other_cross -= w * with_right
        if right_after == 0.0:
            other_distinct -= 1.0
            other_cross -= products[row] - with_sum - w * squares[row]
            add_vector(vectors, row, -1.0, right_distinct)
        if (keys[i + 1] >> VOTE_BITS) == (key >> VOTE_BITS):
            continue
        other = whole.weight - weight
        if weight < minimum or other < minimum:
            continue
        left = Variety(weight, distinct, log_sum, square_sum, cross * scale)
        right = Variety(other, other_distinct, other_log_sum, other_square_sum, other_cross * scale)
        score = gain(left, right, scaled, params)
        if score > limit:
            limit = score + TOLERANCE * max(1.0, abs(score))
            best[0] = score
            best[1] = i + 1
            best[2] = left.weight
            best[3] = left.distinct
            best[4] = left.log_sum
            best[5] = left.square_sum
            best[6] = left.cross
            best[7] = right.weight
            best[8] = right.distinct
            best[9] = right.log_sum
            best[10] = right.square_sum
            best[11] = right.cross
