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

The value of a node, for stopping rules, is what its own worths leave unsaid about the pairs of its
rankings: the negative log-likelihood per ranking, less what tied pairs would have at best.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.plugin import Correlation, Criterion, hookimpl, sweep, value

#: Positions are padded with zeros to a multiple of this many.
LANES = 8
#: Scores that differ by less than this are equal; the first cut wins.
TOLERANCE = 1e-12
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
        Positions.
    """
    n_labels = rankings.shape[1]
    first, second = np.triu_indices(n_labels, k=1)
    signs = np.sign(rankings[:, first] - rankings[:, second])
    centred = rankings - 0.5 * (n_labels + 1)
    return np.hstack([np.pad(centred, ((0, 0), (0, -n_labels % LANES))), signs])


def fit_worths(
    wins: Any, worths: Any, next_worths: Any, per_pair: float, n_labels: int, steps: int
) -> None:
    """Fit worths to the numbers of wins of each label, all pairs having met equally often."""
    for a in range(n_labels):
        worths[a] = wins[a] / (per_pair * (n_labels - 1.0) - wins[a])
    for _ in range(steps):
        for a in range(n_labels):
            met = 0.0
            for b in range(n_labels):
                if b != a:
                    met += per_pair / (worths[a] + worths[b])
            next_worths[a] = wins[a] / met
        for a in range(n_labels):
            worths[a] = next_worths[a]


def factorise(worths: Any, n_labels: int, factor: Any) -> None:
    """Write Cholesky's factor of the information on all labels but the last, row after row.

    Worths have no unit, so that the information on all labels would be singular. The diagonal is
    inverted.
    """
    size = n_labels - 1
    for a in range(size):
        for b in range(a + 1):
            entry = 0.0
            if a == b:
                for c in range(n_labels):
                    if c != a:
                        entry += worths[a] * worths[c] / (worths[a] + worths[c]) ** 2
            else:
                entry = -worths[a] * worths[b] / (worths[a] + worths[b]) ** 2
            for c in range(b):
                entry -= factor[a * size + c] * factor[b * size + c]
            if a == b:
                factor[a * size + b] = 1.0 / math.sqrt(entry)
            else:
                factor[a * size + b] = entry * factor[b * size + b]


def count_wins(node: Any, n_labels: int, prior: float, wins: Any) -> None:
    """Count the wins of each label over all others, with some added each way for each pair."""
    signs = -(-n_labels // LANES) * LANES
    unit = math.sqrt(node.scale)
    for a in range(n_labels):
        wins[a] = 0.0
    pair = 0
    for a in range(n_labels):
        for b in range(a + 1, n_labels):
            behind = unit * node.total[signs + pair]
            wins[a] += 0.5 * (node.weight - behind) + prior
            wins[b] += 0.5 * (node.weight + behind) + prior
            pair += 1


def prepare(node: Any, n_labels: int, wins: Any, worths: Any, spare: Any, factor: Any) -> None:
    """Fit the node's worths and factorise the information about them."""
    count_wins(node, n_labels, PRIOR, wins)
    fit_worths(wins, worths, spare, node.weight + 2.0 * PRIOR, n_labels, MM_STEPS)
    factorise(worths, n_labels, factor)


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
    signs = -(-n_labels // LANES) * LANES
    ties = 0.0
    for i in range(node.rankings.shape[0]):
        row = node.rankings[i]
        for pair in range(n_labels * (n_labels - 1) // 2):
            if node.vectors[row, signs + pair] == 0.0:
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
    prior = PRIOR_OF_VALUE * whole
    count_wins(node, n_labels, prior, wins)
    fit_worths(wins, worths, spare, whole + 2.0 * prior, n_labels, MM_STEPS_OF_VALUE)
    signs = -(-n_labels // LANES) * LANES
    unit = math.sqrt(node.scale)
    unlikely = -math.log(2.0) * ties_of(node, n_labels)
    pair = 0
    for a in range(n_labels):
        for b in range(a + 1, n_labels):
            behind = unit * node.total[signs + pair]
            both = worths[a] + worths[b]
            unlikely -= 0.5 * (whole - behind) * math.log(worths[a] / both)
            unlikely -= 0.5 * (whole + behind) * math.log(worths[b] / both)
            pair += 1
    return unlikely / whole  # type: ignore[no-any-return]


@sweep
def find_cut(node: Any, best: Any) -> None:
    """Find the cut whose children would gain most by worths of their own."""
    n_labels = node.positions.shape[1]
    room, total, vectors, whole = node.room, node.total, node.vectors, node.weight
    left, gap, wins = room[:n_labels], room[n_labels : 2 * n_labels], room[2 * n_labels :]
    worths, spare = room[3 * n_labels :], room[4 * n_labels :]
    factor = room[5 * n_labels :]
    prepare(node, n_labels, wins, worths, spare, factor)
    for a in range(n_labels):
        left[a] = 0.0
    limit = -math.inf
    on_left = 0.0
    for i in range(node.rankings.shape[0] - 1):
        row, weight = node.rankings[i], node.weights[i]
        on_left += weight
        for a in range(n_labels):
            left[a] += weight * vectors[row, a]
        on_right = whole - on_left
        if node.keys[i] == node.keys[i + 1]:
            continue
        if on_left < node.minimum or on_right < node.minimum:
            continue
        for a in range(n_labels):
            gap[a] = whole * left[a] - on_left * total[a]
        square = node.scale * squared_length(gap, n_labels, factor)
        score = 0.5 * square / (on_left * on_right * whole * whole)
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
            ),
        )
    ]
