"""What is no model file is never taken for one, and never does any harm."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lrf
from lrf.errors import DataError, LrfError, UnknownComponentError
from lrf.modelfile.arrays import NOMINAL
from lrf.modelfile.tensors import read_tensors, write_tensors
from tests.model_files import (
    change_metadata,
    description,
    message_of,
    rewrite,
    small_forest,
    tree_of_words,
)


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "model"
    assert message_of(DataError, lrf.load, path) == (
        f"{path}: cannot be read: No such file or directory"
    )
    assert (
        message_of(DataError, lrf.load, tmp_path) == f"{tmp_path}: cannot be read: Is a directory"
    )


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "0 bytes are too few"),
        (b"a,b\n1,2\n", "a header of 734698278354037857 bytes in a file of 8 bytes"),
        (pickle.dumps({"a": 1}), "bytes in a file of"),
        (b"\xff" * 8, "a header of 18446744073709551615 bytes in a file of 8 bytes"),
        (b"\x02" + bytes(7) + b"[]", "the header is no object"),
        (b"\x01" + bytes(7) + b"\xff", "'utf-8' codec can't decode byte 0xff"),
        (b"\x01" + bytes(7) + b"{", "Expecting property name enclosed in double quotes"),
    ],
)
def test_other_kinds_of_files(tmp_path: Path, content: bytes, what: str) -> None:
    path = tmp_path / "model"
    path.write_bytes(content)
    message = message_of(DataError, lrf.load, path)
    assert message.startswith(f"{path}: no model file, or a damaged one: ")
    assert what in message


def test_arrays_of_somebody_else(tmp_path: Path) -> None:
    path = tmp_path / "model"
    write_tensors(path, {"format": "pt"}, {"weight": np.zeros(3)})
    assert message_of(DataError, lrf.load, path) == f"{path}: no model file of lrf"


def with_header(path: Path, change: Any) -> None:
    """Write a model file whose header is changed, and whose arrays are not."""
    small_forest().save(path)
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + length])
    text = change(header) or json.dumps(header)
    path.write_bytes(len(text).to_bytes(8, "little") + text.encode() + content[8 + length :])


def put(name: str, key: str, value: Any) -> Any:
    def change(header: dict[str, Any]) -> None:
        header[name][key] = value

    return change


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (put("shape", "shape", [10**12]), "the array shape of 1000000000000 bytes lies in "),
        (put("shape", "shape", [0, 10**30]), "the array shape of 0 bytes lies in "),
        (put("mixture_weight", "shape", [0, 10**30]), "the array mixture_weight of 0 bytes lies"),
        (put("shape", "shape", [1] * 99), "the array shape has 99 dimensions"),
        (put("shape", "shape", [-1]), "the array shape has other places and lengths than whole"),
        (put("shape", "shape", [True]), "the array shape has other places and lengths than whole"),
        (put("shape", "shape", 3), "the array shape has other places and lengths than whole"),
        (put("shape", "data_offsets", [0]), "the array shape has other places and lengths"),
        (put("shape", "data_offsets", [0, 1e3]), "the array shape has other places and lengths"),
        (put("shape", "data_offsets", [0, 10**30]), "does not lie behind the one before it"),
        (put("shape", "data_offsets", [9, 3]), "does not lie behind the one before it"),
        (put("shape", "dtype", "O"), "the array shape has the unknown type 'O'"),
        (put("shape", "dtype", ["U8"]), "the array shape has the unknown type ['U8']"),
        (put("shape", "more", 1), "the array shape is described by something else than an object"),
        (lambda header: header.update(more=3), "the array more is described by something else"),
        (lambda header: header.pop("has_missing") and None, "bytes, but "),
        (lambda header: header["__metadata__"].update(more=3), "holds something else than text"),
        (lambda header: header.update(__metadata__=[]), "holds something else than text"),
        (lambda header: '{"a": 1, "a": 2}', "the header says something twice"),
        (lambda header: "[" * 100_000, "maximum recursion depth exceeded"),
        (lambda header: "9" * 10_000, "Exceeds the limit (4300 digits) for integer"),
    ],
)
def test_damaged_header(tmp_path: Path, change: Any, what: str) -> None:
    path = tmp_path / "model"
    with_header(path, change)
    message = message_of(DataError, lrf.load, path)
    assert message.startswith(f"{path}: no model file, or a damaged one: ")
    assert what in message


def test_truncated_file(tmp_path: Path) -> None:
    path = tmp_path / "model"
    small_forest().save(path)
    content = path.read_bytes()
    for length in range(0, len(content), len(content) // 20):
        path.write_bytes(content[:length])
        assert message_of(DataError, lrf.load, path).startswith(f"{path}: ")


def test_later_format(tmp_path: Path) -> None:
    path = tmp_path / "model"
    small_forest().save(path)
    change_metadata(path, format_version="2", lrf_version="9.9")
    assert message_of(DataError, lrf.load, path) == (
        f"{path}: the format 2, written by lrf 9.9, is not the format 1 that this version reads; "
        "install that version of lrf"
    )


@pytest.mark.parametrize("text", ["", "{", "[1]", "3", "[" * 100_000, '{"labels": ' + "9" * 9999])
def test_description_that_is_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "model"
    small_forest().save(path)
    change_metadata(path, model=text)
    message = message_of(DataError, lrf.load, path)
    assert message.startswith(f"{path}: the description of the model is damaged: ")


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
    document = description(path)
    rewrite(path, config={**document["config"], "n_estimators": 4})
    assert message_of(DataError, lrf.load, path) == f"{path}: the array tree_size has not 4 numbers"
    rewrite(path, config={**document["config"], "n_estimator": 4})
    message = message_of(LrfError, lrf.load, path)
    assert message.startswith(f"{path}: n_estimator: unknown; did you mean 'n_estimators'?")
    rewrite(path, config=document["config"], labels=["a", "b"])
    assert message_of(DataError, lrf.load, path) == f"{path}: the array rankings has not 2 labels"
    for wrong in (1, 5, 10**9, 10**30):
        rewrite(path, labels=document["labels"], n_features=wrong)
        assert message_of(DataError, lrf.load, path) == (
            f"{path}: the array has_missing has not one per feature"
        )


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


@pytest.mark.parametrize(
    ("categories", "what"),
    [
        ({}, "the array shape does not fit the features that have categories"),
        ({"1": ["a"]}, "the array shape does not fit the features that have categories"),
        (
            {"0": ["a", "b", "c"], "1": ["a"]},
            "the array shape does not fit the features that have categories",
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
    metadata, arrays = read_tensors(path)
    asked = np.where(arrays["shape"] & NOMINAL, number, arrays["threshold"])
    write_tensors(path, metadata, {**arrays, "threshold": asked})
    assert message_of(DataError, lrf.load, path) == (
        f"{path}: the array threshold asks for categories that do not exist"
    )
