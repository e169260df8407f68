"""Readers of the golden trees, and the comparison of a tree of ours with one of them.

The published program decides between equally good attributes by the rounding noise of its sums,
ours takes the first. Where the two differ, a naive implementation must find both choices equally
good; the comparison then goes on below the program's choice.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.naive.criteria import Side
from tests.naive.trees import (
    Cut,
    Rules,
    consensus,
    equally_good_cuts,
    everything,
    score_of_cut,
)

Array = npt.NDArray[Any]

#: Data sets whose golden trees must come out node by node, and at which values of gamma.
EXACT = ("glass", "iris", "wine")
GAMMAS = {"": 0.98, "_g0.90": 0.90, "_g0.95": 0.95, "_g1.00": 1.0}
#: Data sets whose ranking trees hold ties that the program decides by rounding noise.
UP_TO_TIES = ("bodyfat", "housing", "segment", "vehicle", "vowel")
ALL = tuple(sorted(EXACT + UP_TO_TIES))
#: Data sets that take seconds where kernels are plain Python.
LARGE = ("segment", "vehicle", "vowel")


def marked(cases: Iterable[Any]) -> list[Any]:
    """Return cases for `pytest.mark.parametrize`, named by their data sets; large ones are slow."""
    parameters = []
    for case in cases:
        values = case if isinstance(case, tuple) else (case,)
        large = values[0].split("_")[0] in LARGE
        marks = [pytest.mark.slow] if large else []
        parameters.append(pytest.param(*values, marks=marks, id="-".join(map(str, values))))
    return parameters


def read_kebi(shared: Path, name: str) -> tuple[Array, Array, list[str]]:
    """Return features, positions and the names of the features of a data set of the paper."""
    path = shared / "data" / "kebi" / f"{name}.csv"
    with path.open(newline="") as file:
        header = next(csv.reader(file))
    table = np.loadtxt(path, delimiter=",", skiprows=1)
    targets = np.array([column.startswith("rank_") for column in header])
    features = [column for column in header if not column.startswith("rank_")]
    return np.ascontiguousarray(table[:, ~targets]), table[:, targets], features


def read_table(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def read_numbers(path: Path, columns: str) -> Array:
    """Return the columns whose names start with `columns`, as numbers."""
    rows = read_table(path)
    names = [name for name in rows[0] if name.startswith(columns)]
    return np.array([[float(row[name]) for name in names] for row in rows])


def read_folds(shared: Path, name: str) -> Any:
    """Return the fold of each row."""
    table = read_numbers(shared / "golden" / "folds" / f"{name}.csv", "").astype(int)
    folds = np.zeros(len(table), dtype=int)
    folds[table[:, 0]] = table[:, 1]
    return folds


@dataclass(frozen=True)
class GoldenTree:
    """A tree of the published program: one entry a node, in pre-order, the root 0."""

    feature: Array
    threshold: Array
    left: Array
    right: Array
    weight: Array
    positions: Array
    depth: Array
    n_tied: Array
    """Number of equally good attributes of each node; 0 where the file does not say."""

    @property
    def n_nodes(self) -> int:
        return len(self.feature)


def read_tree(shared: Path, name: str, features: list[str]) -> GoldenTree:
    """Return the golden tree called `name`, such as ``iris_rt_g0.90``."""
    folder = shared / "golden" / "trees"
    rows = read_table(folder / f"{name}_exact.csv")
    feature = [features.index(row["feature"]) if row["feature"] else -1 for row in rows]
    children: list[list[int]] = [[] for _ in rows]
    for node, row in enumerate(rows[1:], start=1):
        children[int(row["parent"]) - 1].append(node)
    assert all(len(pair) == (0 if f < 0 else 2) for pair, f in zip(children, feature, strict=True))
    return GoldenTree(
        feature=np.array(feature),
        threshold=np.array([float(row["threshold_exact"] or "nan") for row in rows]),
        left=np.array([pair[0] if pair else -1 for pair in children]),
        right=np.array([pair[1] if pair else -1 for pair in children]),
        weight=np.array([float(row["n"]) for row in rows]),
        positions=read_numbers(folder / f"{name}.csv", "L")[:, 1:],  # the first is Level
        depth=np.array([int(row["level"]) for row in rows]),
        n_tied=np.array([int(row["features_tied_1e9"] or 0) for row in rows]),
    )


@dataclass
class Comparison:
    """What came out of comparing a tree with a golden tree."""

    differences: list[str] = field(default_factory=list)
    followed: list[int] = field(default_factory=list)
    """Golden nodes at which the program chose another of the equally good cuts."""
    compared: int = 0


Grow = Callable[[Array, Array], Any]


def compare(grow: Grow, golden: GoldenTree, X: Array, Y: Array, rules: Rules) -> Comparison:
    """Compare the tree that `grow` makes of the rows with a golden tree.

    Parameters
    ----------
    grow : callable
        ``grow(X, Y)`` returns a tree with the attributes of `lrf.tree.Tree`.
    golden : GoldenTree
        What the program made of the same rows.
    X, Y : ndarray
        All rows.
    rules : Rules
        How the naive implementation scores cuts.
    """
    comparison = Comparison()
    stack = [(grow(X, Y), 0, 0, np.arange(len(X)))]
    while stack:
        tree, node, twin, rows = stack.pop()
        comparison.compared += 1
        _compare_sizes(tree, node, golden, twin, comparison)
        if _same_cut(tree, node, golden, twin):
            if golden.feature[twin] >= 0:
                below = X[rows, golden.feature[twin]] < tree.threshold[node]
                stack.append((tree, tree.right[node], golden.right[twin], rows[~below]))
                stack.append((tree, tree.left[node], golden.left[twin], rows[below]))
        elif _equally_good(tree, node, golden, twin, X[rows], Y[rows], rules):
            comparison.followed.append(twin)
            below = X[rows, golden.feature[twin]] < golden.threshold[twin]
            for side, child in ((rows[~below], golden.right), (rows[below], golden.left)):
                stack.append((grow(X[side], Y[side]), 0, child[twin], side))
        else:
            comparison.differences.append(
                f"node {twin + 1} of {golden.weight[twin]:.0f} rows: the program cuts "
                f"{_cut(golden, twin)} ({golden.n_tied[twin]} tied), ours {_cut(tree, node)}"
            )
    return comparison


def _cut(tree: Any, node: int) -> str:
    if tree.feature[node] < 0:
        return "nothing"
    return f"attribute {tree.feature[node]} < {tree.threshold[node]!r}"


def _compare_sizes(
    tree: Any, node: int, golden: GoldenTree, twin: int, comparison: Comparison
) -> None:
    if tree.weight[node] != golden.weight[twin]:
        comparison.differences.append(
            f"node {twin + 1} has {golden.weight[twin]} rows, ours {tree.weight[node]}"
        )
    if not np.array_equal(tree.positions[node], golden.positions[twin]):
        comparison.differences.append(
            f"node {twin + 1} predicts {golden.positions[twin]}, ours {tree.positions[node]}"
        )


def _same_cut(tree: Any, node: int, golden: GoldenTree, twin: int) -> bool:
    if tree.feature[node] != golden.feature[twin]:
        return False
    gap = abs(tree.threshold[node] - golden.threshold[twin])
    return bool(golden.feature[twin] < 0 or gap <= 1e-9)


def _equally_good(
    tree: Any, node: int, golden: GoldenTree, twin: int, X: Array, Y: Array, rules: Rules
) -> bool:
    """Return whether a naive implementation scores both cuts alike within 1e-9."""
    if tree.feature[node] < 0 or golden.feature[twin] < 0 or golden.n_tied[twin] == 1:
        return False
    scores = [
        score_of_cut(X[:, t.feature[i]], t.threshold[i], Y, rules)
        for t, i in ((tree, node), (golden, twin))
    ]
    return abs(scores[0] - scores[1]) <= 1e-9


class Choices:
    """What trees of some rows can predict, by any choice among equally good cuts.

    As in the published program, new rows are compared with thresholds rounded to three decimals.
    """

    def __init__(self, X: Array, Y: Array, rules: Rules) -> None:
        self._X, self._Y, self._rules = X, Y, rules
        self._cuts: dict[bytes, list[Cut]] = {}

    def predictions(self, new: Array) -> list[Array]:
        """Return all possible predictions for the row `new`."""
        predictions = []
        stack = [everything(self._Y, self._rules, np.ones(len(self._X)))]
        while stack:
            whole = stack.pop()
            here = self._X[whole.rows]
            cuts = self._equally_good(whole)
            if not cuts:
                predictions.append(consensus(self._Y[whole.rows], whole.w))
            for goes_left, turns_left in {
                (tuple(here[:, c.feature] < c.threshold), new[c.feature] < round(c.threshold, 3))
                for c in cuts
            }:
                stack.append(whole.part(np.array(goes_left) == turns_left))
        return predictions

    def _equally_good(self, whole: Side) -> list[Cut]:
        key = whole.rows.tobytes()
        if key not in self._cuts:
            cuts = equally_good_cuts(self._X[whole.rows], whole, self._rules)
            self._cuts[key] = cuts if whole.distinct > 1 else []
        return self._cuts[key]
