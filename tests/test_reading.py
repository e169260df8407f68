"""Which reader gets a file."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lrf.data import read_data
from lrf.errors import DataError
from lrf.plugin import Dataset, Reader, hookimpl
from lrf.registry import load_registry


def use(monkeypatch: pytest.MonkeyPatch, *readers: Reader) -> None:
    """Make these, and the reader of delimited text, all readers there are."""

    @hookimpl
    def lrf_readers() -> list[Reader]:
        return list(readers)

    registry = load_registry("lrf.data.csv_reader", SimpleNamespace(lrf_readers=lrf_readers))
    monkeypatch.setattr("lrf.data.reading.get_registry", lambda: registry)


def nothing(path: Path, **options: Any) -> Dataset:
    """Read what needs no file, and remember the options."""
    return Dataset(
        name=str(sorted(options)),
        X=np.zeros((1, 1)),
        Y=np.array([[1.0, 2.0]]),
        feature_names=["A"],
        label_names=["x", "y"],
    )


def reader(name: str, suffix: str) -> Reader:
    return Reader(
        name=name,
        summary="",
        recognises=lambda path, head: path.suffix == suffix,
        read=nothing,
    )


def test_reader_of_plain_text_is_the_last_to_be_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use(monkeypatch, reader("zeta", ".zeta"))
    content = "A,rank_x,rank_y\n1,1,2\n2,2,1\n"
    (tmp_path / "data.zeta").write_text(content)
    (tmp_path / "data.txt").write_text(content)
    assert read_data(tmp_path / "data.zeta").n_samples == 1
    assert read_data(tmp_path / "data.txt").n_samples == 2


def test_reader_sees_the_first_bytes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    magic = Reader(
        name="magic", summary="", recognises=lambda path, head: head[:2] == b"\0!", read=nothing
    )
    use(monkeypatch, magic)
    (tmp_path / "data").write_bytes(b"\0!" + bytes(10000))
    assert read_data(tmp_path / "data").n_samples == 1


def test_directory_may_be_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "study.folder").mkdir()
    use(monkeypatch, reader("folder", ".folder"))
    assert read_data(tmp_path / "study.folder").n_samples == 1
    with pytest.raises(DataError, match=r"is a directory, and no reader .* \(csv, folder\)$"):
        read_data(tmp_path)


def test_reader_hears_of_missing_targets_only_where_they_may_be_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use(monkeypatch, reader("zeta", ".zeta"))
    path = tmp_path / "data.zeta"
    path.touch()
    assert read_data(path).name == "['order_column', 'ranks']"
    assert read_data(path, require_targets=False).name == (
        "['order_column', 'ranks', 'require_targets']"
    )


def test_file_that_may_not_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fail(path: Path, **options: Any) -> Dataset:
        raise PermissionError(13, "Permission denied", str(path))

    use(
        monkeypatch,
        Reader(name="fails", summary="", recognises=lambda path, head: True, read=fail),
    )
    (tmp_path / "data.csv").touch()
    with pytest.raises(DataError) as caught:
        read_data(tmp_path / "data.csv")
    assert str(caught.value) == f"{tmp_path}/data.csv: Permission denied"
