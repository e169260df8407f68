"""What leaves know, one leaf and one ranking at a time, through the trees to look at."""

from __future__ import annotations

from itertools import pairwise as neighbours
from itertools import permutations
from typing import Any

import numpy as np

__all__ = ["beats", "closure", "expected_positions", "pairwise", "place_chances", "position_proba"]


def nodes_to_root(tree: Any, leaf: int) -> list[int]:
    path = [leaf]
    while tree.parent[path[-1]] >= 0:
        path.append(int(tree.parent[path[-1]]))
    return path


def rows_below(tree: Any, node: int, X: Any) -> list[int]:
    """Return the rows of the training that came through a node."""
    leaves = tree.apply(X)
    return [row for row in range(len(X)) if node in nodes_to_root(tree, int(leaves[row]))]


def answer(tree: Any, x: Any, X: Any, weights: Any, ask: Any, otherwise: float) -> float:
    """Return the mean answer of the rows in the first node above a leaf that has any.

    ``ask(row)`` is the answer of a training row, or None.
    """
    leaf = int(tree.apply(np.array([x]))[0])
    for node in nodes_to_root(tree, leaf):
        found = [(ask(row), weights[row]) for row in rows_below(tree, node, X) if weights[row] > 0]
        known = [(value, weight) for value, weight in found if value is not None]
        if known:
            return sum(v * w for v, w in known) / sum(w for _, w in known)
    return otherwise


def before(ranking: Any, i: int, j: int) -> float | None:
    if np.isnan(ranking[i]) or np.isnan(ranking[j]):
        return None
    return float(ranking[i] < ranking[j]) + 0.5 * float(ranking[i] == ranking[j])


def pairwise(tree: Any, x: Any, X: Any, Y: Any, weights: Any) -> Any:
    """Return the chance of each label to stand before each other, for one row and one tree."""
    k = Y.shape[1]
    chances = np.full((k, k), 0.5)
    for i in range(k):
        for j in range(k):
            if i != j:
                chances[i, j] = answer(
                    tree, x, X, weights, lambda row, i=i, j=j: before(Y[row], i, j), 0.5
                )
    return chances


def place_chances(ranking: Any) -> Any:
    """Return the place chances of each label, from all complete rankings that agree with one."""
    k = len(ranking)
    ranked = [j for j in range(k) if not np.isnan(ranking[j])]
    counts = np.zeros((k, k))
    for order in permutations(range(k)):
        place = {label: p for p, label in enumerate(order)}
        if all(place[a] < place[b] for a in ranked for b in ranked if ranking[a] < ranking[b]):
            for label, p in place.items():
                counts[label, p] += 1
    return counts / counts.sum(axis=1, keepdims=True)


def position_proba(tree: Any, x: Any, X: Any, Y: Any, weights: Any) -> Any:
    """Return the chance of each label to stand in each place, for one row and one tree."""
    k = Y.shape[1]
    every = [place_chances(ranking) for ranking in Y]
    says = [np.count_nonzero(~np.isnan(ranking)) > 1 for ranking in Y]
    chances = np.empty((k, k))
    for label in range(k):
        for place in range(k):

            def ask(row: int, label: int = label, place: int = place) -> float | None:
                known = says[row] and not np.isnan(Y[row, label])
                return float(every[row][label, place]) if known else None

            chances[label, place] = answer(tree, x, X, weights, ask, 1 / k)
    return chances


def expected_positions(chances: Any) -> Any:
    """Return the means of distributions over places."""
    return chances @ np.arange(1, chances.shape[-1] + 1)


def closure(relation: Any) -> Any:
    """Return the transitive closure, pairs being added as long as there are any to add."""
    whole = np.array(relation, dtype=bool)
    while True:
        further = whole | ((whole.astype(int) @ whole.astype(int)) > 0)
        if (further == whole).all():
            return whole
        whole = further


def beats(chances: Any, threshold: float) -> Any:
    """Return who beats whom by the strongest of all simple paths above a threshold."""
    k = len(chances)

    def strongest(i: int, j: int) -> float:
        between = [label for label in range(k) if label not in (i, j)]
        paths = [[i, *inner, j] for r in range(k - 1) for inner in permutations(between, r)]
        return max(min(chances[a][b] for a, b in neighbours(path)) for path in paths)

    found = [[i != j and strongest(i, j) for j in range(k)] for i in range(k)]
    return [
        [i != j and found[i][j] > threshold and found[i][j] > found[j][i] for j in range(k)]
        for i in range(k)
    ]
