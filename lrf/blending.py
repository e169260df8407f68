"""A forest's vote mixed with that of a linear model and with the constant one.

What the trees say of rows that they did not see, and what a ridge regression says of rows that it
left out, are set against the rankings of these rows: the shares of both are those with the least
squared error (stacked generalisation: Wolpert, 1992; Breiman, 1996). What is left of the whole
goes to the mean of all training rankings. So a forest whose leaves have learned noise is pulled
towards the constant prediction, and where rankings depend on the features linearly, the linear
model leads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import attrs
import numpy as np

from lrf.components import Array, Statistic
from lrf.config import AUTO, choose
from lrf.drawing import drawn_rows
from lrf.forest import Forest
from lrf.linear import LinearModel, fit_linear, own_shares, weighted_means
from lrf.mixture import Blend
from lrf.plan import Plan, make_plan
from lrf.statistics import consensus, known_shares, statistic_rows

__all__ = [
    "ELECTIONS",
    "Evidence",
    "best_blend",
    "blend_of",
    "blended",
    "gather_evidence",
    "is_blended",
    "score_of",
    "unseen_linear",
]

#: Between which aggregators "auto" chooses; the first is taken where nothing is out of bag.
ELECTIONS = ("average-ranking", "kemeny-local")

#: How many numbers of targets a linear model is fitted to, and how many rows weigh the parts.
_MOST_NUMBERS = 2**22
_MOST_ROWS = 4000

#: With fewer rows, shares would be guesses.
_FEWEST_ROWS = 10

#: How many leaves of rows are looked up at a time.
_BLOCK = 2**20


@attrs.frozen(eq=False)
class Evidence:
    """What is known of some training rows, and what those say who did not see them.

    Parameters
    ----------
    rows : ndarray of int, shape (n_rows,)
        The rows.
    weights : ndarray of float64, shape (n_rows,)
        Their weights.
    targets : ndarray of float64, shape (n_rows, width)
        The aggregator's statistic of their rankings; NaN: not known.
    trees : ndarray of float64, shape (n_rows, width)
        The mean of the trees that did not see the row.
    constant : ndarray of float64, shape (width,)
        The mean of all training rankings.
    others : ndarray of float64, shape (n_rows, width)
        The mean of all training rankings but that of the row.
    linear : LinearModel or None
        The ridge regression.
    left_out : ndarray of float64, shape (n_rows, width), or None
        What that says of the row without having seen it.
    """

    rows: Array
    weights: Array
    targets: Array
    trees: Array
    constant: Array
    others: Array
    linear: LinearModel | None
    left_out: Array | None


def blended(
    forest: Forest, X: Array, Y: Array, weights: Array, seed: int, nominal: Sequence[int]
) -> Forest:
    """Return a grown forest with its election chosen and its vote mixed, as configured.

    Parameters
    ----------
    forest, X, Y, weights, seed, nominal
        As for `gather_evidence`.
    """
    plans = _elections(forest.plan)
    if len(plans) == 1 and not is_blended(plans[0]):
        return forest
    best: tuple[float, Forest] | None = None
    for plan in plans:
        candidate = attrs.evolve(forest, plan=plan)
        evidence = gather_evidence(candidate, X, Y, weights, seed, nominal)
        if evidence is None:
            return candidate
        score, candidate.blend = best_blend(plan, evidence, Y)
        if best is None or score > best[0]:
            best = score, candidate
    assert best is not None
    return best[1]


def _elections(plan: Plan) -> list[Plan]:
    """Return the plans to choose from, which differ in their aggregators."""
    if plan.config.aggregator.name != AUTO or plan.config.estimator == "tree":
        return [plan]
    choices = [choose("aggregator", "aggregator", name) for name in ELECTIONS]
    return [make_plan(attrs.evolve(plan.config, aggregator=choice)) for choice in choices]


def best_blend(plan: Plan, evidence: Evidence, Y: Array) -> tuple[float, Blend | None]:
    """Return the mixture that ranks rows best that its parts did not see, and how well.

    The shares that err least need not rank best: a linear model can have every order right and
    yet miss all positions. So the linear model by itself, and in equal shares, is tried as well.

    Parameters
    ----------
    plan, evidence, Y
        As for `score_of`.

    Returns
    -------
    score : float
        Mean tau-b.
    blend : Blend or None
        None if nothing is to be mixed.
    """
    if not is_blended(plan):
        return score_of(plan, evidence, None, Y), None
    blends = [blend_of(evidence)]
    if evidence.linear is not None:
        blends += [Blend(evidence.constant, 1.0 - s, s, evidence.linear) for s in (0.5, 1.0)]
    scores = [score_of(plan, evidence, blend, Y) for blend in blends]
    best = int(np.argmax(scores))
    return scores[best], blends[best]


def score_of(plan: Plan, evidence: Evidence, blend: Blend | None, Y: Array) -> float:
    """Return the mean tau-b of what is predicted for rows by those who did not see them.

    Parameters
    ----------
    plan : Plan
        The election.
    evidence : Evidence
        The rows, and what was said of them.
    blend : Blend or None
        How the votes are mixed, if they are.
    Y : ndarray of float64, shape (n_samples, n_labels)
        All training rankings.
    """
    from lrf.metrics import kendall_tau

    votes = evidence.trees
    if blend is not None:
        nothing = np.empty((len(votes), 0))
        votes = blend.mix(votes, nothing, evidence.left_out, evidence.others)
        if plan.aggregator.record.statistic != "rank-sum":
            votes = np.clip(votes, 0.0, 1.0)
    aggregator = plan.aggregator
    positions = consensus(aggregator.record, aggregator.parameters, votes, Y.shape[1])
    taus = kendall_tau(Y[evidence.rows], positions)
    return float(np.average(taus, weights=evidence.weights))


def is_blended(plan: Plan) -> bool:
    """Whether the votes of a plan's trees are sums that can be mixed, and are wanted so."""
    config = plan.config
    return (
        config.estimator == "forest"
        and config.blend != "none"
        and plan.aggregator.record.statistic != "votes"
    )


def gather_evidence(
    forest: Forest,
    X: Array,
    Y: Array,
    weights: Array,
    seed: int,
    nominal: Sequence[int],
) -> Evidence | None:
    """Return what can be said about training rows by those who did not see them.

    Parameters
    ----------
    forest : Forest
        The grown trees.
    X, Y : ndarray of float64
        The training.
    weights : ndarray of float64, shape (n_samples,)
        Its weights.
    seed : int
        What the seeds of the trees follow from.
    nominal : sequence of int
        The nominal attributes.

    Returns
    -------
    evidence : Evidence or None
        None if there are too few rows that some tree did not see.
    """
    targets = _targets(forest.plan.aggregator.record.statistic, Y)
    used = _fitted_rows(weights, targets.shape[1])
    rows = _spread(used, _MOST_ROWS)
    chosen = _outside(forest, weights, seed, rows)
    rows, chosen = rows[chosen.any(axis=1)], chosen[chosen.any(axis=1)]
    if len(rows) < _FEWEST_ROWS:
        return None
    linear, left_out = None, None
    if forest.plan.config.blend == "ridge":
        linear, all_left_out = fit_linear(X[used], targets[used], weights[used], nominal)
        left_out = all_left_out[np.searchsorted(used, rows)]
    constant = weighted_means(targets[used], weights[used])
    own = own_shares(targets[used], weights[used])[np.searchsorted(used, rows)]
    return Evidence(
        rows,
        weights[rows],
        targets[rows],
        _say_of(forest, X[rows], chosen),
        constant,
        _without_own(targets[rows], constant, own),
        linear,
        left_out,
    )


def unseen_linear(
    forest: Forest, X: Array, Y: Array, weights: Array, nominal: Sequence[int]
) -> Array | None:
    """Return what the linear model of a blend says of each training row, without having seen it.

    Parameters
    ----------
    forest, X, Y, weights, nominal
        As for `gather_evidence`, and the same; rows of weight 0 were not learned from.

    Returns
    -------
    said : ndarray of float64, shape (n_samples, width), or None
        None if there is no linear model.
    """
    if forest.blend is None or forest.blend.linear is None:
        return None
    targets = _targets(forest.plan.aggregator.record.statistic, Y)
    used = _fitted_rows(weights, targets.shape[1])
    linear, left_out = fit_linear(X[used], targets[used], weights[used], nominal)
    said = linear.predict(X)
    said[used] = left_out
    return said


def blend_of(evidence: Evidence) -> Blend:
    """Return the shares of trees and linear model that err least."""
    from scipy.optimize import nnls

    parts = [evidence.trees] if evidence.left_out is None else [evidence.trees, evidence.left_out]
    known = ~np.isnan(evidence.targets)
    root = np.broadcast_to(np.sqrt(evidence.weights)[:, None], known.shape)[known]
    wanted = (evidence.targets - evidence.others)[known] * root
    table = np.stack([(part - evidence.others)[known] * root for part in parts], axis=1)
    # By the normal equations: as exact as need be, and small.
    shares = nnls(*_square_root(table.T @ table, table.T @ wanted))[0]
    linear = evidence.linear if len(shares) > 1 and shares[1] > 0 else None
    return Blend(
        evidence.constant, float(shares[0]), float(shares[1]) if linear is not None else 0.0, linear
    )


def _without_own(targets: Array, means: Array, own: Array) -> Array:
    """Return the means that the rows would have left if they were not there."""
    rest = np.maximum(1.0 - own, 1e-9)
    return np.where(np.isnan(targets) | (own >= 1.0), means, (means - own * targets) / rest)


def _square_root(gram: Array, product: Array) -> tuple[Array, Array]:
    """Return A and b with AᵀA = gram and Aᵀb = product."""
    values, vectors = np.linalg.eigh(gram)
    root = np.sqrt(np.maximum(values, 0.0))
    inverse = np.divide(1.0, root, out=np.zeros_like(root), where=root > 1e-9 * (root.max() or 1.0))
    return root[:, None] * vectors.T, inverse * (vectors.T @ product)


def _targets(statistic: Statistic, Y: Array) -> Array:
    """Return the statistic of each ranking, NaN where it says nothing."""
    rows = statistic_rows(statistic, Y)
    return known_shares(statistic, rows, Y.shape[1]) if np.isnan(Y).any() else rows


def _fitted_rows(weights: Array, width: int) -> Array:
    """Return the rows that a linear model is fitted to."""
    return _spread(np.flatnonzero(weights > 0), _MOST_NUMBERS // max(1, width))


def _spread(rows: Array, most: int) -> Array:
    """Return at most so many of the rows, evenly spread."""
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).astype(np.int64)]


def _outside(forest: Forest, weights: Array, seed: int, rows: Array) -> Array:
    """Return which trees did not see each of the rows."""
    drawn = drawn_rows(forest.plan, weights, seed)
    return np.stack([counts[rows] == 0 for counts in drawn], axis=1)


def _say_of(forest: Forest, X: Array, chosen: Array) -> Array:
    """Return the mean statistic of the chosen trees of each row."""
    parts = [
        forest.add_up_chosen(np.ascontiguousarray(X[start:end]), chosen[start:end])
        for start, end in _blocks(len(X), forest.width_of_votes() + forest.n_trees)
    ]
    means: Array = np.concatenate(parts) / np.count_nonzero(chosen, axis=1)[:, None]
    return means


def _blocks(n_rows: int, width: int) -> Iterator[tuple[int, int]]:
    size = max(1, _BLOCK // width)
    return pairwise([*range(0, n_rows, size), n_rows])
