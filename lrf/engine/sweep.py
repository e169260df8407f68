"""One pass over the samples of a node in the order of one attribute, judging every cut.

The sums on the left are kept up to date; those on the right follow by subtraction: with S the sum
of all embedded rankings and L that of the left, the squared norm on the right is
``|S|^2 - 2 <S, L> + |L|^2``, and ``<S, x>`` is known for every ranking x of the node.

The numbers of a block of cuts are written down first, and the criterion then scores the whole
block (see `score`): one call instead of hundreds, and several cuts at a time.

A sweep writes its best cut to ``best``: the score, the number of samples on the left (0: no cut),
then the numbers of the left and of the right side.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.engine.address import address
from lrf.engine.jit import kernel, unsigned
from lrf.engine.records import Cuts, Training, Votes
from lrf.engine.score import CUTS_AT_A_TIME
from lrf.engine.signatures import Agreement, Variety
from lrf.engine.sort import VOTE_BITS, VOTE_MASK
from lrf.engine.vectors import add_vector, inner_product, multiply_and_add

__all__ = ["exceeds", "judge_block", "sweep_agreement", "sweep_variety", "write_best", "x_log_x"]

#: Scores closer than this, relative to the larger of 1 and the score, are equal; the first wins.
TOLERANCE = 1e-12

_ONE = unsigned(1)


@kernel(inline=True)
def exceeds(score: float, best: float) -> bool:
    """Whether `score` is better than `best` by more than rounding."""
    if best == -math.inf:
        return score > best
    return score > best + TOLERANCE * max(1.0, abs(best))


@kernel(inline=True)
def _is_cut(keys: Any, i: int, weight: float, other: float, minimum: float) -> Any:
    """Return 1 if a cut is possible after sample `i`, else 0, without a branch."""
    differs = unsigned((keys[i + _ONE] >> VOTE_BITS) != (keys[i] >> VOTE_BITS))
    return differs & unsigned(weight >= minimum) & unsigned(other >= minimum)


@kernel(inline=True)
def _find_best(scores: Any, n_cuts: int, limit: float) -> tuple[int, float]:
    """Return the best cut of a block, -1 if none beats the limit, and the new limit."""
    chosen = -1
    for cut in range(n_cuts):
        score = scores[cut]
        if score > limit:
            limit = score + TOLERANCE * max(1.0, abs(score))
            chosen = cut
    return chosen, limit


@kernel(inline=True)
def write_best(cuts: Cuts, chosen: int, whole: Agreement, scale: float, best: Any) -> None:
    """Write down a cut of the block as the best so far."""
    numbers = cuts.numbers
    best[0] = cuts.scores[chosen]
    best[1] = cuts.places[chosen]
    best[2] = numbers[0, chosen]
    best[3] = numbers[1, chosen] * scale
    best[4] = numbers[2, chosen] * scale
    best[5] = whole.weight - numbers[0, chosen]
    best[6] = ((whole.norm - 2.0 * numbers[3, chosen]) + numbers[1, chosen]) * scale
    best[7] = (whole.own - numbers[2, chosen]) * scale


@kernel(inline=True)
def judge_block(
    cuts: Cuts,
    n_cuts: int,
    whole: Agreement,
    scale: float,
    limit: float,
    score_cuts: Any,
    params: Any,
    best: Any,
) -> float:
    """Score a block of cuts and write down the best if it beats the limit; return the new limit."""
    score_cuts(cuts.numbers, n_cuts, whole, scale, cuts.scores, address(params))
    chosen, limit = _find_best(cuts.scores, n_cuts, limit)
    if chosen >= 0:
        write_best(cuts, chosen, whole, scale, best)
    return limit


@kernel(inline=True)
def sweep_agreement(
    training: Training,
    votes: Votes,
    keys: Any,
    size: int,
    products: Any,
    whole: Agreement,
    minimum: float,
    score_cuts: Any,
    params: Any,
    left_sum: Any,
    cuts: Cuts,
    best: Any,
) -> None:
    """Judge every cut from weight, norm and self-pairs of both sides.

    Parameters
    ----------
    training, votes
        What the tree works on.
    keys : ndarray of int64
        Sorted keys of the node's samples.
    size : int
        Number of samples in the node.
    products : ndarray of float64, shape (n_distinct,)
        Inner product of each of the node's rankings with the node's sum.
    whole : Agreement
        The numbers of the node, unscaled.
    minimum : float
        Least weight of a child.
    score_cuts, params
        The criterion.
    left_sum : ndarray, shape (width,)
        Room for the sum on the left.
    cuts : Cuts
        Room for a block of cuts.
    best : ndarray of float64, shape (BEST_SIZE,)
        Where the best cut is written.
    """
    vectors, n_positive, scale = training.vectors, training.n_positive, training.scale
    numbers, places = cuts.numbers, cuts.places
    rankings, weights, owns = votes.ranking, votes.weight, votes.own
    best[0] = -math.inf
    best[1] = 0.0
    limit = -math.inf
    for j in range(left_sum.shape[0]):
        left_sum[j] = 0.0
    weight = norm = own = cross = 0.0
    start = 0
    while start < size - 1:
        end = min(start + CUTS_AT_A_TIME, size - 1)
        n_cuts = unsigned(0)
        for i in range(unsigned(start), unsigned(end)):
            vote = np.uintp(keys[i] & VOTE_MASK)
            row = rankings[vote]
            w = weights[vote]
            pair = owns[vote]
            product = multiply_and_add(vectors, row, n_positive, w, left_sum)
            weight += w
            norm += w * (product + product) + w * pair
            own += pair
            cross += w * products[row]
            numbers[0, n_cuts] = weight
            numbers[1, n_cuts] = norm
            numbers[2, n_cuts] = own
            numbers[3, n_cuts] = cross
            places[n_cuts] = i + _ONE
            n_cuts += _is_cut(keys, i, weight, whole.weight - weight, minimum)
        start, n_judged = end, np.int64(n_cuts)
        if n_judged == 0:
            continue
        limit = judge_block(cuts, n_judged, whole, scale, limit, score_cuts, params, best)


@kernel(inline=True)
def x_log_x(x: float, table: Any) -> float:
    """Return x ln x, from the table where x is one of its indices."""
    index = int(x)
    if index < table.shape[0] and index == x:
        return table[index]
    if x <= 0.0:
        return 0.0
    return x * math.log(x)


@kernel(part=True)
def sweep_variety(
    training: Training,
    votes: Votes,
    keys: Any,
    size: int,
    products: Any,
    whole: Variety,
    minimum: float,
    score_cuts: Any,
    params: Any,
    left_sum: Any,
    left_distinct: Any,
    right_distinct: Any,
    left_counts: Any,
    counts: Any,
    cuts: Cuts,
    best: Any,
) -> None:
    """Judge every cut from the numbers about distinct rankings on both sides.

    Takes what `sweep_agreement` takes, and

    Parameters
    ----------
    left_distinct, right_distinct : ndarray, shape (width,)
        Room for the sum over the distinct rankings on the left; their sum over the whole node,
        which is used up.
    left_counts, counts : ndarray of float64, shape (n_distinct,)
        Zeros; and the weight of each distinct ranking in the node. `left_counts` is left dirty
        at the node's rankings.
    """
    vectors, squares, n_positive = training.vectors, training.squares, training.n_positive
    scale, log_table = training.scale, training.log_table
    numbers, places, scores = cuts.numbers, cuts.places, cuts.scores
    rankings, weights = votes.ranking, votes.weight
    best[0] = -math.inf
    best[1] = 0.0
    limit = -math.inf
    for j in range(left_sum.shape[0]):
        left_sum[j] = 0.0
        left_distinct[j] = 0.0
    weight = distinct = log_sum = square_sum = cross = 0.0
    other_distinct = whole.distinct
    other_log_sum = whole.log_sum
    other_square_sum = whole.square_sum
    other_cross = whole.cross
    start = 0
    while start < size - 1:
        end = min(start + CUTS_AT_A_TIME, size - 1)
        n_cuts = unsigned(0)
        for i in range(unsigned(start), unsigned(end)):
            vote = np.uintp(keys[i] & VOTE_MASK)
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
            numbers[0, n_cuts] = weight
            numbers[1, n_cuts] = distinct
            numbers[2, n_cuts] = log_sum
            numbers[3, n_cuts] = square_sum
            numbers[4, n_cuts] = cross
            numbers[5, n_cuts] = other_distinct
            numbers[6, n_cuts] = other_log_sum
            numbers[7, n_cuts] = other_square_sum
            numbers[8, n_cuts] = other_cross
            places[n_cuts] = i + _ONE
            n_cuts += _is_cut(keys, i, weight, whole.weight - weight, minimum)
        start, n_judged = end, np.int64(n_cuts)
        if n_judged == 0:
            continue
        score_cuts(numbers, n_judged, whole, scale, scores, address(params))
        chosen, limit = _find_best(scores, n_judged, limit)
        if chosen >= 0:
            best[0] = scores[chosen]
            best[1] = places[chosen]
            best[2] = numbers[0, chosen]
            best[3] = numbers[1, chosen]
            best[4] = numbers[2, chosen]
            best[5] = numbers[3, chosen]
            best[6] = numbers[4, chosen] * scale
            best[7] = whole.weight - numbers[0, chosen]
            best[8] = numbers[5, chosen]
            best[9] = numbers[6, chosen]
            best[10] = numbers[7, chosen]
            best[11] = numbers[8, chosen] * scale
