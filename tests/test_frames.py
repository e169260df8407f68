"""Tables in memory: the same data set, whoever made the table."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import lrf
from lrf.components import Dataset
from lrf.data import read_data
from lrf.errors import DataError

NAN = np.nan

Table = dict[str, list[Any]]


def polars(table: Table) -> Any:
    return pytest.importorskip("polars").DataFrame(table)


def lazy_polars(table: Table) -> Any:
    return pytest.importorskip("polars").LazyFrame(table)


def arrow(table: Table) -> Any:
    return pytest.importorskip("pyarrow").table(table)


MAKERS = [pd.DataFrame, polars, lazy_polars, arrow, dict]

GOOD: Table = {
    "A": [1, 2, None, 4],
    "flag": [True, False, True, True],
    "hue": ["red", None, "blue", " red "],
    "rank_a": [1, 2, 1, None],
    "rank_b": [2.0, 1.0, 1.0, 1.0],
}


def assert_good(data: Dataset) -> None:
    np.testing.assert_array_equal(data.X, [[1, 1, 1], [2, 0, NAN], [NAN, 1, 0], [4, 1, 1]])
    np.testing.assert_array_equal(data.Y, [[1, 2], [2, 1], [1.5, 1.5], [NAN, 1]])
    assert data.feature_names == ("A", "flag", "hue")
    assert data.label_names == ("a", "b")
    assert data.categories == {2: ("blue", "red")}
    assert data.name == "table"


@pytest.mark.parametrize("make", MAKERS)
def test_numbers_truth_values_words_and_gaps(make: Callable[[Table], Any]) -> None:
    assert_good(read_data(make(GOOD)))
    assert_good(lrf.read_data(make(GOOD)))


@pytest.mark.parametrize("make", MAKERS)
def test_orders_scores_and_repeats(make: Callable[[Table], Any]) -> None:
    table: Table = {"A": [1, 2], "L": ["x>y", "y>x"], "x": [0, 1], "y": [1, 0]}
    data = read_data(make(table))
    assert data.Y.tolist() == [[1, 2], [2, 1]]
    assert data.feature_names == ("A",)
    assert data.notes == (
        "the table: column 'L' was taken as the rankings",
        "the table: left out, since they repeat the rankings: x, y",
    )
    scores: Table = {"A": [1, 2], "s_x": [3.5, None], "s_y": [4, 1]}
    data = read_data(make(scores), scores="s_*", higher_is_better=False)
    np.testing.assert_array_equal(data.Y, [[1, 2], [NAN, 1]])


@pytest.mark.parametrize("make", [pd.DataFrame, polars, arrow])
def test_published_file_as_a_table(shared: Path, make: Callable[[Table], Any]) -> None:
    path = shared / "data" / "expression" / "cold.txt"
    table = pd.read_csv(path)
    data, same = read_data(make(table.to_dict(orient="list"))), read_data(path)
    np.testing.assert_array_equal(data.X, same.X)
    np.testing.assert_array_equal(data.Y, same.Y)
    assert data.feature_names == same.feature_names


def test_declared_categories_may_be_numbers() -> None:
    table = pd.DataFrame(GOOD).assign(A=pd.Categorical([3, 1, None, 3]))
    data = read_data(table.drop(columns=["flag", "hue"]))
    assert data.categories == {0: ("1", "3")}
    np.testing.assert_array_equal(data.X[:, 0], [1, 0, NAN, 1])


def test_other_types_of_pandas() -> None:
    table = pd.DataFrame(
        {
            "A": pd.array([1, None, 3], dtype="Int64"),
            "B": pd.array(["x", None, "y"], dtype="string"),
            "C": [Decimal("0.5"), None, Decimal(2)],
            "D": pd.array([True, None, False], dtype="boolean"),
            "E": ["1", "2.5", ""],
            "rank_a": [1, 2, 1],
            "rank_b": [2, 1, 2],
        }
    )
    data = read_data(table)
    np.testing.assert_array_equal(
        data.X, [[1, 0, 0.5, 1, 1], [NAN, NAN, NAN, NAN, 2.5], [3, 1, 2, 0, NAN]]
    )


def test_index_does_not_matter() -> None:
    data = read_data(pd.DataFrame(GOOD, index=[7, 5, 5, 1]))
    assert_good(data)


RANKS: Table = {"rank_a": [1, 2], "rank_b": [2, 1]}

MISTAKES: dict[str, tuple[Any, dict[str, Any], str]] = {
    "no rows": (
        {"A": [], "rank_a": [], "rank_b": []},
        {},
        "the table: no rows below the names of the columns",
    ),
    "no columns": (
        {},
        {},
        "the table: no target columns: looked for columns called rank_<label>, found . ",
    ),
    "positions from 0": (
        {"A": [1, 2], "rank_a": [1, 0], "rank_b": [2, 1]},
        {},
        "the table, row 1, columns 'rank_a' to 'rank_b': the row holds position 0; ",
    ),
    "number among words": (
        {"A": ["x", "1.5"], **RANKS},
        {},
        "the table, row 0, column 'A': 'x' is not a number",
    ),
    "infinite": (
        {"A": [1.0, np.inf], **RANKS},
        {},
        "the table, row 1, column 'A': 'inf' is not a finite number",
    ),
    "lengths": (
        {"A": [1], **RANKS},
        {},
        "the table: columns have different lengths, [1, 2]",
    ),
    "date": (
        {"A": [datetime.date(2020, 1, 1), None], **RANKS},
        {},
        "the table, row 0, column 'A': '2020-01-01' is a date; write what matters of it as a "
        "number, such as the year, or the days since a day, or leave the column out with --ignore "
        "(ignore=)",
    ),
    "lists": (
        {"A": [[1, 2], None], **RANKS},
        {},
        "the table, row 0, column 'A': [1, 2] is neither a number nor text; make one of it first",
    ),
    "a number for a column": (
        {"A": 3, **RANKS},
        {},
        "the table: column 'A' is 3; a column has an entry for each row",
    ),
    "text for a column": (
        {"A": "xy", **RANKS},
        {},
        "the table: column 'A' is 'xy'; a column has an entry for each row",
    ),
    "enormous": (
        {"A": [1, 10**400], **RANKS},
        {},
        "the table, row 1, column 'A': 1000",
    ),
    "reader": (
        {"A": [1, 2], **RANKS},
        {"reader": "csv"},
        "a table in memory is read by no reader, such as 'csv'",
    ),
    "parameter": ({"A": [1, 2], **RANKS}, {"measure": "x"}, "a table in memory has no measure="),
}


@pytest.mark.parametrize(("table", "options", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(table: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError) as caught:
        read_data(table, **options)
    assert str(caught.value).startswith(message)


def test_columns_of_the_same_name() -> None:
    with pytest.raises(DataError, match="^the table: two columns are called 'A'$"):
        read_data(pd.DataFrame([[1, 2, 1, 2]], columns=["A", "A", "rank_a", "rank_b"]))


def test_dates_of_numpy() -> None:
    table = pd.DataFrame({"A": pd.to_datetime(["2020-01-01", None]), **RANKS})
    with pytest.raises(DataError, match="^the table, row 0, column 'A': '2020-01-01"):
        read_data(table)


@pytest.mark.parametrize("value", [np.zeros((2, 3)), [[1, 2]], None, 3, b"x"])
def test_what_is_neither_path_nor_table(value: Any) -> None:
    with pytest.raises(DataError, match="^data are a path or a DataFrame, not "):
        read_data(value)
