"""Which reader gets a file."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lrf.data import read_data
from lrf.errors import ConfigError, DataError, UnknownComponentError
from lrf.plugin import Dataset, Parameter, Reader, hookimpl
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


def test_reader_by_its_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use(monkeypatch, reader("zeta", ".zeta"))
    path = tmp_path / "data.csv"
    path.write_text("A,rank_x,rank_y\n1,1,2\n2,2,1\n")
    assert read_data(path, reader="zeta").n_samples == 1
    assert read_data(path, reader="csv").n_samples == 2
    with pytest.raises(UnknownComponentError, match="unknown reader 'zta'"):
        read_data(path, reader="zta")


def refusing(path: Path, ranks: str | None = None, order_column: str | None = None) -> Dataset:
    """Read what needs no file, and take no option but those that every reader is given."""
    return nothing(path)


def test_option_that_a_reader_does_not_take(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use(monkeypatch, Reader(name="z", summary="", recognises=lambda *_: True, read=refusing))
    path = tmp_path / "data.z"
    path.touch()
    assert read_data(path).n_samples == 1
    assert read_data(path, require_targets=False).n_samples == 1  # it always finds some
    options: dict[str, tuple[Any, str]] = {
        "scores": ("s_*", "--scores (scores=)"),
        "higher_is_better": (False, "--lower-is-better (higher_is_better=)"),
    }
    for option, (value, said) in options.items():
        with pytest.raises(DataError) as caught:
            read_data(path, **{option: value})
        assert str(caught.value) == (
            f"{path}: read as 'z', which tells the rankings itself and takes no {said}"
        )


def test_parameters_of_a_reader(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: dict[str, Any] = {}

    def read(path: Path, ranks: Any, order_column: Any, **parameters: Any) -> Dataset:
        seen.update(parameters)
        return nothing(path)

    parameters = [
        Parameter("sheet", "first"),
        Parameter("skip", 0, minimum=0),
        Parameter("scale", 1.0),
        Parameter("strict", False),
    ]
    use(
        monkeypatch,
        Reader(name="z", summary="", recognises=lambda *_: True, read=read, parameters=parameters),
    )
    path = tmp_path / "data.z"
    path.touch()
    read_data(path, sheet="2", skip=3, scale=0.5, strict=True)
    assert seen == {"sheet": "2", "skip": 3, "scale": 0.5, "strict": True}
    read_data(path, sheet="2", skip="3", scale="2", strict="True")
    assert seen == {"sheet": "2", "skip": 3, "scale": 2, "strict": True}
    mistakes: list[tuple[dict[str, Any], str]] = [
        ({"skip": -1}, "z.skip: -1 is not allowed; "),
        ({"skip": "two"}, "z.skip: 'two' is not allowed; "),
        ({"strict": "perhaps"}, "z.strict: 'perhaps' is not allowed; "),
        ({"shet": "x"}, "z.shet: unknown; did you mean 'sheet'? known: "),
    ]
    for wrong, message in mistakes:
        with pytest.raises(ConfigError) as caught:
            read_data(path, **wrong)
        assert str(caught.value).startswith(message)
    with pytest.raises(ConfigError, match="^csv.sheet: unknown; known: unlisted$"):
        read_data(path, reader="csv", sheet="x")
