"""Spread of Mallows' model (Cheng, Huehn, Huellermeier, 2009): the criterion of LRT.

Mallows' model says that the probability of a ranking falls with its Kendall distance d from a
centre, as exp(-theta d). The spread parameter theta runs from 0, where all rankings are equally
likely, to infinity, where all are the same. The impurity of a node is 1 / (1 + theta), from 1 to 0,
with the node's Borda ranking for the centre and the maximum likelihood estimate of theta, which
depends on the mean distance to the centre only.

A pair of labels that is tied in one of two rankings, but not in both, adds 1/2 to their distance.
Of incomplete rankings the pairs count that there are: the mean distance is estimated from the share
of them that is ordered differently. Their Borda ranking is the generalised one of the same paper:
labels that are missing are in the middle.

Few cuts are worth looking at closely. The others are ruled out by two bounds: one of the distances,
which needs no centre, since each pair of labels is ordered as most of the rankings order it; and
one of the impurity, which needs no logarithm, from a table of straight lines below the curve.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.plugin import (
    Correlation,
    Criterion,
    Parameter,
    add_and_measure,
    add_row,
    hookimpl,
    sweep,
    value,
)

#: The signs of pairs are padded with zeros to a multiple of this many.
LANES = 8
#: Impurities that differ by less than this are equal; the first cut wins.
TOLERANCE = 1e-12
#: Differences below this share of the weight are rounding: labels are tied, distances are zero.
ROUNDING = 1e-9
#: Number of cells of the tables, and a mask that tells the compiler that cells are no negative.
CELLS = 256
MASK = 2 * CELLS - 1

# What lies where in the room. The tables stay there for all nodes and trees, the value of a node
# for all of its attributes.
CELLS_PER_UNIT, VARIANCE, NODE_WEIGHT, NODE_VALUE = 0, 1, 2, 3
QUOTIENTS = 4
SLOPES = QUOTIENTS + CELLS + 1
LEVELS = SLOPES + CELLS + 1
RISES = LEVELS + CELLS + 1
VECTORS = RISES + CELLS + 1


def pair_signs(rankings: Any) -> Any:
    """Return the sign of the difference of each pair of positions, and points of the labels.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        Positions; NaN: not ranked.

    Returns
    -------
    vectors : ndarray of float64, shape (n_distinct, width)
        A column for each pair, 0 where it is tied or missing; then one for each label, in which the
        first has the fewest points and a missing one has 0, as has the middle. Both are padded with
        zeros. If there are ties or gaps, there follow the number of pairs that are there, and a
        column for each pair that is 1 where it is there, and one that is 1 where it is not tied.
    """
    n_labels = rankings.shape[1]
    first, second = np.triu_indices(n_labels, k=1)
    gaps = rankings[:, first] - rankings[:, second]
    there = ~np.isnan(gaps)
    signs = np.sign(np.where(there, gaps, 0.0))
    ranked = (~np.isnan(rankings)).sum(axis=1, keepdims=True) + 1.0
    points = np.nan_to_num((n_labels + 1.0) / ranked * (2.0 * rankings - ranked))
    padded = [np.pad(part, ((0, 0), (0, -part.shape[1] % LANES))) for part in (signs, points)]
    if signs.all():
        return np.hstack(padded)
    counts = there.sum(axis=1, keepdims=True)
    return np.hstack([*padded, counts, there, np.abs(signs)])


def padded(size: int) -> int:
    """Return the number of columns that a part of the vectors takes."""
    return -(-size // LANES) * LANES


def first_there(n_labels: int, sums: Any) -> int:
    """Return where the weights of the pairs that are there begin in a sum; 0 if all always are."""
    counts = padded(n_labels * (n_labels - 1) // 2) + padded(n_labels)
    return counts + 1 if counts < sums.shape[0] and sums[counts] > 0.0 else 0


def mean_distance(quotient: float, n_labels: int, room: Any) -> float:
    """Return the model's mean distance for quotient = exp(-theta).

    A distance is the sum of what goes wrong when label after label is inserted into the ranking of
    those before: for the j-th label 0, 1, ..., j - 1 places, with probabilities proportional to
    powers of the quotient. The variance, left in the room, is the derivative with respect to the
    logarithm of the quotient.
    """
    power = total = 1.0
    first = second = mean = variance = 0.0
    for j in range(1, n_labels):
        power *= quotient
        total += power
        first += j * power
        second += j * j * power
        mean += first / total
        variance += second / total - (first / total) ** 2
    room[VARIANCE] = variance
    return mean


def fill_tables(n_labels: int, room: Any) -> None:
    """Tabulate the quotient with its slope, and straight lines below the impurity.

    All are functions of s = d / (d + n_labels - 1), where d is the mean distance, of which the
    quotient is almost a straight line.
    """
    stages = n_labels - 1.0
    most = 0.25 * n_labels * stages
    step = most / (most + stages) / CELLS
    room[CELLS_PER_UNIT] = 1.0 / step
    room[QUOTIENTS] = quotient = 0.0
    room[SLOPES] = slope = 1.0
    for i in range(1, CELLS + 1):
        s = i * step
        d = stages * s / (1.0 - s)
        quotient = min(quotient + step * slope, 1.0)
        for _ in range(30):  # Newton's steps; from the line before, a few are enough
            error = (mean_distance(quotient, n_labels, room) - d) / room[VARIANCE]
            quotient = min(max(quotient * (1.0 - error), 0.5 * quotient), 1.0)
            if abs(error) < 1e-14:
                break
        slope = quotient / room[VARIANCE] * stages / (1.0 - s) ** 2
        room[QUOTIENTS + i] = quotient
        room[SLOPES + i] = slope
    for i in range(CELLS):
        low, high = impurity(i * step, room), impurity((i + 1) * step, room)
        above = 0.0
        for j in range(1, 4):
            chord = low + 0.25 * j * (high - low)
            above = max(above, chord - impurity((i + 0.25 * j) * step, room))
        room[RISES + i] = (high - low) / step
        room[LEVELS + i] = low - i * (high - low) - 1.1 * above - 1e-13
    room[RISES + CELLS], room[LEVELS + CELLS] = 0.0, 1.0 - 1e-13


def impurity(s: float, room: Any) -> float:
    """Return 1 / (1 + theta) from the table of quotients, between which cubics are laid."""
    place = s * room[CELLS_PER_UNIT]
    if place >= CELLS:
        return 1.0
    if place <= 0.0:
        return 0.0
    cell = int(place)
    step = 1.0 / room[CELLS_PER_UNIT]
    low, high = room[QUOTIENTS + cell], room[QUOTIENTS + cell + 1]
    rise, next_rise = step * room[SLOPES + cell], step * room[SLOPES + cell + 1]
    t = place - cell
    u = 1.0 - t
    from_low = u * u * (low + t * (2.0 * low + rise))
    from_high = t * t * (high + u * (2.0 * high - next_rise))
    return 1.0 / (1.0 - math.log(from_low + from_high))


def impurity_at(distance: float, weight: float, n_labels: int, room: Any) -> float:
    """Return the impurity of rankings of some weight from the sum of their distances."""
    return impurity(distance / (distance + (n_labels - 1.0) * weight), room)


def distance_to_borda(sums: Any, weight: float, n_labels: int) -> float:
    """Return the sum of the distances of rankings without ties and gaps to their Borda ranking.

    Parameters
    ----------
    sums : ndarray of float64, shape (width,)
        Weighted sum of their vectors.
    weight : float
        Their weight.
    n_labels : int
        Number of labels.
    """
    points = padded(n_labels * (n_labels - 1) // 2)
    equal = ROUNDING * weight
    agreed = 0.0
    pair = 0
    for a in range(n_labels - 1):
        here = sums[points + a]
        row = 0.0  # need not wait for the rows before
        for b in range(a + 1, n_labels):
            gap = here - sums[points + b]
            row += (int(gap > equal) - int(gap < -equal)) * sums[pair]
            pair += 1
        agreed += row
    return 0.5 * (pair * weight - agreed)


def distance_of_pairs(sums: Any, weight: float, n_labels: int, there: int) -> float:
    """Return the sum of the distances where there are ties or gaps."""
    n_pairs = n_labels * (n_labels - 1) // 2
    points, untied = padded(n_pairs), there + n_pairs
    distance = 0.0
    pair = 0
    for a in range(n_labels - 1):
        for b in range(a + 1, n_labels):
            gap = sums[points + a] - sums[points + b]
            if abs(gap) <= ROUNDING * weight:
                distance += sums[untied + pair]
            else:
                behind = sums[pair] if gap > 0.0 else -sums[pair]
                distance += sums[there + pair] - behind
            pair += 1
    return 0.5 * distance


def least_distance(sums: Any, n_pairs: int, there: int) -> float:
    """Return the sum of distances if each pair could be ordered by itself."""
    distance = 0.0
    for pair in range(n_pairs):
        least = sums[there + pair] - abs(sums[pair])
        tied = sums[there + n_pairs + pair]
        distance += least if least < tied else tied
    return 0.5 * distance


def side_distance(sums: Any, weight: float, n_labels: int, there: int) -> float:
    """Return the sum of the distances of the rankings on one side, whatever they are."""
    if there == 0:
        return distance_to_borda(sums, weight, n_labels)
    return distance_of_pairs(sums, weight, n_labels, there)


def line_below(distance: float, told: float, weight: float, stages: float, room: Any) -> float:
    """Return no more than the impurity at a distance, times weight, without a logarithm."""
    s = distance / (distance + stages * told)
    cell = int(s * room[CELLS_PER_UNIT]) & MASK
    return weight * (room[LEVELS + cell] + room[RISES + cell] * s)  # type: ignore[no-any-return]


def value_of_node(node: Any, n_labels: int) -> float:
    """Return the impurity of the node, found in the room if it is the node of the sweep before."""
    room, total = node.room, node.total
    if room[NODE_WEIGHT] == node.weight:
        same = 0
        while same < total.shape[0] and room[VECTORS + same] == total[same]:
            same += 1
        if same == total.shape[0]:
            return room[NODE_VALUE]  # type: ignore[no-any-return]
    for j in range(total.shape[0]):
        room[VECTORS + j] = total[j]
    there = first_there(n_labels, total)
    told = node.weight
    if there > 0:
        told = 2.0 * max(total[there - 1], ROUNDING * told) / (n_labels * (n_labels - 1))
    distance = side_distance(total, node.weight, n_labels, there)
    distance = distance if distance > ROUNDING * node.weight else 0.0
    room[NODE_VALUE] = impurity_at(distance, told, n_labels, room)
    room[NODE_WEIGHT] = node.weight
    return room[NODE_VALUE]  # type: ignore[no-any-return]


@value
def impurity_of_node(node: Any, params: Any) -> float:
    """Return the impurity of a node from the sum of its vectors."""
    if node.room[CELLS_PER_UNIT] == 0.0:
        fill_tables(node.positions.shape[1], node.room)
    return value_of_node(node, node.positions.shape[1])


@sweep
def find_cut(node: Any, best: Any, params: Any) -> None:
    """Find the cut that lowers the impurity most."""
    n_labels, width = node.positions.shape[1], node.vectors.shape[1]
    if node.weight < params[0] * n_labels:
        return
    room, total, vectors, whole = node.room, node.total, node.vectors, node.weight
    keys, rankings, weights = node.keys, node.rankings, node.weights
    left = room[VECTORS + width : VECTORS + 2 * width]
    right = room[VECTORS + 2 * width : VECTORS + 3 * width]
    if room[CELLS_PER_UNIT] == 0.0:
        fill_tables(n_labels, room)
    before = value_of_node(node, n_labels)
    limit = (before - node.to_beat) * whole  # for the impurities of both sides, times weight
    if limit <= TOLERANCE * whole:
        return  # the children of the cut to beat are pure
    stages = n_labels - 1.0
    n_pairs = n_labels * (n_labels - 1) // 2
    signs = padded(n_pairs)
    there = first_there(n_labels, total)
    rounding = ROUNDING * whole
    for j in range(width):
        left[j] = 0.0
    on_left = 0.0
    for i in range(rankings.shape[0] - 1):
        row, weight = rankings[i], weights[i]
        on_left += weight
        on_right = whole - on_left
        if keys[i] == keys[i + 1] or on_left < node.minimum or on_right < node.minimum:
            add_row(vectors, row, weight, left)
            continue
        if there == 0:
            a, b = add_and_measure(vectors, row, weight, left, total, signs)
            least_left = 0.5 * (n_pairs * on_left - a)
            least_right = 0.5 * (n_pairs * on_right - b)
            told_left, told_right = on_left, on_right
        else:
            add_row(vectors, row, weight, left)
            for j in range(width):
                right[j] = total[j] - left[j]
            least_left = least_distance(left, n_pairs, there)
            least_right = least_distance(right, n_pairs, there)
            told_left = max(left[there - 1], rounding) / n_pairs
            told_right = max(right[there - 1], rounding) / n_pairs
        # The impurity is steepest at zero, so that a trace of rounding would tell.
        least_left = least_left if least_left > rounding else 0.0
        least_right = least_right if least_right > rounding else 0.0
        below_left = line_below(least_left, told_left, on_left, stages, room)
        below_right = line_below(least_right, told_right, on_right, stages, room)
        if below_left + below_right >= limit:
            continue
        # Without gaps, rankings that never differ are those of their Borda ranking.
        if least_left > 0.0 or there > 0:
            least_left = side_distance(left, on_left, n_labels, there)
            below_left = line_below(least_left, told_left, on_left, stages, room)
            if below_left + below_right >= limit:
                continue
        if least_right > 0.0 or there > 0:
            for j in range(width):
                right[j] = total[j] - left[j]
            least_right = side_distance(right, on_right, n_labels, there)
            below_right = line_below(least_right, told_right, on_right, stages, room)
            if below_left + below_right >= limit:
                continue
        if there > 0:
            least_left = least_left if least_left > rounding else 0.0
            least_right = least_right if least_right > rounding else 0.0
        at_left = impurity_at(least_left, told_left, n_labels, room)
        at_right = impurity_at(least_right, told_right, n_labels, room)
        after = on_left * at_left + on_right * at_right
        if after < limit:
            limit = after - TOLERANCE * whole
            best[0] = before - after / whole
            best[1] = i + 1


@hookimpl
def lrf_criteria() -> list[Criterion]:
    """Offer the spread of Mallows' model."""
    return [
        Criterion(
            name="mallows",
            summary="spread of Mallows' model around the Borda ranking (label ranking trees, LRT)",
            reference=(
                "W. Cheng, J. Huehn, E. Huellermeier, Decision tree and instance-based learning "
                "for label ranking, ICML 2009"
            ),
            sweep=find_cut,
            value=impurity_of_node,
            statistics="samples",
            scale="impurity",
            correlation=None,
            embedding=Correlation(
                name="mallows",
                summary="signs of the pairs of labels",
                embed=pair_signs,
                incomplete=True,
            ),
            parameters=(
                Parameter(
                    "rankings_per_label",
                    0.0,
                    "a node with fewer rankings than this many per label is not split",
                    minimum=0.0,
                ),
            ),
        )
    ]
