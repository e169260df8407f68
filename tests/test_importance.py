"""Importance: what decides comes first, what does not is zero within its error."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from lrf import LabelRankingForest, LabelRankingTree, from_scores
from lrf.errors import ConfigError, DataError
from lrf.inspection import (
    impurity_importance,
    interactions,
    partial_dependence,
    permutation_importance,
)
from lrf.metrics import kendall_tau
from tests.plain import plain_forest
from tests.small import iris


@cache
def synthetic() -> tuple[Any, Any]:
    """Return three attributes that decide, and five that do not.

    Attribute 0 decides between labels 0 and 1, 1 and 2 between the others. 3 resembles 0; 4 is
    noise of many values, 5 noise of two; 6 has 200 categories, and 7 resembles 4.
    """
    rng = np.random.default_rng(3)
    n = 600
    true = rng.normal(size=(n, 3))
    like_first = true[:, 0] + 0.3 * rng.normal(size=n)
    noise = rng.normal(size=n)
    flags = rng.integers(0, 2, n).astype(float)
    names = rng.integers(0, 200, n).astype(float)
    like_noise = 0.9 * noise + 0.4 * rng.normal(size=n)
    X = np.column_stack([true, like_first, noise, flags, names, like_noise])
    a, b, c = np.sign(true).T
    scores = np.column_stack([4 + a, 4 - a, b + c / 2, -b, c])
    Y = from_scores(scores + 0.3 * rng.normal(size=scores.shape))
    return X, Y


@cache
def synthetic_forest() -> LabelRankingForest:
    X, Y = synthetic()
    return plain_forest(
        n_estimators=60, max_features=1, categorical_features=[6], random_state=0
    ).fit(X, Y)


def test_noise_is_zero_within_its_error() -> None:
    X, Y = synthetic()
    found = permutation_importance(synthetic_forest(), X, Y, n_repeats=5, random_state=0)
    assert found.out_of_bag
    assert set(np.argsort(-found.mean)[:3]) == {0, 1, 2}
    assert (found.mean[:3] > 6 * found.error[:3]).all()
    assert (np.abs(found.mean[3:]) < 3 * found.error[3:]).all()


def test_unconditional_shuffling_takes_away_what_attributes_share() -> None:
    X, Y = synthetic()
    own, whole = (
        permutation_importance(
            synthetic_forest(), X, Y, conditional=conditional, n_repeats=2, random_state=0
        )
        for conditional in (True, False)
    )
    assert whole.mean[0] > 2 * own.mean[0]
    np.testing.assert_allclose(whole.mean[1:3], own.mean[1:3], atol=0.02)
    assert (np.abs(whole.mean[4:]) < 3 * whole.error[4:]).all()


def test_decrease_of_impurity_is_misled_by_many_values_and_by_likeness() -> None:
    model = synthetic_forest()
    found = impurity_importance(model)
    np.testing.assert_array_equal(found.mean, model.feature_importances_)
    assert found.mean.sum() == pytest.approx(1)
    assert found.mean[3] > found.mean[2]
    assert found.mean[[4, 6, 7]].min() > 5 * found.mean[5]
    assert found.mean[4] > 10 * found.error[4]


def test_pairs_have_their_own_attributes() -> None:
    X, Y = synthetic()
    found = permutation_importance(
        synthetic_forest(), X, Y, pairs=True, n_repeats=2, random_state=0
    )
    assert found.pairs.shape == (8, 5, 5)
    np.testing.assert_array_equal(found.pairs, found.pairs.transpose(0, 2, 1))
    assert np.isnan(found.pairs[:, 2, 2]).all()
    name, loss, error = found.deciding("0", "1")[0]
    assert name == "x0"
    assert loss > 10 * error
    assert found.deciding("2", "3")[0][0] == "x1"


def test_score_is_that_of_the_rows() -> None:
    X, Y = iris()
    model = plain_forest(n_estimators=30, oob_score=True, random_state=0).fit(X[::2], Y[::2])
    inside = permutation_importance(model, X[::2], Y[::2], n_repeats=1)
    assert inside.score == pytest.approx(model.oob_score_)
    outside = permutation_importance(model, X[1::2], Y[1::2], n_repeats=1)
    assert not outside.out_of_bag
    assert outside.score == pytest.approx(model.score(X[1::2], Y[1::2]))
    assert inside.names == ["x0", "x1", "x2", "x3"]


def test_losses_are_those_of_shuffled_rows() -> None:
    X, Y = iris()
    tree = LabelRankingTree().fit(X[::2], Y[::2])
    found = permutation_importance(
        tree, X[1::2], Y[1::2], conditional=False, n_repeats=3, random_state=7
    )
    rng = np.random.default_rng(7)
    for attribute in range(4):
        losses = []
        for _ in range(3):
            order = np.lexsort((rng.random(75), np.zeros(75)))
            changed = X[1::2].copy()
            changed[:, attribute] = changed[order, attribute]
            true = kendall_tau(Y[1::2], tree.predict(X[1::2]))
            losses.append(true - kendall_tau(Y[1::2], tree.predict(changed)))
        assert found.mean[attribute] == pytest.approx(np.mean(losses))


def test_decreases_are_those_of_the_nodes() -> None:
    X, Y = iris()
    weights = np.where(np.arange(len(X)) % 2, 1.0, 2.0)
    tree = LabelRankingTree(max_depth=3).fit(X, Y, weights)
    grown = tree.forest_.tree(0)
    below = [
        [row for row, leaf in enumerate(grown.apply(X)) if leaf in subtree(grown, node)]
        for node in range(grown.n_nodes)
    ]

    def impurity(node: int) -> float:
        rows = below[node]
        pairs = np.array([[kendall_tau(Y[[a]], Y[[b]])[0] for b in rows] for a in rows])
        w = weights[rows] / weights[rows].sum()
        return float(1 - w @ pairs @ w)

    shares = np.zeros(4)
    for node in np.flatnonzero(grown.feature >= 0):
        left, right = grown.left[node], grown.right[node]
        heft = [weights[below[part]].sum() for part in (node, left, right)]
        gain = heft[0] * impurity(node) - heft[1] * impurity(left) - heft[2] * impurity(right)
        shares[grown.feature[node]] += gain
    np.testing.assert_allclose(tree.feature_importances_, shares / shares.sum())


def subtree(tree: Any, node: int) -> set[int]:
    if tree.feature[node] < 0:
        return {node}
    return {node} | subtree(tree, int(tree.left[node])) | subtree(tree, int(tree.right[node]))


def test_depths_by_a_walk() -> None:
    X, Y = synthetic()
    model = plain_forest(n_estimators=3, max_depth=4, random_state=0).fit(X, Y)
    found = interactions(model)

    def first(tree: Any, node: int, attribute: int) -> float:
        if tree.feature[node] < 0:
            return np.inf
        if tree.feature[node] == attribute:
            return 0
        return 1 + min(first(tree, int(c), attribute) for c in (tree.left[node], tree.right[node]))

    def height(tree: Any, node: int) -> int:
        if tree.feature[node] < 0:
            return 0
        return 1 + max(height(tree, int(c)) for c in (tree.left[node], tree.right[node]))

    def topmost(tree: Any, node: int, attribute: int) -> list[int]:
        if tree.feature[node] < 0:
            return []
        if tree.feature[node] == attribute:
            return [node]
        return [n for c in (tree.left[node], tree.right[node]) for n in topmost(tree, c, attribute)]

    def soonest(tree: Any, node: int, attribute: int) -> float:
        found = [1 + first(tree, int(c), attribute) for c in (tree.left[node], tree.right[node])]
        return min(*found, height(tree, node) + 1)

    trees = [model.forest_.tree(i) for i in range(3)]
    for a in range(8):
        depths = [min(first(t, 0, a), height(t, 0) + 1) for t in trees]
        assert found.depth[a] == pytest.approx(np.mean(depths))
        tops = [(t, topmost(t, 0, a)) for t in trees]
        for b in range(8):
            wanted = [np.mean([soonest(t, n, b) for n in nodes]) for t, nodes in tops if nodes]
            if wanted:
                assert found.below[a, b] == pytest.approx(np.mean(wanted))
            else:
                assert np.isnan(found.below[a, b])


def test_what_decides_is_asked_early() -> None:
    X, Y = synthetic()
    found = interactions(plain_forest(n_estimators=30, random_state=0).fit(X, Y))
    assert found.depth[:2].max() < found.depth[4:].min()


def test_partial_dependence_is_the_mean_over_rows() -> None:
    X, _ = synthetic()
    model = synthetic_forest()
    found = partial_dependence(model, X, 0, grid_resolution=4)
    assert found.positions.shape == (4, 5)
    for value, positions in zip(found.grids[0], found.positions, strict=True):
        changed = X.copy()
        changed[:, 0] = value
        wanted = model.predict_expected_positions(changed).mean(axis=0)
        np.testing.assert_allclose(positions, wanted)
    assert found.positions[0, 0] > found.positions[-1, 0] + 0.3
    both = partial_dependence(model, X[:50], ["x0", 5], grid_resolution=3)
    assert both.positions.shape == (3, 2, 5)
    assert both.names == ["x0", "x5"]


def test_partial_dependence_of_names_and_gaps() -> None:
    pd = pytest.importorskip("pandas")
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"colour": rng.choice(["red", "blue"], 80), "size": rng.normal(size=80)})
    X.loc[:20, "size"] = np.nan
    red = np.where(X["colour"] == "red", 1.0, -1.0)
    Y = from_scores(np.column_stack([red, -red, X["size"].fillna(3)]))
    model = plain_forest(n_estimators=20, random_state=0).fit(X, Y)
    found = partial_dependence(model, X, "colour")
    assert found.grids == [["blue", "red"]]
    assert found.positions[1, 0] < found.positions[0, 0] - 0.5
    sizes = partial_dependence(model, X, "size", grid_resolution=5)
    assert np.isnan(sizes.grids[0][-1])
    assert sizes.positions[-1, 2] < sizes.positions[0, 2] - 0.5
    without = partial_dependence(model, X, "size", grid_resolution=5, missing=False)
    assert len(without.grids[0]) == 5


def refusal(error: type[Exception], ask: Any, *arguments: Any, **keywords: Any) -> str:
    with pytest.raises(error) as caught:
        ask(*arguments, **keywords)
    return str(caught.value)


def test_refusals() -> None:
    X, Y = iris()
    tree = LabelRankingTree().fit(X, Y)
    forest = plain_forest(n_estimators=2, random_state=0).fit(X, Y)
    assert refusal(ConfigError, permutation_importance, tree, X, Y, out_of_bag=True) == (
        "out of bag, only a forest with bootstrap can be asked; hand over other data than those "
        "of the training, with out_of_bag=False"
    )
    message = refusal(DataError, permutation_importance, forest, X[1:], Y[1:], out_of_bag=True)
    assert message.startswith("X has 149 rows, but the model was fitted to 150;")
    assert refusal(ConfigError, permutation_importance, tree, X, Y, n_repeats=0) == (
        "n_repeats must be a whole number of at least 1, not 0"
    )
    assert refusal(ConfigError, permutation_importance(tree, X, Y).deciding, "0", "1") == (
        "pairs were not asked for; call permutation_importance(pairs=True)"
    )
    assert refusal(ConfigError, partial_dependence, tree, X, "x9") == (
        "there is no feature 'x9'; give a name or a number from 0 to 3"
    )
    assert refusal(ConfigError, partial_dependence, tree, X, [1, 1]) == "features names 'x1' twice"
    assert refusal(ConfigError, partial_dependence, tree, X, []) == (
        "features must be one or two attributes, not 0"
    )


def test_a_stump_without_splits_has_no_importance() -> None:
    tree = LabelRankingTree().fit([[1.0], [1.0]], [[1, 2], [2, 1]])
    assert tree.feature_importances_.tolist() == [0.0]
    assert interactions(tree).depth.tolist() == [1.0]
    assert permutation_importance(tree, [[1.0]], [[1, 2]]).mean.tolist() == [0.0]


@pytest.mark.parametrize("awkward", ["missing", "constant", "huge"])
def test_awkward_attributes_are_worth_nothing_and_harm_no_other(awkward: str) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    Y = from_scores(np.outer(X[:, 0], [2.0, 0.0, -2.0]) + 0.3 * rng.normal(size=(60, 3)))
    values = {"missing": np.nan, "constant": 1.0, "huge": 1e300 * rng.choice([-1, 1], 60)}
    X[:, 2] = values[awkward]
    model = LabelRankingForest(n_estimators=20, random_state=0).fit(X, Y)
    found = permutation_importance(model, X, Y, random_state=0)
    assert found.mean[0] > 0.3
    assert abs(found.mean[2]) < 0.05
