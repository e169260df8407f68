"""scikit-learn's tools around the estimators: columns, pipelines, and metadata on their way."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone
from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.exceptions import UnsetMetadataPassedError
from sklearn.impute import SimpleImputer
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    RandomizedSearchCV,
    cross_validate,
    learning_curve,
    validation_curve,
)
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline

import lrf
from lrf.errors import ConfigError
from lrf.estimators import LabelRankingForest, LabelRankingTree, RankingDiscretizer
from lrf.metrics import make_scorer
from tests.small import iris

FOLDS = KFold(3, shuffle=True, random_state=0)


def tables() -> tuple[pd.DataFrame, pd.DataFrame]:
    X, Y = iris()
    frame = pd.DataFrame(X, columns=list("abcd"))
    frame["word"] = pd.Categorical(np.where(X[:, 2] > 2.5, "long", "short"))
    frame.loc[::7, "a"] = np.nan
    return frame, pd.DataFrame(Y, columns=["x", "y", "z"])


def forest(**parameters: Any) -> LabelRankingForest:
    return LabelRankingForest(**{"n_estimators": 5, "random_state": 0, **parameters})


def test_columns_of_all_kinds_reach_the_forest_by_name() -> None:
    X, Y = tables()
    columns = ColumnTransformer(
        [
            ("bins", RankingDiscretizer(), ["b", "c"]),
            ("filled", SimpleImputer(), make_column_selector(pattern="^[ad]$")),
            ("words", "passthrough", ["word"]),
        ],
        verbose_feature_names_out=False,
    ).set_output(transform="pandas")
    pipeline = Pipeline([("columns", columns), ("forest", forest())]).fit(X, Y)
    inner = pipeline["forest"]
    assert inner.feature_names_in_.tolist() == ["b", "c", "a", "d", "word"]
    assert inner.n_features_in_ == 5
    assert inner.categories_ == {4: ("long", "short")}
    assert pipeline["columns"].named_transformers_["bins"].get_feature_names_out().tolist() == [
        "b", "c"
    ]  # fmt: skip
    assert pipeline.score(X, Y) > 0.9
    for twin in (pickle.loads(pickle.dumps(pipeline)), clone(pipeline).fit(X, Y)):
        assert np.array_equal(twin.predict(X), pipeline.predict(X))


def test_union_of_features() -> None:
    X, Y = iris()
    union = FeatureUnion([("bins", RankingDiscretizer()), ("raw", "passthrough")])
    pipeline = make_pipeline(union, LabelRankingTree()).fit(X, Y)
    assert pipeline[-1].n_features_in_ == 8


def test_weights_by_routing_are_those_by_hand() -> None:
    X, Y = tables()
    weights = np.linspace(1, 4, len(X))
    score = make_scorer("spearman_rho").set_score_request(sample_weight=True)
    with sklearn.config_context(enable_metadata_routing=True):
        asked = forest().set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
        pipeline = make_pipeline("passthrough", asked)
        found = cross_validate(
            pipeline, X, Y, cv=FOLDS, params={"sample_weight": weights}, error_score="raise"
        )["test_score"]
        scored = cross_validate(
            pipeline, X, Y, cv=FOLDS, params={"sample_weight": weights}, scoring=score
        )["test_score"]
        search = GridSearchCV(pipeline, {"labelrankingforest__max_depth": [1, 3]}, cv=FOLDS)
        best = search.fit(X, Y, sample_weight=weights).best_estimator_
    for place, (train, test) in enumerate(FOLDS.split(X)):
        model = forest().fit(X.iloc[train], Y.iloc[train], weights[train])
        assert found[place] == model.score(X.iloc[test], Y.iloc[test], weights[test])
        by_hand = make_scorer("spearman_rho")(model, X.iloc[test], Y.iloc[test], weights[test])
        assert scored[place] == by_hand
    same = forest(max_depth=best[-1].max_depth).fit(X, Y, weights)
    assert np.array_equal(best.predict(X), same.predict(X))


def test_weights_that_nobody_asked_for() -> None:
    X, Y = tables()
    refused = pytest.raises(UnsetMetadataPassedError, match="sample_weight")
    with sklearn.config_context(enable_metadata_routing=True), refused:
        make_pipeline("passthrough", forest()).fit(X, Y, sample_weight=np.ones(len(X)))


def test_weights_by_the_name_of_a_step() -> None:
    X, Y = tables()
    weights = np.arange(len(X)) % 3.0
    pipeline = make_pipeline("passthrough", forest())
    pipeline.fit(X, Y, labelrankingforest__sample_weight=weights)
    assert np.array_equal(pipeline.predict(X), forest().fit(X, Y, weights).predict(X))


def test_random_search_over_nested_parameters() -> None:
    X, Y = tables()
    space = [
        {"stopping": ["gamma-ratio"], "stopping__gamma": [0.5, 0.9, 0.98]},
        {"stopping": ["min-gain"], "criterion__correlation": ["spearman", "footrule"]},
    ]
    search = RandomizedSearchCV(
        LabelRankingTree(), space, n_iter=4, cv=FOLDS, random_state=0, error_score="raise"
    ).fit(X, Y)
    assert len(search.cv_results_["params"]) == 4
    assert search.best_score_ > 0.8


def test_a_grid_that_does_not_fit_says_which_rule_would() -> None:
    X, Y = tables()
    grid = {"stopping": ["mdlpc"], "criterion": ["ranking-gain"], "stopping__gamma": [0.9]}
    with pytest.raises(ConfigError) as caught:
        GridSearchCV(LabelRankingTree(), grid, cv=FOLDS, error_score="raise").fit(X, Y)
    assert str(caught.value) == (
        "stopping.gamma: unknown ('mdlpc' has no parameters); known: name; the stopping rule "
        "'gamma-ratio' has gamma: choose it, too"
    )


def test_curves() -> None:
    X, Y = tables()
    sizes, _, scores = learning_curve(
        forest(), X, Y, cv=FOLDS, train_sizes=[0.3, 1.0], shuffle=True, random_state=0
    )
    assert sizes.tolist() == [30, 100]
    assert scores.mean() > 0.8
    _, scores = validation_curve(
        forest(blend="none"), X, Y, param_name="max_depth", param_range=[1, 4], cv=FOLDS
    )
    assert scores[0].mean() < scores[1].mean()


def test_rankings_with_gaps_and_missing_features_go_through_folds() -> None:
    X, Y = tables()
    gaps = Y.mask(np.random.default_rng(0).random(Y.shape) < 0.2)
    found = cross_validate(lrf.LabelRankingTree(), X, gaps, cv=FOLDS, error_score="raise")
    assert np.isfinite(found["test_score"]).all()
