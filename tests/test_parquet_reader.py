"""Parquet files."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from lrf.data import read_data
from tests.files import bare, complaint


def test_same_columns_as_in_a_csv_file(shared: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    source = shared / "data" / "expression" / "cold.txt"
    path = tmp_path / "cold.data"
    pd.read_csv(source).to_parquet(path)
    data, same = read_data(path), read_data(source)
    np.testing.assert_array_equal(data.X, same.X)
    np.testing.assert_array_equal(data.Y, same.Y)
    assert data.name == "cold"
    assert [bare(note) for note in data.notes] == [
        "cold.data: column 'ranking' was taken as the rankings",
        "cold.data: left out, since they repeat the rankings: a, b, c, d",
    ]


def test_categories_scores_and_gaps(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "data.parquet"
    hue = pd.Categorical(["red", None, "blue"])
    table = pd.DataFrame({"hue": hue, "s_a": [1.0, 2, None], "s_b": [3, 1, 1]})
    table.to_parquet(path)
    data = read_data(path, scores="s_*")
    np.testing.assert_array_equal(data.Y, [[2, 1], [1, 2], [np.nan, 1]])
    np.testing.assert_array_equal(data.X, [[1], [np.nan], [0]])
    assert data.categories == {0: ("blue", "red")}
    message = complaint(path, ranks="s_*")
    assert message.startswith("data.parquet, row 0, columns 's_a' to 's_b': the row holds 3, but ")


def test_damaged_file(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "data.parquet"
    path.write_bytes(b"PAR1 and no more")
    assert complaint(path).startswith("data.parquet: no sound Parquet file: ")
    assert "\n" not in complaint(path)


@pytest.mark.parametrize("where", [b"hue", b"reddish"])
def test_text_that_is_none(tmp_path: Path, where: bytes) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "data.parquet"
    table = pd.DataFrame({"hue": ["reddish", "blue"], "rank_a": [1, 2], "rank_b": [2, 1]})
    table.to_parquet(path, compression=None)
    path.write_bytes(path.read_bytes().replace(where, b"\x80" * len(where)))
    assert complaint(path).startswith("data.parquet: no sound Parquet file: ")


def test_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / "data.parquet"
    path.write_bytes(b"PAR1")
    assert complaint(path) == (
        "data.parquet: reading Parquet takes the package pyarrow; install lrf[parquet]"
    )
