"""Text files without a header, whose last field is an order."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf.data import read_data
from lrf.data.kebi_reader import recognises
from lrf.rankings import to_orders
from tests.files import Write, complaint, writer


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file and returns its path."""
    return writer(tmp_path)


def test_published_file(shared: Path) -> None:
    data = read_data(shared / "data" / "formats" / "glass.kebi.txt")
    same = read_data(shared / "data" / "kebi" / "glass.csv")
    assert data.feature_names == tuple(f"A{j}" for j in range(1, 10))
    assert data.label_names == tuple(f"L{j}" for j in range(1, 7))
    np.testing.assert_allclose(data.X, same.X, atol=1e-5)
    np.testing.assert_array_equal(data.Y, same.Y)
    assert data.notes == ()


@pytest.mark.parametrize("sign", [",", ";", "\t", ", "])
def test_separators_ties_and_gaps(write: Write, sign: str) -> None:
    lines = ["0.5,1,b>a=c", "?,-2e3,c>b", ",0,a>c>b"]
    data = read_data(write("\n".join(lines).replace(",", sign), "data"))
    np.testing.assert_array_equal(data.X, [[0.5, 1], [np.nan, -2000], [np.nan, 0]])
    np.testing.assert_array_equal(data.Y, [[2.5, 1, 2.5], [np.nan, 2, 1], [1, 3, 2]])


def test_names_do_not_matter_and_content_does(tmp_path: Path) -> None:
    known = {
        b"1,2,a>b\n": True,
        b"\n\n1,a>b\n2,b>a": True,
        b"red,1,a>b>c": True,
        b"x,y,L\n1,2,a>b\n": False,
        b"a>b\nb>a\n": False,
        b"1,2,a>b,3\n": False,
        b"": False,
        b"\0,a>b": False,
    }
    for content, expected in known.items():
        path = tmp_path / "data.csv"
        path.write_bytes(content)
        assert recognises(path, content[:4096]) is expected, content
    assert not recognises(tmp_path, b"")


def test_first_line_longer_than_what_readers_are_shown(write: Write) -> None:
    line = ",".join(["0.125"] * 3000)
    data = read_data(write(f"{line},a>b\n{line},b>a\n"))
    assert data.X.shape == (2, 3000)


MISTAKES = {
    "number of fields": ("1,2,a>b\n1,b>a\n", "line 2: 2 cells, but the first line has 3 columns"),
    "no order": (
        "1,2,a>b\n1,2,b>\n",
        "line 2, column 'ranking': 'b>' is no order: a label is missing at the end (write b>a=c "
        "or b > {a,c}, and labels that hold such signs in double quotes)",
    ),
    "empty order": (
        "1,2,a>b\n1,2,\n",
        "line 2, column 'ranking': the cell is empty; leave out rows without one",
    ),
    "word": ("1,2,a>b\n1,x,b>a\n", "line 2, column 'A2': 'x' is not a number"),
    "label twice": (
        "1,a>b\n1,b>b\n",
        "line 2, column 'ranking': the row names the label 'b' twice",
    ),
}


@pytest.mark.parametrize(("content", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(write: Write, content: str, message: str) -> None:
    assert complaint(write(content)) == f"data.csv, {message}"


def test_options_that_mean_nothing_here(write: Write) -> None:
    path = write("1,2,a>b\n")
    assert complaint(path, ranks="r_*") == (
        "data.csv: read as 'kebi', which tells the rankings itself and takes no --ranks (ranks=)"
    )
    assert complaint(path, scores="r_*").endswith("takes no --scores (scores=)")


def test_file_without_features(write: Write) -> None:
    assert complaint(write("a>b\n"), reader="kebi") == (
        "data.csv, line 1: there must be features and, in the last field, an order"
    )


def test_rows_without_order_where_none_is_needed(write: Write) -> None:
    data = read_data(write("1,a>b\n2,\n"), require_targets=False)
    np.testing.assert_array_equal(data.Y, [[1, 2], [np.nan, np.nan]])


@given(
    st.lists(
        st.tuples(
            st.floats(allow_nan=False, allow_infinity=False),
            st.lists(st.integers(1, 4), min_size=4, max_size=4),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_round_trip(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[float, list[int]]]
) -> None:
    from lrf.rankings import from_scores

    Y = from_scores([scores for _, scores in rows])
    Y[0] = [1, 2, 3, 4]  # so that the file is known by its first line
    path = tmp_path_factory.mktemp("kebi") / "data.txt"
    orders = to_orders(Y, ["L1", "L2", "L3", "L4"])
    lines = [f"{number!r},{order}\n" for (number, _), order in zip(rows, orders, strict=True)]
    path.write_text("".join(lines))
    data = read_data(path)
    np.testing.assert_array_equal(data.Y, Y)
    np.testing.assert_array_equal(data.X[:, 0], [number for number, _ in rows])
