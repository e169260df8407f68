"""Presets: configuration files and nothing else, that describe the methods of the paper."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import lrf.presets
from lrf.components import Preset
from lrf.config import Choice, config_from_dict, preset_settings, read_settings
from lrf.errors import ConfigError, UnknownComponentError
from lrf.estimators import LabelRankingForest, LabelRankingTree, make_estimator
from lrf.plan import make_plan
from lrf.registry import get_registry

NAMES = ("ert", "lrf-ert", "lrf-lrt", "lrf-rt", "lrt", "rt")
FOLDER = Path(str(files("lrf.presets")))

RT = {
    "criterion": Choice("mean-correlation", {"self_pairs": True}, Choice("kendall", {})),
    "stopping": Choice("gamma-ratio", {"gamma": 0.98}),
    "min_samples_leaf": 2,
}
ERT = {
    "criterion": Choice("ranking-gain", {}, Choice("kendall", {})),
    "stopping": Choice("mdlpc", {}),
    "min_samples_leaf": 1,
}
LRT = {
    "criterion": Choice("mallows", {"rankings_per_label": 2.0}),
    "stopping": Choice("none", {}),
    "min_samples_leaf": 1,
}
TREE = {"estimator": "tree", "n_estimators": 1, "bootstrap": False, "max_features": None}
FOREST = {
    "estimator": "forest",
    "n_estimators": 100,
    "bootstrap": True,
    "max_features": "sqrt",
    "root_fallback": True,
    "voting": "hard",
    "blend": "none",
}
COMMON = {
    "leaf": Choice("average-ranking", {}),
    "aggregator": Choice("average-ranking", {}),
    "splitter": "best",
    "max_depth": None,
    "max_bins": None,
    "max_samples": None,
}


def test_there_are_as_many_presets_as_files() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(NAMES)
    assert set(NAMES) <= set(get_registry().names("preset"))
    assert [preset.name for preset in lrf.presets.lrf_presets()] == list(NAMES)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("rt", {**RT, **TREE, **COMMON}),
        ("ert", {**ERT, **TREE, **COMMON}),
        ("lrf-rt", {**RT, **FOREST, **COMMON}),
        ("lrf-ert", {**ERT, **FOREST, **COMMON}),
        ("lrt", {**LRT, **TREE, **COMMON}),
        ("lrf-lrt", {**LRT, **FOREST, **COMMON}),
    ],
)
def test_preset_is_the_method_of_the_paper(name: str, wanted: dict[str, Any]) -> None:
    config = config_from_dict(preset_settings(name))
    assert {key: getattr(config, key) for key in wanted} == wanted
    assert make_plan(config).config == config


@pytest.mark.parametrize("name", NAMES)
def test_preset_says_what_it_is_in_its_first_lines(name: str) -> None:
    preset = get_registry().get("preset", name)
    assert isinstance(preset, Preset)
    first, second, *_ = (FOLDER / f"{name}.toml").read_text(encoding="utf-8").splitlines()
    assert (first, second) == (f"# {preset.summary}", f"# {preset.reference}")
    assert "ranking" in preset.summary
    paper = (
        "Decision tree and instance-based learning" if "lrt" in name else "Label ranking forests"
    )
    assert paper in preset.reference


@pytest.mark.parametrize("name", NAMES)
def test_file_of_a_preset_is_a_configuration_file(name: str) -> None:
    path = FOLDER / f"{name}.toml"
    assert read_settings(path) == preset_settings(name) == tomllib.loads(path.read_text("utf-8"))
    estimator = make_estimator(preset_settings(name))
    assert type(estimator).from_config(path).get_params() == estimator.get_params()


def test_estimators_from_presets() -> None:
    tree = LabelRankingTree.from_preset("rt", max_depth=3, stopping__gamma=0.9)
    assert tree.get_params(deep=False) == {
        "criterion": {"name": "mean-correlation", "correlation": "kendall", "self_pairs": True},
        "stopping": {"name": "gamma-ratio", "gamma": 0.9},
        "leaf": "average-ranking",
        "splitter": "best",
        "max_features": None,
        "root_fallback": True,
        "max_depth": 3,
        "min_samples_leaf": 2,
        "max_bins": None,
        "keep_examples": False,
        "categorical_features": "auto",
        "random_state": None,
    }
    forest = LabelRankingForest.from_preset("lrf-rt", n_estimators=50)
    assert (forest.n_estimators, forest.voting, forest.min_samples_leaf) == (50, "hard", 2)


def test_preset_of_the_other_class_is_refused() -> None:
    with pytest.raises(ConfigError) as caught:
        LabelRankingForest.from_preset("rt")
    assert (
        str(caught.value) == "the preset 'rt' describes a tree, for which there is LabelRankingTree"
    )
    with pytest.raises(ConfigError) as caught:
        LabelRankingTree.from_preset("lrf-ert")
    assert str(caught.value) == (
        "the preset 'lrf-ert' describes a forest, for which there is LabelRankingForest"
    )


def test_unknown_preset_is_refused_with_the_choices() -> None:
    with pytest.raises(UnknownComponentError) as caught:
        LabelRankingForest.from_preset("lfr-rt")
    message = str(caught.value)
    assert "unknown preset 'lfr-rt'" in message
    assert "did you mean 'lrf-rt'?" in message


def test_setting_differently_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ConfigError, match="^n_estimator: unknown; did you mean 'n_estimators'?"):
        LabelRankingForest.from_preset("lrf-rt", n_estimator=50)
