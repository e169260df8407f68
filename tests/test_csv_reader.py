"""Reading delimited text: what is understood, and what each mistake is answered with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf.data import find_dataset, read_data
from lrf.data.cells import _at_once, _in_chunks
from lrf.data.table import Table
from lrf.errors import DataError
from lrf.registry import get_registry
from tests.files import Write, complaint, writer

READERS = ", ".join(get_registry().names("reader"))

GOOD = "A1,A2,rank_x,rank_y,rank_z\n0.5,1,1,2,3\n-2e3,0,3,1,2\n"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file and returns its path."""
    return writer(tmp_path)


def assert_good(path: Path, **options: object) -> None:
    data = read_data(path, **options)  # type: ignore[arg-type]
    assert data.X.tolist() == [[0.5, 1], [-2000, 0]]
    assert data.Y.tolist() == [[1, 2, 3], [3, 1, 2]]
    assert data.feature_names == ("A1", "A2")
    assert data.label_names == ("x", "y", "z")


def test_columns_called_rank_are_the_targets(write: Write) -> None:
    assert_good(write(GOOD))
    assert read_data(write(GOOD)).name == "data"


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        GOOD + "\n\r\n   \n",
        "\n\n" + GOOD,
        GOOD.rstrip("\n"),
        GOOD.replace(",", ";"),
        GOOD.replace(",", "\t"),
        GOOD.replace(",", ", "),
        GOOD.replace("A1", '"A1"').replace("0.5", '"0.5"').replace("rank_x", '"rank_x"'),
        GOOD.replace("rank_z", ' "rank_z"').replace(",3\n", ', "3"\n'),
    ],
    ids=[
        "byte order mark",
        "CRLF",
        "CR",
        "blank lines at the end",
        "blank lines at the start",
        "no last newline",
        "semicolons",
        "tabs",
        "spaces after commas",
        "quotes",
        "quotes after spaces",
    ],
)
def test_writings_of_the_same_table(write: Write, content: str | bytes) -> None:
    assert_good(write(content))


def test_quoted_names_may_hold_delimiters_quotes_and_line_breaks(write: Write) -> None:
    data = read_data(write('"a,b","c ""d""","e\nf",rank_x,"rank_y,z"\n1,2,3,1,2\n4,5,6,2,1\n'))
    assert data.feature_names == ("a,b", 'c "d"', "e\nf")
    assert data.label_names == ("x", "y,z")
    assert data.X.tolist() == [[1, 2, 3], [4, 5, 6]]


def test_ties_in_any_writing_become_average_positions(write: Write) -> None:
    data = read_data(write("A,rank_x,rank_y,rank_z\n0,1,1,2\n0,1,1,3\n0,1.5,1.5,3\n"))
    assert data.Y.tolist() == [[1.5, 1.5, 3]] * 3


@pytest.mark.parametrize("empty", ["", "nan", "NaN", " "])
def test_empty_rank_is_a_label_that_was_not_ranked(write: Write, empty: str) -> None:
    data = read_data(write(f"A,rank_x,rank_y,rank_z\n0,1,{empty},2\n1,1,2,3\n"))
    np.testing.assert_array_equal(data.Y, [[1, np.nan, 2], [1, 2, 3]])


def test_glob_with_a_fixed_start_names_the_labels(write: Write) -> None:
    assert_good(write(GOOD.replace("rank_", "pos ")), ranks="pos *")


def test_other_globs_keep_the_names(write: Write) -> None:
    path = write(GOOD.replace("rank_x", "x.r").replace("rank_y", "y.r").replace("rank_z", "z.r"))
    assert read_data(path, ranks="*.r").label_names == ("x.r", "y.r", "z.r")
    assert read_data(path, ranks="[!w].r").label_names == ("x.r", "y.r", "z.r")


def test_orders(write: Write) -> None:
    path = write('A1,o,A2\n0.5,"x>{y,z}",1\n-2e3,y > z=x,0\n7,z>y,2\n')
    data = read_data(path, order_column="o")
    assert data.X.tolist() == [[0.5, 1], [-2000, 0], [7, 2]]
    np.testing.assert_array_equal(data.Y, [[1, 2.5, 2.5], [2.5, 1, 2.5], [np.nan, 2, 1]])
    assert data.label_names == ("x", "y", "z")


def test_other_writings_of_the_targets_are_no_features(write: Write) -> None:
    path = write("A,o,x,y,rank_x,rank_y\n7,x>y,0,1,1,2\n8,y>x,1,0,2,1\n")
    data = read_data(path, order_column="o")
    assert data.feature_names == ("A",)
    assert data.Y.tolist() == [[1, 2], [2, 1]]


def test_features_called_like_some_labels_stay(write: Write) -> None:
    path = write("x,B,o\n7,1,x>y\n8,1,y>x\n")
    assert read_data(path, order_column="o").feature_names == ("x", "B")


def test_file_without_targets_where_none_are_needed(write: Write) -> None:
    data = read_data(write("A1,A2\n1,2\n"), require_targets=False)
    assert data.X.tolist() == [[1, 2]]
    assert data.Y.shape == (1, 0)
    assert data.label_names == ()
    data = read_data(write("A1,A2\n1,2\n"), order_column="o", require_targets=False)
    assert data.feature_names == ("A1", "A2")


MISTAKES = {
    "empty file": ("", "data.csv: the file is empty"),
    "blank file": ("\n \n", "data.csv: the file is empty"),
    "header only": ("A1,rank_x,rank_y\n\n", "data.csv: no rows below the names of the columns"),
    "no targets": (
        "A1,A2\n1,2\n",
        "data.csv: no target columns: looked for columns called rank_<label>, found A1, A2. "
        "Pass --ranks 'GLOB' (ranks=) for positions in columns of another name, --order-column "
        "NAME (order_column=) for a column of orders such as a>b>c, or --scores 'GLOB' (scores=) "
        "for columns of scores",
    ),
    "one target": (
        "A1,rank_x\n1,1\n",
        "data.csv: a single target column, 'rank_x': nothing to rank",
    ),
    "no features": (
        "rank_x,rank_y\n1,2\n",
        "data.csv: no feature columns: every column is a target",
    ),
    "duplicate column": (
        "A1,A2,A1,rank_x,rank_y\n1,2,3,1,2\n",
        "data.csv, line 1: two columns are called 'A1'",
    ),
    "column without a name": (
        ",A1,rank_x,rank_y\n0,2,1,2\n",
        "data.csv, line 1: column 1 has no name (pandas writes its index so: save with "
        "index=False)",
    ),
    "text": (
        "A1,A2,rank_x,rank_y\n1,2,1,2\n1,red,2,1\n",
        "data.csv, line 3, column 'A2': 'red' is not a number",
    ),
    "underscores": (
        "A1,rank_x,rank_y\n1_000,1,2\n",
        "data.csv, line 2, column 'A1': '1_000' is not a number: write a decimal "
        "point, and no sign between thousands",
    ),
    "decimal comma": (
        "A1;rank_x;rank_y\n1,5;1;2\n",
        "data.csv, line 2, column 'A1': '1,5' is not a number: write a decimal point, not a comma",
    ),
    "text in a rank": (
        "A1,rank_x,rank_y\n1,first,2\n",
        "data.csv, line 2, column 'rank_x': 'first' is not a number",
    ),
    "infinity": (
        "A1,rank_x,rank_y\n1,1,2\n-inf,2,1\n",
        "data.csv, line 3, column 'A1': '-inf' is not a finite number; leave the "
        "cell empty if it stands for missing",
    ),
    "overflow": (
        "A1,rank_x,rank_y\n1e999,1,2\n",
        "data.csv, line 2, column 'A1': '1e999' is too large for a number",
    ),
    "infinite rank": (
        "A1,rank_x,rank_y\n1,inf,2\n",
        "data.csv, line 2, column 'rank_x': 'inf' is not a finite number; leave "
        "the cell empty if it stands for missing",
    ),
    "short row": (
        "A1,A2,rank_x,rank_y\n1,2,1,2\n1,2,1\n",
        "data.csv, line 3: 3 cells, but the header names 4 columns",
    ),
    "long row": (
        "A1,rank_x,rank_y\n1,1,2,\n",
        "data.csv, line 2: 4 cells, but the header names 3 columns",
    ),
    "all rows long": (
        "A1,rank_x,rank_y\n1,1,2,5\n1,2,1,5\n",
        "data.csv, line 2: 4 cells, but the header names 3 columns",
    ),
    "stray quote": (
        'A1,rank_x,rank_y\n1,1,2\n"1"5,1,2\n',
        "data.csv, line 3: ',' expected after '\"'",
    ),
    "open quote": (
        'A1,rank_x,rank_y\n1,1,2\n"1,1,2\n1,2,1\n',
        "data.csv, line 3: unexpected end of data; a double quote has no partner",
    ),
    "undecodable": (
        b"A1,rank_x,rank_y\n1,1,2\n1,2,\xff\n",
        "data.csv, line 3: byte 0xff is no UTF-8 text; save the file as UTF-8",
    ),
    "binary": (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        f"data.csv: this is no text file, and no reader recognises it ({READERS})",
    ),
    "counted from 0": (
        "A1,rank_x,rank_y,rank_z\n1,1,2,3\n\n1,0,1,2\n",
        "data.csv, line 4, columns 'rank_x' to 'rank_z': the row holds position 0; positions "
        "start at 1, the best: if these are counted from 0, add 1 to each; if 0 means not ranked, "
        "write NaN",
    ),
    "scores": (
        "A1,rank_x,rank_y,rank_z\n1,0.7,0.2,0.1\n",
        "data.csv, line 2, columns 'rank_x' to 'rank_z': the row holds 0.7, but positions start "
        "at 1, the best: if these are scores, convert them with lrf.from_scores(Y)",
    ),
}


@pytest.mark.parametrize(("content", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistake_is_named_with_file_line_and_column(
    write: Write, content: str | bytes, message: str
) -> None:
    assert complaint(write(content)) == message


ORDERS = {
    "repeated label": (
        "A,o\n1,x>y>z\n2,y>x>y\n",
        "data.csv, line 3, column 'o': the row names the label 'y' twice",
    ),
    "misspelt label": (
        "A,o\n1,x>yes>z\n2,z>yse>x\n3,yes>x>z\n",
        "data.csv, line 3, column 'o': the label 'yse' occurs in this row only, and 'yes' is "
        "missing here only; did you mean 'yes'?",
    ),
    "missing label": (
        "A,o\n1,x>y\n2,x>\n",
        "data.csv, line 3, column 'o': 'x>' is no order: a label is missing at the end (write "
        "b>a=c or b > {a,c}, and labels that hold such signs in double quotes)",
    ),
    "empty order": (
        "A,o\n1,x>y\n2,\n",
        "data.csv, line 3, column 'o': the cell is empty; leave out rows without one",
    ),
    "numbers": (
        "A,o\n1,2\n2,3\n",
        "data.csv, column 'o': there are numbers, not orders such as a>b>c",
    ),
    "one label": ("A,o\n1,x\n2,x\n", "data.csv, column 'o': a single label, 'x': nothing to rank"),
    "misspelt column": ("A,ode\n1,x>y\n", "data.csv: no column 'o'; there are A, ode"),
}


@pytest.mark.parametrize(("content", "message"), ORDERS.values(), ids=ORDERS)
def test_mistake_in_orders(write: Write, content: str, message: str) -> None:
    assert complaint(write(content), order_column="o") == message


def test_rare_label_of_incomplete_orders_is_no_mistake(write: Write) -> None:
    data = read_data(write("A,o\n1,x>y\n2,y>z\n3,x>y>w\n4,y>x\n"), order_column="o")
    assert data.label_names == ("w", "x", "y", "z")


def test_close_column_is_proposed(write: Write) -> None:
    message = complaint(write("A,ranking\n1,x>y\n"), order_column="rankng")
    assert message == "data.csv: no column 'rankng'; did you mean 'ranking'?"


def test_glob_that_matches_nothing(write: Write) -> None:
    message = complaint(write(GOOD), ranks="pos*")
    assert message.startswith(
        "data.csv: no target columns: looked for columns that match 'pos*', found A1, A2, rank_x, "
    )


def test_many_columns_are_not_all_listed(write: Write) -> None:
    names = ",".join(f"A{i}" for i in range(100))
    message = complaint(write(names + "\n"))
    assert "found A0, A1, A2, A3, A4, A5, A6, A7, ... (100 columns)." in message


def test_first_line_of_numbers(write: Write) -> None:
    assert complaint(write("0.5,1,2\n0.1,2,1\n")) == (
        "data.csv, line 1: there are numbers where the names of the columns should be"
    )


def test_two_ways_at_once(write: Write) -> None:
    message = complaint(write(GOOD), ranks="rank_*", order_column="o")
    assert message == (
        "data.csv: the rankings are in columns of ranks, in an order column or in columns of "
        "scores: give one of them"
    )


def test_file_that_is_not_there(tmp_path: Path) -> None:
    assert complaint(tmp_path / "no.csv") == "no.csv: there is no such file"
    with pytest.raises(DataError) as caught:
        find_dataset("irsi")
    assert str(caught.value) == (
        "irsi: there is no such file, and no bundled data set of that name (iris, wine)"
    )


def test_directory(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert complaint(tmp_path / "folder") == (
        f"folder: this is a directory, and no reader recognises it ({READERS})"
    )


CELLS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.integers(-(10**20), 10**20).map(str),
    st.decimals(-1000, 1000, places=3).map(str),
)


@given(
    st.integers(1, 4).flatmap(
        lambda m: st.lists(st.lists(CELLS, min_size=m, max_size=m), min_size=1)
    )
)
def test_quick_way_reads_what_the_careful_way_reads(rows: list[list[str]]) -> None:
    names = tuple(f"A{j}" for j in range(len(rows[0])))
    text = "\n".join(",".join(row) for row in [names, *rows])
    table = Table(Path("data.csv"), text, ",", names, 1)
    quick = _at_once(table)
    assert quick is not None
    careful, textual = _in_chunks(table)
    assert not textual
    np.testing.assert_array_equal(quick, careful)


def test_quick_way_gives_way_to_the_careful_one(write: Write) -> None:
    spaced = write("A,rank_x,rank_y\n 1 ,1,2\n  \n2,2,1\n")
    assert read_data(spaced).X.tolist() == [[1], [2]]


def test_published_data(shared: Path) -> None:
    data = read_data(shared / "data" / "kebi" / "glass.csv")
    assert (data.X.shape, data.Y.shape) == ((214, 9), (214, 6))


def test_forty_thousand_rows(shared: Path) -> None:
    data = read_data(shared / "data" / "kebi" / "fried.csv")
    assert (data.X.shape, data.Y.shape) == ((40768, 9), (40768, 5))
