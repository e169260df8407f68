"""The naive twin of tree growth is itself held to the trees of the published program."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from tests.golden import ALL, EXACT, GAMMAS, compare, marked, read_kebi, read_tree
from tests.naive import correlations, trees


@pytest.mark.parametrize("suffix", GAMMAS)
@pytest.mark.parametrize("name", EXACT)
def test_ranking_trees(shared: Path, name: str, suffix: str) -> None:
    X, Y, features = read_kebi(shared, name)
    golden = read_tree(shared, f"{name}_rt{suffix}", features)
    rules = replace(trees.RT, gamma=GAMMAS[suffix])
    result = compare(lambda X, Y: trees.grow(X, Y, rules), golden, X, Y, rules)
    assert (result.differences, result.followed, result.compared) == ([], [], golden.n_nodes)


@pytest.mark.parametrize("name", marked(ALL))
def test_entropy_trees(shared: Path, name: str) -> None:
    X, Y, features = read_kebi(shared, name)
    golden = read_tree(shared, f"{name}_ert", features)
    result = compare(lambda X, Y: trees.grow(X, Y, trees.ERT), golden, X, Y, trees.ERT)
    assert (result.differences, result.followed, result.compared) == ([], [], golden.n_nodes)


def test_correlations_are_those_of_scipy() -> None:
    rng = np.random.default_rng(7)
    Y = np.array([stats.rankdata(rng.integers(0, 4, 5)) for _ in range(12)])
    Y[3] = 3.0  # all tied: no correlation with anything
    for ours, theirs in (
        (correlations.kendall(Y), stats.kendalltau),
        (correlations.spearman(Y), stats.spearmanr),
    ):
        tied = np.ptp(Y, axis=1) == 0
        expected = [
            [0.0 if tied[i] or tied[j] else theirs(a, b).statistic for j, b in enumerate(Y)]
            for i, a in enumerate(Y)
        ]
        np.testing.assert_allclose(ours, expected, atol=1e-12)
