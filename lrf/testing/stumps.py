"""Trees of depth 1, grown by the engine, against the cuts of all attributes judged one by one."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lrf.components import Array
from lrf.testing.cuts import Judge
from lrf.testing.growing import criterion_setting, grow_stump
from lrf.testing.nodes import Node
from lrf.testing.subjects import close
from lrf.tree import Tree

__all__ = [
    "attributes_of",
    "check_every_cut",
    "check_stumps",
    "check_the_obvious",
    "cut_of",
    "cuts_of",
]

#: Least weight of a child, besides none.
HEAVY = 3


def attributes_of(node: Node) -> Array:
    """Return attributes for the samples of a node: their order, one with ties, a binary one."""
    n = len(node)
    rng = np.random.default_rng(n)
    columns = [np.arange(n), rng.permutation(n) // 2, rng.integers(0, 2, n)]
    return np.column_stack(columns).astype(np.float64)


def cuts_of(column: Array, weights: Array, least: float = 0.0) -> Iterator[Array]:
    """Yield each possible cut of an attribute as the samples that go left.

    Parameters
    ----------
    column : ndarray of float64, shape (n,)
        The attribute.
    weights : ndarray of float64, shape (n,)
        The weights of the samples.
    least : float
        Least weight of a child.
    """
    for threshold in np.unique(column)[1:]:
        goes_left: Array = column < threshold
        if min(weights[goes_left].sum(), weights[~goes_left].sum()) >= least:
            yield goes_left


def cut_of(tree: Tree, X: Array) -> Array | None:
    """Return which samples the root sends left, None if it is a leaf."""
    if tree.feature[0] < 0:
        return None
    goes_left: Array = X[:, tree.feature[0]] < tree.threshold[0]
    return goes_left


def check_stumps(judge: Judge, node: Node) -> None:
    """Hold the engine's choice of a cut to the best of all cuts, however the samples are given.

    Raises
    ------
    AssertionError
        If it makes another cut.
    """
    criterion = criterion_setting(judge.subject, judge.correlation)
    X = attributes_of(node)
    for least in (1, HEAVY):
        floor = 0.0 if least == 1 else float(least)
        cuts = [cut for column in X.T for cut in cuts_of(column, node.weights, floor)]
        best = _largest([judge.score(node, cut) for cut in cuts])
        for what, rows, weights in _writings(node):
            settings = {"criterion": criterion, "min_samples_leaf": least}
            tree = grow_stump(X[rows], node.rankings[rows], weights, **settings)
            goes_left = cut_of(tree, X)
            found = -np.inf if goes_left is None else judge.score(node, goes_left)
            judge.subject.expect(
                close(found, best),
                f"a tree of {what} is cut where the score is {found:.6g}, but the best cut has "
                f"{best:.6g}",
            )


def _largest(scores: list[float]) -> float:
    """Return the best score; what is no number is never chosen."""
    return max((score for score in scores if not np.isnan(score)), default=-np.inf)


def check_every_cut(judge: Judge, node: Node, scores: Array) -> None:
    """Hold the engine to the order of all cuts, each offered as an attribute of its own.

    The best is chosen, taken away, and so on.

    Raises
    ------
    AssertionError
        If a cut is preferred to a better one.
    """
    criterion = criterion_setting(judge.subject, judge.correlation)
    places = np.arange(len(node))
    cuts = (places[:, np.newaxis] > places[:-1]).astype(np.float64)
    left = list(range(len(scores)))
    while left:
        tree = grow_stump(cuts[:, left], node.rankings, node.weights, criterion=criterion)
        best = _largest([scores[cut] for cut in left])
        chosen = int(tree.feature[0])
        found = -np.inf if chosen < 0 else scores[left[chosen]]
        judge.subject.expect(
            close(found, best),
            f"the engine prefers a cut that scores {found:.6g} to one that scores {best:.6g}",
        )
        if chosen < 0:
            return
        del left[chosen]


def _writings(node: Node) -> Iterator[tuple[str, Array, Array]]:
    """Yield the samples in several ways: what they are called, rows, weights."""
    rows = np.arange(len(node))
    yield "the samples", rows, node.weights
    shuffled = np.random.default_rng(2).permutation(rows)
    yield "the shuffled samples", shuffled, node.weights[shuffled]
    twice = np.repeat(rows, 2)
    yield "pairs of samples of half the weight", twice, node.weights[twice] / 2


def check_the_obvious(judge: Judge) -> None:
    """Hold a criterion to telling two groups apart that rank all labels the other way round.

    Raises
    ------
    AssertionError
        If the tree is cut elsewhere.
    """
    criterion = criterion_setting(judge.subject, judge.correlation)
    group = np.repeat([0, 1], 6)
    X = np.column_stack([np.arange(12) % 5, group, 1 - np.arange(12) % 2]).astype(np.float64)
    for n_labels in (2, 4):
        upwards = np.arange(1.0, n_labels + 1)
        Y = np.where(group[:, np.newaxis] == 0, upwards, upwards[::-1])
        goes_left = cut_of(grow_stump(X, np.ascontiguousarray(Y), criterion=criterion), X)
        judge.subject.expect(
            goes_left is not None and np.array_equal(goes_left, group == 0),
            "it does not tell two groups of equal rankings apart, one the reverse of the other",
        )
