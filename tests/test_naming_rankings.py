"""Whoever passes rankings as ``y`` is told how they are called here."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from sklearn.base import clone

import lrf
from lrf.errors import DataTypeError
from tests.small import iris

X, Y = iris()
ESTIMATORS = [
    lrf.LabelRankingForest(n_estimators=2, random_state=0),
    lrf.LabelRankingTree(),
    lrf.RankingDiscretizer(),
]


def methods() -> list[Callable[..., Any]]:
    """Return every public method that has a parameter Y."""
    found = []
    for estimator in ESTIMATORS:
        fitted = clone(estimator).fit(X, Y)
        for name in dir(type(fitted)):
            method = getattr(type(fitted), name)
            if name[0] != "_" and callable(method) and "Y" in inspect.signature(method).parameters:
                found.append(getattr(fitted, name))
    return found


def test_rankings_named_y_are_refused_with_what_to_write() -> None:
    names = set()
    for method in methods():
        name = method.__name__
        with pytest.raises(DataTypeError) as caught:
            method(X, y=Y)
        assert str(caught.value) == (
            f"{name} takes rankings, one column for each label, as Y, not as y: "
            f"write {name}(X, Y) or Y=..."
        )
        names.add(name)
    assert names >= {"fit", "score", "calibrate", "oob_pairwise"}


def test_other_names_remain_what_python_says() -> None:
    for estimator in ESTIMATORS:
        with pytest.raises(
            TypeError, match="unexpected keyword argument 'sample_wieght'"
        ) as caught:
            estimator.fit(X, Y, sample_wieght=None)
        assert not isinstance(caught.value, lrf.errors.LrfError)
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'Y'"):
            estimator.fit(X)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda estimator: type(estimator).__name__)
def test_the_right_name_works(estimator: Any) -> None:
    assert clone(estimator).fit(X=X, Y=Y).n_features_in_ == X.shape[1]
