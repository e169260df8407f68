"""Columns that are left out, whatever they hold."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from lrf.data import find_dataset, read_data
from lrf.errors import DataError
from tests.files import complaint, writer
from tests.test_cli import fail, run, succeed

SAMPLES = Path(__file__).parent / "samples"
MIXED = "id,note,a,rank_x,rank_y,rank_all\n" + "".join(
    f"{i},{'word' if i % 2 else i},{i},1,2,3\n" for i in range(4)
)


def test_of_a_file(tmp_path: Path) -> None:
    path = writer(tmp_path)(MIXED)
    assert "column 'note'" in complaint(path)
    data = read_data(path, ignore=["note", "id", "rank_all"])
    assert data.feature_names == ("a",)
    assert data.label_names == ("x", "y")
    assert data.X.tolist() == [[0], [1], [2], [3]]


def test_words_keep_their_columns_and_errors_their_places(tmp_path: Path) -> None:
    path = writer(tmp_path)("id,c,a,rank_x,rank_y\n1,red,1,1,2\n2,blue,2,1,2\n3,red,3,2,1\n")
    data = read_data(path, ignore=["id"])
    assert [data.categories[0][int(code)] for code in data.X[:, 0]] == ["red", "blue", "red"]
    path = writer(tmp_path)("id,b,a,rank_x,rank_y\n1,1,1,1,2\n2,x,oops,1,2\n3,1,3,2,1\n")
    assert complaint(path, ignore=["b"]) == "data.csv, line 3, column 'a': 'oops' is not a number"


def test_of_every_kind_of_table(tmp_path: Path) -> None:
    frame = pd.DataFrame({"a": [1, 2], "b": [3, 4], "rank_x": [1, 2], "rank_y": [2, 1]})
    assert read_data(frame, ignore=("b",)).feature_names == ("a",)
    names = read_data(SAMPLES / "arff.xarff").feature_names
    assert read_data(SAMPLES / "arff.xarff", ignore=[names[0]]).feature_names == names[1:]


@pytest.mark.parametrize("name", [SAMPLES / "aslib.scenario", SAMPLES / "kebi.txt", "iris"])
def test_where_the_reader_knows_nothing_of_it(name: object) -> None:
    whole = find_dataset(str(name))
    part = find_dataset(str(name), ignore=[whole.feature_names[0]])
    assert part.feature_names == whole.feature_names[1:]
    np.testing.assert_array_equal(part.X, whole.X[:, 1:])
    np.testing.assert_array_equal(part.Y, whole.Y)


def test_refusals(tmp_path: Path) -> None:
    path = writer(tmp_path)("size,rank_x,rank_y\n1,1,2\n2,2,1\n")
    assert complaint(path, ignore=["sice"]) == "data.csv: no column 'sice'; did you mean 'size'?"
    assert complaint(path, ignore=["size"]) == (
        "data.csv: no feature columns: every column is a target"
    )
    assert complaint(path, ignore="size") == "ignore= takes a list of names, such as ['size']"
    with pytest.raises(DataError, match="^iris: every feature is left out$"):
        find_dataset("iris", ignore=find_dataset("iris").feature_names)
    with pytest.raises(DataError, match="^iris: no column 'stem'; there are sepal length"):
        find_dataset("iris", ignore=["stem"])


def test_on_the_command_line(tmp_path: Path) -> None:
    path = writer(tmp_path)(MIXED)
    left_out = ("--ignore", "note", "--ignore", "id", "--ignore", "rank_all")
    model, report = tmp_path / "m.lrf", tmp_path / "fit.json"
    succeed("fit", path, "-o", model, *left_out, "--json", report)
    assert json.loads(report.read_text())["feature_names"] == ["a"]
    succeed("evaluate", path, *left_out, "--folds", 2, "--preset", "rt")
    succeed("explain", model, path, *left_out)
    assert run("predict", model, path, *left_out).stdout.startswith("rank_x,rank_y\n")
    assert "column 'note'" in fail("evaluate", path, "--folds", 2)
