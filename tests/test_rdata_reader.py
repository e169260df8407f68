"""Files of R."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import numpy as np
import pytest

from lrf.data import read_data
from tests.files import complaint
from tests.r_data import NA_INTEGER, save

X = np.array([[0.5, 1], [-1, 2], [7, 3]])
Y = np.array([[1, 2, 3], [3, 1, 2], [2, 2, 1]], dtype=np.int32)


@pytest.fixture(autouse=True)
def _rdata(request: pytest.FixtureRequest) -> None:
    if "without" not in request.node.name:
        pytest.importorskip("rdata")


def test_published_file(shared: Path) -> None:
    data = read_data(shared / "data" / "formats" / "iris.RData")
    same = read_data(shared / "data" / "kebi" / "iris.csv")
    assert data.feature_names == ("A1", "A2", "A3", "A4")
    assert data.label_names == ("O1", "O2", "O3")
    np.testing.assert_allclose(data.X, same.X, atol=1e-5)
    np.testing.assert_array_equal(data.Y, same.Y)


def test_names_of_columns_or_numbers(tmp_path: Path) -> None:
    path = save(tmp_path / "data.RData", {"x": (X, ["u", "v"]), "y": (Y, ["a", "b", "c"])})
    data = read_data(path)
    np.testing.assert_array_equal(data.X, X)
    np.testing.assert_array_equal(data.Y, [[1, 2, 3], [3, 1, 2], [2.5, 2.5, 1]])
    assert (data.name, data.feature_names, data.label_names) == ("data", ("u", "v"), tuple("abc"))
    data = read_data(save(tmp_path / "data.rda", {"Y": (Y, None), "X": (X, None)}))
    assert (data.feature_names, data.label_names) == (("A1", "A2"), ("L1", "L2", "L3"))


def test_missing_values(tmp_path: Path) -> None:
    positions, features = Y.copy(), X.copy()
    positions[0, 1], features[2, 0] = NA_INTEGER, np.nan
    data = read_data(save(tmp_path / "d.RData", {"x": (features, None), "y": (positions, None)}))
    np.testing.assert_array_equal(data.X, features)
    np.testing.assert_array_equal(data.Y[0], [1, np.nan, 2])


def test_not_compressed_and_called_otherwise(tmp_path: Path) -> None:
    path = save(tmp_path / "data.RData", {"x": (X, None), "y": (Y, None)})
    (tmp_path / "data.bin").write_bytes(gzip.decompress(path.read_bytes()))
    np.testing.assert_array_equal(read_data(tmp_path / "data.bin").X, X)


def test_single_data_frame(tmp_path: Path) -> None:
    import pandas as pd

    rdata = pytest.importorskip("rdata", minversion="1.0")  # writes since then

    path = tmp_path / "data.RData"
    table = pd.DataFrame({"A": [1.5, 2], "hue": ["x", "y"], "s_a": [1.0, 2], "s_b": [2.0, 1]})
    rdata.write_rda(path, {"d": table.astype({"hue": object})})
    data = read_data(path, scores="s_*")
    assert data.Y.tolist() == [[2, 1], [1, 2]]
    assert data.categories == {1: ("x", "y")}


def test_data_frame_beside_a_matrix(tmp_path: Path) -> None:
    import pandas as pd

    rdata = pytest.importorskip("rdata", minversion="1.0")  # writes since then

    path = tmp_path / "data.RData"
    rdata.write_rda(path, {"x": pd.DataFrame(X, columns=["u", "v"]), "y": Y})
    data = read_data(path)
    np.testing.assert_array_equal(data.X, X)
    assert (data.feature_names, data.label_names) == (("u", "v"), ("L1", "L2", "L3"))


def test_features_alone(tmp_path: Path) -> None:
    path = save(tmp_path / "data.RData", {"x": (X, None)})
    assert read_data(path, require_targets=False).Y.shape == (3, 0)
    assert complaint(path) == (
        "data.RData: expected matrices x and y, or a single data frame; found x"
    )


MISTAKES = {
    "numbers of rows": ({"x": X, "y": Y[:2]}, ": x has 3 rows, but y has 2"),
    "no positions": (
        {"x": X, "y": Y - 1},
        ": y: row 0 holds position 0; positions start at 1, the best: if these are counted from 0, "
        "add 1 to each; if 0 means not ranked, write NaN (2 more rows are no rankings either)",
    ),
    "infinite": (
        {"x": np.where(X == -1, np.inf, X), "y": Y},
        ": the matrix x, row 1, holds an infinite number",
    ),
    "other names": (
        {"a": X, "b": Y},
        ": expected matrices x and y, or a single data frame; found a, b",
    ),
}


@pytest.mark.parametrize(("matrices", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(tmp_path: Path, matrices: dict[str, np.ndarray], message: str) -> None:
    path = save(tmp_path / "data.RData", {name: (each, None) for name, each in matrices.items()})
    assert complaint(path) == f"data.RData{message}"


def test_columns_of_the_same_name(tmp_path: Path) -> None:
    path = save(tmp_path / "data.RData", {"x": (X, ["u", "u"]), "y": (Y, None)})
    assert complaint(path) == "data.RData: two columns of the matrix x have the same name"


def test_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "data.RData"
    path.write_bytes(b"RDX2\nX\n\0")
    assert complaint(path).startswith("data.RData: no sound file of R: ")


def test_without_rdata(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rdata", None)
    path = tmp_path / "data.RData"
    path.touch()
    assert complaint(path) == (
        "data.RData: reading files of R takes the package rdata; install lrf[r]"
    )
