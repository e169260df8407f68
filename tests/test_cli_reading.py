"""What the commands are told about files, and what they say about how these were read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lrf.data import read_data
from tests.files import bare
from tests.test_cli import fail, run, succeed

SAMPLES = Path(__file__).parent / "samples"
QUICK = ("--set", "n_estimators=3", "--folds", "2")

SCORES = "x,s_a,s_b\n" + "".join(f"{i},{i % 5},{'' if i == 7 else 2}\n" for i in range(20))
ORDERS = "x,L,a,b\n" + "".join(f"{i},{'a>b,0,1' if i % 3 else 'b>a,1,0'}\n" for i in range(20))


@pytest.fixture
def scores(tmp_path: Path) -> Path:
    """Return a file of scores with an empty cell."""
    path = tmp_path / "scores.csv"
    path.write_text(SCORES)
    return path


@pytest.fixture
def orders(tmp_path: Path) -> Path:
    """Return a file of orders, with the positions once more."""
    path = tmp_path / "orders.csv"
    path.write_text(ORDERS)
    return path


def notes_of(*arguments: object) -> list[str]:
    """Run a command that is to succeed; return the notes on stderr."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    lines = result.stderr.splitlines()
    assert all(line.startswith("lrf: note: ") for line in lines)
    return [bare(line.removeprefix("lrf: note: ")) for line in lines]


def test_evaluate_scores(scores: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    succeed("evaluate", scores, "--scores", "s_*", *QUICK, "--json", report)
    found = json.loads(report.read_text())
    assert (found["n_samples"], found["n_features"], found["n_labels"]) == (20, 1, 2)


def test_infinite_scores_have_no_regret(tmp_path: Path) -> None:
    path, report = tmp_path / "data.csv", tmp_path / "report.json"
    path.write_text("x,t_a,t_b\n" + "1,3,inf\n2,inf,1\n" * 4)
    succeed("evaluate", path, "--scores", "t_*", "--lower-is-better", *QUICK, "--json", report)
    assert not any("regret" in key for key in json.loads(report.read_text()))


@pytest.mark.parametrize(("options", "order"), [((), "a>b"), (("--lower-is-better",), "b>a")])
def test_which_scores_are_better(tmp_path: Path, options: tuple[str, ...], order: str) -> None:
    path, model, out = tmp_path / "data.csv", tmp_path / "model.lrf", tmp_path / "out.csv"
    path.write_text("x,s_a,s_b\n1,5,3\n2,6,1\n3,8,\n")
    settings = ("--set", "n_estimators=3")
    succeed("fit", path, "--scores", "s_*", *options, "-o", model, *settings)
    succeed("predict", model, path, "-o", out, "--orders")
    assert out.read_text().splitlines() == ["order", order, order, order]


def test_scores_without_the_option(scores: Path) -> None:
    assert fail("evaluate", scores).startswith(
        f"{scores}: no target columns: looked for columns called rank_<label>, found x, s_a, s_b. "
        "Pass --ranks 'GLOB'"
    )
    assert fail("fit", scores, "-o", scores.with_name("m"), "--lower-is-better") == (
        f"{scores}: --lower-is-better (higher_is_better=False) goes with --scores"
    )


def test_what_was_left_out_is_said_on_stderr(orders: Path, tmp_path: Path) -> None:
    model, out = tmp_path / "model.lrf", tmp_path / "out.csv"
    expected = [
        "orders.csv: column 'L' was taken as the rankings",
        "orders.csv: left out, since they repeat the rankings: a, b",
    ]
    assert notes_of("evaluate", orders, *QUICK) == expected
    assert notes_of("fit", orders, "-o", model, "--set", "n_estimators=3") == expected
    assert notes_of("predict", model, orders, "-o", out) == expected
    assert notes_of("evaluate", orders, "--order-column", "L", *QUICK) == expected[1:]


def test_predict_measures_the_rows_that_have_a_ranking(scores: Path, tmp_path: Path) -> None:
    model, out, report = tmp_path / "model.lrf", tmp_path / "out.csv", tmp_path / "report.json"
    succeed("fit", scores, "--scores", "s_*", "-o", model, "--set", "n_estimators=3")

    def tau_of(text: str) -> Any:
        path = tmp_path / "new.csv"
        path.write_text(text)
        succeed("predict", model, path, "-o", out, "--scores", "s_*", "--json", report)
        return json.loads(report.read_text())["tau"]

    assert tau_of(SCORES + "99,,\n") == tau_of(SCORES)
    assert tau_of("x,s_a,s_b\n1,,\n") is None
    assert tau_of("x\n1\n") is None


def test_predict_where_not_all_labels_occur(tmp_path: Path) -> None:
    model, out, report = tmp_path / "model.lrf", tmp_path / "out.csv", tmp_path / "report.json"
    path = tmp_path / "orders.csv"
    path.write_text("x,L\n" + "".join(f"{i},a>b>c\n" for i in range(9)))
    run("fit", path, "-o", model, "--set", "n_estimators=3")
    path.write_text("x,L\n1,a>c\n2,a>c\n")
    run("predict", model, path, "-o", out, "--json", report)
    assert json.loads(report.read_text())["tau"] == 1.0
    assert out.read_text().splitlines() == ["rank_a,rank_b,rank_c", "1,2,3", "1,2,3"]
    path.write_text("x,L\n1,a>d\n2,a>d\n")
    result = run("predict", model, path, "-o", out)
    assert result.exit_code == 2
    assert "orders.csv ranks the labels a, d, but the model ranks a, b, c" in result.stderr


def test_reader_by_name_and_what_it_is_told(tmp_path: Path) -> None:
    scenario, report = SAMPLES / "aslib.scenario", tmp_path / "report.json"
    told = ("--reader", "aslib", "--read", "measure=quality")
    assert notes_of("evaluate", scenario, *told, *QUICK, "--json", report) == [
        "aslib.scenario: ranked by quality; there are also runtime"
    ]
    assert json.loads(report.read_text())["data"] == "SORTING"
    assert fail("evaluate", scenario, "--read", "measure") == (
        "--read measure: write KEY=VALUE, such as measure=runtime"
    )
    assert fail("evaluate", scenario, "--read", "size=3").startswith("aslib.size: unknown")
    assert fail("evaluate", scenario, "--reader", "asl").startswith("unknown reader 'asl'")


def test_readers_are_listed_with_their_parameters() -> None:
    listed = succeed("components", "reader")
    assert all(name in listed for name in ("arff", "aslib", "kebi", "parquet", "rdata", "sushi"))
    assert "measure=" in listed


def every_set(shared: Path) -> list[tuple[Path, dict[str, str]]]:
    """Return all data that lie beside the project, and what has to be said about them."""
    chem = {"scores": "yield_*"}
    paths = sorted((shared / "data").glob("*/*"))
    assert len(paths) > 20
    return [(path, chem if path.parent.name == "chem" else {}) for path in paths]


def test_every_file_is_read_as_it_is(shared: Path) -> None:
    for path, options in every_set(shared):
        if path.suffix == ".RData":
            pytest.importorskip("rdata")
        data = read_data(path, **options)
        assert data.X.shape[1] >= 3, path
        assert data.Y.shape == (data.n_samples, len(data.label_names)), path


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "aslib/CPMP-2015",
        "chem/deoxyfluorination.csv",
        "expression/cold.txt",
        "formats/iris.xarff",
        "formats/glass.kebi.txt",
        "formats/iris.RData",
    ],
)
def test_evaluate_takes_files_as_they_are(shared: Path, name: str) -> None:
    if name.endswith("RData"):
        pytest.importorskip("rdata")
    options = ("--scores", "yield_*") if name.startswith("chem") else ()
    result = run("evaluate", shared / "data" / name, *options, *QUICK)
    assert result.exit_code == 0, result.output
