"""Forests of the published program: bagged trees that see all attributes, and vote by rank sums.

The program's bootstraps become weights of the rows. It rounds thresholds to three decimals when it
predicts; so do these tests, to compare the sums of a hundred trees exactly.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

import lrf
from lrf import LabelRankingTree
from lrf.metrics import kendall_tau
from lrf.rankings import average_positions
from lrf.tree import Tree
from tests.golden import read_folds, read_kebi, read_table
from tests.r_random import sample_with_replacement

PRESETS = {"CS": "rt", "ent": "ert"}
FORESTS = ("iris_CS", "iris_ent", "wine_CS", "wine_ent")


def read_forest(shared: Path, name: str) -> dict[str, Any]:
    """Return what the program says of a forest grown on the first fold."""
    path = shared / "golden" / f"lrf_{name}_fold1.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


def grow_trees(X: Any, Y: Any, bootstraps: list[Any], preset: str) -> list[Tree]:
    """Return a tree for each bootstrap, given by the numbers of the rows drawn."""
    model = LabelRankingTree.from_preset(preset)
    counts = [np.bincount(rows, minlength=len(X)) for rows in bootstraps]
    return [model.fit(X, Y, sample_weight=w.astype(float)).forest_.tree(0) for w in counts]


def rounded(tree: Tree) -> Tree:
    """Return the tree with the thresholds by which the program predicts."""
    return attrs.evolve(tree, threshold=np.round(tree.threshold, 3))


def votes(trees: list[Tree], X: Any) -> Any:
    """Return the rankings that the trees vote for, of shape (n_trees, n_rows, n_labels)."""
    return np.array([tree.positions[tree.apply(X)] for tree in trees])


@pytest.mark.parametrize("name", FORESTS)
def test_forest_on_given_bootstraps(shared: Path, name: str) -> None:
    says = read_forest(shared, name)
    X, Y, _ = read_kebi(shared, says["dataset"])
    trees = grow_trees(X, Y, says["bootstrap_rows0"], PRESETS[says["crit"]])
    assert [tree.max_depth for tree in trees] == says["depths"]
    assert [tree.n_leaves for tree in trees] == says["leaves"]
    test = np.array(says["test_rows0"])
    ballots = votes([rounded(tree) for tree in trees], X[test])
    np.testing.assert_array_equal(ballots.sum(axis=0), says["rank_sums"])
    consensus = np.array(
        [lrf.aggregate(ballots[:, row], method="average-ranking") for row in range(len(test))]
    )
    np.testing.assert_allclose(kendall_tau(consensus, Y[test]), says["tau_per_row"], atol=1e-9)


@pytest.mark.parametrize("name", FORESTS)
def test_unrounded_thresholds_change_few_votes(shared: Path, name: str) -> None:
    says = read_forest(shared, name)
    X, Y, _ = read_kebi(shared, says["dataset"])
    trees = grow_trees(X, Y, says["bootstrap_rows0"], PRESETS[says["crit"]])
    test = X[says["test_rows0"]]
    exact, program = votes(trees, test), votes([rounded(tree) for tree in trees], test)
    changed = (exact != program).any(axis=2)
    for tree, rows in zip(trees, changed, strict=True):
        for row in test[rows]:  # only a value beside a threshold can be moved
            inner = tree.feature >= 0
            gap = np.abs(row[tree.feature[inner]] - tree.threshold[inner])
            assert gap.min() <= 5e-4
    assert changed.mean() < 0.05


@pytest.mark.parametrize("name", FORESTS)
def test_bootstraps_are_drawn_as_in_r(shared: Path, name: str) -> None:
    says = read_forest(shared, name)
    train = np.array(says["train_rows0"])
    for seed, rows in enumerate(says["bootstrap_rows0"], start=1):
        np.testing.assert_array_equal(train[sample_with_replacement(seed, len(train))], rows)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("number", "name", "tau_gap", "depth_gap"),
    [
        (0, "iris", 1e-9, 1e-9),
        (1, "wine", 1e-9, 0.011),  # one tree deeper, for a tie decided by the program's rounding
        (2, "glass", 0.0064, 1e-9),  # ties too
        (3, "iris", 1e-9, 1e-9),
    ],
)
def test_cross_validated_forest(
    shared: Path, number: int, name: str, tau_gap: float, depth_gap: float
) -> None:
    says = read_table(shared / "golden" / "r_forest_cv.csv")[number]
    assert says["dataset"] == name
    X, Y, _ = read_kebi(shared, name)
    folds = read_folds(shared, name)
    taus, depths = [], []
    for fold in range(1, 11):
        train, test = np.flatnonzero(folds != fold), folds == fold
        seeds = range(1, int(says["trees"]) + 1)
        bootstraps = [train[sample_with_replacement(seed, len(train))] for seed in seeds]
        trees = grow_trees(X, Y, bootstraps, PRESETS[says["crit"]])
        sums = votes([rounded(tree) for tree in trees], X[test]).sum(axis=0)
        taus.append(float(kendall_tau(average_positions(sums), Y[test]).mean()))
        depths.append(round(float(np.mean([tree.max_depth for tree in trees])), 1))
    expected = [float(tau) for tau in says["fold_taus"].split()]
    np.testing.assert_allclose(taus, expected, atol=tau_gap)
    assert abs(np.mean(depths) - float(says["depth"])) <= depth_gap
