"""Data sets by name: fetched from a server on the loopback, and made from anybody's data."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import permutations
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import attrs
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.datasets import load_diabetes

from lrf import LabelRankingForest, datasets
from lrf.data import download, kebi
from lrf.data.download import RemoteFile, cache_folder
from lrf.data.kebi_files import KEBI, KebiSet
from lrf.datasets import by_attributes, by_classifier, fetch_kebi, kebi_names
from lrf.errors import DataError
from lrf.metrics import mean_kendall_tau
from lrf.rankings import NamedTable

NAN = np.nan

# Orders, not positions: in the second line label 3 comes first, then 1, then 2.
SMALL = b"0.5,  -1.0,1,2,3\n2.5,0.25,3,1,2\n"


def message_of(function: Callable[..., Any], *arguments: Any, **options: Any) -> str:
    with pytest.raises(DataError) as caught:
        function(*arguments, **options)
    return str(caught.value)


# A server on the loopback


@attrs.define
class Server:
    """Files to serve by name, how to answer, and what was asked for."""

    url: str
    files: dict[str, bytes]
    asked: list[str]
    stall: threading.Event


@pytest.fixture
def server() -> Iterator[Server]:
    state = Server("", {}, [], threading.Event())

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.rpartition("/")[2]
            state.asked.append(name)
            if name == "stalled.txt":
                state.stall.wait(30)
            content = state.files.get(name)
            self.send_response(404 if content is None else 200)
            extra = 100 if name == "cut.txt" else 0
            self.send_header("Content-Length", str(len(content or b"") + extra))
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, *arguments: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=partial(running.serve_forever, 0.01), daemon=True)
        thread.start()
        state.url = f"http://127.0.0.1:{running.server_port}"
        yield state
        state.stall.set()
        running.shutdown()
        thread.join()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> RemoteFile:
    """Put one small data set in the place of all others."""
    file = RemoteFile("small.txt", len(SMALL), sha256(SMALL).hexdigest())
    for name in ("small.txt", "cut.txt", "stalled.txt"):
        entry = KebiSet(attrs.evolve(file, name=name), (2, 2, 3))
        monkeypatch.setitem(KEBI, name.removesuffix(".txt"), entry)
    return file


def test_fetched_once_and_read(server: Server, small: RemoteFile, tmp_path: Path) -> None:
    server.files["small.txt"] = SMALL
    folder = tmp_path / "a" / "b"
    for _ in range(2):
        data = fetch_kebi("small", base_url=server.url + "/", folder=folder)
        assert data.name == "small"
        assert data.X.tolist() == [[0.5, -1], [2.5, 0.25]]
        assert data.Y.tolist() == [[1, 2, 3], [2, 3, 1]]
        assert (data.feature_names, data.label_names) == (("A1", "A2"), ("L1", "L2", "L3"))
    assert server.asked == ["small.txt"]
    assert [path.name for path in folder.iterdir()] == ["small.txt"]
    server.files.clear()
    assert fetch_kebi("small", base_url="http://127.0.0.1:1", folder=folder).n_samples == 2


def test_damaged_copy_is_fetched_again(server: Server, small: RemoteFile, tmp_path: Path) -> None:
    server.files["small.txt"] = SMALL
    for content in (SMALL[:-1], SMALL.replace(b"2.5", b"2.6")):
        (tmp_path / "small.txt").write_bytes(content)
        assert fetch_kebi("small", base_url=server.url, folder=tmp_path).X[1, 0] == 2.5
        assert (tmp_path / "small.txt").read_bytes() == SMALL
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "content", [b"", SMALL[:-1], SMALL + b"\n", SMALL.replace(b"2.5", b"2.6"), b"<html>"]
)
def test_other_content_is_refused_and_not_kept(
    server: Server, small: RemoteFile, tmp_path: Path, content: bytes
) -> None:
    server.files["small.txt"] = content
    assert message_of(fetch_kebi, "small", base_url=server.url, folder=tmp_path) == (
        f"{server.url}/small.txt is not the file that is expected: its SHA-256 is not "
        f"{small.sha256}; it was changed, or what was found there is something else"
    )
    assert list(tmp_path.iterdir()) == []


def test_offline_is_told_clearly(small: RemoteFile, tmp_path: Path) -> None:
    url = "http://127.0.0.1:1"  # a port that nobody listens to
    message = message_of(fetch_kebi, "small", base_url=url, folder=tmp_path)
    path = tmp_path / "small.txt"
    assert message.startswith(f"{url}/small.txt cannot be downloaded (")
    assert "refused" in message
    assert message.endswith(
        f"); if you are offline, put the file at {path} yourself, or name another place with "
        f"base_url="
    )
    path.write_bytes(SMALL)
    assert fetch_kebi("small", base_url=url, folder=tmp_path).n_samples == 2


def test_file_that_is_not_there(server: Server, small: RemoteFile, tmp_path: Path) -> None:
    message = message_of(fetch_kebi, "small", base_url=server.url, folder=tmp_path)
    assert "cannot be downloaded (HTTP 404 Not Found); " in message


def test_cut_off_and_stalled_answers(server: Server, small: RemoteFile, tmp_path: Path) -> None:
    server.files = {"cut.txt": SMALL[:9], "stalled.txt": SMALL}
    message = message_of(fetch_kebi, "cut", base_url=server.url, folder=tmp_path, timeout=5)
    assert "cut.txt is not the file that is expected" in message or "IncompleteRead" in message
    message = message_of(fetch_kebi, "stalled", base_url=server.url, folder=tmp_path, timeout=0.2)
    assert "cannot be downloaded (timed out); " in message
    assert list(tmp_path.iterdir()) == []


def test_bad_address(small: RemoteFile, tmp_path: Path) -> None:
    message = message_of(fetch_kebi, "small", base_url="nowhere", folder=tmp_path)
    assert "cannot be downloaded (unknown url type: 'nowhere/small.txt'); " in message


def test_mirror_can_be_a_folder(small: RemoteFile, tmp_path: Path) -> None:
    mirror = tmp_path / "mirror"
    mirror.mkdir()
    (mirror / "small.txt").write_bytes(SMALL)
    found = fetch_kebi("small", base_url=mirror.as_uri(), folder=tmp_path / "kept")
    assert found.n_samples == 2


def test_folder_that_cannot_be_written(server: Server, small: RemoteFile, tmp_path: Path) -> None:
    server.files["small.txt"] = SMALL
    (tmp_path / "file").write_text("in the way")
    path = tmp_path / "file" / "small.txt"
    message = message_of(fetch_kebi, "small", base_url=server.url, folder=path.parent)
    assert message.startswith(f"{path} cannot be written (")
    assert message.endswith("); name another folder with folder=, or with the variable LRF_DATA")


def test_variables_name_the_source_and_the_folder(
    server: Server, small: RemoteFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.files["small.txt"] = SMALL
    monkeypatch.setenv("LRF_KEBI_URL", server.url)
    monkeypatch.setenv("LRF_DATA", str(tmp_path))
    assert fetch_kebi("small").n_samples == 2
    assert (tmp_path / "kebi" / "small.txt").is_file()


def test_default_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ("LRF_DATA", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(download.sys, "platform", "linux")
    assert cache_folder() == tmp_path / ".cache" / "lrf"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert cache_folder() == tmp_path / "x" / "lrf"
    monkeypatch.setattr(download.sys, "platform", "win32")
    assert cache_folder() == tmp_path / "AppData" / "Local" / "lrf"
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "l"))
    assert cache_folder() == tmp_path / "l" / "lrf"


def test_default_source_is_one_fixed_version(
    small: RemoteFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LRF_KEBI_URL", raising=False)
    asked: list[str] = []

    def nothing(url: str, timeout: float) -> Any:
        asked.append(url)
        raise OSError("no network in tests")

    monkeypatch.setattr(download, "urlopen", nothing)
    assert "(no network in tests)" in message_of(fetch_kebi, "small", folder=tmp_path)
    assert asked == [f"{kebi.BASE_URL}/small.txt"]
    commit = kebi.BASE_URL.split("/")[-2]
    assert len(commit) == 40
    assert set(commit) <= set("0123456789abcdef")


def test_names() -> None:
    assert len(kebi_names()) == 16
    assert list(kebi_names()) == sorted(kebi_names())
    assert message_of(fetch_kebi, "vowels") == (
        f"no data set 'vowels'; there are {', '.join(kebi_names())}; did you mean 'vowel'?"
    )


# The other files have spaces here and there, or no newline at their end.
WRITTEN_ALIKE = set(KEBI) - {"bodyfat", "calhousing", "cpu-small", "iris", "vowel", "wine"}


@pytest.mark.parametrize("name", sorted(WRITTEN_ALIKE))
def test_checksums_are_those_of_the_published_sets(
    name: str, server: Server, shared: Path, tmp_path: Path
) -> None:
    """Write a set as the source writes it: not one bit of its file is different."""
    frame = pd.read_csv(shared / "data" / "kebi" / f"{name}.csv")
    ranks = frame.filter(like="rank_")
    features, places = frame.drop(columns=ranks.columns), ranks.to_numpy()
    orders = np.argsort(places, axis=1) + 1
    lines = [
        ",".join([*map(repr, map(float, row)), *map(str, order)])
        for row, order in zip(features.to_numpy(), orders, strict=True)
    ]
    server.files[KEBI[name].file.name] = "".join(line + "\n" for line in lines).encode()
    found = fetch_kebi(name, base_url=server.url, folder=tmp_path)
    np.testing.assert_array_equal(found.X, features.to_numpy())
    np.testing.assert_array_equal(found.Y, places)
    assert (found.n_samples, len(found.feature_names), len(found.label_names)) == KEBI[name].shape


@pytest.mark.parametrize("name", sorted(KEBI))
def test_sizes_are_those_of_the_published_sets(name: str, shared: Path) -> None:
    frame = pd.read_csv(shared / "data" / "kebi" / f"{name}.csv")
    n_labels = len(frame.filter(like="rank_").columns)
    assert KEBI[name].shape == (len(frame), frame.shape[1] - n_labels, n_labels)


# Transformations


def test_public_face() -> None:
    assert set(datasets.__all__) <= set(dir(datasets))
    assert datasets.load("iris").n_samples == 150
    assert datasets.names() == ("iris", "wine")
    assert by_classifier([[0.0], [0.1], [9.0], [9.1]], [0, 0, 1, 1]).shape == (4, 2)


sizes = hnp.arrays(np.float64, (6, 4), elements=st.integers(-5, 5).map(float) | st.just(NAN))


@given(X=sizes, chosen=st.lists(st.integers(0, 3), min_size=2, max_size=3, unique=True))
def test_attributes_are_ordered_by_standardised_size(X: Any, chosen: list[int]) -> None:
    X[0, :], X[1, :] = 7.0, -7.0  # no attribute is constant
    rest, positions = by_attributes(X, chosen)
    np.testing.assert_array_equal(rest, X[:, [j for j in range(4) if j not in chosen]])
    for row, places in zip(X.tolist(), positions.tolist(), strict=True):
        scores = []
        for j in chosen:
            known = X[~np.isnan(X[:, j]), j].tolist()
            scores.append((row[j] - mean(known)) / stdev(known))
        np.testing.assert_array_equal(np.isnan(places), np.isnan(scores))
        for (a, place_a), (b, place_b) in permutations(zip(scores, places, strict=True), 2):
            if a > b + 1e-9:
                assert place_a < place_b


def test_frame_keeps_its_names() -> None:
    frame = pd.DataFrame(
        {"age": [1.0, 2, 3], "kind": ["a", "b", "a"], "tax": [9.0, 2, 1], "b": [5.0, NAN, 7]},
        index=["x", "y", "z"],
    )
    rest, positions = by_attributes(frame, ["tax", "age", "b"])
    pd.testing.assert_frame_equal(rest, frame[["kind"]])
    expected = pd.DataFrame(
        {"tax": [1.0, 2, 3], "age": [3.0, 1, 1], "b": [2.0, NAN, 2]}, index=["x", "y", "z"]
    )
    pd.testing.assert_frame_equal(positions, expected)


def _made_by(package: str, function: str) -> Callable[[Any], Any]:
    def make(columns: Any) -> Any:
        return getattr(pytest.importorskip(package), function)(columns)

    return make


@pytest.mark.parametrize(
    "make",
    [dict, _made_by("polars", "DataFrame"), _made_by("pyarrow", "table")],
    ids=["dictionary", "polars", "arrow"],
)
def test_other_tables_keep_their_names(make: Callable[[Any], Any]) -> None:
    table = make({"a": [1.0, 2.0], "b": [4.0, 3.0], "c": [7.0, 8.0]})
    rest, positions = by_attributes(table, ["c", "b"])
    assert isinstance(positions, NamedTable)
    assert positions.labels == ("c", "b")
    np.testing.assert_array_equal(positions, [[2, 1], [1, 2]])
    assert type(rest) is type(table)
    assert np.asarray(rest["a"]).tolist() == [1, 2]


def test_what_comes_out_can_be_learnt_from() -> None:
    diabetes = load_diabetes(as_frame=True).data
    X, Y = by_attributes(diabetes, ["s1", "s2", "s4", "s5"])
    forest = LabelRankingForest(n_estimators=10, random_state=0).fit(X[:300], Y[:300])
    assert forest.labels_.tolist() == ["s1", "s2", "s4", "s5"]
    constant = np.tile(np.argsort(np.argsort(Y[:300].mean())) + 1, (142, 1))
    assert forest.score(X[300:], Y[300:]) > mean_kendall_tau(constant, Y[300:]) + 0.1


def test_bad_attributes_are_refused() -> None:
    frame = pd.DataFrame({"age": [1.0, 2], "tax": [5.0, 5], "rad": [np.inf, 1], "c": ["u", "v"]})
    assert message_of(by_attributes, frame, ["age"]) == (
        "take out at least two attributes, not 1: nothing to rank"
    )
    assert message_of(by_attributes, frame, ["age", "taxes"]) == (
        "there is no attribute 'taxes'; did you mean 'tax'?"
    )
    assert message_of(by_attributes, frame, ["age", "age"]) == "the attribute 'age' is given twice"
    assert message_of(by_attributes, frame, ["age", "tax"]) == (
        "the attribute 'tax' is the same in all rows: it has no size"
    )
    assert message_of(by_attributes, frame, ["age", "rad"]) == (
        "X: row 0, attribute 'rad' holds a value that is not finite"
    )
    assert message_of(by_attributes, frame, ["age", "c"]) == "X: row 0 holds the text 'u'"
    assert message_of(by_attributes, [[1.0, 2], [2, 1]], [0, 1]) == (
        "all attributes are taken out, and none is left to predict from"
    )
    assert message_of(by_attributes, [[1.0, 2], [2, 1]], [0, 2]) == "there is no attribute 2"
    assert message_of(by_attributes, [1.0, 2], [0, 1]) == (
        "X has the shape (2,); it needs two dimensions"
    )
