"""Tables in memory: the same columns by name, by place and by type, whoever made the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from lrf import LabelRankingTree
from lrf.errors import DataError
from lrf.frames import (
    CATEGORIES,
    TEXT,
    collected,
    column_at,
    column_names,
    entries_of,
    index_of,
    is_frame,
    is_pandas,
    kinds_of,
    pick,
)
from lrf.rankings import NamedTable

Table = dict[str, list[Any]]

TABLE: Table = {"size": [1.5, 2.5, None], "hue": ["red", None, "blue"], "n": [1, 2, 3]}
POSITIONS: Table = {"a": [1, 2, 1], "b": [2, 1, 2]}


def polars(table: Table) -> Any:
    return pytest.importorskip("polars").DataFrame(table)


def arrow(table: Table) -> Any:
    return pytest.importorskip("pyarrow").table(table)


MAKERS = [pd.DataFrame, polars, arrow]
KINDS = [*MAKERS, dict]


@pytest.mark.parametrize("make", KINDS)
def test_columns_by_name_and_by_place(make: Callable[[Table], Any]) -> None:
    table = make(TABLE)
    assert is_frame(table)
    assert column_names(table) == ("size", "hue", "n")
    assert entries_of(column_at(table, 2)) == [1, 2, 3]
    picked = pick(table, [2, 0])
    assert column_names(picked) == ("n", "size")
    assert type(picked) is type(table)


@pytest.mark.parametrize("make", MAKERS)
def test_types_of_columns(make: Callable[[Table], Any]) -> None:
    size, hue, n = kinds_of(make(TABLE))
    assert hue.startswith(TEXT)
    assert not size.startswith(TEXT + CATEGORIES)
    assert not n.startswith(TEXT + CATEGORIES)
    assert kinds_of({"a": [1]}) == ("",)


def test_columns_of_the_same_name_are_told_apart_by_place() -> None:
    table = pd.DataFrame([[1, 2]], columns=["a", "a"])
    assert entries_of(column_at(table, 1)) == [2]
    assert pick(table, [1]).to_numpy().tolist() == [[2]]
    arrow_table = pytest.importorskip("pyarrow").table([[1], [2]], names=["a", "a"])
    assert entries_of(column_at(arrow_table, 1)) == [2]


def test_what_is_no_table() -> None:
    for value in (np.eye(2), [[1, 2]], "a.csv", 3, None):
        assert not is_frame(value)
        assert collected(value) is value
    assert index_of([1, 2]) is None
    assert index_of(NamedTable(np.eye(2), ("x", "y"), ("a", "b"))) == ["x", "y"]
    assert is_pandas(pd.DataFrame())


def test_a_plan_is_carried_out() -> None:
    plan = pytest.importorskip("polars").LazyFrame(TABLE)
    assert column_names(collected(plan)) == ("size", "hue", "n")


@pytest.mark.parametrize("make", MAKERS)
def test_estimators_take_them_all(make: Callable[[Table], Any]) -> None:
    """Names, words and gaps of features, and the names of labels, are the same for all."""
    tree = LabelRankingTree().fit(make(TABLE), make(POSITIONS))
    assert tree.feature_names_in_.tolist() == ["size", "hue", "n"]
    assert tree.categories_ == {1: ("blue", "red", None)}
    assert tree.has_missing_.tolist() == [True, True, False]
    assert tree.labels_.tolist() == ["a", "b"]
    assert tree.predict_orders(make(TABLE)) == ["a>b", "b>a", "a>b"]
    with pytest.raises(DataError, match="The feature names should match"):
        tree.predict(pick(make(TABLE), [1, 0, 2]))


def test_estimators_take_categories_of_arrow() -> None:
    pa = pytest.importorskip("pyarrow")
    X = pa.table({"hue": pa.array(["red", None, "blue"]).dictionary_encode()})
    tree = LabelRankingTree().fit(X, pd.DataFrame(POSITIONS))
    assert tree.categories_ == {0: ("blue", "red", None)}


def test_estimators_carry_out_plans() -> None:
    plan = pytest.importorskip("polars").LazyFrame(TABLE)
    tree = LabelRankingTree().fit(plan, pd.DataFrame(POSITIONS))
    assert tree.predict_orders(plan) == ["a>b", "b>a", "a>b"]
