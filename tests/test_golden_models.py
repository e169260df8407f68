"""A model file of any version is read by every later one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import lrf
from lrf.modelfile.header import FORMAT_VERSION
from tests.golden_models.make import FOLDER, MODELS, rows_for

FILES = sorted(FOLDER.glob("*.lrf"))


def test_there_are_files_of_every_version() -> None:
    versions = range(1, FORMAT_VERSION + 1)
    expected = {f"{name}-{version}.lrf" for name in MODELS for version in versions}
    assert {path.name for path in FILES} == expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_predicts_as_it_did(path: Path) -> None:
    model = lrf.load(path)
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["positions"]
    assert np.array_equal(model.predict(rows_for(model)), expected)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_is_saved_as_it_was_loaded(path: Path, tmp_path: Path) -> None:
    model = lrf.load(path)
    model.save(tmp_path / "again")
    again = lrf.load(tmp_path / "again")
    assert lrf.export_text(again) == lrf.export_text(model)
    assert np.array_equal(again.predict(rows_for(model)), model.predict(rows_for(model)))
