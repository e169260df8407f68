"""What is no path is refused in the same way by everything that takes one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lrf
from lrf.config import read_settings
from lrf.errors import DataError, DataTypeError, LrfError
from lrf.files import path_of
from lrf.study.reading.study import read_study
from tests.model_files import small_forest

TAKERS: dict[str, Callable[[Any], object]] = {
    "load": lambda path: lrf.load(path),
    "save": lambda path: small_forest().save(path),
    "export_onnx": lambda path: lrf.export_onnx(small_forest(), path),
    "read_settings": lambda path: read_settings(path),
    "read_study": lambda path: read_study(path),
}


@pytest.mark.parametrize("take", TAKERS.values(), ids=TAKERS)
@pytest.mark.parametrize("path", [None, 5, 3.5, [], b"model.lrf"], ids=repr)
def test_other_types_are_named(take: Callable[[Any], object], path: Any) -> None:
    if take is TAKERS["export_onnx"]:
        pytest.importorskip("onnx")
    with pytest.raises(DataTypeError) as caught:
        take(path)
    kind = type(path).__name__
    assert str(caught.value) == f"a file is named by a text or a Path, not by {kind}"


@pytest.mark.parametrize("take", [*TAKERS.values(), lrf.read_data], ids=[*TAKERS, "read_data"])
@pytest.mark.parametrize("path", ["", "a\0b", "x" * 300], ids=["empty", "NUL", "too long"])
def test_texts_that_are_no_paths_are_refused(take: Callable[[Any], object], path: str) -> None:
    if take is TAKERS["export_onnx"]:
        pytest.importorskip("onnx")
    with pytest.raises(LrfError) as caught:
        take(path)
    said = str(caught.value)
    assert any(part in said for part in ("text is empty", "no path holds", "File name too long"))


def test_what_is_said_of_texts() -> None:
    with pytest.raises(DataError, match=r"^a file is named by its path, but the text is empty$"):
        path_of("")
    with pytest.raises(DataError, match=r"^'a\\x00b': no path holds the character NUL$"):
        path_of("a\0b")


def test_texts_and_paths_are_paths(tmp_path: Path) -> None:
    assert path_of(str(tmp_path)) == path_of(tmp_path) == tmp_path
