"""Explanations: they add up to what is predicted, and name what decides."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from lrf import LabelRankingForest, LabelRankingTree, explain
from lrf.errors import ConfigError, RankingError
from lrf.explanation import explanation_text, explanations_page
from lrf.export import pick_tree
from lrf.export.contents import Contents, contents_of
from lrf.insight.aspects import MEANS, PAIRS
from lrf.insight.contributions import contributions
from lrf.metrics import kendall_tau
from lrf.rankings import to_orders
from tests.nasty import FEATURES, LABELS, nasty_data, nasty_forest
from tests.plain import plain_forest
from tests.small import Floats, iris
from tests.test_tree_page import Page


@pytest.fixture(scope="module")
def forest() -> LabelRankingForest:
    return plain_forest(n_estimators=7, random_state=0, keep_examples=True).fit(*iris())


def test_moves_add_up_to_what_is_expected(forest: LabelRankingForest) -> None:
    X, _ = iris()
    for why, expected in zip(explain(forest, X), forest.predict_expected_positions(X), strict=True):
        np.testing.assert_allclose(why.base + why.moves.sum(axis=0), why.expected)
        np.testing.assert_allclose(why.expected, expected, atol=1e-5)


def test_moves_are_those_of_a_walk_from_node_to_node(forest: LabelRankingForest) -> None:
    X, _ = iris()
    moves = np.zeros((4, 3))
    for number in range(7):
        tree = pick_tree(forest, number)
        contents = contents_of(forest, number, tree)

        def mean(node: int, contents: Contents = contents) -> Floats:
            ranking, weight = contents.at(node)
            return np.average(forest.forest_.rankings[ranking], axis=0, weights=weight)

        node = 0
        while tree.feature[node] >= 0:
            asked = tree.feature[node]
            goes_left = X[70, asked] < tree.threshold[node]
            below = int(tree.left[node] if goes_left else tree.right[node])
            moves[asked] += (mean(below) - mean(node)) / 7
            node = below
    np.testing.assert_allclose(explain(forest, X, [70])[0].moves, moves, atol=1e-12)


def test_changes_add_up_to_chances_of_neighbours() -> None:
    X, _ = nasty_data()
    model = nasty_forest()
    for why in explain(model, X):
        for one in why.decisions:
            assert one.base + one.changes.sum() == pytest.approx(one.chance)
            assert one.chance == pytest.approx(why.pairwise[one.first, one.second], abs=1e-5)
            assert why.positions[one.first] < why.positions[one.second]
        order = why.ranked
        expected = [(a, b) for a, b in pairwise(order) if why.positions[a] < why.positions[b]]
        assert len(why.decisions) == len(expected)


def test_sums_with_gaps_words_ties_and_weights() -> None:
    X, Y = nasty_data()
    model = plain_forest(n_estimators=3, random_state=0)
    model.fit(X, Y, np.linspace(0.1, 4, len(X)))
    why = explain(model, X)
    expected = model.predict_expected_positions(X)
    np.testing.assert_allclose([one.expected for one in why], expected, atol=1e-5)
    json.dumps([one.to_dict() for one in why], allow_nan=False)


def test_both_questions_are_answered_for_no_rows(forest: LabelRankingForest) -> None:
    for aspect in (MEANS, PAIRS):
        base, changes = contributions(forest.forest_, np.empty((0, 4)), aspect)
        assert changes.shape == (0, 4, len(base))
    assert explain(forest, iris()[0], []) == []


def test_the_feature_that_decides_is_decisive() -> None:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(300, 6))
    Y = np.where(X[:, [4]] > 0, [[1, 2, 3]], [[3, 2, 1]])
    model = plain_forest(n_estimators=20, random_state=0).fit(X, Y)
    for why in explain(model, X[:20]):
        assert why.decisive()[0] == 4
        assert why.weights[4] > 3 * np.delete(why.weights, 4).max()
    assert len(why.decisive(2)) == 2


def test_examples_from_the_model_and_from_data(forest: LabelRankingForest) -> None:
    X, Y = iris()
    for row in (0, 99):
        (kept,) = explain(forest, X, [row])
        assert kept.examples[0].row == row or kept.examples[0].proximity == 1.0
        (found,) = explain(forest, X, [row], training=(X, Y))
        assert [e.row for e in found.examples] == [e.row for e in kept.examples]
        assert [e.order for e in found.examples] == [e.order for e in kept.examples]
        orders = to_orders(Y[[e.row for e in found.examples]], forest.labels_)
        assert [e.order for e in found.examples] == orders
    assert len(explain(forest, X, [0], n_examples=2)[0].examples) == 2
    assert explain(forest, X, [0], n_examples=0)[0].examples == ()
    plain = LabelRankingTree().fit(X, Y)
    assert explain(plain, X, [0])[0].examples == ()


def test_truth_is_compared(forest: LabelRankingForest) -> None:
    X, Y = iris()
    gaps = Y.copy()
    gaps[1], gaps[2, 0] = np.nan, np.nan
    first, second, third = explain(forest, X, [0, 1, 2], gaps)
    assert first.truth == to_orders(Y[:1])[0]
    assert first.tau == kendall_tau(forest.predict(X[:1]), Y[:1])[0]
    assert (second.truth, second.tau) == (None, None)
    assert third.truth is not None
    assert third.truth.count(">") == 1


def test_values_in_words() -> None:
    X, _ = nasty_data()
    row = X.iloc[[0]].copy()
    row.iloc[0, 1] = np.nan
    other = row.copy()
    other[FEATURES[1]] = pd.Categorical(["violet"])
    assert explain(nasty_forest(), row)[0].values[:2] == ("missing", "missing")
    assert explain(nasty_forest(), other)[0].values[1] == "another category"


def test_blended_forests_say_what_share_the_trees_have() -> None:
    X, Y = iris()
    blended = LabelRankingForest(n_estimators=5, blend="ridge", random_state=0).fit(X, Y)
    assert blended.forest_.blend is not None
    (why,) = explain(blended, X, [70])
    share = blended.forest_.blend.trees
    assert why.share == share < 1
    assert f"The trees have {share:.0%} of the vote" in explanation_text(why)
    assert f"The trees have {share:.0%} of the vote" in explanations_page([why])
    assert why.to_dict()["trees_share"] == share
    plain = explain(plain_forest(n_estimators=2).fit(X, Y), X, [70])[0]
    assert (plain.share, plain.note) == (1.0, None)
    assert "note" not in explanation_text(plain)


def test_stump_has_nothing_decisive() -> None:
    model = LabelRankingTree().fit([[1.0], [1.0]], [[1, 2], [1, 2]])
    (why,) = explain(model, [[5.0]])
    assert why.decisive() == []
    assert explanation_text(why).splitlines()[0] == "row 0: 0>1"
    assert "decisive" not in explanation_text(why)
    assert "<article" in explanations_page([why])


def test_text_says_it(forest: LabelRankingForest) -> None:
    X, Y = iris()
    lines = explanation_text(explain(forest, X, [70], Y)[0]).splitlines()
    assert lines[0] == f"row 70: {forest.predict_orders(X[[70]])[0]}"
    assert lines[1].startswith("truth: ")
    assert sum("share of trees" in line for line in lines) == 1
    assert any(line.split()[:2] == ["row", "70"] for line in lines[5:])
    assert any(line.startswith(("  x2", "  x3")) for line in lines)


def test_page_needs_nothing_and_takes_names_as_words() -> None:
    X, Y = nasty_data()
    text = explanations_page(explain(nasty_forest(), X, [3, 4], Y, (X, Y)))
    page = Page(text)
    assert {"script", "link", "img", "b", "i"}.isdisjoint(page.tags)
    assert page.tags.count("article") == 2
    assert "&lt;/script&gt;&lt;b&gt;bold" in text
    assert text.count(LABELS[3]) > 2
    assert "https:" not in text
    assert "http:" not in text
    assert explanations_page([]).count("<article") == 0


def test_refusals(forest: LabelRankingForest) -> None:
    X, _ = iris()
    for row in (150, -1):
        with pytest.raises(ConfigError) as caught:
            explain(forest, X, [row])
        assert str(caught.value) == f"there is no row {row}; the data has rows 0 to 149"
    with pytest.raises(ConfigError, match="^n_examples is at least 0, not -1$"):
        explain(forest, X, n_examples=-1)
    with pytest.raises(RankingError, match="^Y has 2 labels, but the model ranks 3: 0, 1, 2$"):
        explain(forest, X, training=(X, [[1, 2]] * 150))


def test_leaves_and_places_may_be_asked_for_in_any_order() -> None:
    X, Y = iris()
    model = plain_forest(n_estimators=2, random_state=0).fit(X, Y)
    leaves = model.apply(X)
    places = model.predict_position_proba(X)
    np.testing.assert_allclose(places.sum(axis=2), 1, atol=1e-6)
    np.testing.assert_array_equal(model.apply(X), leaves)
