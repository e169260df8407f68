"""Running a study: the folds of lrf evaluate, going on, and noticing what has changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

from lrf import LabelRankingTree, evaluate, load_dataset
from lrf.components import Dataset
from lrf.errors import ConfigError, DataError, StudyError
from lrf.study.fingerprints import fingerprint_of_data
from lrf.study.journal import Journal
from lrf.study.places import find_datasets
from lrf.study.reading import read_study
from lrf.study.running import run_study
from lrf.study.showing import tables_of
from lrf.study.time_left import Costs
from tests.study_files import SMALL, written

TINY = """
seed = 2
folds = 3
datasets = ["iris"]
[models.RT]
preset = "rt"
[models.constant]
baseline = "default-ranking"
"""


def run(path: Path, folder: Path, **options: Any) -> tuple[Any, list[str], list[tuple[Any, ...]]]:
    """Run a study in this process; return the outcome, what was said, and what was reported."""
    said: list[str] = []
    reported: list[tuple[Any, ...]] = []
    outcome = run_study(
        read_study(path),
        folder,
        n_jobs=1,
        say=said.append,
        progress=lambda *values: reported.append(values),
        **options,
    )
    return outcome, said, reported


def test_folds_and_numbers_are_those_of_evaluate(tmp_path: Path) -> None:
    outcome, _, reported = run(written(tmp_path), tmp_path / "out")
    for name in ("iris", "wine"):
        tree = LabelRankingTree.from_preset("rt")
        expected = evaluate(name, tree, folds=4, repeats=2, seed=3)
        score = outcome.score(name, "RT")
        assert (score.tau, score.std) == (expected.tau_mean, expected.tau_std)
        assert score.default_tau == expected.default_tau_mean
        assert score.depth == expected.depth_mean
    assert [done for done, *_ in reported] == list(range(49))
    assert {total for _, total, _ in reported} == {48}
    assert reported[0][2] is None
    assert all(seconds >= 0 for _, _, seconds in reported[1:])
    assert reported[-1][2] == 0


def test_stratified_folds_and_default_model(tmp_path: Path) -> None:
    text = 'folds = 3\nstratify = true\ndatasets = ["iris"]\n[models.d]\npreset = "ert"\n'
    outcome, *_ = run(written(tmp_path, text), tmp_path / "out")
    expected = evaluate("iris", LabelRankingTree.from_preset("ert"), folds=3, stratify=True)
    assert outcome.score("iris", "d").tau == expected.tau_mean


def test_finished_study_is_only_read(tmp_path: Path) -> None:
    path, folder = written(tmp_path, TINY), tmp_path / "out"
    first, *_ = run(path, folder)
    before = (folder / "results.jsonl").read_bytes()
    second, said, reported = run(path, folder)
    assert (folder / "results.jsonl").read_bytes() == before
    assert second.folds == first.folds
    assert (said, reported) == ([], [(6, 6, 0.0)])


def test_more_repeats_models_and_data_sets_only_add(tmp_path: Path) -> None:
    path, folder = written(tmp_path, TINY), tmp_path / "out"
    first, *_ = run(path, folder)
    before = (folder / "results.jsonl").read_bytes()
    more = (
        TINY.replace('["iris"]', '["wine", "iris"]\nrepeats = 2') + '[models.E]\npreset = "ert"\n'
    )
    second, said, reported = run(written(tmp_path, more), folder)
    assert (folder / "results.jsonl").read_bytes().startswith(before)
    assert said == []
    assert reported[0][:2] == (6, 36)
    assert second.folds["iris", "RT"][:3] == first.folds["iris", "RT"]
    _, said, reported = run(written(tmp_path, TINY), folder)
    assert said == [
        "results of E are kept, but this study does not ask for them",
        "results of wine are kept, but this study does not ask for them",
    ]
    assert reported == [(6, 6, 0.0)]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("seed = 2", "seed = 3", "seed was 2 and is 3"),
        ("folds = 3", "folds = 4", "folds was 3 and is 4"),
        ("folds = 3", "folds = 3\nstratify = true", "stratify was false and is true"),
        (
            'preset = "rt"',
            'preset = "rt"\nsettings.stopping.gamma = 0.9',
            "model RT: stopping.gamma was 0.98 and is 0.9",
        ),
        (
            'preset = "rt"',
            'baseline = "default-ranking"',
            None,
        ),
    ],
)
def test_other_study_in_the_same_folder(
    before: str, after: str, told: str | None, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    run(written(tmp_path, TINY), folder)
    lines = (folder / "results.jsonl").read_bytes()
    path = written(tmp_path, TINY.replace(before, after))
    with pytest.raises(StudyError) as caught:
        run(path, folder)
    count = 3 if "RT" in str(told) or told is None else 6
    message = str(caught.value)
    assert message.startswith(
        f"{folder}: {count} results of 6 there belong to something else: {told or 'model RT: '}"
    )
    assert message.endswith("; name another folder with -o, or drop these results with --discard")
    assert (folder / "results.jsonl").read_bytes() == lines, "nothing is lost without --discard"
    outcome, said, _ = run(path, folder, discard=True)
    assert said == [f"dropped {count} results of something else"]
    fresh, *_ = run(path, tmp_path / "fresh")
    assert outcome.score("iris", "RT").tau == fresh.score("iris", "RT").tau


def csv_text(data: Dataset, rows: int) -> str:
    names = [f"x{j}" for j in range(data.X.shape[1])]
    names += [f"rank_{j}" for j in range(data.Y.shape[1])]
    table = np.hstack([data.X, data.Y])[:rows]
    return (
        "\n".join([",".join(names), *(",".join(map(repr, row)) for row in table.tolist())]) + "\n"
    )


def test_other_content_of_a_data_set(tmp_path: Path) -> None:
    text = TINY.replace('["iris"]', '["mine.csv"]')
    path, folder, file = written(tmp_path, text), tmp_path / "out", tmp_path / "mine.csv"
    file.write_text(csv_text(load_dataset("iris"), 60), encoding="utf-8")
    run(path, folder)
    file.write_text(csv_text(load_dataset("iris"), 61), encoding="utf-8")
    with pytest.raises(StudyError) as caught:
        run(path, folder)
    assert (
        "6 results of 6 there belong to something else: data set mine has other content "
        "(60 rows before, 61 rows now)"
    ) in str(caught.value)


def test_data_that_is_not_there_any_more(tmp_path: Path) -> None:
    text = TINY.replace('["iris"]', '["mine.csv"]')
    path, folder, file = written(tmp_path, text), tmp_path / "out", tmp_path / "mine.csv"
    file.write_text(csv_text(load_dataset("iris"), 60), encoding="utf-8")
    first, *_ = run(path, folder)
    file.unlink()
    second, said, _ = run(path, folder)
    assert said == ["mine is not there any more; its results are complete and stay"]
    assert [table.rows for table in tables_of(second)] == [table.rows for table in tables_of(first)]
    with pytest.raises(DataError, match="this data set is not there: mine; .* there is no "):
        run(written(tmp_path, text + "[models.E]\npreset = 'ert'\n"), folder)


def test_data_sets_that_are_nowhere(tmp_path: Path) -> None:
    text = TINY.replace('["iris"]', '["iris", "vehicel", "glass"]\nfolders = ["data"]')
    (tmp_path / "data").mkdir()
    with pytest.raises(DataError) as caught:
        run(written(tmp_path, text), tmp_path / "out")
    assert str(caught.value) == (
        f"these data sets are not there: vehicel, glass; looked in {tmp_path / 'data'}; "
        "did you mean 'vehicle'?; put a file such as vehicel.csv into a folder and name it with "
        "--data or in folders, or write fetch = true, so that it is downloaded"
    )


def test_network_that_is_not_there_is_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def fetch(name: str) -> Dataset:
        asked.append(name)
        raise DataError(f"{name} cannot be downloaded")

    monkeypatch.setenv("LRF_DATA", str(tmp_path / "cache"))
    monkeypatch.setattr("lrf.study.places.fetch_kebi", fetch)
    text = TINY.replace('["iris"]', '["iris", "glass", "wine"]\nfetch = true')
    with pytest.raises(DataError) as caught:
        run(written(tmp_path, text), tmp_path / "out")
    assert asked == ["iris"]
    assert str(caught.value) == (
        "these data sets are not there: iris, glass, wine; looked in no folder, since none is "
        "named; iris cannot be downloaded; put a file such as iris.csv into a folder and name it "
        "with --data or in folders"
    )


def test_folder_given_wins_over_the_package(tmp_path: Path) -> None:
    place = tmp_path / "given"
    place.mkdir()
    (place / "iris.csv").write_text(csv_text(load_dataset("iris"), 40), encoding="utf-8")
    study = read_study(written(tmp_path, TINY))
    assert find_datasets(study, place)["iris"].n_samples == 40
    assert find_datasets(study)["iris"].n_samples == 150
    with pytest.raises(DataError, match="nowhere: there is no such folder of data sets$"):
        find_datasets(study, tmp_path / "nowhere")


def test_fingerprints_know_content_and_not_names() -> None:
    data = load_dataset("iris")
    same = attrs.evolve(data, name="x", feature_names=list("abcd"), X=data.X + 0.0)
    other, gap = data.X.copy(), data.X.copy()
    other[3, 1] += 1e-9
    gap[3, 1] = np.nan
    prints = [fingerprint_of_data(attrs.evolve(data, X=X)) for X in (data.X, other, gap)]
    assert fingerprint_of_data(same) == prints[0]
    assert len(set(prints)) == 3
    negative = np.where(data.X == 0, -0.0, data.X)
    assert fingerprint_of_data(attrs.evolve(data, X=negative)) == prints[0]


def test_line_that_is_no_result(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    run(written(tmp_path, TINY), folder)
    results = folder / "results.jsonl"
    lines = results.read_text(encoding="utf-8").splitlines()
    results.write_text("\n".join([lines[0], "{}", *lines[2:]]) + "\n", encoding="utf-8")
    with pytest.raises(StudyError) as caught:
        Journal(results).read()
    assert str(caught.value) == (
        f"{results}, line 2: this is no result of a fold; delete the line, and the fold is done "
        f"again"
    )


def test_header_that_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "study.json").write_text("[]", encoding="utf-8")
    with pytest.raises(StudyError, match="study.json: this describes no study; "):
        run(written(tmp_path, TINY), folder)


OWN = """
import warnings

import numpy as np


class Model:
    def __init__(self, fail=False, warn=False):
        self.fail, self.warn = fail, warn

    def fit(self, X, Y):
        if self.fail:
            raise RuntimeError("no idea")
        if self.warn:
            warnings.warn("careful", UserWarning, stacklevel=1)
        self.row = Y[0]

    def predict(self, X):
        return np.tile(self.row, (len(X), 1))


def nothing():
    return 3
"""


@pytest.mark.parametrize(
    ("baseline", "settings", "message"),
    [
        (
            "own_models_a:Model",
            "fail = true",
            "iris, own, repeat 0, fold 0: RuntimeError: no idea",
        ),
        (
            "own_models_a:nothing",
            "",
            "models.own: own_models_a:nothing returned int, which has no fit(); a model has "
            "fit(X, Y) and predict(X)",
        ),
        (
            "own_models_a:Model",
            "fial = true",
            "models.own.settings.fial: unknown; did you mean 'fail'? known: fail, warn",
        ),
        (
            "own_models_a:Modle",
            "",
            "models.own.baseline: own_models_a:Modle cannot be imported (AttributeError: module "
            "'own_models_a' has no attribute 'Modle'); modules are looked for where Python is "
            "installed, and in {folder}",
        ),
        (
            "nearest-neighbours",
            "neighbours = 3",
            "models.own.settings.neighbours: unknown; did you mean 'n_neighbors'? known: "
            "categorical_features, n_jobs, n_neighbors",
        ),
    ],
)
def test_models_of_others_that_do_not_work(
    baseline: str, settings: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [*__import__("sys").path, str(tmp_path)])
    (tmp_path / "own_models_a.py").write_text(OWN, encoding="utf-8")
    monkeypatch.delitem(__import__("sys").modules, "own_models_a", raising=False)
    text = TINY.replace('preset = "rt"', f'baseline = "{baseline}"\nsettings = {{ {settings} }}')
    path = written(tmp_path, text.replace("models.RT", "models.own"))
    with pytest.raises((StudyError, ConfigError)) as caught:
        run(path, tmp_path / "out")
    assert str(caught.value) == message.format(folder=tmp_path)


def test_model_of_mine_is_found_beside_the_study_and_its_warnings_are_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", list(__import__("sys").path))
    (tmp_path / "own_models_b.py").write_text(OWN, encoding="utf-8")
    text = TINY.replace(
        'preset = "rt"', 'baseline = "own_models_b:Model"\nsettings = { warn = true }'
    )
    _, said, _ = run(written(tmp_path, text), tmp_path / "out")
    assert said == ["iris, RT: UserWarning: careful"]


def test_more_folds_than_rows(tmp_path: Path) -> None:
    path = written(tmp_path, TINY.replace("folds = 3", "folds = 151"))
    with pytest.raises(DataError) as caught:
        run(path, tmp_path / "out")
    assert str(caught.value) == "iris: 151 folds need at least 151 rows, but there are 150"


@pytest.mark.parametrize("n_jobs", [0, -2])
def test_number_of_processes_that_is_none(n_jobs: int, tmp_path: Path) -> None:
    study = read_study(written(tmp_path, TINY))
    with pytest.raises(ConfigError) as caught:
        run_study(study, tmp_path / "out", n_jobs=n_jobs)
    assert str(caught.value) == (
        f"n_jobs: {n_jobs} processes cannot work; give 1 or more, or -1 for one on each processor"
    )
    assert not (tmp_path / "out").exists()


def test_costs_are_learnt_from_the_same_model_on_other_data() -> None:
    costs = Costs({"small": 10.0, "large": 1000.0})
    assert costs.of({("small", "a"): 3}) is None
    costs.saw("small", "a", 1.0)
    costs.saw("small", "a", 3.0)
    assert costs.of({("small", "a"): 3}) == pytest.approx(6.0)
    assert costs.of({("large", "a"): 1}) == pytest.approx(200.0)
    assert costs.of({("small", "b"): 1}) == pytest.approx(2.0)
    costs.saw("large", "a", 50.0)
    assert costs.of({("large", "a"): 2, ("small", "a"): 1}) == pytest.approx(102.0)


def test_categories_reach_models_that_know_of_them(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    colours = rng.choice(["red", "green", "blue"], 60)
    rows = [
        f"{colour},{x:.3f},{'1,2' if (colour == 'red') else '2,1'}"
        for colour, x in zip(colours, rng.normal(size=60), strict=True)
    ]
    file = tmp_path / "words.csv"
    file.write_text("\n".join(["colour,x,rank_a,rank_b", *rows]) + "\n", encoding="utf-8")
    text = 'folds = 3\ndatasets = ["words.csv"]\n[models.m]\nbaseline = "logistic-on-pairs"\n'
    outcome, *_ = run(written(tmp_path, text), tmp_path / "out")
    assert outcome.score("words", "m").tau == 1.0


def test_header_keeps_what_was_run(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    run(written(tmp_path, SMALL), folder)
    header = json.loads((folder / "study.json").read_text(encoding="utf-8"))
    assert header["data"]["iris"]["n_distinct"] == 5
    assert header["models"]["forest"]["content"]["n_estimators"] == 5
    assert (folder / "study.toml").read_text(encoding="utf-8") == SMALL
