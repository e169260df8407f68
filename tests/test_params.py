"""Parameters as scikit-learn wants them: also those of components, in any order."""

from __future__ import annotations

import inspect
import itertools
import pickle
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from lrf.config import KEYS, config_from_dict
from lrf.errors import ConfigError
from lrf.estimators import LabelRankingForest, LabelRankingTree
from lrf.plugin import Correlation, Parameter
from lrf.registry import get_registry
from tests.small import iris


def scaled(rankings: Any, p: float) -> Any:
    """Return vectors whose inner products are, for p = 1, Spearman's rho."""
    centred = rankings - rankings.mean(axis=1, keepdims=True)
    bent = np.sign(centred) * np.abs(centred) ** p
    return bent / np.linalg.norm(bent, axis=1, keepdims=True)


FOLDS = KFold(3, shuffle=True, random_state=0)

BENT = Correlation(
    name="bent",
    summary="for tests",
    embed=scaled,
    parameters=(Parameter("p", 1.0, minimum=0.1),),
)


@pytest.mark.parametrize(
    ("estimator", "kind"), [(LabelRankingForest, "forest"), (LabelRankingTree, "tree")]
)
def test_constructor_has_the_keys_of_a_configuration_and_their_defaults(
    estimator: Any, kind: Any
) -> None:
    signature = inspect.signature(estimator).parameters
    wanted = {
        name: key.default(kind)
        for name, key in KEYS.items()
        if kind == "forest" or not key.only_forest
    }
    assert {name: parameter.default for name, parameter in signature.items()} == wanted
    assert list(signature) == list(wanted)


def test_nested_parameters_are_listed_with_their_defaults() -> None:
    shallow = LabelRankingTree(stopping="gamma-ratio").get_params(deep=False)
    deep = LabelRankingTree(stopping="gamma-ratio").get_params()
    assert {name: deep[name] for name in deep if name not in shallow} == {
        "criterion__correlation": "kendall",
        "criterion__self_pairs": True,
        "stopping__gamma": 0.98,
    }


def test_parameters_of_a_correlation_are_nested_in_the_criterion() -> None:
    criterion = {"name": "ranking-gain", "correlation": {"name": BENT, "p": 2}}
    params = LabelRankingForest(criterion=criterion).get_params()
    assert params["criterion"] is criterion
    assert params["criterion__correlation"] is criterion["correlation"]
    assert params["criterion__correlation__p"] == 2


def test_component_that_does_not_exist_has_no_nested_parameters() -> None:
    params = LabelRankingTree(criterion="nonsense", stopping={"gamma": 1}, leaf=3).get_params()
    assert [name for name in params if "__" in name] == []


def test_set_params_takes_any_order() -> None:
    changes = {
        "criterion": "mean-correlation",
        "criterion__correlation": BENT,
        "criterion__correlation__p": 2.0,
        "criterion__self_pairs": False,
    }
    for order in itertools.permutations(changes):
        tree = LabelRankingTree("ranking-gain").set_params(**{key: changes[key] for key in order})
        assert tree.criterion == {
            "name": "mean-correlation",
            "correlation": {"name": BENT, "p": 2.0},
            "self_pairs": False,
        }
        assert {key: tree.get_params()[key] for key in list(changes)[2:]} == {
            key: changes[key] for key in list(changes)[2:]
        }


def test_set_params_leaves_what_was_given_alone() -> None:
    stopping = {"name": "gamma-ratio", "gamma": 0.9}
    tree = LabelRankingTree(stopping=stopping)
    tree.set_params(stopping__gamma=0.5)
    assert stopping == {"name": "gamma-ratio", "gamma": 0.9}
    assert tree.stopping == {"name": "gamma-ratio", "gamma": 0.5}


def test_set_params_of_a_record() -> None:
    record = get_registry().get("stopping rule", "gamma-ratio")
    tree = LabelRankingTree(stopping=record).set_params(stopping__gamma=0.5)
    assert tree.stopping == {"name": record, "gamma": 0.5}


def test_deep_parameters_set_on_another_estimator_make_it_the_same() -> None:
    first = LabelRankingForest.from_preset("lrf-rt", criterion__correlation=BENT, max_depth=3)
    second = LabelRankingForest().set_params(**first.get_params())
    assert config_from_dict(second.settings()) == config_from_dict(first.settings())
    X, Y = iris()
    first.set_params(n_estimators=3, random_state=1)
    second.set_params(n_estimators=3, random_state=1)
    assert np.array_equal(first.fit(X, Y).predict(X), second.fit(X, Y).predict(X))


@pytest.mark.parametrize(
    ("params", "message"),
    [
        (
            {"stoping": "none"},
            "stoping: unknown; did you mean 'stopping'? known: categorical_features, "
            "criterion, keep_examples, leaf, max_bins, max_depth, max_features, "
            "min_samples_leaf, random_state, root_fallback, splitter, stopping",
        ),
        (
            {"stopping__gamma": 0.9},
            "stopping.gamma: unknown ('none' has no parameters); known: name; the stopping rule "
            "'gamma-ratio' has gamma: choose it, too",
        ),
        (
            {"stopping": "gamma-ratio", "stopping__gama": 0.9},
            "stopping.gama: unknown; did you mean 'gamma'? known: gamma, name",
        ),
        (
            {"max_depth__gamma": 0.9},
            "max_depth__gamma: unknown; did you mean 'max_depth'? known: categorical_features, "
            "criterion, keep_examples, leaf, max_bins, max_depth, max_features, "
            "min_samples_leaf, random_state, root_fallback, splitter, stopping",
        ),
    ],
)
def test_set_params_refuses_and_sets_nothing(params: dict[str, Any], message: str) -> None:
    tree = LabelRankingTree()
    with pytest.raises(ConfigError) as caught:
        tree.set_params(max_features=1, **params)
    assert str(caught.value) == message
    assert tree.get_params() == LabelRankingTree().get_params()


@pytest.mark.parametrize(
    "estimator",
    [
        LabelRankingTree({"name": "mean-correlation", "correlation": BENT}, "gamma-ratio"),
        LabelRankingForest.from_preset("lrf-ert", n_estimators=3, random_state=0),
        LabelRankingForest(get_registry().get("criterion", "ranking-gain"), n_estimators=3),
    ],
    ids=["tree", "preset", "record"],
)
def test_clone_and_pickle_give_the_same_estimator(estimator: Any) -> None:
    for twin in (clone(estimator), pickle.loads(pickle.dumps(estimator))):
        assert twin is not estimator
        assert twin.get_params() == estimator.get_params()
        assert repr(twin) == repr(estimator)


def test_constructor_stores_what_it_is_given() -> None:
    given = {name: object() for name in inspect.signature(LabelRankingForest).parameters}
    forest = LabelRankingForest(**given)
    stored = forest.get_params(deep=False)
    assert all(stored[name] is value for name, value in given.items())


def test_repr_shows_what_differs() -> None:
    tree = LabelRankingTree(stopping={"name": "gamma-ratio", "gamma": 0.9}, max_depth=4)
    assert repr(tree) == (
        "LabelRankingTree(max_depth=4, stopping={'gamma': 0.9, 'name': 'gamma-ratio'})"
    )


def test_grid_search_over_components_and_their_parameters() -> None:
    X, Y = iris()
    grid = [
        {
            "criterion": ["mean-correlation"],
            "criterion__correlation": ["kendall", "spearman"],
            "stopping": ["gamma-ratio"],
            "stopping__gamma": [0.5, 0.95],
        },
        {"criterion": ["ranking-gain"], "stopping": ["mdlpc", "none"]},
    ]
    search = GridSearchCV(LabelRankingTree(random_state=0), grid, cv=FOLDS, error_score="raise")
    search.fit(X, Y)
    results = search.cv_results_
    assert len(results["params"]) == 6
    for params, score in zip(results["params"], results["mean_test_score"], strict=True):
        tree = LabelRankingTree(random_state=0).set_params(**params)
        assert score == cross_val_score(tree, X, Y, cv=FOLDS).mean()
    assert search.best_score_ > results["mean_test_score"].min()
    assert search.best_estimator_.score(X, Y) > 0.8


def test_grid_search_over_a_forest_in_a_pipeline_with_processes() -> None:
    X, Y = iris()
    pipeline = make_pipeline(StandardScaler(), LabelRankingForest(n_estimators=5, random_state=0))
    grid = {
        "labelrankingforest__leaf": ["average-ranking", "borda"],
        "labelrankingforest__criterion__self_pairs": np.array([True, False]),
    }
    search = GridSearchCV(pipeline, grid, cv=FOLDS, n_jobs=2, error_score="raise").fit(X, Y)
    assert search.best_score_ > 0.8


def test_grid_with_a_parameter_that_does_not_exist_fails() -> None:
    X, Y = iris()
    search = GridSearchCV(LabelRankingTree(), {"stopping__gamma": [0.9]}, error_score="raise")
    with pytest.raises(ConfigError, match="^stopping.gamma: unknown"):
        search.fit(X, Y)
