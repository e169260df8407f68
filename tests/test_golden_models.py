"""A model file of any version is read by every later one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import lrf
from lrf.modelfile.header import FORMAT_VERSION
from tests.golden_models.make import FOLDER, MODELS, answers

FILES = sorted(FOLDER.glob("*.lrf"))


def test_there_are_files_of_every_version() -> None:
    versions = range(1, FORMAT_VERSION + 1)
    expected = {f"{name}-{version}.lrf" for name in MODELS for version in versions}
    assert {path.name for path in FILES} == expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_says_what_it_said(path: Path) -> None:
    model = lrf.load(path)
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    found = answers(model)
    assert found.keys() == expected.keys()
    for name, answer in expected.items():
        if name == "pairwise":
            np.testing.assert_allclose(found[name], answer, rtol=0, atol=1e-12)
        else:
            assert found[name] == answer, name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_is_saved_as_it_was_loaded(path: Path, tmp_path: Path) -> None:
    model = lrf.load(path)
    model.save(tmp_path / "again")
    again = lrf.load(tmp_path / "again")
    assert lrf.export_text(again) == lrf.export_text(model)
    assert answers(again) == answers(model)
