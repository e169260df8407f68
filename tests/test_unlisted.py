"""Lists of the best few: labels that an order leaves out are not ranked, or last if said so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from lrf.data import read_data
from lrf.data.reading_votes import read_votes
from lrf.errors import ConfigError, DataError

NAN = np.nan
LISTS = "age,best\n20,b>a\n30,c>a\n40,a>b\n50,c>b\n"
MISSING = [[2, 1, NAN], [2, NAN, 1], [1, 2, NAN], [NAN, 2, 1]]
LAST = [[2, 1, 3], [2, 3, 1], [1, 2, 3], [3, 2, 1]]


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    path = tmp_path / "lists.csv"
    path.write_text(LISTS)
    return path


def test_they_are_not_ranked_and_a_note_says_so(lists: Path) -> None:
    data = read_data(lists)
    np.testing.assert_array_equal(data.Y, MISSING)
    assert data.notes[1] == (
        f"{lists}: no order lists all labels; those left out count as not ranked: if they are the "
        f"last, pass --read unlisted=last (unlisted='last')"
    )


def test_they_come_last_if_said_so(lists: Path) -> None:
    data = read_data(lists, unlisted="last")
    np.testing.assert_array_equal(data.Y, LAST)
    assert len(data.notes) == 1
    np.testing.assert_array_equal(read_votes(str(lists), unlisted="last").rankings, LAST)


def test_tables_in_memory_are_told_the_same() -> None:
    table = pd.DataFrame({"age": [20, 30, 40, 50], "best": ["b>a", "c>a", "a>b", "c>b"]})
    np.testing.assert_array_equal(read_data(table).Y, MISSING)
    np.testing.assert_array_equal(read_data(table, unlisted="last").Y, LAST)
    message = "the table: unlisted must be 'missing' or 'last', not 'first'"
    with pytest.raises(DataError, match=f"^{message}$"):
        read_data(table, unlisted="first")


def test_other_words_are_refused(lists: Path) -> None:
    with pytest.raises(ConfigError, match="csv.unlisted"):
        read_data(lists, unlisted="first")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lists.txt", "20,b>a\n30,c>a\n40,a>b\n50,c>b\n"),
        (
            "lists.xarff",
            "@relation r\n@attribute age NUMERIC\n@attribute L RANKING {a,b,c}\n@data\n"
            "20,b>a\n30,c>a\n40,a>b\n50,c>b\n",
        ),
    ],
)
def test_other_readers_of_orders(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    np.testing.assert_array_equal(read_data(path).Y, MISSING)
    np.testing.assert_array_equal(read_data(path, unlisted="last").Y, LAST)


@pytest.mark.parametrize("orders", [["b>a>c", "c>a", "a>b"], ["b>a>c", "c>a>b", "a>b>c"]])
def test_no_note_where_some_order_lists_all(tmp_path: Path, orders: list[Any]) -> None:
    path = tmp_path / "orders.csv"
    path.write_text("age,best\n" + "".join(f"{i},{order}\n" for i, order in enumerate(orders)))
    assert len(read_data(path).notes) == 1


def test_whoever_has_single_measurements_is_told_of_from_long(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("who,drug,effect\nx,a,1\nx,b,2\n")
    with pytest.raises(DataError, match="make rankings of them with lrf.from_long$"):
        read_data(path)
