"""Models in files: what comes back is what was saved, and nothing else is ever taken for one."""

from __future__ import annotations

import json
import os
import pickle
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lrf
from lrf.errors import ComponentError, DataError, LrfError, UnknownComponentError
from lrf.estimators import LabelRankingForest, LabelRankingTree
from lrf.modelfile.archive import read_archive, write_archive
from lrf.modelfile.arrays import LAYOUT, check_arrays
from lrf.plugin import Correlation
from tests.small import iris

Arrays = dict[str, Any]


def small_forest() -> LabelRankingForest:
    X, Y = iris()
    return LabelRankingForest(n_estimators=3, max_depth=3, random_state=0).fit(X, Y)


def named_tree() -> LabelRankingTree:
    X, Y = iris()
    features = pd.DataFrame(X, columns=["sepal l", "sepal w", "petal l", "petal w"])
    tree = LabelRankingTree.from_preset("rt", random_state=np.int64(0))
    return tree.fit(features, pd.DataFrame(Y, columns=["ä", "b", "c>d"]))


def message_of(error: type[Exception], function: Any, *arguments: Any) -> str:
    with pytest.raises(error) as caught:
        function(*arguments)
    assert isinstance(caught.value, LrfError)
    return str(caught.value)


def rewrite(path: Path, **changes: Any) -> None:
    """Change the document of a model file."""
    document, arrays = read_archive(path)
    write_archive(path, {**document, **changes}, arrays)


# what comes back


@pytest.mark.parametrize(
    "voting", [{"voting": "soft"}, {"voting": "hard", "leaf": "borda"}, {"aggregator": "kemeny"}]
)
def test_forest_comes_back(tmp_path: Path, voting: dict[str, str]) -> None:
    X, Y = iris()
    forest = LabelRankingForest(n_estimators=4, random_state=3, n_jobs=2, verbose=0, **voting)
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
    with zipfile.ZipFile(tmp_path / "model") as archive:
        document = json.loads(archive.read("model.json"))
        names = {name for name in archive.namelist() if name != "model.json"}
    provider = f"lrf {lrf.__version__}"
    assert document == {
        "format": "lrf model",
        "format_version": 1,
        "lrf_version": lrf.__version__,
        "config": {
            "estimator": "tree",
            "criterion": {
                "name": "mean-correlation",
                "self_pairs": True,
                "correlation": "kendall",
            },
            "stopping": {"name": "gamma-ratio", "gamma": 0.98},
            "leaf": "average-ranking",
            "max_features": None,
            "root_fallback": True,
            "max_depth": None,
            "min_samples_leaf": 2,
            "max_bins": None,
        },
        "run": {"categorical_features": "auto", "random_state": 0},
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
        "missing": [],
    }
    assert names == {f"{name}.npy" for name in LAYOUT}


def test_file_can_be_read_by_numpy_alone(tmp_path: Path) -> None:
    forest = small_forest()
    forest.save(tmp_path / "model")
    with np.load(tmp_path / "model", allow_pickle=False) as file:
        for name, array in forest.forest_.to_arrays().items():
            assert np.array_equal(file[name], array)


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

    def full(*arguments: Any, **keywords: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np.lib.format, "write_array", full)
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


# what is not taken for a model


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "model"
    assert message_of(DataError, lrf.load, path) == (
        f"{path}: cannot be read: No such file or directory"
    )
    assert (
        message_of(DataError, lrf.load, tmp_path) == f"{tmp_path}: cannot be read: Is a directory"
    )


def test_other_kinds_of_files(tmp_path: Path) -> None:
    path = tmp_path / "model"
    path.write_text("a,b\n1,2\n")
    assert message_of(DataError, lrf.load, path) == (
        f"{path}: no model file, or a damaged one: File is not a zip file"
    )
    path.write_bytes(pickle.dumps({"a": 1}))
    assert "File is not a zip file" in message_of(DataError, lrf.load, path)
    np.savez(tmp_path / "arrays.npz", a=np.zeros(3))
    assert message_of(DataError, lrf.load, tmp_path / "arrays.npz") == (
        f"{tmp_path / 'arrays.npz'}: no model file, or a damaged one: "
        "\"There is no item named 'model.json' in the archive\""
    )
    write_archive(path, {"format": "another"}, {})
    assert message_of(DataError, lrf.load, path) == f"{path}: no model file of lrf"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("model.json", "[1, 2]")
    assert message_of(DataError, lrf.load, path) == (
        f"{path}: no model file: model.json holds no object"
    )


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    path = tmp_path / "model"
    small_forest().save(path)
    document, arrays = read_archive(path)
    bomb = np.array([Bomb(tmp_path / "harm")], dtype=object)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("model.json", json.dumps(document))
        for name, array in {**arrays, "feature": bomb}.items():
            with archive.open(f"{name}.npy", "w") as stream:
                np.lib.format.write_array(stream, array, allow_pickle=True)
    message_of(DataError, lrf.load, path)
    assert not (tmp_path / "harm").exists()


class Bomb:
    """Writes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def test_array_that_claims_more_than_there_is(tmp_path: Path) -> None:
    path = tmp_path / "model"
    small_forest().save(path)
    document, _ = read_archive(path)
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }"
    header = header.ljust(117) + b"\n"
    array = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("model.json", json.dumps(document))
        archive.writestr("feature.npy", array + bytes(16))
    assert message_of(DataError, lrf.load, path) == (
        f"{path}: no model file, or a damaged one: an array of 8000000000000 bytes in 144 bytes"
    )


def test_truncated_file(tmp_path: Path) -> None:
    path = tmp_path / "model"
    small_forest().save(path)
    content = path.read_bytes()
    for length in range(0, len(content), len(content) // 20):
        path.write_bytes(content[:length])
        assert message_of(DataError, lrf.load, path).startswith(f"{path}: ")


def test_flipped_bytes(tmp_path: Path) -> None:
    path = tmp_path / "model"
    forest = small_forest()
    forest.save(path)
    X, _ = iris()
    expected, content = forest.predict(X), path.read_bytes()
    rng = np.random.default_rng(0)
    refused = 0
    for place in rng.choice(len(content), 150, replace=False):
        damaged = bytearray(content)
        damaged[place] ^= int(rng.integers(1, 256))
        path.write_bytes(damaged)
        try:
            again = lrf.load(path)
        except LrfError as error:
            assert str(error).startswith(f"{path}: ")
            refused += 1
        else:  # a byte of the zip's own that means nothing, such as a date
            assert np.array_equal(again.predict(X), expected)
    assert refused > 100


def test_later_format(tmp_path: Path) -> None:
    path = tmp_path / "model"
    small_forest().save(path)
    rewrite(path, format_version=2, lrf_version="9.9")
    assert message_of(DataError, lrf.load, path) == (
        f"{path}: the format 2, written by lrf 9.9, is not the format 1 that this version reads; "
        "install that version of lrf"
    )


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"labels": ["a", "a", "b"]}, "two labels have the same name"),
        ({"labels": "abc"}, "'labels' must be"),
        ({"labels": ["a", 1, "c"]}, "'labels' must be <class 'str'>"),
        ({"n_features": 0}, "n_features must be a whole number above 0, not 0"),
        ({"n_features": True}, "n_features must be a whole number above 0, not True"),
        ({"feature_names": ["a"]}, "1 names for 4 features"),
        ({"config": []}, "'config' must be <class 'dict'>"),
        ({"components": [{"kind": "criterion"}]}, "missing 2 required positional arguments"),
        ({"components": 3}, "'int' object is not iterable"),
        ({"surprise": 1}, "unexpected keyword argument 'surprise'"),
        ({"categories": []}, "categories must be a table, not []"),
        ({"categories": {"x": ["a"]}}, "invalid literal for int"),
        ({"categories": {"4": ["a"]}}, "categories of a feature 4 that does not exist"),
        ({"categories": {"-1": ["a"]}}, "categories of a feature -1 that does not exist"),
        ({"categories": {"0": []}}, "the categories of feature 0 must be a list, not []"),
        ({"categories": {"0": "ab"}}, "the categories of feature 0 must be a list, not 'ab'"),
        ({"categories": {"0": ["a", "a"]}}, "categories of feature 0 are not different names"),
        ({"categories": {"0": [None, "a"]}}, "categories of feature 0 are not different names"),
        ({"categories": {"0": [["a"]]}}, "categories of feature 0 are not different names"),
        ({"missing": 1}, "'missing' must be <class 'list'>"),
        ({"missing": [4]}, "missing names a feature 4 that does not exist"),
        ({"missing": [True]}, "missing names a feature True that does not exist"),
        ({"missing": ["x"]}, "missing names a feature 'x' that does not exist"),
    ],
)
def test_damaged_description(tmp_path: Path, changes: dict[str, Any], what: str) -> None:
    path = tmp_path / "model"
    small_forest().save(path)
    rewrite(path, **changes)
    message = message_of(DataError, lrf.load, path)
    assert message.startswith(f"{path}: the description of the model is damaged: ")
    assert what in message


def test_configuration_and_arrays_must_agree(tmp_path: Path) -> None:
    path = tmp_path / "model"
    small_forest().save(path)
    document, _ = read_archive(path)
    rewrite(path, config={**document["config"], "n_estimators": 4})
    assert message_of(DataError, lrf.load, path) == f"{path}: the array roots has not 5 numbers"
    rewrite(path, config={**document["config"], "n_estimator": 4})
    message = message_of(LrfError, lrf.load, path)
    assert message.startswith(f"{path}: n_estimator: unknown; did you mean 'n_estimators'?")
    rewrite(path, config=document["config"], labels=["a", "b"])
    assert message_of(DataError, lrf.load, path) == f"{path}: the array rankings has not 2 labels"
    rewrite(path, labels=document["labels"], n_features=5)
    assert message_of(DataError, lrf.load, path) == f"{path}: the array n_features is not 5"


def test_missing_plugin_is_named(tmp_path: Path) -> None:
    path = tmp_path / "model"
    small_forest().save(path)
    origin = {"kind": "correlation", "name": "mystery", "provider": "lrf-mystery 2.1"}
    rewrite(path, components=[origin])
    assert message_of(UnknownComponentError, lrf.load, path) == (
        f"{path}: the correlation 'mystery' is missing; when the model was saved, it was provided "
        "by lrf-mystery 2.1: install that"
    )


# nominal features


def tree_of_words() -> tuple[LabelRankingTree, pd.DataFrame]:
    words = ["a", "b", "a", None, "c"]
    X = pd.DataFrame({"word": words, "size": [1.0, np.nan, 3.0, 4.0, 5.0]})
    Y = [[1, 2, 3], [3, 2, 1], [1, 2, 3], [2, 1, 3], [3, 1, 2]]
    return LabelRankingTree(categorical_features=["word"]).fit(X, Y), X


def test_categories_come_back(tmp_path: Path) -> None:
    path = tmp_path / "model"
    tree, X = tree_of_words()
    tree.save(path)
    document, _ = read_archive(path)
    assert document["categories"] == {"0": ["a", "b", "c", None]}
    assert document["missing"] == [0, 1]
    again = lrf.load(path)
    assert again.categories_ == tree.categories_ == {0: ("a", "b", "c", None)}
    assert again.has_missing_.tolist() == [True, True]
    assert again.categorical_features == ["word"]
    new = X.assign(word=["c", "x", None, "a", "b"])
    assert np.array_equal(again.predict(new), tree.predict(new))
    assert lrf.export_text(again) == lrf.export_text(tree)


@pytest.mark.parametrize(
    ("categories", "what"),
    [
        ({}, "the array nominal does not fit the features that have categories"),
        ({"1": ["a"]}, "the array nominal does not fit the features that have categories"),
        (
            {"0": ["a", "b", "c"], "1": ["a"]},
            "the array nominal does not fit the features that have categories",
        ),
        ({"0": ["a"]}, "the array threshold asks for categories that do not exist"),
    ],
)
def test_nodes_and_categories_must_agree(tmp_path: Path, categories: Any, what: str) -> None:
    path = tmp_path / "model"
    tree_of_words()[0].set_params(categorical_features=None).save(path)
    rewrite(path, categories=categories)
    assert message_of(DataError, lrf.load, path) == f"{path}: {what}"


@pytest.mark.parametrize("number", [0.5, -1.0, 4.0, np.inf, 1e300])
def test_nodes_that_ask_for_no_category(tmp_path: Path, number: float) -> None:
    path = tmp_path / "model"
    tree_of_words()[0].save(path)
    document, arrays = read_archive(path)
    asked = np.where(arrays["nominal"] == 1, number, arrays["threshold"])
    write_archive(path, document, {**arrays, "threshold": asked})
    assert message_of(DataError, lrf.load, path) == (
        f"{path}: the array threshold asks for categories that do not exist"
    )


# arrays


def arrays_of_a_forest() -> Arrays:
    return {name: array.copy() for name, array in small_forest().forest_.to_arrays().items()}


def check(arrays: Arrays) -> Arrays:
    return check_arrays(arrays, n_trees=3, n_features=4, n_labels=3)


def put(name: str, index: Any, value: Any) -> Any:
    def change(arrays: Arrays) -> None:
        arrays[name][index] = value

    return change


def replace(name: str, function: Any) -> Any:
    def change(arrays: Arrays) -> None:
        arrays[name] = function(arrays[name])

    return change


def test_arrays_of_a_forest_are_accepted_as_they_are() -> None:
    arrays = arrays_of_a_forest()
    checked = check(arrays)
    assert set(checked) == set(arrays)
    for name, array in arrays.items():
        assert checked[name].dtype == array.dtype
        assert np.array_equal(checked[name], array)


def test_arrays_of_another_byte_order_and_layout_are_accepted() -> None:
    arrays = arrays_of_a_forest()
    foreign = {
        name: array.astype(array.dtype.newbyteorder(">"), order="F")
        for name, array in arrays.items()
    }
    for name, array in check(foreign).items():
        assert array.dtype == arrays[name].dtype
        assert array.flags.c_contiguous
        assert np.array_equal(array, arrays[name])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda arrays: arrays.pop("roots"), "roots is missing"),
        (lambda arrays: arrays.update(more=np.zeros(1)), "more is unknown"),
        (
            replace("feature", lambda array: array.astype(np.int64)),
            "feature has the type int64, not int32",
        ),
        (
            replace("depths", lambda array: array.astype(np.uint32)),
            "depths has the type uint32, not int32",
        ),
        (replace("right", lambda array: array[None]), "right has 2 dimensions, not 1"),
        (replace("right", lambda array: array[:-1]), "right has not one number per node"),
        (replace("threshold", lambda array: array[:-1]), "threshold has not one number per node"),
        (put("threshold", 0, np.nan), "threshold holds something that is no number"),
        (put("nominal", 0, 2), "nominal holds other numbers than 0 and 1"),
        (put("feature", 0, 4), "feature names features that do not exist"),
        (put("feature", 0, -2), "feature names features that do not exist"),
        (put("feature", 0, -1), "first_leaf does not lead from 0 to "),
        (put("feature", -1, 0), "first_leaf does not lead from 0 to "),
        (put("feature", [0, -1], [-1, 0]), "feature describes no binary trees in pre-order"),
        (put("right", 0, 0), "right leads to other nodes than the next subtrees"),
        (put("right", 0, 1), "right leads to other nodes than the next subtrees"),
        (put("right", -1, 1), "right leads to other nodes than the next subtrees"),
        (put("roots", 0, 1), "roots does not lead from 0 to "),
        (put("roots", -1, 9999), "roots does not lead from 0 to "),
        (put("roots", 1, 0), "roots does not increase"),
        (put("roots", 1, 8), "feature describes no binary trees in pre-order"),
        (put("first_leaf", 1, 3), "right leads to other nodes than the next subtrees"),
        (put("depths", 0, 99), "depths is not possible with so many nodes"),
        (replace("depths", lambda array: array[:-1]), "depths has not 3 numbers"),
        (put("member_start", 1, 0), "member_start does not increase"),
        (put("member_ranking", 0, 99), "member_ranking names rankings that do not exist"),
        (put("member_ranking", 0, -1), "member_ranking names rankings that do not exist"),
        (put("member_weight", 0, 0.0), "member_weight holds weights that are not above 0"),
        (put("member_weight", 0, np.inf), "member_weight holds weights that are not above 0"),
        (
            replace("member_weight", lambda array: array[:-1]),
            "member_weight has not one number per member",
        ),
        (put("rankings", 0, [1, 1, 2]), "rankings holds ties that do not share"),
        (put("rankings", 0, [0, 1, 2]), "rankings: row 0 holds position 0"),
        (replace("rankings", lambda array: array[:0]), "rankings has no rows"),
    ],
)
def test_damaged_arrays(change: Any, message: str) -> None:
    arrays = arrays_of_a_forest()
    change(arrays)
    assert message_of(DataError, check, arrays).startswith(f"the array {message}")


@cache
def fitted_once() -> LabelRankingForest:
    return small_forest()


@settings(max_examples=300)
@given(st.data())
def test_any_changed_number_is_refused_or_harmless(data: st.DataObject) -> None:
    forest = fitted_once()
    arrays = {name: array.copy() for name, array in forest.forest_.to_arrays().items()}
    name = data.draw(st.sampled_from(sorted(arrays)))
    array = arrays[name].reshape(-1)
    place = data.draw(st.integers(0, array.size - 1))
    kind = array.dtype.kind
    numbers = {"i": st.integers(-3, 40), "u": st.integers(0, 3), "f": st.floats()}
    array[place] = data.draw(numbers[kind])
    try:
        checked = check(arrays)
    except DataError:
        return
    again = type(forest.forest_).from_arrays(checked, forest.forest_.plan)
    predicted = again.predict(iris()[0])
    assert np.array_equal(lrf.rankings.validate_rankings(predicted), predicted)
    assert sum(again.tree(i).n_nodes for i in range(3)) == len(checked["feature"])
