"""The benchmarks: targets, data, what is weighed, options, and that all of it works."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

from benchmarks import cli, page
from benchmarks.children.peak import forget_peak, peak_bytes
from benchmarks.figures import Figure, NotMeasured, Target, at_least, at_most
from benchmarks.fresh import environment, run_python
from benchmarks.measurements import MEASUREMENTS
from benchmarks.measurements.consensus import draw_votes
from benchmarks.measurements.growth import sizes_within
from benchmarks.measurements.kemeny import first_labels
from benchmarks.measurements.plugin import check_same_trees
from benchmarks.measurements.tree import TREE
from benchmarks.models import forest, pair_signs, regressor
from benchmarks.report import render
from benchmarks.results import read_results, write_results
from benchmarks.running import measure
from benchmarks.sets import ALL, LARGE, SHAPES, load, make_problem
from benchmarks.settings import Settings
from benchmarks.timing import Turns
from benchmarks.weight import array_bytes, bytes_of_trees
from lrf.rankings import validate_rankings
from tests.figure_cases import BARE, FULL, measurement, results_of
from tests.naive.impurities import model_distance

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("target", "value", "met"),
    [
        (at_least(2.0), 2.0, True),
        (at_least(2.0), 1.99, False),
        (at_most(2.5), 2.5, True),
        (at_most(2.5), 2.51, False),
        (at_most(0.003), 0.0, True),
    ],
)
def test_target_is_met(target: Target, value: float, met: bool) -> None:
    assert target.is_met(value) is met


def test_shortfall_is_a_share_of_the_target() -> None:
    assert at_least(4.0).shortfall(3.0) == 0.25
    assert at_most(4.0).shortfall(5.0) == 0.25


def test_figure_of_turns() -> None:
    figure = Figure.of_turns("vowel", Turns((1.0, 2.0, 4.0), (3.0, 8.0, 8.0)), at_least(2.0))
    assert figure == Figure(
        "vowel", 3.0, (2.0, 8.0), target=at_least(2.0), lowest=2.0, highest=4.0, runs=3
    )


def test_measurements_have_names_and_titles_of_their_own() -> None:
    assert len({one.name for one in MEASUREMENTS}) == len(MEASUREMENTS)
    assert len({one.title for one in MEASUREMENTS}) == len(MEASUREMENTS)


def test_each_measurement_has_a_file() -> None:
    folder = ROOT / "benchmarks" / "measurements"
    files = [path for path in folder.glob("*.py") if path.stem != "__init__"]
    assert len(files) == len(MEASUREMENTS)


def test_what_is_missing_is_said_and_nothing_is_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert measure(TREE, Settings()) is None
    assert capsys.readouterr().err == (
        "tree: not measured: a Python that has scikit-lr 0.3.0 is wanted: --scikit-lr PYTHON, or "
        "the environment variable LRF_SCIKIT_LR\n"
    )


@pytest.mark.parametrize(
    ("python", "reason"),
    [
        ("/there/is/none", "/there/is/none: No such file or directory"),
        (sys.executable, f"{sys.executable} has scikit-lr (none), not 0.3.0"),
    ],
)
def test_python_without_scikit_lr_is_told(python: str, reason: str) -> None:
    settings = Settings(repeats=1, quick=True, scikit_lr=python)
    with pytest.raises(NotMeasured, match=f"^{re.escape(reason)}$"):
        list(TREE.measure(settings))


def test_figures_are_reported_as_they_become_known(capsys: pytest.CaptureFixture[str]) -> None:
    found = measure(measurement(), Settings(trees=7, repeats=3))
    assert found is not None
    assert (found.figures, found.trees, found.repeats) == ((FULL, BARE), 7, 3)
    assert capsys.readouterr().err == (
        "fit: vowel (made-up data: the data set is not there): ratio 2.50\nfit: iris: ratio 0\n"
    )


def test_large_sets_are_five() -> None:
    assert LARGE == ("calhousing", "cpu-small", "elevators", "fried", "pendigits")
    assert len(ALL) == 16


def test_stand_ins_are_rankings_of_the_right_shape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LRF_SHARED", str(tmp_path))
    load.cache_clear()
    vowel = load("vowel")
    load.cache_clear()
    assert vowel.stand_in
    assert (*vowel.X.shape, vowel.Y.shape[1]) == SHAPES["vowel"]
    assert np.array_equal(validate_rankings(vowel.Y), vowel.Y)
    assert len(np.unique(vowel.Y, axis=0)) > 10
    assert np.array_equal(vowel.head(5).Y, vowel.Y[:5])


@pytest.mark.parametrize("name", ["iris", "vowel"])
def test_sets_have_the_shapes_that_stand_ins_take_over(name: str, shared: Path) -> None:
    load.cache_clear()
    problem = load(name)
    assert not problem.stand_in
    assert (*problem.X.shape, problem.Y.shape[1]) == SHAPES[name]


def test_pair_signs() -> None:
    signs = pair_signs(np.array([[1.0, 2.0, 3.0], [2.5, 1.0, 2.5]]))
    assert signs.tolist() == [[1, 1, 1], [-1, 0, 1]]


def test_growth_doubles_the_rows() -> None:
    assert sizes_within(40768) == (5000, 10000, 20000, 40000)
    assert sizes_within(151) == (37, 74, 148)


def test_bytes_of_arrays_count_once_and_views_as_what_they_keep_alive() -> None:
    @attrs.define
    class Thing:
        first: Any
        second: Any

    whole = np.zeros(100)
    inner = Thing(whole[:10], {"a": whole[5:], "b": [np.zeros(3, np.int8)]})
    assert array_bytes(Thing(inner, (whole, "text"))) == 800 + 3
    assert array_bytes("text") == 0


def test_bytes_of_forests_are_those_of_their_arrays() -> None:
    problem = make_problem("made up", 100, 4, 3)
    ours = forest(3).fit(problem.X, problem.Y).forest_
    assert array_bytes(ours) >= ours.nodes.nbytes + ours.rankings.nbytes
    theirs = regressor(3).fit(problem.X, problem.Y)
    n_nodes = sum(tree.tree_.node_count for tree in theirs.estimators_)
    # Eight bytes for each of three values, and at least 48 for a node.
    assert bytes_of_trees(theirs) >= n_nodes * (3 * 8 + 48)


def test_criteria_of_a_plugin_do_the_same_work() -> None:
    problem = make_problem("made up", 100, 4, 3)
    with pytest.raises(AssertionError, match="^mean-correlation does not grow the trees of"):
        check_same_trees(problem, "ranking-gain", "mean-correlation")


def test_votes_follow_their_centre_as_closely_as_they_are_spread() -> None:
    distances = []
    for spread in (50.0, 1.0, 0.0):
        votes = draw_votes(200, 5, spread, np.random.default_rng(0))
        assert (np.sort(votes, axis=1) == np.arange(1, 6)).all()
        first, second = np.triu_indices(5, k=1)
        distances.append((votes[:, first] > votes[:, second]).sum(axis=1).mean())
    assert distances[0] == 0.0
    assert distances[1:] == pytest.approx([model_distance(1.0, 5), 5.0], abs=0.3)


def test_ranking_of_some_of_the_labels_is_that_within_the_ranking_of_all() -> None:
    problem = attrs.evolve(make_problem("made up", 2, 2, 4), Y=np.array([[4.0, 1.0, 3.0, 2.0]]))
    assert first_labels(problem, 3).Y.tolist() == [[3.0, 1.0, 2.0]]


def test_peak_of_memory_grows_with_what_is_held() -> None:
    forget_peak()
    before = peak_bytes()
    held = np.ones(2**23)
    assert peak_bytes() - before >= 0.9 * held.nbytes


def test_cpu_time_of_a_process_is_its_own() -> None:
    work = "from time import process_time\nwhile process_time() < 0.3: pass\nprint('done')"
    finished = run_python("-c", work)
    assert finished.output == "done\n"
    assert 0.3 <= finished.cpu_seconds < 3.0
    assert run_python("-c", "").cpu_seconds < finished.cpu_seconds


def test_process_that_fails_is_not_a_figure() -> None:
    with pytest.raises(RuntimeError, match="(?s)^python -c 1/0 failed:\n.*ZeroDivisionError"):
        run_python("-c", "1/0")


def test_names_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--only", "fit,fits"])
    assert "argument --only: 'fits' is none of fit, " in capsys.readouterr().err


def test_numbers_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--repeats", "0"])
    assert "argument --repeats: it must be at least 1" in capsys.readouterr().err


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let what is published go to another folder, and measure nothing that takes time."""
    monkeypatch.setattr(cli, "RESULTS", tmp_path / "results.json")
    text = f"{page.BEGIN}\n{page.END}\n"
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(
        cli, "write_page", lambda figures: page.write_page(figures, tmp_path / "page.md")
    )
    third = attrs.evolve(FULL, value=2 / 3)
    quick = [
        measurement(measure=lambda settings: iter([third])),
        measurement(name="tree", title="Tree", measure=lambda settings: iter([BARE])),
    ]
    monkeypatch.setattr(cli, "MEASUREMENTS", quick)
    monkeypatch.setattr(cli, "describe_machine", lambda: {"processor": "abacus"})
    return tmp_path


def test_complete_run_is_published(published: Path) -> None:
    cli.main([])
    results = read_results(published / "results.json")
    assert list(results.measured) == ["fit", "tree"]
    figures = render(results, cli.MEASUREMENTS, targets=True)
    assert figures in (published / "page.md").read_text(encoding="utf-8")


def test_part_of_a_run_keeps_the_rest(published: Path) -> None:
    cli.main(["--only", "tree"])
    cli.main(["--only", "fit", "--repeats", "2"])
    measured = read_results(published / "results.json").measured
    assert {name: one.repeats for name, one in measured.items()} == {"tree": 5, "fit": 2}


@pytest.mark.parametrize("options", [["--quick"], ["--sets", "iris"], ["--trees", "5"]])
def test_smaller_run_is_not_published(options: list[str], published: Path) -> None:
    cli.main(options)
    assert not (published / "results.json").exists()
    cli.main([*options, "--json", str(published / "other.json")])
    assert not (published / "results.json").exists()
    assert list(read_results(published / "other.json").measured) == ["fit", "tree"]


def test_page_alone_is_written_from_the_file(published: Path) -> None:
    write_results(results_of(fit=[FULL]), published / "results.json")
    cli.main(["--page"])
    assert "| vowel † |" in (published / "page.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.compiled
def test_quick_run_measures_everything(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    finished = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--quick", "--huge", "--json", str(path), "--targets"],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    measured = read_results(path).measured
    assert list(measured) == [one.name for one in MEASUREMENTS if one is not TREE]
    for one in measured.values():
        for figure in one.figures:
            assert np.isfinite(figure.value)
            assert all(side > 0 for side in figure.sides)
    assert "### Fit, exact splits\n" in finished.stdout
    assert "at least 2" in finished.stdout
