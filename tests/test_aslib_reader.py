"""Folders of algorithm selection scenarios."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lrf.data import read_data
from lrf.data.aslib_description import Measure, Scenario, read_description
from lrf.errors import ConfigError
from lrf.rankings import from_scores
from tests.files import bare, complaint

NAN = np.nan
SAMPLE = Path(__file__).parent / "samples" / "aslib.scenario"

DESCRIPTION = """scenario_id: S
performance_measures: runtime
maximize: false
performance_type: runtime
algorithm_cutoff_time: 10
"""
RUNS = "@relation r\n@attribute instance_id string\n@attribute repetition numeric\n"
RUNS += "@attribute algorithm string\n@attribute runtime numeric\n"
RUNS += "@attribute runstatus {ok, timeout, memout, not_applicable, crash, other}\n@data\n"
FEATURES = "@relation f\n@attribute instance_id string\n@attribute repetition numeric\n"
FEATURES += "@attribute size numeric\n@attribute kind {x, y}\n@data\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder that is not there yet."""
    return tmp_path / "scenario"


def scenario(
    folder: Path,
    runs: str,
    features: str = "p,1,3,x\nq,1,5,y\n",
    description: str = DESCRIPTION,
    cv: str | None = None,
) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "description.txt").write_text(description)
    (folder / "algorithm_runs.arff").write_text(RUNS + runs)
    (folder / "feature_values.arff").write_text(FEATURES + features)
    if cv is not None:
        (folder / "cv.arff").write_text(
            "@relation c\n@attribute instance_id string\n@attribute repetition numeric\n"
            "@attribute fold numeric\n@data\n" + cv
        )
    return folder


def test_published_scenario(shared: Path) -> None:
    data = read_data(shared / "data" / "aslib" / "CPMP-2015")
    assert (data.name, data.X.shape, data.Y.shape) == ("CPMP-2015", (527, 22), (527, 4))
    assert data.label_names[0] == "astar-symmulgt-transmul"
    assert data.feature_names[:2] == ("stacks", "tiers")
    assert not np.isnan(data.X).any()
    assert data.notes == ()
    assert data.folds is not None
    assert data.folds.shape == (527, 1)
    assert set(data.folds[:, 0]) == set(range(1, 11))
    # BF10_cpmp_16_8_77_16_58_3: two runs out of memory, then 78 and 600 seconds
    (row,) = np.flatnonzero((data.scores[:, 2:] == [78.121, 600.402]).all(axis=1))
    np.testing.assert_array_equal(data.Y[row], [3.5, 3.5, 1, 2])
    np.testing.assert_array_equal(data.scores[row], [36000, 36000, 78.121, 600.402])
    ties = [len(np.unique(row)) < 4 for row in data.Y]
    assert np.mean(ties) > 0.4


def test_whatever_is_not_ok_shares_the_last_place(folder: Path) -> None:
    path = scenario(
        folder,
        "p,1,a,9.5,ok\np,1,b,0.1,crash\np,1,c,2,timeout\np,1,d,?,memout\np,1,e,3,other\n"
        "q,1,a,1,ok\nq,1,b,2,ok\nq,1,c,2,ok\nq,1,d,99,ok\nq,1,e,?,not_applicable\n",
    )
    data = read_data(path)
    np.testing.assert_array_equal(data.Y, [[1, 3.5, 3.5, 3.5, 3.5], [1, 2.5, 2.5, 4.5, 4.5]])
    np.testing.assert_array_equal(data.scores, [[9.5, 100, 100, 100, 100], [1, 2, 2, 100, 100]])
    assert not data.higher_is_better
    np.testing.assert_array_equal(from_scores(data.scores, higher_is_better=False), data.Y)


def test_runs_that_are_not_there_are_not_ranked(folder: Path) -> None:
    data = read_data(scenario(folder, "p,1,a,1,ok\np,1,b,2,ok\nq,1,a,?,ok\nq,1,b,2,ok\n"))
    np.testing.assert_array_equal(data.Y, [[1, 2], [NAN, 1]])


def test_repetitions_count_by_their_median(folder: Path) -> None:
    data = read_data(
        scenario(
            folder,
            "p,1,a,1,ok\np,2,a,2,ok\np,3,a,9,ok\n"
            "p,1,b,3,ok\np,2,b,3,ok\np,3,b,1,timeout\n"
            "p,1,c,1,ok\np,2,c,1,crash\np,3,c,1,crash\n"
            "q,1,a,1,ok\nq,1,b,4,ok\nq,2,b,5,ok\nq,1,c,2,ok\nq,2,c,1,crash\n",
        )
    )
    np.testing.assert_array_equal(data.scores, [[2, 3, 100], [1, 4.5, 100]])
    np.testing.assert_array_equal(data.Y, [[1, 2, 3], [1, 2, 3]])


def test_features_are_means_over_repetitions(folder: Path) -> None:
    runs = "p,1,a,1,ok\np,1,b,2,ok\nq,1,a,1,ok\nq,1,b,2,ok\n"
    data = read_data(scenario(folder, runs, "q,1,?,?\np,1,3,x\np,2,6,y\np,3,?,x\nq,2,inf,y\n"))
    np.testing.assert_array_equal(data.X, [[4.5, 0], [NAN, NAN]])
    assert data.categories == {1: ("x", "y")}


def test_instances_without_features_or_runs_are_left_out(folder: Path) -> None:
    path = scenario(
        folder,
        "r,1,a,1,ok\nr,1,b,2,ok\nq,1,a,?,ok\nq,1,b,?,ok\np,1,a,3,ok\np,1,b,2,ok\n",
        "p,1,3,x\nq,1,5,y\n",
    )
    data = read_data(path)
    np.testing.assert_array_equal(data.Y, [[2, 1]])
    assert [bare(note) for note in data.notes] == [
        "scenario: left out, since they lack features or runs: 2 instances, such as q"
    ]


def test_other_measure(folder: Path) -> None:
    description = DESCRIPTION.replace(": runtime\nmax", ": [runtime, repetition]\nmax")
    description = description.replace("false", "[false, yes]").replace(
        "type: runtime", "type:\n- 'runtime'\n- solution_quality"
    )
    runs = "p,1,a,1,ok\np,2,b,2,ok\nq,3,a,1,ok\nq,2,b,2,timeout\n"
    path = scenario(folder, runs, description=description)
    data = read_data(path)
    np.testing.assert_array_equal(data.Y, [[1, 2], [1, 2]])
    assert [bare(note) for note in data.notes] == [
        "scenario: ranked by runtime; there are also repetition"
    ]
    data = read_data(path, measure="repetition")
    np.testing.assert_array_equal(data.Y, [[2, 1], [1, 2]])
    np.testing.assert_array_equal(data.scores, [[1, 2], [3, 3]])
    assert data.higher_is_better
    assert complaint(path, measure="repetitions").endswith(
        "description.txt: there is no performance measure 'repetitions'; there are runtime, "
        "repetition"
    )
    with pytest.raises(ConfigError, match="^aslib.mesure: unknown; did you mean 'measure'"):
        read_data(path, mesure="runtime")


def test_folds(folder: Path) -> None:
    runs = "p,1,a,1,ok\np,1,b,2,ok\nq,1,a,1,ok\nq,1,b,2,ok\n"
    data = read_data(scenario(folder, runs, cv="q,1,2\np,1,1\np,2,2\nq,2,1\n"))
    assert data.folds is not None
    assert data.folds.tolist() == [[1, 2], [2, 1]]
    assert read_data(scenario(folder, runs, cv="q,1,2\n")).folds is None
    (folder / "cv.arff").unlink()
    assert read_data(folder).folds is None


def test_instances_called_by_numbers(folder: Path) -> None:
    path = scenario(
        folder, "10,1,a,1,ok\n10,1,b,2,ok\n2,1,a,1,ok\n2,1,b,2,ok\n", "2,1,3,x\n10,1,4,x\n"
    )
    for file in ("algorithm_runs.arff", "feature_values.arff"):
        text = (path / file).read_text()
        (path / file).write_text(text.replace("instance_id string", "instance_id numeric"))
    assert sorted(read_data(path).X[:, 0]) == [3, 4]


def broken(folder: Path, file: str, old: str, new: str) -> str:
    """Return what a folder with a file changed is refused with."""
    shutil.copytree(SAMPLE, folder)
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new))
    return complaint(folder).replace("scenario/", "")


MISTAKES: dict[str, tuple[str, str, str, str]] = {
    "measure": (
        "description.txt",
        "- quality",
        "",
        "description.txt: maximize has 2 values, but there are 1 performance_measures",
    ),
    "no measures": (
        "description.txt",
        "performance_measures",
        "measures",
        "description.txt: expected the key 'performance_measures' with a value or a list",
    ),
    "truth": (
        "description.txt",
        "- false",
        "- perhaps",
        "description.txt: maximize holds 'perhaps'; expected true or false",
    ),
    "unknown attribute": (
        "algorithm_runs.arff",
        "runtime NUMERIC",
        "seconds NUMERIC",
        "algorithm_runs.arff: expected the attribute 'runtime', found instance_id, repetition, "
        "algorithm, seconds, quality, runstatus",
    ),
    "words for numbers": (
        "algorithm_runs.arff",
        "runtime NUMERIC",
        "runtime STRING",
        "algorithm_runs.arff, line 11, column 'runtime': '0.362' is declared to be a word, not a "
        "number",
    ),
    "number of values": (
        "feature_values.arff",
        "list-2,1,",
        "list-2,",
        "feature_values.arff, line 11: 3 values, but the header names 4 attributes",
    ),
    "unknown status": (
        "algorithm_runs.arff",
        ",crash\n",
        ",cursed\n",
        "algorithm_runs.arff, line 28, column 'runstatus': 'cursed' is none of ok, timeout, "
        "memout, crash",
    ),
    "missing instance": (
        "algorithm_runs.arff",
        "list-0,1,merge",
        "?,1,merge",
        "algorithm_runs.arff, line 12, column 'instance_id': the value is missing",
    ),
    "no fold": (
        "cv.arff",
        "fold NUMERIC",
        "part NUMERIC",
        "cv.arff: expected the attribute 'fold', found instance_id, repetition, part",
    ),
}


@pytest.mark.parametrize(("file", "old", "new", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(folder: Path, file: str, old: str, new: str, message: str) -> None:
    assert broken(folder, file, old, new) == message


@pytest.mark.parametrize("file", ["description.txt", "feature_values.arff"])
def test_file_that_is_not_there(folder: Path, file: str) -> None:
    shutil.copytree(SAMPLE, folder)
    (folder / file).unlink()
    assert complaint(folder) == f"scenario: expected the file {file} of an ASlib scenario"


def test_single_algorithm(folder: Path) -> None:
    assert complaint(scenario(folder, "p,1,a,1,ok\nq,1,a,1,ok\n")).endswith(
        "algorithm_runs.arff: 1 algorithms: nothing to rank"
    )


def test_no_instance_in_common(folder: Path) -> None:
    path = scenario(folder, "r,1,a,1,ok\nr,1,b,1,ok\n")
    assert complaint(path) == "scenario: no instance has both features and runs"


def test_options_that_mean_nothing_here() -> None:
    options: dict[str, Any] = {"scores": "s_*"}
    assert "read as 'aslib', which tells the rankings itself" in complaint(SAMPLE, **options)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (DESCRIPTION, Scenario("S", (Measure("runtime", False, True),), 10.0)),
        (
            "# about\nmaximize:\n - no # as usual\nperformance_measures:\n\n - 'PAR 10'\n"
            'algorithm_cutoff_time: ?\nscenario_id: "the 1st: S"\nfeature_steps:\n  a:\n'
            "    provides: &id001\n    - maximize\n",
            Scenario("the 1st: S", (Measure("PAR 10", False, False),), np.inf),
        ),
        (
            "performance_measures: [obj, time]\nmaximize: [true, false]\n"
            "performance_type: [solution_quality, runtime]\nalgorithm_cutoff_time: 1.0e+08\n",
            Scenario(
                "folder",
                (Measure("obj", True, False), Measure("time", False, True)),
                1e8,
            ),
        ),
    ],
    ids=["values", "lists", "brackets"],
)
def test_description(tmp_path: Path, text: str, expected: Scenario) -> None:
    path = tmp_path / "folder" / "description.txt"
    path.parent.mkdir()
    path.write_text(text)
    assert read_description(path) == expected
