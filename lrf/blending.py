"""A forest's vote mixed with that of a linear model and with the constant one.

What the trees say of rows that they did not see, and what a regression (logistic by default) says
of rows that it left out, are set against the rankings of these rows: the shares of both are those
with the least squared error (stacked generalisation: Wolpert, 1992; Breiman, 1996). What is left of
the whole goes to the mean of all training rankings. So a forest whose leaves have learned noise is
pulled towards the constant prediction, and where rankings depend on sums of functions of single
features, the linear model leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

import attrs
import numpy as np

from lrf.components import Array
from lrf.config import AUTO, choose
from lrf.drawing import drawn_rows
from lrf.forest import Forest
from lrf.linear import LinearModel, own_shares, spread_rows, weighted_means
from lrf.logistic import ChanceModel, PairModel
from lrf.mixture import Blend
from lrf.plan import Plan, make_plan
from lrf.regressions import Regressions, targets_of
from lrf.statistics import consensus, label_pairs, pair_shares

__all__ = [
    "ELECTIONS",
    "Evidence",
    "best_blend",
    "blend_of",
    "blended",
    "gather_evidence",
    "is_blended",
    "score_of",
]

#: Which trees did not see each of some rows, of shape (n_rows, n_trees).
Outside: TypeAlias = Callable[[Array], Array]

#: Between which aggregators "auto" chooses; the first is taken where nothing is out of bag.
ELECTIONS = ("average-ranking", "kemeny-local")

#: How many rows weigh the parts.
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
    noise : ndarray of float64, shape (n_rows, width)
        By how much the square of `trees` exceeds that of all trees, since fewer are averaged.
    others : ndarray of float64, shape (n_rows, width)
        The mean of all training rankings but that of the row.
    linear : LinearModel, PairModel, ChanceModel or None
        The linear model.
    left_out : ndarray of float64, shape (n_rows, width), or None
        What that says of the row without having seen it.
    """

    rows: Array
    weights: Array
    targets: Array
    trees: Array
    noise: Array
    constant: Array
    others: Array
    linear: LinearModel | PairModel | ChanceModel | None
    left_out: Array | None


def blended(
    forest: Forest,
    X: Array,
    Y: Array,
    weights: Array,
    seed: int,
    nominal: Sequence[int],
    outside: Outside | None = None,
) -> Forest:
    """Return a grown forest with its election chosen and its vote mixed, as configured.

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
    outside : callable, optional
        As for `gather_evidence`.
    """
    plans = _elections(forest.plan)
    if len(plans) == 1 and not is_blended(plans[0]):
        return forest
    best: tuple[float, Forest] | None = None
    regressions = Regressions(X, Y, weights, nominal)
    for plan in plans:
        candidate = attrs.evolve(forest, plan=plan)
        evidence = gather_evidence(candidate, regressions, seed, outside)
        if evidence is None:
            return candidate
        score, candidate.blend = best_blend(plan, evidence, Y)
        if best is None or score > best[0]:
            best = score, candidate
    assert best is not None
    chosen = best[1]
    chosen.blend = _with_pairs(chosen, regressions)
    chosen.kept["regressions"] = regressions  # until the training rows have been looked back at
    return chosen


def _with_pairs(forest: Forest, regressions: Regressions) -> Blend | None:
    """Return a forest's blend, which says of pairs what it says of the aggregator's statistic."""
    blend, statistic = forest.blend, forest.plan.aggregator.record.statistic
    if blend is None or statistic == "pairwise":
        return blend
    kind = forest.plan.config.blend
    rows = regressions.rows(kind, statistic)
    rankings, weights = regressions.Y[rows], regressions.weights[rows]
    first, second = label_pairs(rankings.shape[1])
    at_once = max(1, _BLOCK // max(1, len(rows)))
    blocks = [slice(start, start + at_once) for start in range(0, len(first), at_once)]
    shares = (pair_shares(rankings, first[block], second[block]) for block in blocks)
    constant = np.concatenate([weighted_means(block, weights) for block in shares])
    slope = None
    if isinstance(blend.linear, LinearModel):
        fitted = regressions.pairs(kind, statistic)
        assert fitted is not None
        assert isinstance(fitted.model, LinearModel)
        slope = fitted.model.slope
    return blend.with_pairs(constant, slope)


def _elections(plan: Plan) -> list[Plan]:
    """Return the plans to choose from, which differ in their aggregators."""
    if plan.config.aggregator.name != AUTO or plan.config.estimator == "tree":
        return [plan]
    choices = [choose("aggregator", "aggregator", name) for name in ELECTIONS]
    return [make_plan(attrs.evolve(plan.config, aggregator=choice)) for choice in choices]


def best_blend(plan: Plan, evidence: Evidence, Y: Array) -> tuple[float, Blend | None]:
    """Return the mixture that ranks rows best that its parts did not see, and how well.

    The shares that err least need not rank best: a linear model can have every order right and
    yet miss all positions. So a ridge regression by itself, and in equal shares, is tried as well.

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
    if isinstance(evidence.linear, LinearModel):
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
    forest: Forest, regressions: Regressions, seed: int, outside: Outside | None = None
) -> Evidence | None:
    """Return what can be said about training rows by those who did not see them.

    Parameters
    ----------
    forest : Forest
        The grown trees.
    regressions : Regressions
        The training, and linear models of it.
    seed : int
        What the seeds of the trees follow from.
    outside : callable, optional
        ``outside(rows)`` says which trees did not see each of some rows, if that does not follow
        from the seed: if the training is not all that the trees were grown from.

    Returns
    -------
    evidence : Evidence or None
        None if there are too few rows that some tree did not see.
    """
    X, weights = regressions.X, regressions.weights
    kind, statistic = forest.plan.config.blend, forest.plan.aggregator.record.statistic
    used = regressions.rows(kind, statistic)
    rows = spread_rows(used, _MOST_ROWS)
    chosen = _outside(forest, weights, seed, rows) if outside is None else outside(rows)
    rows, chosen = rows[chosen.any(axis=1)], chosen[chosen.any(axis=1)]
    if len(rows) < _FEWEST_ROWS:
        return None
    places = np.searchsorted(used, rows)
    targets = targets_of(statistic, regressions.Y[used])
    fitted = regressions.fit(kind, statistic)
    constant = weighted_means(targets, weights[used])
    own = own_shares(targets, weights[used])[places]
    return Evidence(
        rows,
        weights[rows],
        targets[places],
        *_say_of(forest, X[rows], chosen),
        constant,
        _without_own(targets[places], constant, own),
        None if fitted is None else fitted.model,
        None if fitted is None else fitted.left_out[places],
    )


def blend_of(evidence: Evidence) -> Blend:
    """Return the shares of trees and linear model that err least."""
    from scipy.optimize import nnls

    parts = [evidence.trees] if evidence.left_out is None else [evidence.trees, evidence.left_out]
    known = ~np.isnan(evidence.targets)
    root = np.broadcast_to(np.sqrt(evidence.weights)[:, None], known.shape)[known]
    wanted = (evidence.targets - evidence.others)[known] * root
    table = np.stack([(part - evidence.others)[known] * root for part in parts], axis=1)
    gram = table.T @ table
    # Of the trees that saw a row few are left, so that these scatter more than the forest will.
    noise = float((evidence.noise[known] * root**2).sum())
    gram[0, 0] = max(gram[0, 0] - noise, gram[0, 0] / 2)
    # By the normal equations: as exact as need be, and small.
    shares = nnls(*_square_root(gram, table.T @ wanted))[0]
    if not _helps(evidence, parts, shares):
        shares[:] = 0.0
    elif not known.all():
        shares = _doubted(evidence, parts, shares)
    linear = evidence.linear if len(shares) > 1 and shares[1] > 0 else None
    return Blend(
        evidence.constant, float(shares[0]), float(shares[1]) if linear is not None else 0.0, linear
    )


def _helps(evidence: Evidence, parts: list[Array], shares: Array) -> bool:
    """Whether a mixture errs less than the constant by more than the standard error of that.

    With a few incomplete rows, much that helps is not beyond twice the error.
    """
    gains = _gains(evidence, parts, np.zeros(len(parts)), shares)
    return bool(gains.sum() > np.sqrt((gains**2).sum()))


def _doubted(evidence: Evidence, parts: list[Array], shares: Array) -> Array:
    """Return the shares as far as they are known to be better than the trees alone.

    Incomplete rows tell little each, so that the shares are guesses. As much of the way is gone
    from the trees alone to the mixture as the gain is sure: all of it if it has no variance, and
    none where that exceeds its square (positive-part shrinkage, after James and Stein, 1961).
    """
    alone = np.array([1.0, *np.zeros(len(parts) - 1)])
    gains = _gains(evidence, parts, alone, shares)
    gain, variance = gains.sum(), (gains**2).sum()
    known = max(0.0, 1.0 - variance / gain**2) if gain > 0 else 0.0
    doubted: Array = alone + known * (shares - alone)
    return doubted


def _gains(evidence: Evidence, parts: list[Array], before: Array, after: Array) -> Array:
    """Return how much less a mixture errs on each row than another one, squared, by weight."""
    less: Array = _errors(evidence, parts, before) - _errors(evidence, parts, after)
    return evidence.weights * less


def _errors(evidence: Evidence, parts: list[Array], shares: Array) -> Array:
    """Return how much a mixture errs on each row, squared."""
    mixed = evidence.others + sum(
        share * (part - evidence.others) for share, part in zip(shares, parts, strict=True)
    )
    errors: Array = np.nansum((evidence.targets - mixed) ** 2, axis=1)
    # The whole forest will err less than the few trees that did not see a row.
    errors -= shares[0] ** 2 * (evidence.noise * ~np.isnan(evidence.targets)).sum(axis=1)
    return errors


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


def _outside(forest: Forest, weights: Array, seed: int, rows: Array) -> Array:
    """Return which trees did not see each of the rows."""
    drawn = drawn_rows(forest.plan, weights, seed)
    return np.stack([counts[rows] == 0 for counts in drawn], axis=1)


def _say_of(forest: Forest, X: Array, chosen: Array) -> tuple[Array, Array]:
    """Return the mean statistic of the chosen trees of each row, and its noise.

    The noise is what the square of the mean of these trees exceeds that of the whole forest by, as
    estimated by the two halves of them; 0 where there is one tree only.
    """
    halves = np.cumsum(chosen, axis=1) % 2 == 1
    sums = [_add_up(forest, X, chosen & half) for half in (halves, ~halves)]
    counts = [np.count_nonzero(chosen & half, axis=1)[:, None] for half in (halves, ~halves)]
    total = counts[0] + counts[1]
    first, second = (part / np.maximum(count, 1) for part, count in zip(sums, counts, strict=True))
    several = (counts[1] > 0) / (1.0 / counts[0] + 1.0 / np.maximum(counts[1], 1))
    noise = (first - second) ** 2 * several * (1.0 / total - 1.0 / forest.n_trees)
    return (sums[0] + sums[1]) / total, noise


def _add_up(forest: Forest, X: Array, chosen: Array) -> Array:
    """Return the sums of the statistic over the chosen trees of each row."""
    parts = [
        forest.add_up_chosen(np.ascontiguousarray(X[start:end]), chosen[start:end])
        for start, end in _blocks(len(X), forest.width_of_votes() + forest.n_trees)
    ]
    return np.concatenate(parts)


def _blocks(n_rows: int, width: int) -> Iterator[tuple[int, int]]:
    size = max(1, _BLOCK // width)
    return pairwise([*range(0, n_rows, size), n_rows])
