"""``lrf show`` in all its formats."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import lrf
from tests.test_cli import fail, succeed
from tests.test_tree_page import Page


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "iris.lrf"
    succeed("fit", "iris", "-o", path, "--set", "n_estimators=3")
    return path


def test_formats_are_those_of_python(model: Path) -> None:
    trained = lrf.load(model)
    for name in ("svg", "dot", "html"):
        expected = getattr(lrf, f"export_{name}")(trained, 1)
        assert succeed("show", model, "--tree", 1, "--format", name) == expected + "\n"
    assert lrf.export_text(trained, 1) in succeed("show", model, "--tree", 1, "--format", "text")


@pytest.mark.parametrize("name", ["svg", "dot", "gv", "html", "txt"])
def test_name_of_the_file_says_which(model: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / f"tree.{name}"
    said = succeed("show", model, "-o", out)
    assert said.startswith(f"{out}: tree 0 of 3: ")
    begins = {"svg": "<svg", "dot": "digraph", "gv": "digraph", "html": "<!doctype html>"}
    assert out.read_text().startswith(begins.get(name, "135 rows"))  # of 150, nine tenths are drawn


def test_depth_of_a_picture(model: Path) -> None:
    svg = succeed("show", model, "--format", "svg", "--max-depth", 1)
    assert len(ElementTree.fromstring(svg).findall("{*}g")) == 3


def test_rows_of_a_page(model: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    succeed("show", model, "-o", out, "--data", "iris")
    rows = Page(out.read_text()).data()["rows"]
    assert len(rows) == 150
    assert rows[0]["truth"] == [1, 2, 3]
    data = tmp_path / "new.csv"
    names = lrf.load_dataset("iris").feature_names
    data.write_text(",".join(names[::-1]) + "\n1,2,3,4\n")
    succeed("show", model, "-o", out, "--data", data)
    (row,) = Page(out.read_text()).data()["rows"]
    assert (row["values"], row["truth"]) == ([4, 3, 2, 1], None)


def test_json_beside_a_picture(model: Path, tmp_path: Path) -> None:
    succeed("show", model, "-o", tmp_path / "a.svg", "--json", tmp_path / "a.json")
    assert json.loads((tmp_path / "a.json").read_text())["n_trees"] == 3


def test_refusals(model: Path, tmp_path: Path) -> None:
    assert fail("show", model, "--format", "png") == (
        "--format: there is no 'png'; there are text, svg, dot, html"
    )
    assert fail("show", model, "--data", "iris") == (
        "--data: rows are followed in a page, with --format html, not text"
    )
    assert fail("show", model, "--format", "html", "--max-depth", 2) == (
        "--max-depth: not with --format html, where nodes open and close"
    )
    data = tmp_path / "bad.csv"
    names = lrf.load_dataset("iris").feature_names
    data.write_text(",".join(names) + "\n" + "low,1,1,1\n" * 2)
    assert fail("show", model, "--format", "html", "--data", data) == (
        f"{data}, line 2, column '{names[0]}' holds the text 'low', but held numbers in training"
    )
    where = tmp_path / "nowhere" / "a.svg"
    assert fail("show", model, "-o", where).startswith(f"{where}: cannot be written")
