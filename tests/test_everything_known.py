"""All that forests know, for every kind of data and with every component."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lrf
from lrf import LabelRankingForest, LabelRankingTree
from lrf.errors import LrfError
from lrf.inspection import (
    impurity_importance,
    interactions,
    partial_dependence,
    permutation_importance,
)
from lrf.metrics import reliability
from lrf.registry import get_registry

KINDS = ("plain", "ties", "incomplete", "missing", "nominal", "weights")


def ours(kind: str) -> list[str]:
    entries = get_registry().entries(kind)
    return [e.component.name for e in entries if e.provider == f"lrf {lrf.__version__}"]


def data(kind: str) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3)).round(1)
    scores = np.column_stack([X[:, 0], -X[:, 0], X[:, 1], rng.normal(size=60)])
    if kind == "ties":
        scores = scores.round()
    if kind == "incomplete":
        scores[rng.random(scores.shape) < 0.2] = np.nan
        scores[:, :2] = np.where(np.isnan(scores[:, :2]), 0.3, scores[:, :2])
    if kind == "missing":
        X[rng.random(X.shape) < 0.2] = np.nan
    if kind == "nominal":
        X[:, 2] = rng.integers(0, 4, 60)
    weights = rng.integers(1, 4, 60).astype(float) if kind == "weights" else None
    return X, lrf.from_scores(scores), weights


def hold_what_is_known(model: Any, X: Any, Y: Any, weights: Any) -> None:
    pairs, places = model.predict_pairwise(X), model.predict_position_proba(X)
    np.testing.assert_array_equal(pairs + pairs.transpose(0, 2, 1), 1)
    np.testing.assert_allclose(places.sum(axis=2), 1, atol=1e-5)
    assert model.predict_top_k(X, 2).shape == (60, 2)
    before, surer = model.predict_partial(X, 0.6), model.predict_partial(X, 0.95)
    assert not (before & before.transpose(0, 2, 1)).any()
    # Forests that have seen the rows may be sure of all pairs at 0.6, but not at 0.95.
    assert surer.sum() < 60 * 6
    assert not (surer & ~before).any()
    assert len(model.apply(X)) == 60
    assert model.nearest_examples(X, 3).positions.shape == (60, 3, 4)
    assert model.feature_importances_.sum() == pytest.approx(1)
    assert impurity_importance(model).mean.shape == (3,)
    assert interactions(model).below.shape == (3, 3)
    assert np.isfinite(partial_dependence(model, X, [0, 2], grid_resolution=3).positions).all()
    found = permutation_importance(model, X, Y, weights, n_repeats=1, pairs=True, random_state=0)
    assert np.isfinite(found.mean).all()
    assert found.mean[0] > 0


def grown(kind: str, **settings: Any) -> tuple[Any, Any, Any, Any]:
    X, Y, weights = data(kind)
    wanted = {"n_estimators": 40, "bootstrap": True, "max_samples": 0.5, "random_state": 0}
    model = LabelRankingForest(
        **{**wanted, **settings},
        oob_score=True,
        keep_examples=True,
        categorical_features=[2] if kind == "nominal" else None,
    )
    return model.fit(X, Y, weights), X, Y, weights


def hold_out_of_bag(model: Any, X: Any, Y: Any, weights: Any) -> None:
    assert -1 <= model.oob_score_ <= 1
    assert np.isfinite(model.oob_prediction_).all()
    assert reliability(Y, model.oob_pairwise(X, Y, weights)).error < 0.5
    model.calibrate(X, Y, weights)
    pairs = model.predict_pairwise(X)
    np.testing.assert_allclose(pairs + pairs.transpose(0, 2, 1), 1, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("voting", ["soft", "hard"])
def test_kinds_of_data(kind: str, voting: str) -> None:
    model, X, Y, weights = grown(kind, voting=voting)
    hold_what_is_known(model, X, Y, weights)
    hold_out_of_bag(model, X, Y, weights)


@pytest.mark.parametrize("kind", KINDS)
def test_the_forest_as_it_comes(kind: str) -> None:
    X, Y, weights = data(kind)
    nominal = [2] if kind == "nominal" else None
    model = LabelRankingForest(keep_examples=True, random_state=0, categorical_features=nominal)
    model.fit(X, Y, weights)
    assert model.forest_.blend is not None
    hold_what_is_known(model, X, Y, weights)
    assert reliability(Y, model.oob_pairwise(X, Y, weights)).error < 0.1
    assert np.isfinite([why.pairwise for why in lrf.explain(model, X[:5])]).all()


@pytest.mark.parametrize("kind", KINDS)
def test_trees(kind: str) -> None:
    X, Y, weights = data(kind)
    nominal = [2] if kind == "nominal" else None
    tree = LabelRankingTree(keep_examples=True, max_depth=3, categorical_features=nominal)
    hold_what_is_known(tree.fit(X, Y, weights), X, Y, weights)


@pytest.mark.parametrize("kind", ["ties", "incomplete"])
@pytest.mark.parametrize("criterion", ours("criterion"))
def test_criteria(kind: str, criterion: str) -> None:
    try:
        model, X, Y, weights = grown(kind, criterion=criterion)
    except LrfError as error:
        assert kind == "incomplete", error  # some are defined for complete rankings only
        return
    hold_what_is_known(model, X, Y, weights)
    hold_out_of_bag(model, X, Y, weights)


@pytest.mark.parametrize("kind", ["ties", "incomplete"])
@pytest.mark.parametrize("aggregator", ours("aggregator"))
def test_aggregators(kind: str, aggregator: str) -> None:
    try:
        model, X, Y, weights = grown(kind, leaf=aggregator, aggregator=aggregator)
    except LrfError as error:
        assert kind == "incomplete", error
        return
    hold_what_is_known(model, X, Y, weights)
    hold_out_of_bag(model, X, Y, weights)
