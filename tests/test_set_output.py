"""Predictions as DataFrames, alone and in scikit-learn's tools."""

from __future__ import annotations

import pickle
import sys
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import lrf
from lrf.errors import ConfigError
from lrf.estimators import LabelRankingForest, LabelRankingTree, RankingDiscretizer
from tests.small import iris

LABELS = ["x", "y", "z"]


def frames() -> tuple[pd.DataFrame, pd.DataFrame]:
    X, Y = iris()
    names = [f"flower {i}" for i in range(len(X))]
    return (
        pd.DataFrame(X, columns=list("abcd"), index=names),
        pd.DataFrame(Y, columns=LABELS, index=names),
    )


@pytest.fixture(params=[LabelRankingTree(), LabelRankingForest(n_estimators=3, random_state=0)])
def model(request: pytest.FixtureRequest) -> Any:
    return clone(request.param).fit(*frames())


def test_pandas_has_labels_and_index(model: Any) -> None:
    X, _ = frames()
    some = X.iloc[[5, 99, 7]]
    for name in ("predict", "predict_expected_positions"):
        plain = getattr(model.set_output(predict="default"), name)(some)
        assert isinstance(plain, np.ndarray)
        framed = getattr(model.set_output(predict="pandas"), name)(some)
        expected = pd.DataFrame(plain, index=some.index, columns=LABELS)
        pd.testing.assert_frame_equal(framed, expected)
    array = some.rename_axis(None).to_numpy()
    with pytest.warns(UserWarning, match="feature names"):
        assert model.predict(array).index.equals(pd.RangeIndex(3))


def test_polars(model: Any) -> None:
    polars = pytest.importorskip("polars")
    X, _ = frames()
    framed = model.set_output(predict="polars").predict(polars.DataFrame(X.to_dict("list")))
    assert framed.columns == LABELS
    assert np.array_equal(framed.to_numpy(), model.set_output(predict="default").predict(X))


def test_everything_else_is_as_it_was(model: Any) -> None:
    X, Y = frames()
    score, orders = model.score(X, Y), model.predict_orders(X[:3])
    page = lrf.export_html(model, X=X[:4], Y=Y[:4])
    told = lrf.explain(model, X[:2])[0].order
    model.set_output(predict="pandas")
    assert model.score(X, Y) == score
    assert model.predict_orders(X[:3]) == orders
    assert lrf.export_html(model, X=X[:4], Y=Y[:4]) == page
    assert lrf.explain(model, X[:2])[0].order == told


def test_clones_pickles_and_tools_keep_it() -> None:
    X, Y = frames()
    tree = LabelRankingTree(max_depth=2).set_output(predict="pandas")
    for twin in (clone(tree), pickle.loads(pickle.dumps(tree))):
        assert list(twin.fit(X, Y).predict(X)) == LABELS
    assert tree.set_output() is tree
    pipeline = make_pipeline(StandardScaler(), tree).set_output(transform="pandas").fit(X, Y)
    assert pipeline.predict(X).index.equals(X.index)
    search = GridSearchCV(tree, {"max_depth": [1, 2]}, cv=3).fit(X, Y)
    assert list(search.predict(X)) == LABELS
    scoring = lrf.metrics.make_scorer("kendall_tau")
    plain = LabelRankingTree(max_depth=2)
    for options in ({}, {"scoring": scoring}):
        first = cross_val_score(tree, X, Y, cv=3, error_score="raise", **options)
        assert np.array_equal(first, cross_val_score(plain, X, Y, cv=3, **options))
    predicted = cross_val_predict(tree, X, Y, cv=3)
    assert np.array_equal(predicted, cross_val_predict(plain, X, Y, cv=3))


def test_one_estimator_does_not_set_another() -> None:
    first = LabelRankingTree().set_output(predict="pandas")
    second = clone(first).set_output(predict="default")
    X, Y = frames()
    assert isinstance(first.fit(X, Y).predict(X), pd.DataFrame)
    assert isinstance(second.fit(X, Y).predict(X), np.ndarray)


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError) as caught:
        LabelRankingTree().set_output(predict="arrow")
    assert str(caught.value) == (
        "predict must be one of 'default', 'pandas', 'polars', not 'arrow'"
    )
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ConfigError) as caught:
        LabelRankingTree().set_output(predict="polars")
    assert str(caught.value) == (
        "predictions in polars need the package polars: pip install polars"
    )


@pytest.mark.parametrize("container", ["pandas", "polars"])
def test_discretizer_honours_scikit_learns(container: str) -> None:
    pytest.importorskip(container)
    X, Y = frames()
    bins = RankingDiscretizer().set_output(transform=container)
    for found in (bins.fit_transform(X, Y), clone(bins).fit(X, Y).transform(X)):
        assert list(found.columns) == list("abcd")
        assert type(found).__module__.startswith(container)
        plain = RankingDiscretizer().fit(X, Y).transform(X)
        assert np.array_equal(found.to_numpy(), plain)
    if container == "pandas":
        assert found.index.equals(X.index)
