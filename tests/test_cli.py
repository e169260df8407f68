"""The command line: what each command answers, and how it fails."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner, Result

import lrf
from lrf.cli.app import app
from lrf.data import load_dataset, read_data
from lrf.metrics import mean_kendall_tau
from lrf.registry import KINDS, get_registry

COMMANDS = (
    "evaluate",
    "fit",
    "predict",
    "show",
    "explain",
    "aggregate",
    "components",
    "datasets",
    "new-plugin",
)
SMALL = ("--set", "n_estimators=5")


def run(*arguments: object) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], prog_name="lrf")


def succeed(*arguments: object) -> str:
    """Run a command that is to succeed without a word on stderr; return its output."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def fail(*arguments: object) -> str:
    """Run a command that is to fail with one line; return that line."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("lrf: ")
    assert result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("lrf: ").rstrip("\n")


def in_a_process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command as users do."""
    return subprocess.run(
        [sys.executable, "-m", "lrf", *arguments],
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


def write_iris(path: Path, columns: slice = slice(None), targets: bool = True) -> Path:
    """Write iris, or some of its columns, as CSV."""
    iris = load_dataset("iris")
    names = list(iris.feature_names)[columns]
    cells: list[list[Any]] = iris.X[:, columns].tolist()
    if targets:
        names += [f"rank_{label}" for label in iris.label_names]
        cells = [[*row, *positions] for row, positions in zip(cells, iris.Y.tolist(), strict=True)]
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([names, *cells])
    return path


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a ranking tree of iris."""
    path = tmp_path_factory.mktemp("model") / "iris.lrf"
    succeed("fit", "iris", "-o", path, "--preset", "rt")
    return path


def test_version() -> None:
    assert succeed("--version") == f"lrf {lrf.__version__}\n"


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_names_all_commands(arguments: tuple[str, ...]) -> None:
    text = succeed(*arguments)
    assert all(command in text for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_writes_json(command: str) -> None:
    assert "--json" in succeed(command, "--help")


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from lrf.cli import main\n"
        "sys.argv = ['lrf', '--help']\n"
        "try:\n    main()\n"
        "except SystemExit as stop:\n    assert stop.code == 0\n"
        "heavy = {'numba', 'sklearn', 'scipy', 'pandas'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


class TestEvaluate:
    def test_one_model_on_one_data_set(self, tmp_path: Path) -> None:
        path = tmp_path / "out.json"
        text = succeed("evaluate", "iris", "--preset", "rt", "--folds", 5, "--json", path)
        found = json.loads(path.read_text())
        documented = (
            "data model n_samples n_features n_labels tau_mean tau_std default_tau_mean "
            "depth_mean fit_seconds predict_seconds folds"
        )
        assert set(documented.split()) <= set(found)
        assert (found["data"], found["model"]) == ("iris", "rt")
        assert {"tau", "default_tau", "depth", "fit_seconds"} <= set(found["folds"][0])
        assert len(found["folds"]) == 5
        assert found["config"]["stopping"] == {"name": "gamma-ratio", "gamma": 0.98}
        assert "5-fold cross-validation, seed 0" in text
        assert f"{found['tau_mean']:.3f}" in text
        assert f"{found['default_tau_mean']:.3f}" in text

    def test_a_row_for_each_model_and_data_set(self, tmp_path: Path) -> None:
        path = tmp_path / "out.json"
        text = succeed(
            "evaluate", "iris", "wine", "--preset", "rt", "--preset", "ert", "--folds", 2,
            "--json", path,
        )  # fmt: skip
        found = json.loads(path.read_text())
        pairs = [(one["data"], one["model"]) for one in found]
        assert pairs == [("iris", "rt"), ("iris", "ert"), ("wine", "rt"), ("wine", "ert")]
        lines = [line.split() for line in text.splitlines() if line.strip()]
        assert lines[1] == ["data", "model", "tau", "std", "default", "tau", "depth", "seconds"]
        assert [tuple(line[:2]) for line in lines[3:]] == pairs

    def test_default_is_a_forest(self, tmp_path: Path) -> None:
        path = tmp_path / "out.json"
        succeed("evaluate", "iris", *SMALL, "--folds", 2, "--json", path)
        found = json.loads(path.read_text())
        assert found["model"] == "forest n_estimators=5"
        assert found["config"]["estimator"] == "forest"
        assert found["config"]["n_estimators"] == 5

    def test_threads_change_nothing_and_repeats_add_folds(self, tmp_path: Path) -> None:
        def folds(*options: object) -> list[tuple[float, float]]:
            path = tmp_path / "out.json"
            arguments = ("evaluate", "iris", *SMALL, "--folds", 3, "--json", path)
            succeed(*arguments, *options)
            return [(fold["tau"], fold["depth"]) for fold in json.loads(path.read_text())["folds"]]

        one = folds()
        assert folds("--n-jobs", 2) == one
        assert folds("--repeats", 2)[:3] == one
        assert len(folds("--repeats", 2)) == 6
        assert folds("--seed", 1) != one

    def test_file_of_settings(self, tmp_path: Path) -> None:
        config = tmp_path / "shallow.toml"
        config.write_text('estimator = "tree"\nmax_depth = 1\n')
        path = tmp_path / "out.json"
        succeed("evaluate", "iris", "--config", config, "--folds", 2, "--json", path)
        found = json.loads(path.read_text())
        assert (found["model"], found["depth_mean"]) == ("shallow", 1)

    def test_other_target_columns(self, tmp_path: Path) -> None:
        orders = tmp_path / "orders.csv"
        orders.write_text("A,o\n" + "1,x>y\n2,y>x\n" * 6)
        ranks = tmp_path / "ranks.csv"
        ranks.write_text("A,pos_x,pos_y\n" + "1,1,2\n2,2,1\n" * 6)
        tree = ("--preset", "rt", "--folds", "2")
        assert "1.000" in succeed("evaluate", orders, "--order-column", "o", *tree)
        assert "1.000" in succeed("evaluate", ranks, "--ranks", "pos_*", *tree)

    @pytest.mark.slow
    def test_segment_of_the_published_data(self, shared: Path, tmp_path: Path) -> None:
        path = tmp_path / "out.json"
        data = shared / "data" / "kebi" / "segment.csv"
        preset = ("--preset", "lrf-rt", *SMALL)
        succeed("evaluate", data, *preset, "--folds", 2, "--json", path)
        found = json.loads(path.read_text())
        sizes = [found[name] for name in ("n_samples", "n_features", "n_labels")]
        assert sizes == [2310, 18, 7]
        assert found["tau_mean"] > 0.8


class TestFitAndPredict:
    def test_there_and_back(self, tmp_path: Path, model: Path) -> None:
        data = write_iris(tmp_path / "iris.csv")
        out, report = tmp_path / "out.csv", tmp_path / "out.json"
        text = succeed("predict", model, data, "-o", out, "--json", report)
        iris = load_dataset("iris")
        expected = lrf.LabelRankingTree.from_preset("rt").fit(iris.X, iris.Y).predict(iris.X)
        lines = [line.split(",") for line in out.read_text().splitlines()]
        assert lines[0] == ["rank_setosa", "rank_versicolor", "rank_virginica"]
        np.testing.assert_array_equal(np.array(lines[1:], dtype=float), expected)
        tau = mean_kendall_tau(expected, iris.Y)
        assert text == f"{out}: 150 rows, tau {tau:.3f}\n"
        found = json.loads(report.read_text())
        assert found["tau"] == pytest.approx(tau)
        assert found["orders"] == lrf.to_orders(expected, iris.label_names)

    def test_predictions_are_data_again(self, tmp_path: Path, model: Path) -> None:
        out = tmp_path / "out.csv"
        succeed("predict", model, write_iris(tmp_path / "iris.csv"), "-o", out)
        both = tmp_path / "both.csv"
        lines = [f"1,{line}" for line in out.read_text().splitlines()]
        both.write_text("\n".join(["A" + lines[0][1:], *lines[1:]]))
        assert read_data(both).label_names == load_dataset("iris").label_names

    def test_fit_reports(self, tmp_path: Path) -> None:
        path, report = tmp_path / "wine.lrf", tmp_path / "fit.json"
        text = succeed("fit", "wine", "-o", path, *SMALL, "--json", report, "--n-jobs", 2)
        assert text == (
            f"{path}: forest n_estimators=5, learned from 178 rows of wine, 13 features, 3 labels\n"
        )
        found = json.loads(report.read_text())
        assert (found["n_samples"], found["n_features"], found["n_labels"]) == (178, 13, 3)
        assert found["n_trees"] == 5
        assert found["label_names"] == ["class_0", "class_1", "class_2"]

    def test_fit_depends_on_the_seed_only(self, tmp_path: Path) -> None:
        def predicted(*options: object) -> str:
            succeed("fit", "wine", "-o", tmp_path / "m", "--set", "n_estimators=2", *options)
            succeed("predict", tmp_path / "m", "wine", "-o", tmp_path / "out.csv", "--n-jobs", 2)
            return (tmp_path / "out.csv").read_text() + succeed("show", tmp_path / "m")

        assert predicted() == predicted("--n-jobs", 2)
        assert predicted() != predicted("--seed", 5)

    def test_orders(self, tmp_path: Path, model: Path) -> None:
        out = tmp_path / "out.csv"
        succeed("predict", model, "iris", "-o", out, "--orders")
        lines = out.read_text().splitlines()
        assert lines[:2] == ["order", "setosa>versicolor>virginica"]
        assert len(lines) == 151

    def test_data_without_targets_in_another_order(self, tmp_path: Path, model: Path) -> None:
        backwards = write_iris(tmp_path / "iris.csv", slice(None, None, -1), targets=False)
        out, straight = tmp_path / "out.csv", tmp_path / "straight.csv"
        text = succeed("predict", model, backwards, "-o", out)
        assert text == f"{out}: 150 rows\n"
        succeed("predict", model, "iris", "-o", straight)
        assert out.read_text() == straight.read_text()

    def test_missing_features(self, tmp_path: Path, model: Path) -> None:
        data = write_iris(tmp_path / "iris.csv", slice(2, None))
        assert fail("predict", model, data, "-o", tmp_path / "out.csv") == (
            f"{data}: there is no feature 'sepal length (cm)', which the model was trained on "
            "(and 1 more)"
        )

    def test_other_labels(self, tmp_path: Path, model: Path) -> None:
        data = tmp_path / "data.csv"
        names = ",".join(load_dataset("iris").feature_names)
        data.write_text(f"{names},rank_setosa,rank_rose\n1,2,3,4,1,2\n")
        assert fail("predict", model, data, "-o", tmp_path / "out.csv") == (
            f"{data} ranks the labels setosa, rose, "
            "but the model ranks setosa, versicolor, virginica"
        )

    def test_predictions_go_to_the_screen(self, tmp_path: Path, model: Path) -> None:
        out, report = tmp_path / "out.csv", tmp_path / "report.json"
        succeed("predict", model, "iris", "-o", out)
        result = run("predict", model, "iris", "--json", report)
        assert result.exit_code == 0
        assert result.stdout == out.read_text()
        assert result.stderr.startswith("lrf: 150 rows, tau 0.9")
        assert json.loads(report.read_text())["output"] is None

    def test_model_of_arrays_without_names(self, tmp_path: Path) -> None:
        iris = load_dataset("iris")
        lrf.LabelRankingTree.from_preset("rt").fit(iris.X, iris.Y).save(tmp_path / "plain.lrf")
        text = succeed("predict", tmp_path / "plain.lrf", "iris", "-o", tmp_path / "out.csv")
        assert "tau 0.9" in text
        header = (tmp_path / "out.csv").read_text().splitlines()[0]
        assert header == "rank_0,rank_1,rank_2"
        assert "|-- x2 < " in succeed("show", tmp_path / "plain.lrf")


class TestShow:
    def test_tree(self, model: Path, tmp_path: Path) -> None:
        path = tmp_path / "tree.json"
        lines = succeed("show", model, "--json", path).splitlines()
        assert lines[0].startswith("tree: ")
        assert lines[1].startswith("150 rows  ")
        assert lines[2].startswith("|-- petal length (cm) < ")
        found = json.loads(path.read_text())
        assert len(found["nodes"]) == len(lines) - 1
        root = found["nodes"][0]
        assert (root["rows"], root["depth"], root["left"]) == (150, 0, 1)
        assert root["missing"] == "right"  # with the greater part of the rows
        leaves = [node for node in found["nodes"] if "feature" not in node]
        assert sum(leaf["rows"] for leaf in leaves) == 150
        assert lines[0] == (
            f"tree: {len(found['nodes'])} nodes, {len(leaves)} leaves, depth {found['depth']}"
        )

    def test_depth(self, model: Path) -> None:
        lines = succeed("show", model, "--max-depth", 1).splitlines()
        assert len(lines) == 4
        assert "nodes below)" in lines[2]

    def test_stump_of_one_row(self, tmp_path: Path) -> None:
        data = tmp_path / "one.csv"
        data.write_text("A,rank_x,rank_y\n1,1,2\n")
        path = tmp_path / "one.lrf"
        assert succeed("fit", data, "-o", path, "--preset", "rt") == (
            f"{path}: rt, learned from 1 row of one, 1 feature, 2 labels\n"
        )
        assert succeed("show", path) == "tree: 1 node, 1 leaf, depth 0\n1 row  x>y\n"

    def test_tree_of_a_forest(self, tmp_path: Path) -> None:
        path = tmp_path / "forest.lrf"
        succeed("fit", "iris", "-o", path, *SMALL)
        assert succeed("show", path, "--tree", 4).startswith("tree 4 of 5: ")
        assert fail("show", path, "--tree", 5) == "there is no tree 5; the model has trees 0 to 4"


class TestWordsAndGaps:
    ROWS = (
        "colour,size,rank_a,rank_b,rank_c\n"
        "red,1,1,2,3\n"
        "red,,1,2,3\n"
        "blue,3,3,2,\n"
        ",4,3,2,1\n"
        "green,5,2,,1\n"
        "green,,2,1,3\n"
    )

    def fit(self, folder: Path, *options: object) -> Path:
        (folder / "rows.csv").write_text(self.ROWS)
        path = folder / "model.lrf"
        succeed("fit", folder / "rows.csv", "-o", path, "--preset", "rt", *options)
        return path

    def test_they_come_back_with_the_model(self, tmp_path: Path) -> None:
        trained = lrf.load(self.fit(tmp_path))
        assert trained.categories_ == {0: ("blue", "green", "red", None)}
        assert trained.has_missing_.tolist() == [True, True]
        assert trained.feature_names_in_.tolist() == ["colour", "size"]

    def test_new_words_and_other_columns(self, tmp_path: Path) -> None:
        model = self.fit(tmp_path, "--set", "min_samples_leaf=1", "--set", "stopping=none")
        data, out = tmp_path / "new.csv", tmp_path / "out.csv"
        data.write_text("size,other,colour\n1,x,red\n,y,green\n9,x,pink\n,y,\n")
        succeed("predict", model, data, "-o", out, "--orders")
        assert out.read_text().splitlines()[1:3] == ["a>b>c", "b>a>c"]
        assert len(out.read_text().splitlines()) == 5
        data.write_text("size,colour\nsmall,red\nlarge,red\n")
        assert fail("predict", model, data, "-o", out) == (
            f"{data}, line 2, column 'size' holds the text 'small', but held numbers in training"
        )

    def test_show(self, tmp_path: Path) -> None:
        model = self.fit(tmp_path, "--set", "min_samples_leaf=1", "--set", "stopping=none")
        path = tmp_path / "tree.json"
        lines = succeed("show", model, "--json", path).splitlines()
        nodes = json.loads(path.read_text())["nodes"]
        words = [node for node in nodes if "category" in node]
        numbers = [node for node in nodes if "threshold" in node]
        assert any(" or missing: " in line for line in lines)
        assert any("colour = " in line for line in lines)
        assert {node["feature"] for node in words} == {"colour"}
        assert {node["feature"] for node in numbers} == {"size"}
        assert {node["missing"] for node in words if node["category"] is not None} == {"right"}
        assert {node["missing"] for node in numbers} <= {"left", "right"}

    def test_being_missing_is_no_threshold(self, tmp_path: Path) -> None:
        data, path = tmp_path / "gaps.csv", tmp_path / "gaps.lrf"
        data.write_text("A,rank_x,rank_y\n1,1,2\n,2,1\n3,1,2\n")
        succeed("fit", data, "-o", path, "--set", "estimator=tree")
        succeed("show", path, "--json", tmp_path / "tree.json")
        root = json.loads((tmp_path / "tree.json").read_text())["nodes"][0]
        assert (root["threshold"], root["missing"]) == (None, "right")

    def test_evaluate(self, tmp_path: Path) -> None:
        (tmp_path / "rows.csv").write_text(self.ROWS)
        path = tmp_path / "out.json"
        rows = tmp_path / "rows.csv"
        succeed("evaluate", rows, "--preset", "rt", "--folds", 3, "--json", path)
        assert -1 <= json.loads(path.read_text())["tau_mean"] <= 1
        setting = 'categorical_features=["size"]'
        assert fail("evaluate", rows, "--preset", "rt", "--folds", 3, "--set", setting) == (
            "categorical_features: leaves out 'colour', but that is a column of words in rows; "
            "list it, or say 'auto'"
        )


class TestComponents:
    def test_all_are_listed_with_their_parameters_and_provider(self, tmp_path: Path) -> None:
        path = tmp_path / "components.json"
        text = succeed("components", "--json", path)
        entries = get_registry().entries()
        for entry in entries:
            line = next(
                line
                for line in text.splitlines()
                if line.split()[: len(entry.kind.split()) + 1]
                == [*entry.kind.split(), entry.component.name]
            )
            assert entry.component.summary in line
            assert line.rstrip().endswith(entry.provider)
            for parameter in entry.component.parameters:
                assert f"{parameter.name}=" in line
        found = json.loads(path.read_text())
        assert [(one["kind"], one["name"]) for one in found] == [
            (entry.kind, entry.component.name) for entry in entries
        ]
        gamma = next(one for one in found if one["name"] == "gamma-ratio")["parameters"][0]
        assert (gamma["name"], gamma["default"]) == ("gamma", 0.98)
        assert found[0]["provider"] == f"lrf {lrf.__version__}"

    @pytest.mark.parametrize("kind", KINDS)
    def test_one_kind(self, kind: str, tmp_path: Path) -> None:
        path = tmp_path / "components.json"
        for word in (kind, kind.replace(" ", "-"), kind[:4].upper()):
            succeed("components", word, "--json", path)
            found = json.loads(path.read_text())
            assert {one["kind"] for one in found} == {kind}

    def test_unknown_kind(self) -> None:
        known = "correlation, criterion, stopping-rule, aggregator, reader, preset"
        for word in ("tree", "c"):
            assert fail("components", word) == (
                f"no kind of component is called {word!r}; there are {known}"
            )


def test_datasets(tmp_path: Path) -> None:
    path = tmp_path / "datasets.json"
    text = succeed("datasets", "--json", path)
    found = json.loads(path.read_text())
    assert [one["name"] for one in found] == ["iris", "wine"]
    assert [one["n_distinct_rankings"] for one in found] == [5, 5]
    for one in found:
        assert one["origin"] in text


class TestBadInput:
    def test_data(self, tmp_path: Path) -> None:
        assert fail("evaluate", tmp_path / "no.csv") == f"{tmp_path}/no.csv: there is no such file"
        assert fail("evaluate", "irsi") == (
            "irsi: there is no such file, and no bundled data set of that name (iris, wine)"
        )
        assert "this is a directory" in fail("evaluate", tmp_path)
        binary = tmp_path / "binary.csv"
        binary.write_bytes(bytes(range(256)))
        assert "this is no text file" in fail("evaluate", binary)

    def test_cell(self, tmp_path: Path) -> None:
        path = tmp_path / "data.csv"
        path.write_text("A,rank_x,rank_y\n1,1,2\nred,2,1\n")
        assert fail("evaluate", path) == f"{path}, line 3, column 'A': 'red' is not a number"

    def test_every_data_file_is_read_before_the_first_is_evaluated(self, tmp_path: Path) -> None:
        assert "there is no such file" in fail("evaluate", "iris", tmp_path / "no.csv")

    def test_outputs_are_looked_at_first(self, tmp_path: Path, model: Path) -> None:
        nowhere = tmp_path / "no" / "out"
        expected = f"{nowhere}: cannot be written, since there is no directory {tmp_path / 'no'}"
        assert fail("evaluate", "no data", "--json", nowhere) == expected
        assert fail("fit", "no data", "-o", nowhere) == expected
        assert fail("predict", model, "no data", "-o", nowhere) == expected
        assert fail("components", "--json", nowhere) == expected
        assert fail("datasets", "--json", nowhere) == expected
        assert fail("show", model, "--json", nowhere) == expected
        assert fail("fit", "iris", "-o", tmp_path) == (
            f"{tmp_path}: cannot be written, since it is a directory"
        )

    def test_output_that_fails_in_the_end(self, tmp_path: Path, model: Path) -> None:
        if not Path("/dev/full").exists():
            pytest.skip("this system has no device that is always full")
        message = fail("predict", model, "iris", "-o", "/dev/full")
        assert message == "/dev/full: cannot be written: No space left on device"

    def test_folds(self) -> None:
        assert fail("evaluate", "iris", "--folds", 200) == (
            "200 folds need at least 200 rows, but there are 150"
        )
        assert fail("evaluate", "iris", "--folds", 1) == (
            "cross-validation needs at least 2 folds, not 1"
        )
        assert fail("evaluate", "iris", "--seed", -1) == "a seed is at least 0, not -1"

    def test_settings(self, tmp_path: Path) -> None:
        assert "did you mean 'lrf-rt'" in fail("evaluate", "iris", "--preset", "lrf-tr")
        assert "stopping.gama" in fail(
            "evaluate", "iris", "--preset", "rt", "--set", "stopping.gama=1"
        )
        assert "n_estimators" in fail("evaluate", "iris", "--set", "n_estimators=none")
        assert "sets nothing" in fail("fit", "iris", "-o", tmp_path / "m", "--set", "gamma")
        assert "cannot be read" in fail("evaluate", "iris", "--config", tmp_path / "no.toml")
        both = ("--preset", "rt", "--config", tmp_path / "no.toml")
        assert fail("fit", "iris", "-o", tmp_path / "m", *both) == (
            "give either --preset or --config"
        )

    def test_model(self, tmp_path: Path) -> None:
        out = ("iris", "-o", tmp_path / "out.csv")
        assert str(tmp_path / "no.lrf") in fail("predict", tmp_path / "no.lrf", *out)
        garbage = tmp_path / "garbage.lrf"
        garbage.write_bytes(b"PK\3\4 no model at all")
        assert str(garbage) in fail("predict", garbage, *out)
        assert str(garbage) in fail("show", garbage)
        assert str(tmp_path) in fail("show", tmp_path)

    def test_usage(self) -> None:
        assert fail("evaluate") == "Missing argument 'DATA'. (see lrf evaluate --help)"
        assert fail("evaluate", "iris", "--fold", "3").startswith("No such option: --fold")
        assert fail("evaluat").startswith("No such command 'evaluat'.")
        assert "for '--folds'" in fail("evaluate", "iris", "--folds", "ten")
        assert fail("--nonsense").endswith("(see lrf --help)")


class TestAsAProcess:
    def test_bad_input_exits_with_2_and_one_line(self, tmp_path: Path) -> None:
        done = in_a_process("evaluate", str(tmp_path / "no.csv"))
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr == f"lrf: {tmp_path}/no.csv: there is no such file\n"

    def test_success_exits_with_0_and_is_silent_in_a_pipe(self) -> None:
        done = in_a_process("evaluate", "iris", "--preset", "rt", "--folds", "2")
        assert (done.returncode, done.stderr) == (0, "")
        assert "iris" in done.stdout
        assert "\x1b" not in done.stdout

    def test_installed_command(self) -> None:
        command = Path(sys.executable).parent / "lrf"
        if not command.exists():
            pytest.skip(f"lrf is not installed beside {sys.executable}")
        done = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
        assert done.stdout == f"lrf {lrf.__version__}\n"

    def test_interrupt_exits_with_130_and_is_quiet(self, tmp_path: Path) -> None:
        slow = tmp_path / "slow.py"
        slow.write_text(
            "import sys, time\n"
            "import lrf.study\n"
            "def wait(*arguments, **options):\n"
            "    print('waiting', flush=True)\n"
            "    time.sleep(60)\n"
            "lrf.study.evaluate = wait\n"
            "from lrf.cli import main\n"
            "sys.argv = ['lrf', 'evaluate', 'iris', '--preset', 'rt']\n"
            "main()\n"
        )
        process = subprocess.Popen(
            [sys.executable, slow], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=30)
        assert (process.returncode, stderr) == (130, "")

    def test_closed_pipe_is_no_fault(self) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [sys.executable, "-m", "lrf", "components"],
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        os.close(writing)
        assert "Traceback" not in done.stderr

    def test_warnings_take_one_line(self, tmp_path: Path) -> None:
        program = (
            "import sys, warnings\n"
            "import lrf.data.bundled as bundled\n"
            "load = bundled._ranked_classes\n"
            "def warn(name):\n"
            "    name == 'iris' and warnings.warn('a long\\nstory')\n"
            "    return load(name)\n"
            "bundled._ranked_classes = warn\n"
            "from lrf.cli import main\n"
            "sys.argv = ['lrf', 'datasets']\n"
            "main()\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0
        assert done.stderr == "lrf: warning: a long story\n"

    def test_bar_on_a_terminal(self) -> None:
        pty = pytest.importorskip("pty")
        leader, follower = pty.openpty()
        done = subprocess.run(
            [sys.executable, "-m", "lrf", "evaluate", "iris", "--preset", "rt", "--folds", "2"],
            stdout=subprocess.PIPE,
            stderr=follower,
            env={**os.environ, "TERM": "xterm"},
            text=True,
            check=False,
        )
        os.close(follower)
        drawn = os.read(leader, 1 << 16).decode()
        os.close(leader)
        assert done.returncode == 0
        assert "iris rt" in drawn
        assert "iris" in done.stdout
