"""Probabilities of blended forests: they agree with each other, and with the predicted order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lrf
from lrf import LabelRankingForest, explain, from_scores, regressions
from lrf.engine.places import expect, tilt_places
from lrf.engine.pool import add_members
from lrf.insight import shares
from lrf.insight.aspects import PAIRS, PLACES
from lrf.insight.contributions import parts_of
from lrf.insight.pooling import pool
from lrf.insight.probabilities import pair_blend
from lrf.inspection import impurity_importance, permutation_importance
from lrf.mixture import PREFIX, Blend
from lrf.statistics import label_pairs
from tests.naive.places import nearest_places
from tests.plain import plain_forest

AGGREGATORS = ("average-ranking", "borda", "kemeny-local", "footrule-optimal")


def linear_data(n: int, k: int = 4, seed: int = 0, noise: float = 0.5) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    return X, from_scores(X @ rng.normal(size=(3, k)) + noise * rng.normal(size=(n, k)))


def blended(**wanted: Any) -> LabelRankingForest:
    return LabelRankingForest(**{"n_estimators": 20, "random_state": 0, **wanted})


@pytest.mark.parametrize("aggregator", AGGREGATORS)
@pytest.mark.parametrize("calibration", [None, "temperature", "isotonic"])
def test_pairs_places_and_means_agree(aggregator: str, calibration: Any) -> None:
    X, Y = linear_data(120)
    model = blended(aggregator=aggregator, calibration=calibration).fit(X, Y)
    pairs, places = model.predict_pairwise(X), model.predict_position_proba(X)
    means = model.predict_expected_positions(X)
    np.testing.assert_array_equal(pairs + pairs.transpose(0, 2, 1), 1)
    np.testing.assert_allclose(means, 0.5 + pairs.sum(axis=1), atol=1e-12)
    np.testing.assert_allclose(places.sum(axis=2), 1, atol=1e-12)
    assert places.min() >= 0
    assert abs(places.sum(axis=1) - 1).mean() < 0.03
    assert abs(places @ np.arange(1.0, 5.0) - means).mean() < 0.03


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(["kemeny-local", "kemeny"]))
def test_order_follows_majorities_that_make_one(seed: int, aggregator: str) -> None:
    rng = np.random.default_rng(seed)
    X, Y = linear_data(40, k=int(rng.integers(2, 6)), seed=seed, noise=float(rng.uniform(0, 3)))
    model = blended(n_estimators=5, aggregator=aggregator, max_samples=0.6).fit(X, Y)
    new = rng.normal(size=(40, 3))
    pairs, positions = model.predict_pairwise(new), model.predict(new)
    before = pairs > 0.5 + 1e-6
    wins = before.sum(axis=2)
    is_order = [sorted(row) == list(range(wins.shape[1])) for row in wins.tolist()]
    assert np.mean(is_order) > 0.5
    np.testing.assert_array_equal(positions[is_order], wins.shape[1] - wins[is_order])


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_means_are_those_of_the_vote_where_nothing_is_cut_or_corrected(seed: int) -> None:
    X, Y = linear_data(60, seed=seed, noise=2.0)
    model = blended(aggregator="average-ranking", calibration=None, min_samples_leaf=5).fit(X, Y)
    pairs, means = model.predict_pairwise(X), model.predict_expected_positions(X)
    first, second = label_pairs(4)
    inside = ((pairs > 0) & (pairs < 1)).all(axis=(1, 2))
    positions = model.predict(X)
    apart = means[:, first] - means[:, second]
    clear = inside[:, None] & (abs(apart) > 1e-5)
    assert clear.mean() > 0.2
    signs = np.sign(positions[:, first] - positions[:, second])
    np.testing.assert_array_equal(signs[clear], np.sign(apart)[clear])


def test_constant_blends_have_probabilities_too() -> None:
    X, Y = linear_data(60, noise=50.0)
    for aggregator in ("average-ranking", "kemeny-local"):
        model = blended(blend="constant", aggregator=aggregator, calibration=None).fit(X, Y)
        blend, trees = pair_blend(model.forest_), pool(model.forest_, X, PAIRS)
        assert blend is not None
        assert blend.linear is None
        mixed = np.clip(blend.constant + blend.trees * (trees - blend.constant), 0, 1)
        np.testing.assert_allclose(model.predict_pairwise(X)[:, *label_pairs(4)], mixed)


def test_elections_that_learn_from_different_rows_do_not_mix_them_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # As with 50 labels and 2000 rows: pairwise votes are wider, and fewer rows are learned from.
    monkeypatch.setattr(regressions, "_MOST_NUMBERS", 1500)
    X, Y = linear_data(150)
    model = blended(max_samples=0.5, oob_score=True).fit(X, Y)
    both = regressions.Regressions(X, Y, np.ones(150), ())
    for statistic, n_rows in (("rank-sum", 250), ("pairwise", 93), ("rank-sum", 250)):
        both.fit("logistic", statistic)
        assert len(both.rows("logistic", statistic)) == min(150, n_rows)
    for statistic in ("rank-sum", "pairwise"):
        alone = regressions.Regressions(X, Y, np.ones(150), ()).pairs("logistic", statistic)
        np.testing.assert_array_equal(both.pairs("logistic", statistic).left_out, alone.left_out)
    assert np.isfinite(model.oob_pairwise(X, Y)).all()


def test_probabilities_are_saved_and_files_without_them_say_what_trees_do(tmp_path: Path) -> None:
    X, Y = linear_data(60)
    model = blended(aggregator="average-ranking").fit(X, Y)
    model.save(tmp_path / "model")
    again = lrf.load(tmp_path / "model")
    np.testing.assert_array_equal(again.predict_pairwise(X), model.predict_pairwise(X))
    assert again.calibration == "auto"
    arrays = model.forest_.to_arrays()
    earlier = {
        name: array for name, array in arrays.items() if not name.startswith(f"{PREFIX}pair")
    }
    assert len(arrays) - len(earlier) == 1
    model.forest_.blend = Blend.from_arrays(earlier)
    model.calibration_ = None
    trees = pool(model.forest_, X, PAIRS)
    np.testing.assert_array_equal(model.predict_pairwise(X)[:, *label_pairs(4)], trees)


@settings(max_examples=8)
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_tilted_places_are_the_nearest(seed: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    table = np.full((k, k), 0.3 / k)
    for _ in range(6):
        table[np.arange(k), rng.permutation(k)] += 0.7 / 6
    chances = rng.uniform(0.2, 0.8, k * (k - 1) // 2)[None]
    means = np.empty((1, k))
    expect(chances, means)
    found = table[None].copy()
    tilt_places(found, means - 1, 500, 1e-8, np.empty(k), np.empty(k))
    np.testing.assert_allclose(found[0], nearest_places(table, means[0] - 1), atol=1e-4)


def test_places_can_be_certain() -> None:
    means = np.array([[1e-3, 1.0, 2.0 - 1e-3]])
    table = np.full((1, 3, 3), 1 / 3)
    tilt_places(table, means, 200, 1e-9, np.empty(3), np.empty(3))
    np.testing.assert_allclose(table[0], np.eye(3), atol=5e-3)


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.booleans(), st.booleans())
def test_rankings_answer_as_their_leaves_do(seed: int, tied: bool, few: bool) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 2))
    scores = rng.normal(size=(30, 4))
    model = plain_forest(n_estimators=4, random_state=seed, min_samples_leaf=2)
    forest = model.fit(X, from_scores(scores.round() if tied else scores)).forest_
    chosen = rng.random((30, 4)) < 0.7 if few else None
    most = shares.MOST_KEPT
    found = {}
    try:
        for name, limit in (("spread", 0), ("kept", most)):
            forest.kept.clear()
            shares.MOST_KEPT = limit
            if name == "kept":
                forest.kept["places, spread"] = None
            found[name] = pool(forest, X, PLACES, chosen=chosen)
    finally:
        shares.MOST_KEPT = most
    np.testing.assert_allclose(found["spread"], found["kept"], atol=1e-6)


def test_members_by_hand() -> None:
    numbers = {"dtype": np.uint32}
    sums = np.zeros((2, 3))
    add_members(
        np.array([[0, 1], [2, 0]], **numbers),  # the number after the last one: none
        np.array([0, 1, 3], **numbers), np.array([1, 0, 1], **numbers), np.array([1.0, 0.25, 0.75]),
        np.array([0, 2, 3], **numbers), np.array([0, 2, 1], **numbers),
        np.array([1, 1, 2], dtype=np.float32), sums,
    )  # fmt: skip
    np.testing.assert_allclose(sums, [[0, 2, 0], [0.25, 3.5, 0.25]])


def lines_only(seed: int = 0) -> tuple[LabelRankingForest, Any, Any]:
    """Return a forest whose trees cannot split, and rankings that follow the first attribute."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(200, 4))
    Y = from_scores(np.outer(X[:, 0], [1.0, 0.0, -1.0]) + 0.3 * rng.normal(size=(200, 3)))
    return blended(min_samples_leaf=200).fit(X, Y), X, Y


def test_what_acts_through_lines_only_is_important() -> None:
    model, X, Y = lines_only()
    assert (model.forest_.depths == 0).all()
    for found in (
        permutation_importance(model, X, Y, random_state=0, pairs=True),
        permutation_importance(model, X, Y, random_state=0, out_of_bag=False),
    ):
        assert found.mean[0] > 0.3
        assert abs(found.mean[1:]).max() < 0.03
    assert permutation_importance(
        model, X, Y, random_state=0, pairs=True
    ).deciding("0", "2")[0][0] == "x0"  # fmt: skip
    assert impurity_importance(model).mean[0] > 0.95
    assert model.feature_importances_.sum() == pytest.approx(1)
    (why,) = explain(model, X[:1])
    assert why.decisive()[0] == 0


@pytest.mark.parametrize("seed", range(2))
def test_noise_gets_nothing_from_lines_that_saw_the_row(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(80, 30))
    Y = from_scores(np.outer(X[:, 0], [2.0, 0.0, -2.0]) + rng.normal(size=(80, 3)))
    model = blended(min_samples_leaf=80, blend="ridge").fit(X, Y)
    found = permutation_importance(model, X, Y, random_state=0, conditional=False)
    noise = found.mean[1:] / np.maximum(found.error[1:], 1e-12)
    # Below 0 rather than above: a row left out is on the other side of the line than it draws.
    assert -1.5 < noise.mean() < 0.7
    assert noise.max() < 3
    assert found.mean[0] > 0.2
    seen = permutation_importance(model, X, Y, random_state=0, conditional=False, out_of_bag=False)
    assert seen.mean[1:].mean() > found.mean[1:].mean()


@pytest.mark.parametrize("aggregator", ["average-ranking", "kemeny-local"])
@pytest.mark.parametrize("calibration", [None, "isotonic"])
def test_explanations_add_up_to_what_is_predicted(aggregator: str, calibration: Any) -> None:
    X, Y = linear_data(90)
    X[::7, 1] = np.nan
    model = blended(aggregator=aggregator, calibration=calibration).fit(X, Y)
    parts = parts_of(model.forest_, X, model.calibration_)
    pairs = model.predict_pairwise(X)[:, *label_pairs(4)]
    np.testing.assert_allclose(parts.pair_base + parts.pair_changes.sum(axis=1), pairs, atol=1e-6)
    means = model.predict_expected_positions(X)
    np.testing.assert_allclose(parts.place_base + parts.moves.sum(axis=1), means, atol=1e-5)
    why = explain(model, X[:20])
    for i, one in enumerate(why):
        for decision in one.decisions:
            chance = one.pairwise[decision.first, decision.second]
            assert decision.chance == pytest.approx(chance, abs=1e-6)
            assert decision.base + decision.changes.sum() == pytest.approx(chance, abs=1e-6)
        np.testing.assert_allclose(one.expected, means[i], atol=1e-5)
