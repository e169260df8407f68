"""Likelihood of the Plackett-Luce model (Cheng, Dembczynski, Huellermeier, 2010).

In this model each label has a worth, and a label comes before another with the probability
worth / (worth + other's worth). The score of a cut is how much more likely the rankings become, per
ranking and in nats, when each child has worths of its own.

To fit worths to both sides of every cut would take too long. As in model-based trees (Zeileis,
Hothorn, Hornik, 2008) they are fitted to the node alone, and what the children would gain is taken
from the second-order expansion there: with D the difference of the children's mean positions and I
the node's information matrix, it is 1/2 * share left * share right * D' I^-1 D. The worths come
from the pairs of labels as if these were independent (rank breaking), with half a ranking of each
kind added for each pair, by a few of Hunter's MM steps (2004).

Of incomplete rankings the pairs count that there are. How often labels win then depends on whom
they meet, so that D is about what they win above what the node's worths expect of them against just
these others, and a child's share is that of the node's pairs.

The value of a node, for stopping rules, is what its own worths leave unsaid about the pairs of its
rankings: the negative log-likelihood per ranking, less what tied pairs would have at best.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.plugin import Correlation, Criterion, add_row, hookimpl, sweep, value

#: Positions are padded with zeros to a multiple of this many.
LANES = 8
#: Scores that differ by less than this are equal; the first cut wins.
TOLERANCE = 1e-12
#: A side tells nothing if it has less than this share of a pair for each of the node's rankings.
ROUNDING = 1e-9
MM_STEPS = 6
PRIOR = 0.5
#: For the value of a node worths are fitted more closely, with so many wins added per ranking.
MM_STEPS_OF_VALUE = 50
PRIOR_OF_VALUE = 0.01


def positions_and_signs(rankings: Any) -> Any:
    """Return centred positions, padded, followed by the sign of each pair's difference.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        Positions; NaN: not ranked.

    Returns
    -------
    vectors : ndarray of float64, shape (n_distinct, width)
        A label that is not ranked has the position 0, as has the middle of those that are. If there
        are any, there follow a column of ones, and one for each pair: 1 where both are ranked.
    """
    n_labels = rankings.shape[1]
    first, second = np.triu_indices(n_labels, k=1)
    there = ~np.isnan(rankings)
    centred = np.nan_to_num(rankings - 0.5 * (there.sum(axis=1, keepdims=True) + 1))
    signs = np.nan_to_num(np.sign(rankings[:, first] - rankings[:, second]))
    vectors = [np.pad(centred, ((0, 0), (0, -n_labels % LANES))), signs]
    if not there.all():
        met = (there[:, first] & there[:, second]).astype(np.float64)
        vectors += [np.ones((len(rankings), 1)), met]
    return np.hstack(vectors)


def first_met(n_labels: int, sums: Any) -> int:
    """Return where the weights of the pairs that are there begin in a sum; 0 if all always are."""
    marks = -(-n_labels // LANES) * LANES + n_labels * (n_labels - 1) // 2
    return marks + 1 if marks < sums.shape[0] and sums[marks] > 0.0 else 0


def fit_worths(
    wins: Any, met: Any, worths: Any, next_worths: Any, n_labels: int, steps: int
) -> None:
    """Fit worths to how often each label has won and how often each two of them have met."""
    for a in range(n_labels):
        often = 0.0
        for b in range(n_labels):
            often += met[a * n_labels + b]
        worths[a] = wins[a] / (often - wins[a])
    for _ in range(steps):
        for a in range(n_labels):
            expected = 0.0
            for b in range(n_labels):
                expected += met[a * n_labels + b] / (worths[a] + worths[b])
            next_worths[a] = wins[a] / expected
        for a in range(n_labels):
            worths[a] = next_worths[a]


def factorise(worths: Any, met: Any, n_labels: int, factor: Any) -> None:
    """Write Cholesky's factor of the information on all labels but the last, row after row.

    It is the information in as many pairs as there are in a ranking. Worths have no unit, so that
    the information on all labels would be singular. The diagonal is inverted.
    """
    size = n_labels - 1
    total = 0.0
    for a in range(n_labels):
        for b in range(n_labels):
            total += met[a * n_labels + b]
    share = n_labels * size / total
    for a in range(size):
        for b in range(a + 1):
            entry = 0.0
            if a == b:
                for c in range(n_labels):
                    p = worths[a] / (worths[a] + worths[c])
                    entry += share * met[a * n_labels + c] * p * (1.0 - p)
            else:
                p = worths[a] / (worths[a] + worths[b])
                entry = -share * met[a * n_labels + b] * p * (1.0 - p)
            for c in range(b):
                entry -= factor[a * size + c] * factor[b * size + c]
            if a == b:
                factor[a * size + b] = 1.0 / math.sqrt(entry)
            else:
                factor[a * size + b] = entry * factor[b * size + b]


def count_wins(node: Any, n_labels: int, prior: float, wins: Any, met: Any) -> None:
    """Count how often labels have won and met, with some wins added each way for each pair."""
    signs, there = -(-n_labels // LANES) * LANES, first_met(n_labels, node.total)
    unit = math.sqrt(node.scale)
    for a in range(n_labels):
        wins[a] = met[a * n_labels + a] = 0.0
    weight = node.weight
    pair = 0
    for a in range(n_labels):
        for b in range(a + 1, n_labels):
            if there > 0:
                weight = unit * node.total[there + pair]
            behind = unit * node.total[signs + pair]
            wins[a] += 0.5 * (weight - behind) + prior
            wins[b] += 0.5 * (weight + behind) + prior
            met[a * n_labels + b] = met[b * n_labels + a] = weight + 2.0 * prior
            pair += 1


def add_expected(sums: Any, there: int, worths: Any, n_labels: int, behind: Any) -> float:
    """Add what labels win by the worths, beyond half; return the share of pairs that is there."""
    told = 0.0
    pair = 0
    for a in range(n_labels):
        for b in range(a + 1, n_labels):
            above = sums[there + pair] * (worths[a] / (worths[a] + worths[b]) - 0.5)
            behind[a] += above
            behind[b] -= above
            told += sums[there + pair]
            pair += 1
    return told / pair


def squared_length(gap: Any, n_labels: int, factor: Any) -> float:
    """Return gap' I^-1 gap, by forward substitution in place."""
    size = n_labels - 1
    square = 0.0
    for a in range(size):
        x = gap[a]
        for b in range(a):
            x -= factor[a * size + b] * gap[b]
        x *= factor[a * size + a]
        gap[a] = x
        square += x * x
    return square


def ties_of(node: Any, n_labels: int) -> float:
    """Return the weight of tied pairs."""
    signs, there = -(-n_labels // LANES) * LANES, first_met(n_labels, node.total)
    ties = 0.0
    for i in range(node.rankings.shape[0]):
        row = node.rankings[i]
        for pair in range(n_labels * (n_labels - 1) // 2):
            met = there == 0 or node.vectors[row, there + pair] > 0.0
            if met and node.vectors[row, signs + pair] == 0.0:
                ties += node.weights[i]
    return ties


@value
def unsaid(node: Any) -> float:
    """Return the negative log-likelihood per ranking, 0 where all rankings are the same."""
    same = True
    for i in range(node.rankings.shape[0]):
        same = same and node.rankings[i] == node.rankings[0]
    if same:
        return 0.0
    n_labels, whole, room = node.positions.shape[1], node.weight, node.room
    wins, worths, spare = room[:n_labels], room[n_labels : 2 * n_labels], room[2 * n_labels :]
    met = room[3 * n_labels :]
    prior = PRIOR_OF_VALUE * whole
    count_wins(node, n_labels, prior, wins, met)
    fit_worths(wins, met, worths, spare, n_labels, MM_STEPS_OF_VALUE)
    signs = -(-n_labels // LANES) * LANES
    unit = math.sqrt(node.scale)
    unlikely = -math.log(2.0) * ties_of(node, n_labels)
    pair = 0
    for a in range(n_labels):
        for b in range(a + 1, n_labels):
            behind = unit * node.total[signs + pair]
            both = worths[a] + worths[b]
            weight = met[a * n_labels + b] - 2.0 * prior
            unlikely -= 0.5 * (weight - behind) * math.log(worths[a] / both)
            unlikely -= 0.5 * (weight + behind) * math.log(worths[b] / both)
            pair += 1
    return unlikely / whole  # type: ignore[no-any-return]


@sweep
def find_cut(node: Any, best: Any) -> None:
    """Find the cut whose children would gain most by worths of their own.

    Without gaps, what labels should win by the worths is the same for all rankings and drops out.
    The numbers of rankings then are those of what they tell as well.
    """
    n_labels, width = node.positions.shape[1], node.vectors.shape[1]
    room, total, vectors, whole = node.room, node.total, node.vectors, node.weight
    left, gap, wins = node.left, room[width : width + n_labels], room[width + n_labels :]
    worths, spare = room[width + 2 * n_labels :], room[width + 3 * n_labels :]
    behind, met = room[width + 4 * n_labels :], room[width + 5 * n_labels :]
    factor = room[width + 5 * n_labels + n_labels * n_labels :]
    unit = math.sqrt(node.scale)
    count_wins(node, n_labels, PRIOR, wins, met)
    there = first_met(n_labels, total)
    fit_worths(wins, met, worths, spare, n_labels, MM_STEPS)
    factorise(worths, met, n_labels, factor)
    for a in range(n_labels):
        behind[a] = total[a]
    told = whole
    if there > 0:
        told = unit * add_expected(total, there, worths, n_labels, behind)
    for j in range(width):
        left[j] = 0.0
    limit = -math.inf
    on_left = 0.0
    for i in range(node.rankings.shape[0] - 1):
        row, weight = node.rankings[i], node.weights[i]
        on_left += weight
        add_row(vectors, row, weight, left)
        on_right = whole - on_left
        if node.keys[i] == node.keys[i + 1]:
            continue
        if on_left < node.minimum or on_right < node.minimum:
            continue
        for a in range(n_labels):
            gap[a] = left[a]
        told_left = on_left
        if there > 0:
            told_left = unit * add_expected(left, there, worths, n_labels, gap)
        told_right = told - told_left
        score = 0.0
        if min(told_left, told_right) > ROUNDING * whole:
            for a in range(n_labels):
                gap[a] = told * gap[a] - told_left * behind[a]
            square = node.scale * squared_length(gap, n_labels, factor)
            score = 0.5 * square / (told_left * told_right * told * whole)
        if score > limit:
            limit = score + TOLERANCE * max(1.0, score)
            best[0] = score
            best[1] = i + 1


@hookimpl
def lrf_criteria() -> list[Criterion]:
    """Offer the likelihood of the Plackett-Luce model."""
    return [
        Criterion(
            name="plackett-luce",
            summary="gain in log-likelihood of the Plackett-Luce model, to second order",
            reference=(
                "W. Cheng, K. Dembczynski, E. Huellermeier, Label ranking methods based on the "
                "Plackett-Luce model, ICML 2010"
            ),
            sweep=find_cut,
            value=unsaid,
            statistics="samples",
            scale="impurity",
            correlation=None,
            embedding=Correlation(
                name="plackett-luce",
                summary="positions and signs of pairs",
                embed=positions_and_signs,
                incomplete=True,
            ),
        )
    ]
