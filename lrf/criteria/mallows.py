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

The vectors hold the differences of the labels' points, too, so that the Borda ranking orders a
pair by the sign of a sum. Few cuts are worth a logarithm: the others are ruled out by straight
lines below the curve of the impurity.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.plugin import (
    Correlation,
    Criterion,
    Parameter,
    hookimpl,
    move_and_agree,
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
BLOCK = RISES + CELLS + 1
#: Number of cuts that are judged at a time.
CUTS = 32
PLACES, ON_LEFT, LEFT, RIGHT = BLOCK, BLOCK + CUTS, BLOCK + 2 * CUTS, BLOCK + 3 * CUTS
VECTORS = BLOCK + 4 * CUTS


def signs_and_leads(rankings: Any) -> Any:
    """Return the sign of the difference of each pair of positions, and of points of the labels.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        Positions; NaN: not ranked.

    Returns
    -------
    vectors : ndarray of float64, shape (n_distinct, width)
        A column for each pair, 0 where it is tied or missing, padded with zeros. Then another one
        for each pair: the difference of the points of its labels, of which the first of a ranking
        has the fewest and a missing one has 0, as has the middle; padded, too. If there are ties or
        gaps, there follow a column for each pair that is 1 where it is tied, padded, and the number
        of pairs that are there.
    """
    n_labels = rankings.shape[1]
    first, second = np.triu_indices(n_labels, k=1)
    gaps = rankings[:, first] - rankings[:, second]
    there = ~np.isnan(gaps)
    signs = np.sign(np.where(there, gaps, 0.0))
    ranked = (~np.isnan(rankings)).sum(axis=1, keepdims=True) + 1.0
    points = np.nan_to_num((n_labels + 1.0) / ranked * (2.0 * rankings - ranked))
    parts = [signs, points[:, first] - points[:, second]]
    counts = there.sum(axis=1, keepdims=True)
    if not signs.all():
        parts.append((gaps == 0.0).astype(np.float64))
    columns = [np.pad(part, ((0, 0), (0, -part.shape[1] % LANES))) for part in parts]
    return np.hstack(columns if signs.all() else [*columns, counts])


def width_of_pairs(n_labels: int) -> int:
    """Return the number of columns that a part of the vectors takes, one for each pair."""
    return -(-(n_labels * (n_labels - 1) // 2) // LANES) * LANES


def place_of_count(n_labels: int, sums: Any) -> int:
    """Return where a sum holds the number of pairs that are there; 0 if all always are."""
    place = 3 * width_of_pairs(n_labels)
    return place if place < sums.shape[0] and sums[place] > 0.0 else 0


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


def share_of_distance(agreed: float, told: float, n_labels: int) -> float:
    """Return d / (d + n_labels - 1) for the mean distance d of rankings to their Borda ranking.

    Parameters
    ----------
    agreed : float
        Weight of the pairs ordered as there, less that of those ordered the other way round.
    told : float
        Weight of the pairs that are there.
    n_labels : int
        Number of labels.
    """
    differ = told - agreed
    # The impurity is steepest at zero, so that a trace of rounding would tell.
    differ = differ if differ > ROUNDING * told else 0.0
    return differ / (differ + told * (4.0 / n_labels))


def tied_with_borda(sums: Any, n_labels: int, equal: float) -> float:
    """Return the weight of the pairs that are tied where they are tied in the Borda ranking."""
    width = width_of_pairs(n_labels)
    tied = 0.0
    for pair in range(n_labels * (n_labels - 1) // 2):
        if abs(sums[width + pair]) <= equal:
            tied += sums[2 * width + pair]
    return tied


def line_below(share: float, room: Any) -> float:
    """Return no more than the impurity at a share of distance, without a logarithm."""
    cell = int(share * room[CELLS_PER_UNIT]) & MASK
    return room[LEVELS + cell] + room[RISES + cell] * share  # type: ignore[no-any-return]


def value_of_node(node: Any, n_labels: int) -> float:
    """Return the impurity of the node, found in the room if it is the node of the sweep before."""
    room, total = node.room, node.total
    differences = int(room[NODE_WEIGHT] != node.weight)
    for j in range(total.shape[0]):
        differences += int(room[VECTORS + j] != total[j])
    if differences == 0:
        return room[NODE_VALUE]  # type: ignore[no-any-return]
    for j in range(total.shape[0]):
        room[VECTORS + j] = total[j]
    width, equal = width_of_pairs(n_labels), ROUNDING * node.weight
    place = place_of_count(n_labels, total)
    told = 0.5 * n_labels * (n_labels - 1) * node.weight
    tied = 0.0
    if place > 0:
        told = max(total[place], equal)
        tied = tied_with_borda(total, n_labels, equal)
    agreed = 0.0
    for pair in range(width):
        lead = total[width + pair]
        agreed += (int(lead > equal) - int(lead < -equal)) * total[pair]
    room[NODE_VALUE] = impurity(share_of_distance(agreed + tied, told, n_labels), room)
    room[NODE_WEIGHT] = node.weight
    return room[NODE_VALUE]  # type: ignore[no-any-return]


def judge_cuts(
    room: Any, n_cuts: int, n_labels: int, whole: float, before: float, limit: float, best: Any
) -> float:
    """Judge the cuts that wait in the room; return what is to be undercut from now on."""
    weights, places = room[ON_LEFT : ON_LEFT + CUTS], room[PLACES : PLACES + CUTS]
    left, right = room[LEFT : LEFT + CUTS], room[RIGHT : RIGHT + CUTS]
    n_pairs = 0.5 * n_labels * (n_labels - 1)
    for i in range(n_cuts):  # by itself, since a compiler can do several divisions at a time
        left[i] = share_of_distance(left[i], n_pairs * weights[i], n_labels)
        right[i] = share_of_distance(right[i], n_pairs * (whole - weights[i]), n_labels)
    for i in range(n_cuts):
        on_left = weights[i]
        on_right = whole - on_left
        if on_left * line_below(left[i], room) + on_right * line_below(right[i], room) >= limit:
            continue
        after = on_left * impurity(left[i], room) + on_right * impurity(right[i], room)
        if after < limit:
            limit = after - TOLERANCE * whole
            best[0] = before - after / whole
            best[1] = places[i]
    return limit


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
    left, right = node.left, room[VECTORS + width : VECTORS + 2 * width]
    if room[CELLS_PER_UNIT] == 0.0:
        fill_tables(n_labels, room)
    before = value_of_node(node, n_labels)
    limit = (before - node.to_beat) * whole  # for the impurities of both sides, times weight
    if limit <= TOLERANCE * whole:
        return  # the children of the cut to beat are pure
    n_pairs, pairs = 0.5 * n_labels * (n_labels - 1), width_of_pairs(n_labels)
    place = place_of_count(n_labels, total)
    equal = ROUNDING * whole
    for j in range(width):
        left[j] = 0.0
    on_left = 0.0
    n_cuts = moved = 0
    last = rankings.shape[0] - 2
    for i in range(last + 1):
        on_left += weights[i]
        on_right = whole - on_left
        if keys[i] != keys[i + 1] and on_left >= node.minimum and on_right >= node.minimum:
            agreed_left, agreed_right = move_and_agree(
                vectors, rankings, weights, moved, i + 1, left, total, pairs, equal
            )
            moved = i + 1
            if place > 0:
                for j in range(width):
                    right[j] = total[j] - left[j]
                agreed_left += tied_with_borda(left, n_labels, equal)
                agreed_right += tied_with_borda(right, n_labels, equal)
                # The pairs that are there stand for all.
                agreed_left *= n_pairs * on_left / max(left[place], equal)
                agreed_right *= n_pairs * on_right / max(right[place], equal)
            room[PLACES + n_cuts], room[ON_LEFT + n_cuts] = moved, on_left
            room[LEFT + n_cuts], room[RIGHT + n_cuts] = agreed_left, agreed_right
            n_cuts += 1
        if n_cuts == CUTS or i == last:
            limit = judge_cuts(room, n_cuts, n_labels, whole, before, limit, best)
            n_cuts = 0


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
                summary="signs of the pairs of labels, and of their Borda points",
                embed=signs_and_leads,
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
