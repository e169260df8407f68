"""Spoilt files: each reader gives a right result or an error of ours, and takes no time over it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lrf.components import Dataset
from lrf.data import read_data
from lrf.errors import LrfError
from lrf.rankings import validate_rankings

SAMPLES = Path(__file__).parent / "samples"
NEEDS = {"parquet": "pyarrow", "rdata": "rdata"}

TEXTS = ["csv.csv", "kebi.txt", "arff.xarff"]
FOLDERS = ["aslib.scenario", "sushi.folder"]
BINARIES = ["parquet.parquet", "rdata.RData"]
SECONDS = 5.0

ORDERS = 'size,hue,L,b>a,a\n1,red,"{a,b}>c",2,0\n2.5,,c>a=b,1,1\n?,blue,b>a>c,0,2\n'
SCORES = "x;s_a;s_b\n1;2,5;3\n2;;1\n"


def needs(name: str) -> None:
    package = NEEDS.get(name.partition(".")[0])
    if package is not None and find_spec(package) is None:
        pytest.skip(f"{package} is not installed")


def assert_sound(data: Dataset) -> None:
    assert data.X.dtype == data.Y.dtype == np.float64
    assert data.X.shape == (data.n_samples, len(data.feature_names))
    assert data.Y.shape == (data.n_samples, len(data.label_names))
    assert data.n_samples
    assert not np.isinf(data.X).any()
    assert len(set(data.feature_names)) == len(data.feature_names)
    assert len(set(data.label_names)) == len(data.label_names)
    for column, words in data.categories.items():
        codes = data.X[~np.isnan(data.X[:, column]), column]
        assert np.isin(codes, np.arange(len(words))).all()
    ranked = ~np.isnan(data.Y).all(axis=1)
    if data.label_names and ranked.any():
        np.testing.assert_array_equal(validate_rankings(data.Y[ranked]), data.Y[ranked])


def survives(path: Path, **options: object) -> Dataset | None:
    """Read a path; return nothing if it is refused."""
    start = process_time()
    try:
        data = read_data(path, **options)  # type: ignore[arg-type]
    except LrfError as error:
        assert str(error).splitlines() == [str(error)]  # one line, and not an empty one
        data = None
    assert process_time() - start < SECONDS
    if data is not None:
        assert_sound(data)
    return data


def spoilt(content: bytes) -> st.SearchStrategy[bytes]:
    """Return what can become of a file on its way."""
    places = st.integers(0, len(content))
    pieces = st.one_of(
        st.binary(max_size=6),
        st.sampled_from([b'"', b"'", b"{", b"}", b">", b"=", b",", b";", b"\t", b"?", b"%", b"@"]),
        st.sampled_from([b"\n", b"\r\n", b"\r", b"\0", b"nan", b"-1", b"1e999", b"9" * 400]),
    )
    cut = st.tuples(places, places).map(lambda ends: content[: min(ends)] + content[max(ends) :])
    doubled = st.tuples(places, places).map(
        lambda ends: content[: max(ends)] + content[min(ends) :]
    )
    inserted = st.tuples(places, pieces).map(
        lambda change: content[: change[0]] + change[1] + content[change[0] :]
    )
    written = st.tuples(places, pieces).map(
        lambda change: content[: change[0]] + change[1] + content[change[0] + len(change[1]) :]
    )
    return st.one_of(places.map(lambda end: content[:end]), cut, doubled, inserted, written)


def twice_spoilt(content: bytes) -> st.SearchStrategy[bytes]:
    return spoilt(content).flatmap(lambda once: st.one_of(st.just(once), spoilt(once)))


@pytest.mark.parametrize("name", [*TEXTS, *BINARIES])
def test_spoilt_file(name: str) -> None:
    needs(name)
    content = (SAMPLES / name).read_bytes()

    @given(twice_spoilt(content), st.booleans())
    @settings(max_examples=150)
    def try_out(changed: bytes, require: bool) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_bytes(changed)
            survives(path, require_targets=require)
            survives(path, require_targets=require, reader=name.partition(".")[0])

    try_out()


@pytest.mark.parametrize(
    ("text", "options"),
    [(ORDERS, {}), (ORDERS, {"order_column": "L"}), (SCORES, {"scores": "s_*"})],
    ids=["orders found", "orders named", "scores"],
)
def test_spoilt_table(text: str, options: dict[str, object]) -> None:
    @given(twice_spoilt(text.encode()))
    @settings(max_examples=150)
    def try_out(changed: bytes) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "data.csv"
            path.write_bytes(changed)
            survives(path, **options)

    try_out()


def files_of_folders() -> list[tuple[str, str]]:
    return [(name, file.name) for name in FOLDERS for file in sorted((SAMPLES / name).iterdir())]


@pytest.mark.parametrize(("name", "file"), files_of_folders())
def test_spoilt_folder(name: str, file: str) -> None:
    content = (SAMPLES / name / file).read_bytes()

    @given(st.one_of(st.none(), twice_spoilt(content)))
    @settings(max_examples=50)
    def try_out(changed: bytes | None) -> None:
        with TemporaryDirectory() as folder:
            copy = Path(folder) / name
            shutil.copytree(SAMPLES / name, copy)
            if changed is None:
                (copy / file).unlink()
            else:
                (copy / file).write_bytes(changed)
            survives(copy)

    try_out()


@pytest.mark.parametrize("name", [*TEXTS, *BINARIES])
def test_every_beginning_of_a_file(name: str, tmp_path: Path) -> None:
    needs(name)
    content = (SAMPLES / name).read_bytes()
    path = tmp_path / name
    for end in range(0, len(content), max(1, len(content) // 300)):
        path.write_bytes(content[:end])
        survives(path)


def recoded(text: str) -> Iterator[tuple[str, bytes]]:
    yield "CRLF", text.replace("\n", "\r\n").encode()
    yield "CR", text.replace("\n", "\r").encode()
    yield "byte order mark", text.encode("utf-8-sig")
    yield "UTF-16", text.encode("utf-16")
    yield "UTF-16, big end first", b"\xfe\xff" + text.encode("utf-16-be")
    yield "UTF-32", text.encode("utf-32")


@pytest.mark.parametrize("name", TEXTS)
def test_other_writings_of_the_same_text(name: str, tmp_path: Path) -> None:
    text = (SAMPLES / name).read_text()
    expected = read_data(SAMPLES / name)
    for what, content in recoded(text):
        path = tmp_path / name
        path.write_bytes(content)
        found = read_data(path)
        np.testing.assert_array_equal(found.X, expected.X, err_msg=what)
        np.testing.assert_array_equal(found.Y, expected.Y, err_msg=what)
        assert found.feature_names == expected.feature_names, what
        assert found.label_names == expected.label_names, what


@pytest.mark.parametrize("name", TEXTS)
def test_latin_letters_in_an_old_encoding_are_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes((SAMPLES / name).read_text().replace("a", "ä").encode("latin-1"))
    with pytest.raises(LrfError, match=r"byte 0xe4 is no UTF-8 text; save the file as UTF-8"):
        read_data(path)


def test_quotes_around_all_cells(tmp_path: Path) -> None:
    for name in ("csv.csv", "kebi.txt"):
        lines = (SAMPLES / name).read_text().splitlines()
        quoted = [",".join(f'"{cell}"' for cell in line.split(",")) for line in lines]
        path = tmp_path / name
        path.write_text("\n".join(quoted))
        np.testing.assert_array_equal(read_data(path).X, read_data(SAMPLES / name).X)
        np.testing.assert_array_equal(read_data(path).Y, read_data(SAMPLES / name).Y)


@given(st.binary(max_size=300), st.sampled_from(["a.csv", "a.xarff", "a.RData", "a.order", "a"]))
@settings(max_examples=200)
def test_arbitrary_bytes(content: bytes, name: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        survives(path)


HEAVY: dict[str, Callable[[int], str]] = {
    "one line": lambda size: "1" * size,
    "one cell in quotes": lambda size: 'A,rank_a,rank_b\n"' + "x" * size + '",1,2\n',
    "open quote": lambda size: 'A,rank_a,rank_b\n"' + "1,2,1\n" * (size // 6),
    "blanks": lambda size: " " * size + "\n" + "\t" * size,
    "many columns": lambda size: ",".join(f"A{i}" for i in range(size // 6)) + "\n",
    "signs of orders": lambda size: "A,L\n1," + "a>" * (size // 2) + "b\n2,b>a\n",
    "quotes in orders": lambda size: "A,L\n1," + "a>'" * (size // 3) + "b\n2,b>a\n",
    "long labels": lambda size: f"A,L\n1,{'9' * 9000}>8\n2,8>{'9' * 9000}\n",
    "many labels": lambda size: "1," + ">".join(f"L{i}" for i in range(size // 60)),
    "attributes": lambda size: "@relation r\n" + "@attribute a NUMERIC\n" * (size // 20),
    "quotes in ARFF": lambda size: (
        "@relation r\n@attribute a STRING\n@data\n" + "'\\" * (size // 2)
    ),
    "braces in ARFF": lambda size: "@relation r\n@attribute a {" + " " * size + "'\n",
    "long number": lambda size: "A,rank_a,rank_b\n" + "9" * size + ",1,2\n",
    "long word": lambda size: "A,rank_a,rank_b\n" + "1." * size + ",1,2\n",
}


@pytest.mark.parametrize("what", HEAVY)
def test_lines_that_take_long_to_match_do_not(what: str, tmp_path: Path) -> None:
    path = tmp_path / "data.txt"
    path.write_text(HEAVY[what](120_000))
    survives(path)


# Header, the lines that are repeated below it, and how many megabytes of them.
LARGE = {
    "numbers": ("A,B,rank_a,rank_b\n", "0.123456789,-1234.5678,1,2\n", 10),
    "orders": ("", "0.123456789,-1234.5678,7,a>b=c\n", 10),
    "ARFF": (
        "@relation r\n@attribute A NUMERIC\n@attribute L RANKING {a,b}\n@data\n",
        "0.1234567890123456789,\ta>b\n",
        10,
    ),
    "words and gaps": ("A,B,rank_a,rank_b\n", "red,-0.123456789,1,2\nblue,,2,1\n", 100),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", LARGE)
def test_large_file(kind: str, tmp_path: Path) -> None:
    head, line, megabytes = LARGE[kind]
    number = megabytes * 10_000 // len(line)
    path = tmp_path / "data.txt"
    with path.open("w") as file:
        file.write(head)
        for _ in range(100):
            file.write(line * number)
    data = read_data(path)
    assert data.n_samples == 100 * number * line.count("\n")
    assert_sound(data)
