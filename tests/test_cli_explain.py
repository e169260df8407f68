"""``lrf explain``."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

import lrf
from lrf.explanation import explanation_text
from tests.test_cli import fail, succeed, write_iris


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "iris.lrf"
    succeed("fit", "iris", "-o", path, "--set", "n_estimators=5")
    return path


def test_first_row_if_nothing_is_said(model: Path) -> None:
    iris = lrf.load_dataset("iris")
    X = pd.DataFrame(iris.X, columns=iris.feature_names)
    (why,) = lrf.explain(lrf.load(model), X, [0], iris.Y)
    text = succeed("explain", model, "iris")
    assert text == explanation_text(why) + "\n"
    assert text.startswith("row 0: setosa>versicolor>virginica\ntruth: ")
    assert "nearest" not in text


def test_rows_and_examples(model: Path) -> None:
    text = succeed(
        "explain", model, "iris", "--row", 3, "--row", 77, "--training", "iris", "--examples", 2
    )
    assert text.startswith("row 3: ")
    assert "\n\nrow 77: " in text
    assert text.count("\n  row ") == 4


def test_model_that_keeps_its_examples(tmp_path: Path) -> None:
    path = tmp_path / "m.lrf"
    succeed("fit", "iris", "-o", path, "--set", "n_estimators=5", "--set", "keep_examples=true")
    (found,) = json.loads(succeed("explain", path, "iris", "--row", 5, "--format", "json"))
    assert len(found["examples"]) == 5
    assert found["row"] == "row 5"


def test_files(model: Path, tmp_path: Path) -> None:
    page, report, table = (tmp_path / name for name in ("a.html", "a.json", "a.txt"))
    assert succeed("explain", model, "iris", "-o", page) == f"{page}: 1 row explained\n"
    assert page.read_text().startswith("<!doctype html>")
    succeed("explain", model, "iris", "-o", report, "--row", 1, "--row", 2)
    rows = json.loads(report.read_text())
    assert [one["row"] for one in rows] == ["row 1", "row 2"]
    label = rows[0]["labels"][0]
    assert sum(label["place_probabilities"]) == pytest.approx(1)
    succeed("explain", model, "iris", "-o", table, "--json", tmp_path / "b.json")
    assert table.read_text().startswith("row 0: ")
    assert json.loads((tmp_path / "b.json").read_text())[0]["order"] == rows[0]["order"]


def test_data_without_rankings_in_another_order(model: Path, tmp_path: Path) -> None:
    data = write_iris(tmp_path / "iris.csv", slice(None, None, -1), targets=False)
    text = succeed("explain", model, data, "--row", 9)
    assert "truth" not in text
    assert text.splitlines()[0] == succeed("explain", model, "iris", "--row", 9).splitlines()[0]


def test_refusals(model: Path, tmp_path: Path) -> None:
    assert fail("explain", model, "iris", "--row", 150) == (
        "there is no row 150; the data has rows 0 to 149"
    )
    assert fail("explain", model, "iris", "--format", "svg") == (
        "--format: there is no 'svg'; there are table, json, html"
    )
    assert fail("explain", model, "iris", "--examples", -1) == "n_examples is at least 0, not -1"
    names = lrf.load_dataset("iris").feature_names
    bad = tmp_path / "bad.csv"
    bad.write_text(",".join(names) + "\n1,2,3,4\n1,2,3,x\n1,2,3,x\n")
    assert fail("explain", model, bad) == (
        f"{bad}, line 3, column '{names[3]}': 'x' is not a number"
    )
    bad.write_text(",".join(names) + "\nx,2,3,4\nx,2,3,4\n")
    words = f"{bad}, line 2, column '{names[0]}' holds the text 'x', but held numbers in training"
    assert fail("explain", model, bad) == words
    unranked = write_iris(tmp_path / "unranked.csv", targets=False)
    assert fail("explain", model, "iris", "--training", unranked).startswith(
        f"{unranked}: no target columns"
    )
