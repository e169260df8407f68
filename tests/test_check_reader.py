"""What `check_reader` says of readers that break a law."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

from lrf.errors import ConfigError
from lrf.plugin import DataError, Dataset, Parameter, Reader
from lrf.registry import get_registry
from lrf.testing import check_reader

CONTENT = "0.5 1 2\n1.5 2 1\n2.5 1.5 1.5\n3.5 1 2\n"


def table(path: Path) -> Any:
    try:
        numbers = np.loadtxt(path, ndmin=2, encoding="utf-8")
        assert numbers.shape[1] == 3
        assert (np.sort(numbers[:, 1:], axis=1).sum(axis=1) == 3).all()
        return numbers
    except (ValueError, AssertionError, UserWarning) as error:
        raise DataError(f"{path}: this is no table of numbers") from error


def recognises(path: Path, head: bytes) -> bool:
    return path.suffix == ".tab" and b"\0" not in head


def read(path: Path, ranks: Any, order_column: Any, require_targets: bool = True) -> Dataset:
    numbers = table(path)
    return Dataset(
        name=path.stem,
        X=numbers[:, :1],
        Y=numbers[:, 1:],
        feature_names=["x"],
        label_names=["a", "b"],
    )


def changed(**changes: Any) -> Any:
    """Return a reader's function that does the same and then changes something."""
    return lambda path, **options: attrs.evolve(read(path, **options), **changes)


def reader(**changes: Any) -> Reader:
    sound = {"name": "odd", "summary": "for tests", "recognises": recognises, "read": read}
    return Reader(**sound | changes)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "numbers.tab"
    found.write_text(CONTENT, encoding="utf-8")
    return found


def complaint(component: Reader, path: Path, **options: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        check_reader(component, path, **options)
    return str(caught.value).replace(str(path.parent), "FOLDER")


def test_sound_reader_passes(path: Path) -> None:
    check_reader(reader(), path)
    check_reader(reader(), str(path), expected=read(path, None, None))


def test_options_reach_the_reader(path: Path) -> None:
    asked = []

    def asking(path: Path, **options: Any) -> Dataset:
        asked.append(options)
        return read(path, None, None)

    check_reader(reader(read=asking), path, ranks="r_*")
    assert asked[0] == {"ranks": "r_*", "order_column": None}
    assert {"ranks": "r_*", "order_column": None, "require_targets": False} in asked


def calls() -> Any:
    """Return a reader's function that finds other numbers each time."""
    factors = iter(range(1, 100))
    return lambda path, **options: changed(X=read(path, **options).X * next(factors))(
        path, **options
    )


def doubles_without_targets(path: Path, **options: Any) -> Dataset:
    found = read(path, None, None)
    return attrs.evolve(found, X=found.X * 2) if "require_targets" in options else found


def lets_errors_through(path: Path, **options: Any) -> Dataset:
    if len(path.read_bytes()) == len(CONTENT) // 2:
        raise ValueError("could not read it")
    return read(path, None, None)


def forgets_the_name(path: Path, **options: Any) -> Dataset:
    try:
        return read(path, None, None)
    except DataError as error:
        raise DataError("no table") from error


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"recognises": lambda path, head: False}, "it does not recognise FOLDER/numbers.tab"),
        (
            {"recognises": lambda path, head: path.is_dir() or recognises(path, head)},
            "it recognises a folder",
        ),
        (
            {"recognises": lambda path, head: path.is_file() and b"\0" not in head},
            "it recognises plain.csv, a file that is not for it",
        ),
        (
            {"recognises": lambda path, head: path.is_file()},
            "it recognises arbitrary.bin, a file that is not for it",
        ),
        (
            {"recognises": lambda path, head: head.decode("utf-8").startswith("0.5")},
            "recognises failed with UnicodeDecodeError: 'utf-8' codec can't decode byte 0x80 in "
            "position 128: invalid start byte for arbitrary.bin, which begins with "
            r"b'\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b'; it must answer True or False",
        ),
        ({"read": lambda path, **options: None}, "read must return a Dataset, not NoneType"),
        ({"read": changed(X=np.array([[1], [2]]))}, "X must be an array of float64 with two axes"),
        (
            {"read": changed(label_names=["a", "a"])},
            "the columns of Y are 2, which need as many different names, not a, a",
        ),
        (
            {"read": changed(feature_names=["x", "y"])},
            "the columns of X are 1, which need as many different names, not x, y",
        ),
        (
            {"read": changed(Y=np.array([[1.0, 2.0]]))},
            "X and Y have different numbers of rows",
        ),
        ({"read": changed(X=np.full((4, 1), np.inf))}, "X holds infinite numbers"),
        ({"read": changed(name="")}, "the data set has no name"),
        (
            {"read": changed(Y=np.zeros((4, 2)))},
            "Y: row 0 holds position 0; positions start at 1, the best: if these are counted from "
            "0, add 1 to each; if 0 means not ranked, write NaN (3 more rows are no rankings "
            "either)",
        ),
        (
            {"read": changed(Y=np.array([[1.0, 1.0]] * 4))},
            "Y must hold average positions for ties, numbered from 1 among the labels that a row "
            "ranks",
        ),
        ({"read": calls()}, "reading again: X differs"),
        (
            {"read": doubles_without_targets},
            "reading with require_targets=False: X differs",
        ),
        (
            {"read": lets_errors_through},
            "reading a file that is cut short failed with ValueError: could not read it; raise "
            "DataError with a message that names the file",
        ),
        (
            {"read": forgets_the_name},
            "its error about an empty file does not name the file: no table",
        ),
    ],
)
def test_broken_law(path: Path, changes: dict[str, Any], message: str) -> None:
    assert complaint(reader(**changes), path) == f"reader 'odd': {message}"


def test_reader_without_options_and_with_parameters(path: Path) -> None:
    def scaled(path: Path, factor: float = 1.0) -> Dataset:
        found = read(path, None, None)
        return attrs.evolve(found, X=factor * found.X)

    odd = reader(read=scaled, parameters=[Parameter("factor", 1.0, minimum=0.0)])
    check_reader(odd, path, expected=read(path, None, None))
    doubled = attrs.evolve(read(path, None, None), X=2 * read(path, None, None).X)
    check_reader(odd, path, parameters={"factor": 2.0}, expected=doubled)
    with pytest.raises(ConfigError) as caught:
        check_reader(odd, path, parameters={"factor": -1.0})
    assert (
        str(caught.value) == "reader.factor: -1.0 is not allowed; allowed: a number of at least 0"
    )
    with pytest.raises(DataError) as refused:
        check_reader(odd, path, ranks="r_*")
    assert str(refused.value) == (
        f"{path}: read as 'odd', which tells the rankings itself and takes no --ranks (ranks=)"
    )


def test_codes_must_stand_for_words(path: Path) -> None:
    def coded(words: str) -> Any:
        def read_codes(path: Path) -> Dataset:
            found = read(path, None, None)
            return attrs.evolve(
                found, X=np.floor(found.X) % 4, categories={0: tuple(words.split())}
            )

        return reader(read=read_codes)

    check_reader(coded("red blue green grey"), path)
    assert complaint(coded("red blue"), path) == (
        "reader 'odd': column 0 of X holds codes that stand for none of red, blue"
    )


# Folders


def read_folder(path: Path) -> Dataset:
    parts = []
    for name in ("a.tab", "b.tab"):
        if not (path / name).is_file():
            raise DataError(f"{path}: expected the file {name}")
        parts.append(table(path / name))
    numbers = np.vstack(parts)
    return Dataset(
        name=path.stem,
        X=numbers[:, :1],
        Y=numbers[:, 1:],
        feature_names=["x"],
        label_names=["a", "b"],
    )


def read_folder_carelessly(path: Path) -> Dataset:
    (path / "a.tab").read_bytes()
    return read_folder(path)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (read_folder, None),
        (
            read_folder_carelessly,
            "reader 'odd': reading a folder without a.tab failed with FileNotFoundError",
        ),
    ],
)
def test_folder(tmp_path: Path, function: Any, message: str | None) -> None:
    folder = tmp_path / "two.parts"
    folder.mkdir()
    for name in ("a.tab", "b.tab"):
        (folder / name).write_text(CONTENT, encoding="utf-8")
    odd = reader(recognises=lambda path, head: path.suffix == ".parts", read=function)
    if message is None:
        check_reader(odd, folder, expected=read_folder(folder))
    else:
        assert complaint(odd, folder).startswith(message)


def test_data_set_that_is_not_the_expected_one(path: Path) -> None:
    expected = attrs.evolve(read(path, None, None), label_names=["a", "c"])
    assert complaint(reader(), path, expected=expected) == (
        "reader 'odd': expected: label_names differs, ('a', 'b') and ('a', 'c')"
    )


def test_installed_reader_must_be_the_one_that_is_found(path: Path) -> None:
    greedy = reader(name="any", read=changed(X=np.zeros((4, 1))))
    get_registry().register(greedy, reader(name="tab"), provider="test")
    try:
        assert complaint(get_registry().get("reader", "tab"), path) == (
            "reader 'tab': read by lrf.read_data, which may know other readers for it: X differs"
        )
    finally:
        get_registry().unregister("test")
