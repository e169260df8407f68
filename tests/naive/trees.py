"""Growth of a ranking tree, obvious and slow: every cut is scored from scratch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.naive import correlations
from tests.naive.criteria import (
    Side,
    cut_score,
    entropy_pays,
    mdl_condition,
    similarity_pays,
)

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Rules:
    """How a tree is grown."""

    criterion: str = "mean-correlation"
    correlation: Callable[[Array], Array] = correlations.kendall
    self_pairs: bool = True
    stopping: str = "gamma-ratio"
    gamma: float = 0.98
    min_samples_leaf: float = 1
    max_depth: int | None = None
    max_bins: int | None = None


RT = Rules(min_samples_leaf=2)
ERT = Rules(criterion="ranking-gain", stopping="mdlpc")


@dataclass(frozen=True)
class Cut:
    """A cut of one attribute."""

    feature: int
    threshold: float
    score: float


@dataclass
class NaiveTree:
    """A grown tree, one entry a node in pre-order, with the names of `lrf.tree.Tree`."""

    feature: list[int] = field(default_factory=list)
    threshold: list[float] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    right: list[int] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    weight: list[float] = field(default_factory=list)
    positions: list[Array] = field(default_factory=list)
    rows: list[Array] = field(default_factory=list)

    @property
    def n_nodes(self) -> int:
        return len(self.feature)


def beats(score: float, best: float) -> bool:
    """Return whether a score is better than the best so far, beyond rounding noise."""
    return score > best + 1e-12 * max(1.0, abs(best))


def midpoint(low: float, high: float) -> float:
    """Return a threshold t with low < t <= high, the middle wherever there is one."""
    middle = low / 2 + high / 2
    return middle if low < middle <= high else high


def consensus(Y: Array, w: Array) -> Array:
    """Return the average ranking, average positions for ties."""
    sums = (w[:, np.newaxis] * Y).sum(axis=0)
    return np.array([(sums < s).sum() + ((sums == s).sum() + 1) / 2 for s in sums])


def bins_of(x: Array, max_bins: int | None) -> dict[float, int]:
    """Return the bin of each value of an attribute, of about equal numbers of samples."""
    values, counts = np.unique(x, return_counts=True)
    if max_bins is None or len(values) <= max_bins:
        return {value: number for number, value in enumerate(values)}
    middle = [sum(counts[:i]) + counts[i] / 2 for i in range(len(values))]
    return {
        value: min(int(place * max_bins / len(x)), max_bins - 1)
        for value, place in zip(values, middle, strict=True)
    }


def possible_cuts(
    feature: int, x: Array, whole: Side, rules: Rules, bins: dict[float, int]
) -> Iterator[Cut]:
    """Return each possible cut of the attribute with values `x`, lowest threshold first.

    Where there are half as many samples as bins, and not all in one, cuts lie between bins.
    """
    values = np.unique(x)
    few = 2 * len(x) < len(set(bins.values())) or len({bins[value] for value in x}) == 1
    # A least weight of 1 means one row, whatever it weighs.
    minimum = rules.min_samples_leaf if rules.min_samples_leaf > 1 else 0
    for low, high in pairwise(values):
        if bins[low] == bins[high] and not few:
            continue
        left, right = whole.part(x <= low), whole.part(x >= high)
        if min(left.weight, right.weight) >= minimum:
            score = cut_score(rules.criterion, left, right, whole, rules.self_pairs)
            if not few:
                low = max(value for value in bins if bins[value] == bins[low])
                high = min(value for value in bins if bins[value] == bins[high])
            yield Cut(feature, midpoint(low, high), score)


def accepts(cut: Cut, X: Array, whole: Side, rules: Rules) -> bool:
    """Return whether the stopping rule lets the cut be made."""
    goes_left = X[:, cut.feature] < cut.threshold
    left, right = whole.part(goes_left), whole.part(~goes_left)
    if rules.stopping == "gamma-ratio" and rules.criterion == "mean-correlation":
        return similarity_pays(cut.score, whole, rules.gamma)
    if rules.stopping == "gamma-ratio":
        return entropy_pays(left, right, whole, rules.gamma)
    if rules.stopping == "mdlpc":
        return cut.score > mdl_condition(left, right, whole)
    assert rules.stopping == "none"
    return True


def all_cuts(
    X: Array, whole: Side, rules: Rules, bins: list[dict[float, int]] | None = None
) -> list[list[Cut]]:
    """Return all possible cuts, attribute by attribute; of whole values, unless bins are given."""
    bins = bins or [bins_of(x, None) for x in X.T]
    return [list(possible_cuts(j, X[:, j], whole, rules, bins[j])) for j in range(X.shape[1])]


def best_cuts(cuts: list[list[Cut]], X: Array, whole: Side, rules: Rules) -> list[Cut]:
    """Return the best cut of each attribute, if it is accepted."""
    best = [first_best(of_attribute) for of_attribute in cuts]
    return [cut for cut in best if cut is not None and accepts(cut, X, whole, rules)]


def equally_good_cuts(X: Array, whole: Side, rules: Rules) -> list[Cut]:
    """Return all cuts, of all attributes, that are as good as the one that is made."""
    cuts = all_cuts(X, whole, rules)
    best = first_best(best_cuts(cuts, X, whole, rules))
    if best is None:
        return []
    return [cut for cut in chain(*cuts) if abs(cut.score - best.score) <= 1e-9]


def first_best(cuts: Iterable[Cut]) -> Cut | None:
    """Return the first of the equally good best cuts."""
    best: Cut | None = None
    for cut in cuts:
        if best is None or beats(cut.score, best.score):
            best = cut
    return best


def score_of_cut(x: Array, threshold: float, Y: Array, rules: Rules) -> float:
    """Return the score of one cut of an attribute with values `x` in a node of these rows."""
    whole = everything(Y, rules, np.ones(len(x)))
    left, right = whole.part(x < threshold), whole.part(x >= threshold)
    return cut_score(rules.criterion, left, right, whole, rules.self_pairs)


def everything(Y: Array, rules: Rules, w: Array) -> Side:
    """Return the side of all rows of positive weight."""
    codes = np.unique(Y, axis=0, return_inverse=True)[1].ravel()
    return Side(rules.correlation(Y), codes, w, np.flatnonzero(w > 0))


def random_cuts(X: Array, whole: Side, rules: Rules, rng: np.random.Generator) -> list[list[Cut]]:
    """Return one cut of each attribute, at a value drawn between the least and the greatest."""
    minimum = rules.min_samples_leaf if rules.min_samples_leaf > 1 else 0
    if whole.weight < 2 * minimum:
        return []
    cuts: list[list[Cut]] = []
    for j in range(X.shape[1]):
        values, x = np.unique(X[:, j]), X[whole.rows, j]
        if x.min() == x.max():
            continue
        share = rng.random()
        value = (1.0 - share) * x.min() + share * x.max()
        low = max(v for v in values if v <= value and v < x.max())
        left, right = whole.part(x <= low), whole.part(x > low)
        score = cut_score(rules.criterion, left, right, whole, rules.self_pairs)
        cut = Cut(j, midpoint(low, values[values > low].min()), score)
        cuts.append([cut] if min(left.weight, right.weight) >= minimum else [])
    return cuts


def grow(
    X: Array,
    Y: Array,
    rules: Rules,
    weights: Array | None = None,
    rng: np.random.Generator | None = None,
) -> NaiveTree:
    """Return the tree of the rows of positive weight; with `rng`, its cuts are random."""
    tree = NaiveTree()
    w = np.ones(len(X)) if weights is None else np.asarray(weights, dtype=float)
    bins = [bins_of(x, rules.max_bins) for x in X.T]
    _grow(tree, X, Y, everything(Y, rules, w), -1, 0, rules, bins, rng)
    return tree


def _grow(
    tree: NaiveTree,
    X: Array,
    Y: Array,
    whole: Side,
    parent: int,
    depth: int,
    rules: Rules,
    bins: list[dict[float, int]],
    rng: np.random.Generator | None,
) -> int:
    node = tree.n_nodes
    may_split = whole.distinct > 1 and depth != rules.max_depth
    here = X[whole.rows]
    cuts: list[list[Cut]] = []
    if may_split and rng is None:
        cuts = all_cuts(here, whole, rules, bins)
    elif may_split:
        cuts = random_cuts(X, whole, rules, rng)
    cut = first_best(best_cuts(cuts, here, whole, rules))
    tree.feature.append(-1 if cut is None else cut.feature)
    tree.threshold.append(np.nan if cut is None else cut.threshold)
    tree.left.append(-1)
    tree.right.append(-1)
    tree.parent.append(parent)
    tree.depth.append(depth)
    tree.weight.append(whole.weight)
    tree.positions.append(consensus(Y[whole.rows], whole.w))
    tree.rows.append(whole.rows)
    if cut is not None:
        goes_left = here[:, cut.feature] < cut.threshold
        sides = [whole.part(way) for way in (goes_left, ~goes_left)]
        tree.left[node], tree.right[node] = (
            _grow(tree, X, Y, side, node, depth + 1, rules, bins, rng) for side in sides
        )
    return node
