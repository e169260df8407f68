"""Study files: what they mean, and what is said when something in them is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from lrf.errors import LrfError
from lrf.study.reading import read_study
from tests.study_files import written

MODEL = '[models.RT]\npreset = "rt"\n'
SETS = 'datasets = ["iris"]\n'


def test_everything_is_read(tmp_path: Path) -> None:
    text = """
    title = "T"
    note = "N"
    seed = 4
    folds = 3
    repeats = 2
    stratify = true
    folders = ["here"]
    fetch = true
    datasets = ["iris", "mine", "files/other.csv"]
    [data.mine]
    path = "x.csv"
    scores = "yield_*"
    lower_is_better = true
    read = { measure = "PAR10" }
    [models.a]
    preset = "rt"
    settings = { "stopping.gamma" = 0.9, criterion = { correlation = "spearman" } }
    [models.b]
    config = { estimator = "forest", n_estimators = 7 }
    settings.max_depth = 3
    [models.c]
    baseline = "nearest-neighbours"
    settings = { n_neighbors = 3 }
    [comparisons.two]
    title = "Two"
    models = ["b", "a"]
    [figures.first]
    kind = "gain"
    models = ["b"]
    beside = ["a"]
    [published.a]
    iris = 0.9
    [elsewhere.z]
    mine = 0.5
    """
    study = read_study(written(tmp_path, text))
    assert (study.title, study.note, study.seed, study.folds) == ("T", "N", 4, 3)
    assert (study.repeats, study.n_folds, study.stratify, study.fetch) == (2, 6, True, True)
    assert study.folders == (tmp_path / "here",)
    assert [spec.name for spec in study.datasets] == ["iris", "mine", "other"]
    assert study.datasets[1].path == tmp_path / "x.csv"
    assert study.datasets[1].options == {
        "scores": "yield_*",
        "higher_is_better": False,
        "measure": "PAR10",
    }
    assert study.datasets[2].path == tmp_path / "files/other.csv"
    first, second, third = study.models
    assert first.settings["stopping"] == {"name": "gamma-ratio", "gamma": 0.9}
    assert first.settings["criterion"]["name"] == "mean-correlation"
    assert first.settings["criterion"]["correlation"] == "spearman"
    assert second.settings == {"estimator": "forest", "n_estimators": 7, "max_depth": 3}
    assert (third.factory, third.settings) == ("nearest-neighbours", {"n_neighbors": 3})
    assert [(one.name, one.models) for one in study.comparisons] == [("two", ("b", "a"))]
    assert study.figures[0].beside == ("a",)
    assert study.published == {"a": {"iris": 0.9}}
    assert study.elsewhere == {"z": {"mine": 0.5}}


def test_without_comparisons_all_models_are_compared_and_shown(tmp_path: Path) -> None:
    study = read_study(written(tmp_path))
    assert study.comparisons[0].models == ("RT", "forest", "neighbours")
    assert [figure.name for figure in study.figures] == ["accuracy-all", "ranks-all"]


def test_model_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "model.toml").write_text("n_estimators = 9\n", encoding="utf-8")
    text = SETS + '[models.m]\nconfig = "model.toml"\n'
    assert read_study(written(tmp_path, text)).models[0].settings == {"n_estimators": 9}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SETS, "models: missing; describe one as [models.NAME]"),
        (SETS + "[models]\n", "models: there are none; describe one as [models.NAME]"),
        (
            SETS + "repeat = 3\n" + MODEL,
            "repeat: unknown; did you mean 'repeats'? known: comparisons, data, datasets, "
            "elsewhere, fetch, figures, folders, folds, models, note, published, repeats, seed, "
            "stratify, title",
        ),
        (
            SETS + "folds = 1\n" + MODEL,
            "folds: 1 is not allowed; allowed: an integer of at least 2",
        ),
        ("seed = true\n" + MODEL, "seed: True is not allowed; allowed: an integer of at least 0"),
        (
            SETS + "[models.RT]\npresets = 'rt'\n",
            "models.RT.presets: unknown; did you mean 'preset'? known: baseline, config, "
            "preset, settings",
        ),
        (
            SETS + "[models.RT]\npreset = 'lrf-rtt'\n",
            "models.RT.preset: unknown preset 'lrf-rtt'; did you mean 'lrf-rt'?",
        ),
        (
            SETS + "[models.RT]\npreset = 'rt'\nbaseline = 'x'\n",
            "models.RT: give one of preset, config, baseline, not preset and baseline",
        ),
        (
            SETS + "[models.RT]\npreset = 'rt'\nsettings.stopping.gama = 0.5\n",
            "models.RT.settings.stopping.gama: unknown; did you mean 'gamma'?",
        ),
        (
            SETS + "[models.RT]\nconfig.n_estimator = 5\n",
            "models.RT.config.n_estimator: unknown; did you mean 'n_estimators'?",
        ),
        (
            SETS + "[models.K]\nbaseline = 'nearest-neighbour'\n",
            "models.K.baseline: no baseline 'nearest-neighbour'; did you mean "
            "'nearest-neighbours'? there are: default-ranking, extra-trees-on-pairs, "
            "forest-on-ranks, logistic-on-pairs, nearest-neighbours, ridge-on-pairs; or name "
            "one of yours as package.module:factory",
        ),
        ("datasets = []\n" + MODEL, "datasets: there are none; list names"),
        (
            "datasets = ['iris', 'iris']\n" + MODEL,
            "datasets: two of them are called 'iris'",
        ),
        (
            SETS + MODEL + "[comparisons.x]\nmodels = ['RTT']\n",
            "comparisons.x.models: no model 'RTT'; did you mean 'RT'? there are: RT",
        ),
        (
            SETS + MODEL + "[comparisons.x]\nmodels = ['RT', 'RT']\n",
            "comparisons.x.models: 'RT' stands there twice",
        ),
        (
            SETS + MODEL + "[comparisons.'a b']\n",
            "comparisons.a b: files are called after it, so it consists of letters, digits, "
            "'-', '_' and '.'",
        ),
        (
            SETS + MODEL + "[figures.f]\nkind = 'gains'\n",
            "figures.f.kind: 'gains' is not allowed; did you mean 'gain'? allowed: 'accuracy', "
            "'gain', 'critical-difference'",
        ),
        (
            SETS + MODEL + "[figures.f]\nkind = 'gain'\n",
            "figures.f.beside: names 0 models, not 1: only a figure of kind 'gain' has it, and "
            "one for each of its models",
        ),
        (
            SETS + MODEL + "[published.RT]\niri = 0.5\n",
            "published.RT: no data set 'iri'; did you mean 'iris'? there are: iris",
        ),
        (
            SETS + MODEL + "[published.RT]\niris = 5.0\n",
            "published.RT.iris: 5.0 is not allowed; allowed: a number from -1.0 to 1.0",
        ),
        (
            SETS + MODEL + "[elsewhere.RT]\niris = 0.5\n",
            "elsewhere.RT: this model is in the study; its figures belong to published.RT",
        ),
        (
            "[data.d]\npaths = 'x'\n" + MODEL,
            "data.d.paths: unknown; did you mean 'path'?",
        ),
    ],
)
def test_mistakes(text: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(LrfError) as caught:
        read_study(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(LrfError, match="none.toml: cannot be read: No such file or directory$"):
        read_study(tmp_path / "none.toml")


def test_no_toml(tmp_path: Path) -> None:
    with pytest.raises(LrfError, match="small.toml: no TOML: "):
        read_study(written(tmp_path, "models ="))


@pytest.mark.parametrize(("name", "count"), [("paper", 16), ("state-of-the-art", 16), ("real", 5)])
def test_studies_of_the_repository_are_sound(name: str, count: int) -> None:
    study = read_study(Path(__file__).parents[1] / "studies" / f"{name}.toml")
    assert len(study.datasets) == count
    assert (study.folds, study.repeats) == (10, 5)
    assert study.title != name
