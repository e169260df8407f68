"""Rankings from tables, whatever else is in them, and from whatever else holds rankings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lrf.data import load_dataset
from lrf.data.reading_votes import read_votes
from lrf.data.votes import Votes
from lrf.errors import ConfigError, DataError


def read(folder: Path, text: str, **options: Any) -> Votes:
    path = folder / "votes.csv"
    path.write_text(text)
    return read_votes(str(path), **options)


def test_columns_of_positions(tmp_path: Path) -> None:
    votes = read(tmp_path, "who,rank_a,rank_b,rank_c\nAnn,1,1,2\nBob,2,,1\n")
    assert (votes.name, votes.label_names) == ("votes", ("a", "b", "c"))
    np.testing.assert_array_equal(votes.rankings, [[1.5, 1.5, 3.0], [2.0, np.nan, 1.0]])
    np.testing.assert_array_equal(votes.weights, [1.0, 1.0])


def test_columns_that_a_glob_matches(tmp_path: Path) -> None:
    votes = read(tmp_path, "place_a;place_b;rank_c\n2;1;9\n", ranks="place_*")
    assert votes.label_names == ("a", "b")
    np.testing.assert_array_equal(votes.rankings, [[2.0, 1.0]])


def test_a_column_of_orders(tmp_path: Path) -> None:
    text = 'who,o\nAnn,b>a=c\n"Bob, jr",c\nCid,a>c\n'
    votes = read(tmp_path, text, order_column="o")
    assert (votes.label_names, votes.notes) == (("a", "b", "c"), ())
    nan = np.nan
    np.testing.assert_array_equal(votes.rankings, [[2.5, 1.0, 2.5], [nan, nan, 1.0], [1, nan, 2]])
    found = read(tmp_path, text)
    np.testing.assert_array_equal(found.rankings, votes.rankings)
    assert found.notes == (f"{tmp_path / 'votes.csv'}: column 'o' was taken as the rankings",)


def test_columns_of_scores(tmp_path: Path) -> None:
    text = "time_a,time_b,time_c\n1,3,2\n5,5,\n"
    votes = read(tmp_path, text, scores="time_*", higher_is_better=False)
    np.testing.assert_array_equal(votes.rankings, [[1.0, 3.0, 2.0], [1.5, 1.5, np.nan]])


def test_a_column_of_weights(tmp_path: Path) -> None:
    votes = read(tmp_path, "n,order\n2,a>b\n0.5,b>a\n", weights="n")
    np.testing.assert_array_equal(votes.weights, [2.0, 0.5])


def test_rankings_of_a_data_set_with_features() -> None:
    votes, iris = read_votes("iris"), load_dataset("iris")
    assert votes.label_names == iris.label_names
    np.testing.assert_array_equal(votes.rankings, iris.Y)
    np.testing.assert_array_equal(votes.weights, np.ones(150))
    with pytest.raises(DataError, match="^iris: there is no column 'n' of weights$"):
        read_votes("iris", weights="n")


def test_rankings_of_a_file_of_another_format(tmp_path: Path) -> None:
    path = tmp_path / "kebi.txt"
    path.write_text("1.5,2,a>b>c\n0.5,1,b>a>c\n0.1,1,c>a>b\n")
    votes = read_votes(str(path))
    assert votes.label_names == ("a", "b", "c")
    np.testing.assert_array_equal(votes.rankings, [[1, 2, 3], [2, 1, 3], [2, 3, 1]])


def test_a_file_of_preflib_is_recognised(tmp_path: Path) -> None:
    path = tmp_path / "votes.dat"
    path.write_text("# NUMBER ALTERNATIVES: 2\n3: 2,1\n")
    np.testing.assert_array_equal(read_votes(str(path)).weights, [3.0])
    for options in ({"ranks": "r*"}, {"weights": "n"}, {"order_column": "o"}, {"scores": "s*"}):
        with pytest.raises(DataError, match="a file of PrefLib has no columns that could be named"):
            read_votes(str(path), **options)


def test_what_a_table_is_not_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="^csv.measure: unknown; known: unlisted$"):
        read(tmp_path, "o\na>b\n", measure="time")


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("", {}, ": the file is empty"),
        ("rank_a,rank_b\n", {}, ": no rows below the names of the columns"),
        ("a,b\n1,2\n", {}, ": no target columns: looked for columns called rank_<label>, found a, "
         "b. Pass --ranks 'GLOB'"),
        ("rank_a,b\n1,2\n", {}, ": a single target column, 'rank_a': nothing to rank"),
        ("order\na>b\n", {"order_column": "oder"}, ": no column 'oder'; did you mean 'order'?"),
        ("order\na>b\n", {"ranks": "r*", "scores": "s*"}, ": the rankings are in columns of ranks, "
         "in an order column or in columns of scores: give one of them"),
        ("order,m\na>b,1\n", {"weights": "x"}, ": no column 'x'; there are order, m"),
        ("order,size\na>b,1\n", {"weights": "sizes"}, ": no column 'sizes'; did you mean 'size'?"),
        ("rank_a,rank_b\n1,2\n\n1,3\n", {}, ", line 4, columns 'rank_a' to 'rank_b': the row holds "
         "3, but there are only 2 labels"),
        ("n,o\n1,a>b\n-2,b>a\n", {"weights": "n"}, ", line 3, column 'n': a weight is a number of "
         "at least 0, not -2"),
        ("n,o\n1,a>b\n,b>a\n", {"weights": "n"}, ", line 3, column 'n': a weight is a number of at "
         "least 0, not nothing"),
        ("n,o\n1,a>b\nmany,b>a\n", {"weights": "n"}, ", line 3, column 'n': 'many' is not a "
         "number"),
        ("n,o\n0,a>b\n0,b>a\n", {"weights": "n"}, ", column 'n': all weights are 0"),
    ],
)  # fmt: skip
def test_errors_name_the_line_and_the_column(
    text: str, options: dict[str, str], message: str, tmp_path: Path
) -> None:
    place = re.escape(f"{tmp_path / 'votes.csv'}{message}")
    with pytest.raises(DataError, match=f"^{place}"):
        read(tmp_path, text, **options)
