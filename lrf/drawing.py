"""The seeds of trees, and the rows that are drawn for each of them.

A tree draws its rows before anything else, so that they can be told again from its seed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lrf.bagging import plan_of_tree
from lrf.components import Array
from lrf.plan import Plan

__all__ = ["draw_rows", "drawn_rows", "root_seed", "sample_size", "tree_seeds"]

#: So many rows, each counted as often as its weight says, are drawn by name; of more, numbers are
#: drawn, which takes no longer the larger the weights are.
_MANY = 10**7
_COUNTABLE = 2.0**53


def root_seed(random_state: Any) -> int:
    """Return the number from which the seeds of all trees follow.

    Parameters
    ----------
    random_state : int, numpy.random.Generator, numpy.random.RandomState or None
        A whole number is its own seed; a generator is asked for one; None: a new one each time.
    """
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**63))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31))
    if random_state is None:
        entropy = np.random.SeedSequence().entropy
        assert isinstance(entropy, int)
        return entropy
    return int(random_state)


def tree_seeds(random_state: Any, count: int) -> list[np.random.SeedSequence]:
    """Return a seed for each tree, the same for whatever order they are grown in.

    Parameters
    ----------
    random_state
        As in `root_seed`.
    count : int
        Number of trees.
    """
    return np.random.SeedSequence(root_seed(random_state)).spawn(count)


def draw_rows(plan: Plan, weights: Array, rng: np.random.Generator) -> Array:
    """Return how often each sample was drawn for a tree, or its own weight without bootstrap.

    A row is drawn as often as its weight says: whole weights draw as if each row stood there as
    many times. With ``max_samples`` and no bootstrap, rows are drawn without replacement.

    Parameters
    ----------
    plan : Plan
        What the tree is grown by.
    weights : ndarray of float64, shape (n_samples,)
        Weights of the samples.
    rng : numpy.random.Generator
        The tree's own.

    Returns
    -------
    counts : ndarray of float64, shape (n_samples,)
    """
    config = plan.config
    if config.estimator == "tree" or not (config.bootstrap or config.max_samples):
        return weights
    if not config.bootstrap:
        return _without_replacement(config.max_samples, weights, rng)
    total = weights.sum()
    if _are_whole(weights):
        size = sample_size(config.max_samples, int(total))
        if size > _MANY:
            return rng.multinomial(size, weights / total).astype(np.float64)
        drawn = rng.integers(0, int(total), size)
    else:
        size = sample_size(config.max_samples, int(np.count_nonzero(weights)))
        drawn = rng.random(size) * total
    return _counts(drawn, weights)


def _without_replacement(
    max_samples: int | float | None, weights: Array, rng: np.random.Generator
) -> Array:
    """Return which samples were drawn, each at most as often as its weight says.

    Of fractional weights, a sample is drawn with all of its own or not at all.
    """
    if _are_whole(weights):
        total = int(weights.sum())
        size = sample_size(max_samples, total)
        if total <= _MANY:
            return _counts(rng.permutation(total)[:size], weights)
        if size <= _MANY:
            return _counts(rng.choice(total, size, replace=False, shuffle=False), weights)
        # Of so many, hardly more or fewer are drawn one by one than together.
        return rng.binomial(weights.astype(np.int64), size / total).astype(np.float64)
    rows = np.flatnonzero(weights)
    kept = rng.permutation(rows)[: sample_size(max_samples, len(rows))]
    counts = np.zeros(len(weights))
    counts[kept] = weights[kept]
    return counts


def _are_whole(weights: Array) -> bool:
    """Whether weights are numbers of rows, which can be counted."""
    return np.array_equal(weights, np.floor(weights)) and weights.sum() <= _COUNTABLE


def _counts(drawn: Array, weights: Array) -> Array:
    """Return how often each sample was drawn; numbers are places in the sum of weights."""
    if weights.sum() != len(weights) or weights.max() != 1.0:
        last = np.flatnonzero(weights)[-1]
        drawn = np.minimum(np.searchsorted(np.cumsum(weights), drawn, side="right"), last)
    return np.bincount(drawn, minlength=len(weights)).astype(np.float64)


def drawn_rows(plan: Plan, weights: Array, seed: int) -> Iterator[Array]:
    """Yield how often each sample was drawn for each tree of a forest that was grown before.

    Parameters
    ----------
    plan : Plan
        What was grown.
    weights : ndarray of float64, shape (n_samples,)
        Weights of the samples.
    seed : int
        What `root_seed` returned then.

    Yields
    ------
    counts : ndarray of float64, shape (n_samples,)
    """
    n_trees = plan.config.n_estimators if plan.config.estimator == "forest" else 1
    for number, tree_seed in enumerate(tree_seeds(seed, n_trees)):
        rng = np.random.default_rng(tree_seed)
        yield draw_rows(plan_of_tree(plan, number), weights, rng)


def sample_size(max_samples: int | float | None, n_samples: int) -> int:
    """Return how many rows are drawn for a tree.

    Parameters
    ----------
    max_samples : int, float or None
        A number, a share, or None: all.
    n_samples : int
        How many there are.
    """
    if max_samples is None:
        return n_samples
    if isinstance(max_samples, float):
        return max(1, round(max_samples * n_samples))
    return min(max_samples, n_samples)
