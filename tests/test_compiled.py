"""Loops of components that are compiled when they are first called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lrf.plugin import compiled
from tests.test_imports import heavy_imports


@compiled
def fill_with_products(a: Any, b: Any, out: Any) -> None:
    """Write all products."""
    for i in range(len(a)):
        for j in range(len(b)):
            out[i, j] = a[i] * b[j]


def test_does_what_the_function_says() -> None:
    out = np.empty((3, 2))
    fill_with_products(np.array([1.0, 2.0, 3.0]), np.array([2.0, -1.0]), out)
    assert out.tolist() == [[2, -1], [4, -2], [6, -3]]


def test_is_the_function_for_readers_and_pickle() -> None:
    assert fill_with_products.__name__ == "fill_with_products"
    assert fill_with_products.__module__ == __name__
    assert fill_with_products.__doc__ == "Write all products."


def test_marking_imports_nothing_heavy() -> None:
    program = "from lrf.plugin import compiled\n@compiled\ndef double(x):\n    return 2 * x\n"
    assert heavy_imports(program) == []


@pytest.mark.compiled
def test_is_compiled_on_the_first_call() -> None:
    program = "from lrf.plugin import compiled\ndef double(x):\n    return 2 * x\n"
    assert "numba" in heavy_imports(program + "assert compiled(double)(4) == 8\n")


@pytest.mark.compiled
def test_machine_code_is_kept_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "from lrf.plugin import compiled\n@compiled\ndef double(x):\n    return 2 * x\n"
    (tmp_path / "doubling.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import doubling  # type: ignore[import-not-found]

    assert doubling.double(4) == 8
    assert list((tmp_path / "__pycache__").glob("doubling.double-*.nbi"))
