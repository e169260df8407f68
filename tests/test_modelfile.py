"""Models in files: what comes back is what was saved."""

from __future__ import annotations

import json
import os
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from safetensors.numpy import load_file, save_file

import lrf
from lrf.errors import ComponentError, DataError
from lrf.estimators import LabelRankingForest, LabelRankingTree
from lrf.modelfile.arrays import LAYOUT
from lrf.modelfile.tensors import read_tensors
from lrf.plugin import Correlation
from tests.model_files import (
    description,
    message_of,
    named_tree,
    rewrite,
    small_forest,
    tree_of_words,
)
from tests.plain import plain_forest
from tests.small import iris

# what comes back


@pytest.mark.parametrize(
    "voting", [{"voting": "soft"}, {"voting": "hard", "leaf": "borda"}, {"aggregator": "kemeny"}]
)
def test_forest_comes_back(tmp_path: Path, voting: dict[str, str]) -> None:
    X, Y = iris()
    forest = plain_forest(n_estimators=4, random_state=3, n_jobs=2, verbose=0, **voting)
    forest.fit(X, Y).save(tmp_path / "model")
    again = lrf.load(str(tmp_path / "model"))
    assert isinstance(again, LabelRankingForest)
    assert np.array_equal(again.predict(X), forest.predict(X))
    assert again.config_ == forest.config_
    assert again.depths_.tolist() == forest.depths_.tolist()
    assert again.labels_.tolist() == forest.labels_.tolist()
    assert (again.n_labels_, again.n_features_in_) == (3, 4)
    assert (again.random_state, again.n_jobs, again.n_estimators) == (3, 2, 4)
    assert not hasattr(again, "feature_names_in_")
    refitted = again.fit(X, Y)
    assert np.array_equal(refitted.predict(X), forest.predict(X))


def test_tree_comes_back_with_its_names(tmp_path: Path) -> None:
    tree = named_tree()
    tree.save(tmp_path / "model")
    again = lrf.load(tmp_path / "model")
    assert isinstance(again, LabelRankingTree)
    assert again.feature_names_in_.tolist() == tree.feature_names_in_.tolist()
    X = pd.DataFrame(iris()[0], columns=again.feature_names_in_)
    assert again.predict_orders(X) == tree.predict_orders(X)
    assert again.labels_.tolist() == ["ä", "b", "c>d"]
    first, second = tree.forest_.tree(0), again.forest_.tree(0)
    for name in ("feature", "threshold", "left", "right", "weight", "positions"):
        assert np.array_equal(getattr(first, name), getattr(second, name), equal_nan=True)
    with pytest.raises(DataError, match="Feature names"):
        again.predict(X[X.columns[::-1]])


def test_one_leaf_comes_back(tmp_path: Path) -> None:
    tree = LabelRankingTree().fit([[1.0]], [[2, 1]])
    tree.save(tmp_path / "model")
    assert lrf.load(tmp_path / "model").predict([[5.0]]).tolist() == [[2, 1]]


def test_parameters_set_after_the_fit_do_not_get_into_the_model(tmp_path: Path) -> None:
    forest = small_forest().set_params(leaf="borda", max_depth=None, n_estimators=9)
    forest.save(tmp_path / "model")
    again = lrf.load(tmp_path / "model")
    assert again.config_ == forest.config_
    assert (again.leaf, again.max_depth, again.n_estimators) == ("average-ranking", 3, 3)


def test_what_was_tried_and_scored_comes_back(tmp_path: Path) -> None:
    X, Y = iris()
    forest = LabelRankingForest(n_estimators=20, tune="oob", oob_score=True, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a row may be in every bag
        forest.fit(X, Y).save(tmp_path / "model")
    again = lrf.load(tmp_path / "model")
    assert again.tuning_ == forest.tuning_
    assert again.oob_score_ == forest.oob_score_
    assert again.config_ == forest.config_
    again.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()
    assert not hasattr(lrf.load(_plain(tmp_path)), "tuning_")


def _plain(folder: Path) -> Path:
    small_forest().save(folder / "plain")
    return folder / "plain"


def test_score_of_a_forest_whose_trees_saw_everything_is_not_saved(tmp_path: Path) -> None:
    forest = small_forest()
    forest.oob_score_ = float("nan")
    forest.save(tmp_path / "model")
    assert not hasattr(lrf.load(tmp_path / "model"), "oob_score_")


@pytest.mark.parametrize(
    "wrong",
    [
        {"tuning": []},
        {"tuning": [[]]},
        {"tuning": [{"chosen": True}]},
        {"tuning": [{"chosen": 1, "oob_score": 0.5}]},
        {"tuning": [{"chosen": True, "oob_score": float("nan")}]},
        {"tuning": [{"chosen": True, "oob_score": 0.5, "x": [1]}]},
        {"oob_score": "high"},
        {"oob_score": float("inf")},
        {"oob_score": True},
    ],
)
def test_what_was_tried_is_checked(tmp_path: Path, wrong: dict[str, Any]) -> None:
    small_forest().save(tmp_path / "model")
    rewrite(tmp_path / "model", **wrong)
    assert "the description of the model is damaged: " in message_of(
        DataError, lrf.load, tmp_path / "model"
    )


def test_generator_is_not_saved(tmp_path: Path) -> None:
    tree = LabelRankingTree(random_state=np.random.default_rng(0)).fit([[1.0]], [[2, 1]])
    tree.save(tmp_path / "model")
    assert lrf.load(tmp_path / "model").random_state is None


def test_equal_models_are_equal_files(tmp_path: Path) -> None:
    for name in "ab":
        small_forest().save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_file_says_in_plain_json_what_it_holds(tmp_path: Path) -> None:
    named_tree().save(tmp_path / "model")
    content = (tmp_path / "model").read_bytes()
    header = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
    metadata = header.pop("__metadata__")
    assert set(header) == set(LAYOUT)
    document = json.loads(metadata.pop("model"))
    provider = f"lrf {lrf.__version__}"
    assert metadata == {
        "format": "lrf model",
        "format_version": "1",
        "lrf_version": lrf.__version__,
    }
    assert document == {
        "config": {
            "estimator": "tree",
            "criterion": {
                "name": "mean-correlation",
                "self_pairs": True,
                "correlation": "kendall",
            },
            "stopping": {"name": "gamma-ratio", "gamma": 0.98},
            "leaf": "average-ranking",
            "splitter": "best",
            "max_features": None,
            "root_fallback": True,
            "max_depth": None,
            "min_samples_leaf": 2,
            "max_bins": None,
        },
        "run": {"keep_examples": False, "categorical_features": "auto", "random_state": 0},
        "labels": ["ä", "b", "c>d"],
        "n_features": 4,
        "feature_names": ["sepal l", "sepal w", "petal l", "petal w"],
        "components": [
            {"kind": "criterion", "name": "mean-correlation", "provider": provider},
            {"kind": "correlation", "name": "kendall", "provider": provider},
            {"kind": "stopping rule", "name": "gamma-ratio", "provider": provider},
            {"kind": "aggregator", "name": "average-ranking", "provider": provider},
        ],
        "categories": {},
        "calibration": None,
        "bags": {"seed": 0, "mark": document["bags"]["mark"]},
        "tuning": None,
        "oob_score": None,
    }


def test_file_can_be_read_by_safetensors_alone(tmp_path: Path) -> None:
    forest = small_forest()
    forest.save(tmp_path / "model")
    arrays = load_file(tmp_path / "model")
    expected = forest.forest_.to_arrays()
    assert arrays.pop("has_missing").tolist() == [0, 0, 0, 0]
    assert set(arrays) == set(expected)
    for name, array in expected.items():
        assert arrays[name].dtype == array.dtype
        assert np.array_equal(arrays[name], array)


def test_file_that_safetensors_wrote_is_read(tmp_path: Path) -> None:
    forest = small_forest()
    forest.save(tmp_path / "model")
    metadata, arrays = read_tensors(tmp_path / "model")
    save_file(arrays, tmp_path / "other", metadata)
    X, _ = iris()
    assert np.array_equal(lrf.load(tmp_path / "other").predict(X), forest.predict(X))


def test_saving_replaces_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "model"
    path.write_text("something else")
    small_forest().save(path)
    assert os.listdir(tmp_path) == ["model"]
    assert lrf.load(path).n_labels_ == 3
    plain = tmp_path / "plain"
    plain.touch()
    assert path.stat().st_mode == plain.stat().st_mode


def test_failed_saving_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model"
    path.write_text("something else")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert message_of(DataError, small_forest().save, path) == (
        f"{path}: cannot be written: No space left on device"
    )
    assert os.listdir(tmp_path) == ["model"]
    assert path.read_text() == "something else"


def test_saving_where_nothing_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "model"
    assert message_of(DataError, small_forest().save, path) == (
        f"{path}: cannot be written: No such file or directory"
    )
    assert message_of(DataError, small_forest().save, tmp_path) == (
        f"{tmp_path}: cannot be written: it is a folder"
    )


def test_component_that_no_plugin_provides_cannot_be_saved(tmp_path: Path) -> None:
    own = Correlation(name="own", summary="for tests", embed=lambda rankings: rankings)
    X, Y = iris()
    tree = LabelRankingTree({"name": "mean-correlation", "correlation": own}).fit(X, Y)
    assert message_of(ComponentError, tree.save, tmp_path / "model") == (
        "the correlation 'own' was handed over as a record, so that it could not be found when "
        "the model is loaded; let a plugin provide it"
    )
    assert os.listdir(tmp_path) == []


def test_categories_come_back(tmp_path: Path) -> None:
    path = tmp_path / "model"
    tree, X = tree_of_words()
    tree.save(path)
    assert description(path)["categories"] == {"0": ["a", "b", "c", None]}
    again = lrf.load(path)
    assert again.categories_ == tree.categories_ == {0: ("a", "b", "c", None)}
    assert again.has_missing_.tolist() == [True, True]
    assert again.categorical_features == ["word"]
    new = X.assign(word=["c", "x", None, "a", "b"])
    assert np.array_equal(again.predict(new), tree.predict(new))
    assert lrf.export_text(again) == lrf.export_text(tree)
