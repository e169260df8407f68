"""What is said to somebody who passes something else than a table."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse

import lrf
from lrf import LabelRankingForest, LabelRankingTree
from lrf.errors import DataError, LrfError, RankingError
from lrf.given import no_table, odd_row, shown, uneven_row

X = [[1.0, 0.5], [2.0, 0.1], [3.0, 0.7]]
Y = [[1, 2], [2, 1], [1, 2]]


class Variables(UserDict[str, Any]):
    """What a data set of xarray is like."""

    data_vars = ("a", "b")

    def __array__(self, *arguments: Any, **options: Any) -> Any:
        raise TypeError("cannot directly convert an xarray.Dataset into a numpy array")


class Unknown:
    """Nothing that anybody knows."""


READ = "read files with lrf.read_data, and pass X and Y of what it returns"
NO_TABLES: dict[str, tuple[Any, str]] = {
    "text": ("iris.csv", f"T is the text 'iris.csv'; {READ}"),
    "bytes": (b"abc", f"T is the text b'abc'; {READ}"),
    "path": (Path("x.csv"), f"T is the path 'x.csv'; {READ}"),
    "nothing": (None, "T is None; pass an array or a DataFrame"),
    "number": (3, "T is the number 3; pass an array or a DataFrame"),
    "dictionary": (
        {"a": [1, 2]},
        "T is a dictionary; pass pandas.DataFrame(T), or an array",
    ),
    "xarray": (Variables(), "T is of type Variables; pass T.to_dataframe()"),
    "set": ({1, 2}, "T is a set; its rows have no order: pass a list of rows"),
    "frozen set": (frozenset({1}), "T is a set; its rows have no order: pass a list of rows"),
    "generator": (
        (row for row in X),
        "T is a generator; it can be gone through only once: pass list(T)",
    ),
    "map": (map(list, X), "T is a map; it can be gone through only once: pass list(T)"),
    "view": ({}.values(), "T is of type dict_values; pass an array or a DataFrame"),
    "class": (pd.DataFrame, "T is the class DataFrame; pass an array or a DataFrame"),
    "function": (len, "T is of type builtin_function_or_method; pass an array or a DataFrame"),
    "object": (Unknown(), "T is of type Unknown; pass an array or a DataFrame"),
    "data set": (lrf.load_dataset("iris"), "T is of type Dataset; pass its tables, T.X and T.Y"),
}


@pytest.mark.parametrize(("value", "message"), NO_TABLES.values(), ids=NO_TABLES)
def test_what_is_no_table(value: Any, message: str) -> None:
    assert no_table(value, "T") == message


def test_open_file() -> None:
    with Path(__file__).open() as file:
        assert no_table(file, "T") == f"T is of type TextIOWrapper; {READ}"


@pytest.mark.parametrize(
    "value",
    [
        [],
        (),
        X,
        np.array(X),
        np.float64(1),
        range(3),
        pd.DataFrame(X, columns=["X", "Y"]),
        pd.Series([1]),
        pl.DataFrame({"a": [1]}),
        pa.table({"a": [1]}),
        lrf.from_scores({"a": [1.0], "b": [2.0]}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_may_be_one(value: Any) -> None:
    assert no_table(value, "T") is None


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 2], [1]], "T: row 1 has length 1, but row 0 has length 2"),
        ([[1, 2], 3], "T: row 1 is the number 3, but row 0 has length 2"),
        ([(1, 2), np.array([1, 2]), "ab"], "T: row 2 is the text 'ab', but row 0 has length 2"),
        ([None, [1]], "T: row 1 has length 1, but row 0 is None"),
        ([[1], {"a": 1}], "T: row 1 is a dictionary; pass pandas.DataFrame(T)"),
        ([{1, 2}], "T: row 0 is a set; pass lists"),
        ([[1], iter([1])], "T: row 1 is of type list_iterator; pass lists"),
        ([[1, 2], np.array([3, 4]), (5, 6)], None),
        ([1, np.float64(2)], None),
        (["ab", "c"], None),
        ([], None),
        (np.array([[1]]), None),
    ],
)
def test_rows(rows: Any, message: str | None) -> None:
    assert (odd_row(rows, "T") or uneven_row(rows, "T")) == message


def test_long_values_are_cut_short() -> None:
    assert shown(3) == "3"
    assert shown("x" * 100) == "'" + "x" * 56 + "..."


def calls() -> dict[str, Callable[[Any], Any]]:
    tree = LabelRankingTree().fit(X, Y)
    return {
        "fit, X": lambda value: LabelRankingTree().fit(value, Y),
        "fit, Y": lambda value: LabelRankingForest(n_estimators=2).fit(X, value),
        "predict": tree.predict,
        "score, X": lambda value: tree.score(value, Y),
        "score, Y": lambda value: tree.score(X, value),
        "from_scores": lrf.from_scores,
        "from_orders": lrf.from_orders,
        "from_long": lambda value: lrf.from_long(value, sample="a", label="b", score="c"),
        "to_orders": lrf.to_orders,
        "aggregate": lrf.aggregate,
        "read_data": lrf.read_data,
        "evaluate": lambda value: lrf.evaluate(value, LabelRankingTree()),
    }


@pytest.mark.parametrize("call", calls())
@pytest.mark.parametrize("name", NO_TABLES)
def test_everybody_says_so(call: str, name: str) -> None:
    value = NO_TABLES[name][0]
    taken = {
        "from_scores": {"dictionary", "xarray"},
        "from_orders": {"view", "generator", "map", "frozen set"},
        "evaluate": {"data set"},
    }
    if name in taken.get(call, set()):
        return
    with pytest.raises(LrfError):
        calls()[call](value)


@pytest.mark.parametrize("call", ["fit, X", "predict", "score, X"])
@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([[1, 2], [1]], "X: row 1 has length 1, but row 0 has length 2"),
        (["1,2", "2,3"], "X: row 0 is the text '1,2', not a list of features"),
        ([{"a": 1}] * 3, "X: row 0 is a dictionary; pass pandas.DataFrame(X)"),
        (
            np.rec.fromarrays([[1.0], [2.0]], names="a,b"),
            "X is an array of records, whose fields may differ; pass pandas.DataFrame(X)",
        ),
        (
            pd.DataFrame.sparse.from_spmatrix(scipy.sparse.eye(3, 2, format="csr")),
            "X: column 0 is sparse, which is not supported; pass X.sparse.to_dense()",
        ),
    ],
)
def test_features(call: str, value: Any, message: str) -> None:
    for kind in (DataError, TypeError):
        with pytest.raises(kind) as caught:
            calls()[call](value)
        assert str(caught.value) == message


@pytest.mark.parametrize(
    ("orders", "message"),
    [
        (
            {"s": "a>b"},
            "orders is a dictionary; pass list(orders.values()), if its values are the orders",
        ),
        ({"a>b"}, "orders is a set, whose rows have no order; pass a list"),
        (None, "orders is None; pass a list of orders"),
        (3, "orders is 3; pass a list of orders"),
        (np.zeros((2, 2, 2)), "orders has the shape (2, 2, 2); it needs one row for each order"),
        (scipy.sparse.eye(2), "orders is a sparse matrix, which holds no orders"),
        ([{"a": 1}], "orders: row 0 is a dictionary, which has no order; use a list"),
        (
            ["b", "a", "c"],
            "orders: each row names a single label, such as 'b'; orders are rows: for a single "
            "order pass [orders]",
        ),
        (
            np.array([[0.5, 0.1], [0.7, 0.2]]),
            "orders: row 0 holds 0.5, which looks like a score and not like a label; convert "
            "scores with lrf.from_scores(orders)",
        ),
    ],
)
def test_orders(orders: Any, message: str) -> None:
    with pytest.raises(RankingError) as caught:
        lrf.from_orders(orders)
    assert str(caught.value) == message


def test_single_labels_that_are_meant() -> None:
    assert lrf.from_orders(["b", "a"], unlisted="last").tolist() == [[2, 1], [1, 2]]
    assert np.nansum(lrf.from_orders(["b", "a"], labels=["a", "b"])) == 2
    assert lrf.from_orders(np.array([[0.5, 1.0], [1.0, 0.5]])).tolist() == [[1, 2], [2, 1]]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            {"a": 1, "b": 2},
            "the column 'a' is 1; a column is a list with an entry for each row",
        ),
        (
            {"a": "xy", "b": "xy"},
            "the column 'a' is 'xy'; a column is a list with an entry for each row",
        ),
    ],
)
def test_columns_that_are_none(table: Any, message: str) -> None:
    for call in (lrf.from_scores, lambda it: lrf.from_long(it, sample="a", label="b", score="b")):
        with pytest.raises(RankingError) as caught:
            call(table)
        assert str(caught.value) == message


def test_table_without_columns() -> None:
    with pytest.raises(RankingError, match="^there is no column 'a'; there are no columns$"):
        lrf.from_long({}, sample="a", label="b", score="c")


def test_evaluate_takes_what_read_data_takes() -> None:
    frame = pd.DataFrame({"x": np.arange(12) % 4, "rank_a": [1, 2] * 6, "rank_b": [2, 1] * 6})
    assert lrf.evaluate(frame, LabelRankingTree(), folds=3).data == "table"


def test_integers_that_numpy_lacks() -> None:
    table = pl.DataFrame({"a": pl.Series([1, 2**70, 3], dtype=pl.Int128)})
    with pytest.raises(DataError) as caught:
        LabelRankingTree().fit(table, Y)
    assert str(caught.value) == (
        "X: column 'a' holds integers of 128 bits, which numpy lacks; make floating-point numbers "
        "of them"
    )
    ranked = table.with_columns(rank_x=pl.Series([1, 2, 1]), rank_y=pl.Series([2, 1, 2]))
    assert lrf.read_data(ranked).X[:, 0].tolist() == [1.0, 2.0**70, 3.0]


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([1, 10**400, 2], "X: row 1, column 'a' holds a number that is too large"),
        (np.array([1j, 2, 3]), "Complex data not supported: X, column 'a'"),
    ],
)
@pytest.mark.parametrize("words", [["x", "y", "x"], [1, 2, 3]])
def test_numbers_that_are_none_here(cells: Any, words: list[Any], message: str) -> None:
    table = pd.DataFrame({"a": cells, "w": words})
    with pytest.raises(DataError) as caught:
        LabelRankingTree().fit(table, Y)
    assert str(caught.value) == message


def test_objects_may_be_missing() -> None:
    cells = pd.Series([1, pd.NA, 3.5], dtype=object)
    for words in (["x", "y", "x"], [1, 2, 3]):
        tree = LabelRankingTree().fit(pd.DataFrame({"a": cells, "w": words}), Y)
        assert tree.has_missing_.tolist() == [True, False]
    assert LabelRankingTree().fit(cells.to_numpy()[:, None], Y).has_missing_.tolist() == [True]
