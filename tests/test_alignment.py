"""Rows of tables that do not belong together, which only their indices tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import cross_val_score, train_test_split

import lrf
from lrf.errors import DataError
from lrf.estimators.alignment import check_alignment
from lrf.inspection import partial_dependence, permutation_importance
from tests.small import iris

NAMES = list("abcdefghijkl")


def tables() -> tuple[pd.DataFrame, pd.DataFrame, pd.Series]:
    X, Y = iris()
    rows = np.arange(0, 150, 13)
    return (
        pd.DataFrame(X[rows], columns=list("pqrs"), index=NAMES),
        pd.DataFrame(Y[rows], columns=list("xyz"), index=NAMES),
        pd.Series(np.arange(1.0, 13.0), index=NAMES),
    )


def tree(X: Any, Y: Any) -> lrf.LabelRankingTree:
    return lrf.LabelRankingTree(random_state=0).fit(X, Y)


def message(call: Callable[[], Any]) -> str:
    with pytest.raises(DataError) as caught:
        call()
    return str(caught.value)


Y_MESSAGE = (
    "Y: row 1 has the index 'l', but that of X has 'b'; bring the rows together with "
    "Y.loc[X.index], or, if they are in the same order already, say so with Y.set_axis(X.index)"
)
WEIGHT_MESSAGE = Y_MESSAGE.replace("Y", "sample_weight")

#: What takes a table of rankings besides the features.
TAKES_Y: dict[str, Callable[[Any, Any, Any], Any]] = {
    "tree": lambda model, X, Y: lrf.LabelRankingTree().fit(X, Y),
    "forest": lambda model, X, Y: lrf.LabelRankingForest(n_estimators=2).fit(X, Y),
    "discretizer": lambda model, X, Y: lrf.RankingDiscretizer().fit_transform(X, Y),
    "score": lambda model, X, Y: model.score(X, Y),
    "importance": lambda model, X, Y: permutation_importance(model, X, Y),
    "explain": lambda model, X, Y: lrf.explain(model, X, Y=Y),
    "training": lambda model, X, Y: lrf.explain(model, X, training=(X, Y), n_examples=1),
    "page": lambda model, X, Y: lrf.export_html(model, X=X, Y=Y),
    "calibrate": lambda model, X, Y: (
        lrf.LabelRankingForest(n_estimators=2).fit(X, Y.sort_index()).calibrate(X, Y)
    ),
}

TAKES_WEIGHTS: dict[str, Callable[[Any, Any, Any, Any], Any]] = {
    "tree": lambda model, X, Y, w: lrf.LabelRankingTree().fit(X, Y, w),
    "discretizer": lambda model, X, Y, w: lrf.RankingDiscretizer().fit(X, Y, sample_weight=w),
    "score": lambda model, X, Y, w: model.score(X, Y, w),
    "importance": lambda model, X, Y, w: permutation_importance(model, X, Y, sample_weight=w),
    "dependence": lambda model, X, Y, w: partial_dependence(model, X, ["p"], sample_weight=w),
}


def turned(table: Any) -> Any:
    """Return all rows but the first one in reverse."""
    return table.iloc[[0, *range(len(table) - 1, 0, -1)]]


@pytest.mark.parametrize("name", TAKES_Y)
def test_rankings_of_other_rows_are_refused(name: str) -> None:
    X, Y, _ = tables()
    call = TAKES_Y[name]
    model = tree(X, Y)
    assert message(lambda: call(model, X, turned(Y))) == Y_MESSAGE
    call(model, X, turned(Y).loc[X.index])
    plain = X.to_numpy()
    call(tree(plain, Y), plain, turned(Y))


@pytest.mark.parametrize("name", TAKES_WEIGHTS)
def test_weights_of_other_rows_are_refused(name: str) -> None:
    X, Y, weights = tables()
    call = TAKES_WEIGHTS[name]
    model = tree(X, Y)
    assert message(lambda: call(model, X, Y, turned(weights))) == WEIGHT_MESSAGE
    call(model, X, Y, weights)
    call(model, X, Y, turned(weights).to_numpy())


def test_what_the_message_says_helps() -> None:
    X, Y, _ = tables()
    turned_round = turned(Y)
    right, as_it_is = tree(X, turned_round.loc[X.index]), tree(X, turned_round.set_axis(X.index))
    assert np.array_equal(right.predict(X), tree(X, Y).predict(X))
    assert np.array_equal(as_it_is.predict(X), tree(X, turned_round.to_numpy()).predict(X))
    assert as_it_is.labels_.tolist() == ["x", "y", "z"]


def test_an_index_that_pandas_made_says_nothing() -> None:
    X, Y, weights = tables()
    tree(X.reset_index(drop=True), Y)
    tree(X, Y.reset_index(drop=True))
    tree(X.set_axis(range(100, 112)), Y.reset_index(drop=True))
    lrf.LabelRankingTree().fit(X, Y, weights.reset_index(drop=True))


def test_unless_the_other_one_has_the_same_rows_in_another_order() -> None:
    X, Y, _ = tables()
    X, Y = X.reset_index(drop=True), Y.reset_index(drop=True)
    assert message(lambda: tree(X.sample(frac=1, random_state=1), Y)).startswith(
        "Y: row 0 has the index 0, but that of X has "
    )
    assert message(lambda: tree(X, turned(Y))).startswith("Y: row 1 has the index 11, but")


def test_filtering_one_table_and_not_the_other() -> None:
    X, Y, _ = tables()
    some = X["r"] > 5
    found = message(lambda: tree(X[some], Y.head(int(some.sum()))))
    assert found.startswith("Y: row 0 has the index 'a', but that of X has ")


def test_other_kinds_of_indices() -> None:
    X, Y, _ = tables()
    days = pd.date_range("2024-01-01", periods=12)
    pairs = pd.MultiIndex.from_product([["u", "v"], range(6)])
    for index in (days, pairs, pd.Index(np.arange(12) / 2), pd.Index([1, "a"] * 6)):
        tree(X.set_axis(index), Y.set_axis(index))
        with pytest.raises(DataError, match="^Y: row 0 has the index"):
            tree(X.set_axis(index), Y.set_axis(index[::-1]))
    tree(X.set_axis(pd.Index(np.arange(3, 15))), Y.set_axis(pd.Index(np.arange(3.0, 15.0))))


def test_tables_without_an_index_are_taken_in_their_order() -> None:
    polars = pytest.importorskip("polars")
    X, Y, weights = tables()
    tree(polars.DataFrame(X.to_dict("list")), Y)
    lrf.LabelRankingTree().fit(X, Y.to_numpy().tolist(), weights.tolist())


def test_scikit_learn_keeps_rows_together() -> None:
    X, Y, _ = tables()
    parts = train_test_split(X, Y, random_state=0)
    tree(parts[0], parts[2]).score(parts[1], parts[3])
    X, Y = X.sample(frac=1, random_state=0), Y.sample(frac=1, random_state=0)
    scores = cross_val_score(lrf.LabelRankingTree(), X, Y, cv=2, error_score="raise")
    assert scores.shape == (2,)


@given(st.permutations(range(6)), st.booleans())
def test_exactly_the_rows_in_another_order_are_refused(order: list[int], named: bool) -> None:
    index = pd.Index([f"r{i}" for i in range(6)] if named else range(6))
    X = pd.DataFrame({"a": range(6)}, index=index)
    Y = X.iloc[order]
    if order == sorted(order):
        check_alignment(Y, "Y", X)
        return
    first = next(i for i in range(6) if order[i] != i)
    with pytest.raises(DataError, match=f"^Y: row {first} has the index "):
        check_alignment(Y, "Y", X)
