"""Spread of Mallows' model (Cheng, Huehn, Huellermeier, 2009): the criterion of LRT.

Mallows' model says that the probability of a ranking falls with its Kendall distance d from a
centre, as exp(-theta d). The spread parameter theta runs from 0, where all rankings are equally
likely, to infinity, where all are the same. The impurity of a node is 1 / (1 + theta), from 1 to 0,
with the node's Borda ranking for the centre and the maximum likelihood estimate of theta, which
depends on the mean distance to the centre only.

A pair of labels that is tied in one of two rankings, but not in both, adds 1/2 to their distance.

Few cuts are worth looking at closely. The others are ruled out by two bounds: one of the distances,
which needs no centre, since each pair of labels is ordered as most of the rankings order it; and
one of the impurity, which needs no logarithm, from a table of straight lines below the curve.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.plugin import Correlation, Criterion, Parameter, hookimpl, sweep

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
    """Return the sign of the difference of each pair of positions.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        Positions.

    Returns
    -------
    vectors : ndarray of float64, shape (n_distinct, width)
        A column for each pair, padded with zeros. If there are ties, a column of ones follows, and
        one for each pair that is 1 where it is not tied.
    """
    first, second = np.triu_indices(rankings.shape[1], k=1)
    signs = np.sign(rankings[:, first] - rankings[:, second])
    padded = np.pad(signs, ((0, 0), (0, -signs.shape[1] % LANES)))
    if signs.all():
        return padded
    return np.hstack([padded, np.ones((len(rankings), 1)), np.abs(signs)])


def first_untied(n_labels: int, sums: Any) -> int:
    """Return where the weights of untied pairs begin in a sum; 0 if there are no ties."""
    ones = -(-(n_labels * (n_labels - 1) // 2) // LANES) * LANES
    return ones + 1 if ones < sums.shape[0] and sums[ones] > 0.0 else 0


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


def distance_to_borda(sums: Any, weight: float, n_labels: int, points: Any) -> float:
    """Return the sum of the distances of rankings to their Borda ranking.

    Parameters
    ----------
    sums : ndarray of float64, shape (width,)
        Weighted sum of their vectors.
    weight : float
        Their weight.
    n_labels : int
        Number of labels.
    points : ndarray of float64, shape (n_labels,)
        Room for the points of each label.
    """
    untied = first_untied(n_labels, sums)
    for a in range(n_labels):
        points[a] = 0.0
    pair = 0
    for a in range(n_labels - 1):
        own = 0.0
        for b in range(a + 1, n_labels):
            own += sums[pair]
            points[b] -= sums[pair]
            pair += 1
        points[a] += own
    distance = 0.0
    pair = 0
    for a in range(n_labels - 1):
        for b in range(a + 1, n_labels):
            gap = points[a] - points[b]
            if abs(gap) <= ROUNDING * weight:
                distance += sums[untied + pair] if untied > 0 else weight
            else:
                distance += weight - math.copysign(1.0, gap) * sums[pair]
            pair += 1
    return 0.5 * distance


def least_distance(sums: Any, weight: float, n_pairs: int, untied: int) -> float:
    """Return the sum of distances if each pair could be ordered by itself, where there are ties."""
    distance = 0.0
    for pair in range(n_pairs):
        distance += min(weight - abs(sums[pair]), sums[untied + pair])
    return 0.5 * distance


def value_of_node(node: Any, n_labels: int, points: Any) -> float:
    """Return the impurity of the node, found in the room if it is the node of the sweep before."""
    room, total = node.room, node.total
    known = room[NODE_WEIGHT] == node.weight
    for j in range(total.shape[0]):
        known = known and room[VECTORS + j] == total[j]
        room[VECTORS + j] = total[j]
    if not known:
        distance = distance_to_borda(total, node.weight, n_labels, points)
        room[NODE_VALUE] = impurity_at(distance, node.weight, n_labels, room)
        room[NODE_WEIGHT] = node.weight
    return room[NODE_VALUE]  # type: ignore[no-any-return]


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
    points = room[VECTORS + 3 * width : VECTORS + 3 * width + n_labels]
    if room[CELLS_PER_UNIT] == 0.0:
        fill_tables(n_labels, room)
    cells_per_unit = room[CELLS_PER_UNIT]
    before = value_of_node(node, n_labels, points)
    limit = (before - node.to_beat) * whole  # for the impurities of both sides, times weight
    stages = n_labels - 1.0
    n_pairs = n_labels * (n_labels - 1) // 2
    untied = first_untied(n_labels, total)
    rounding = ROUNDING * whole
    for j in range(width):
        left[j] = 0.0
    on_left = 0.0
    for i in range(rankings.shape[0] - 1):
        row, weight = rankings[i], weights[i]
        on_left += weight
        on_right = whole - on_left
        if keys[i] == keys[i + 1] or on_left < node.minimum or on_right < node.minimum:
            for j in range(width):
                left[j] += weight * vectors[row, j]
            continue
        if untied == 0:
            # Four sums at a time, which need not wait for each other.
            a0 = a1 = a2 = a3 = b0 = b1 = b2 = b3 = 0.0
            for j in range(0, width, 4):
                x0 = left[j] + weight * vectors[row, j]
                x1 = left[j + 1] + weight * vectors[row, j + 1]
                x2 = left[j + 2] + weight * vectors[row, j + 2]
                x3 = left[j + 3] + weight * vectors[row, j + 3]
                left[j], left[j + 1], left[j + 2], left[j + 3] = x0, x1, x2, x3
                a0 += abs(x0)
                a1 += abs(x1)
                a2 += abs(x2)
                a3 += abs(x3)
                b0 += abs(total[j] - x0)
                b1 += abs(total[j + 1] - x1)
                b2 += abs(total[j + 2] - x2)
                b3 += abs(total[j + 3] - x3)
            least_left = 0.5 * (n_pairs * on_left - ((a0 + a1) + (a2 + a3)))
            least_right = 0.5 * (n_pairs * on_right - ((b0 + b1) + (b2 + b3)))
        else:
            for j in range(width):
                left[j] += weight * vectors[row, j]
                right[j] = total[j] - left[j]
            least_left = least_distance(left, on_left, n_pairs, untied)
            least_right = least_distance(right, on_right, n_pairs, untied)
        # The impurity is steepest at zero, so that a trace of rounding would tell.
        least_left = least_left if least_left > rounding else 0.0
        least_right = least_right if least_right > rounding else 0.0
        base_left, base_right = least_left + stages * on_left, least_right + stages * on_right
        ratio = 1.0 / (base_left * base_right)
        s_left, s_right = least_left * base_right * ratio, least_right * base_left * ratio
        p, q = int(s_left * cells_per_unit) & MASK, int(s_right * cells_per_unit) & MASK
        least = on_left * (room[LEVELS + p] + room[RISES + p] * s_left)
        if least + on_right * (room[LEVELS + q] + room[RISES + q] * s_right) >= limit:
            continue
        at_left = impurity_at(least_left, on_left, n_labels, room)
        at_right = impurity_at(least_right, on_right, n_labels, room)
        if on_left * at_left + on_right * at_right >= limit:
            continue
        for j in range(width):
            right[j] = total[j] - left[j]
        if least_left > 0.0:
            distance = distance_to_borda(left, on_left, n_labels, points)
            at_left = impurity_at(distance, on_left, n_labels, room)
        if least_right > 0.0:
            distance = distance_to_borda(right, on_right, n_labels, points)
            at_right = impurity_at(distance, on_right, n_labels, room)
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
            scale="impurity",
            correlation=None,
            embedding=Correlation(
                name="mallows", summary="signs of the pairs of labels", embed=pair_signs
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
