"""ARFF files: what is understood, and what each mistake is answered with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf.data import read_data
from lrf.data.arff import read_arff
from lrf.data.arff_reader import recognises
from tests.files import Write, bare, complaint, writer

NAN = np.nan

HEADER = "@relation r\n@attribute A NUMERIC\n@attribute L RANKING {a,b,c}\n@data\n"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file and returns its path."""

    def write_file(content: str, name: str = "data.xarff") -> Path:
        return writer(tmp_path)(content, name)

    return write_file


def test_published_file(shared: Path) -> None:
    data = read_data(shared / "data" / "formats" / "iris.xarff")
    same = read_data(shared / "data" / "kebi" / "iris.csv")
    assert data.label_names == ("L1", "L2", "L3")
    np.testing.assert_allclose(data.X, same.X, atol=1e-5)
    np.testing.assert_array_equal(data.Y, same.Y)


def test_labels_are_the_declared_ones_in_their_order(write: Write) -> None:
    path = write(
        "@RELATION r\n@ATTRIBUTE A REAL\n@ATTRIBUTE L ranking{ z , 'a b', \"c\" ,d}\n@DATA\n"
        "1,z>a b>c\n"
        "2,'a b>z=c'\n"
    )
    data = read_data(path)
    assert data.label_names == ("z", "a b", "c", "d")
    assert len(data.notes) == 1  # no order lists all labels
    np.testing.assert_array_equal(data.Y, [[1, 2, 3, NAN], [2.5, 1, 2.5, NAN]])


def test_types_comments_quotes_and_gaps(write: Write) -> None:
    path = write(
        "% about the data\n\n@relation 'two words'\n@attribute 'a ''b' real\n".replace("''", "\\'")
        + '@attribute "c%" INTEGER [0,9]\n'
        "@attribute colour {red, 'dark blue', \"it's\"}\n@attribute note string\n"
        "@attribute L RANKING {x,y}\n"
        "% more\n  @data  \n"
        "1.5, 2, red, 'a, b', x>y\n"
        "\t?,\t3 ,'dark blue' ,?,y>x\n"
        "% between\n"
        "1e3,?,\"it's\",O'Hara,x>y\n"
        "-1,4,,'a, b',y>x\n"
    )
    data = read_data(path)
    assert data.feature_names == ("a 'b", "c%", "colour", "note")
    np.testing.assert_array_equal(
        data.X, [[1.5, 2, 2, 1], [NAN, 3, 0, NAN], [1000, NAN, 1, 0], [-1, 4, NAN, 1]]
    )
    assert data.categories == {2: ("dark blue", "it's", "red"), 3: ("O'Hara", "a, b")}


def test_values_between_blanks(write: Write) -> None:
    assert read_data(write(HEADER + "1 a>b>c\n2\tb>c>a\n")).X.tolist() == [[1], [2]]


def test_targets_as_in_a_csv_file(write: Write) -> None:
    path = write(
        "@relation r\n@attribute A NUMERIC\n@attribute s_a NUMERIC\n@attribute s_b NUMERIC\n"
        "@attribute o STRING\n@data\n1,2,3,a>b\n2,5,4,b>a\n"
    )
    data = read_data(path, scores="s_*")
    assert data.Y.tolist() == [[2, 1], [1, 2]]
    assert data.feature_names == ("A",)
    found = read_data(path)
    assert found.Y.tolist() == [[1, 2], [2, 1]]
    assert bare(found.notes[0]) == "data.xarff: column 'o' was taken as the rankings"


def test_several_rankings(write: Write) -> None:
    path = write(
        "@relation r\n@attribute A NUMERIC\n@attribute L RANKING {a,b}\n"
        "@attribute M RANKING {a,b}\n@data\n1,a>b,b>a\n"
    )
    assert complaint(path) == (
        "data.xarff: several columns hold orders: L, M; name the one that is meant with "
        "--order-column NAME (order_column=)"
    )
    assert read_data(path, order_column="M").Y.tolist() == [[2, 1]]


def test_known_by_what_it_begins_with_or_by_its_name(tmp_path: Path) -> None:
    known = {
        ("data.txt", b"@relation r\n"): True,
        ("data", b"\xef\xbb\xbf\n  @RELATION r\n"): True,
        ("data.txt", b"@attribute a real\n"): True,
        ("data.ARFF", b"% comment\n"): True,
        ("data.txt", b"% comment\n"): False,
        ("data.csv", b"@data,b\n"): False,
    }
    for (name, content), expected in known.items():
        path = tmp_path / name
        path.write_bytes(content)
        assert recognises(path, content) is expected, (name, content)


MISTAKES = {
    "empty": ("", ": the file is empty"),
    "comments only": ("% a\n", ": the file is empty"),
    "no data": ("@relation r\n@attribute A real\n", ", line 2: the file ends before @data"),
    "no attribute": ("@relation r\n@data\n1\n", ", line 2: @data comes before any @attribute"),
    "no keyword": (
        "@relation r\nA real\n",
        ", line 2: expected @relation, @attribute or @data, found 'A real'",
    ),
    "unknown keyword": (
        "@relation r\n@inputs A\n",
        ", line 2: expected @relation, @attribute or @data, found '@inputs A'",
    ),
    "no name": ("@attribute\n", ", line 1: expected '@attribute NAME TYPE', found '@attribute'"),
    "no type": (
        "@attribute A\n",
        ", line 1: the attribute 'A' has the type ''; known are NUMERIC, REAL, INTEGER, STRING, "
        "DATE, {a, b, c} and RANKING {a, b, c}",
    ),
    "relational": (
        "@attribute A relational\n",
        ", line 1: the attribute 'A' has the type 'relational'; known are NUMERIC, REAL, INTEGER, "
        "STRING, DATE, {a, b, c} and RANKING {a, b, c}",
    ),
    "open brace": (
        "@attribute A {a, b\n",
        ", line 1: expected values in braces, found '{a, b'",
    ),
    "no braces": ("@attribute A RANKING\n", ", line 1: expected values in braces, found ''"),
    "empty value": ("@attribute A {a,,b}\n", ", line 1: expected a value, found ',b'"),
    "value twice": (
        "@attribute A {a,a}\n",
        ", line 1: the values in braces must be different, and at least one",
    ),
    "attribute twice": (
        "@attribute A real\n@attribute A real\n",
        ", line 2: two attributes are called 'A'",
    ),
    "sparse": (
        HEADER + "{0 1, 1 a>b>c}\n",
        ", line 5: the row is sparse, which is not read; save all values",
    ),
    "too many values": (
        HEADER + "1,a>b>c,2\n",
        ", line 5: 3 values, but the header names 2 attributes",
    ),
    "weight": (
        HEADER + "1,a>b>c,{5}\n",
        ", line 5: 3 values, but the header names 2 attributes; weights are not read",
    ),
    "no number": (
        HEADER + "1,a>b>c\n\nx,a>b>c\n",
        ", line 7, column 'A': 'x' is not a number, which the header says it is",
    ),
    "infinite": (
        HEADER + "inf,a>b>c\n",
        ", line 5, column 'A': 'inf' is not a finite number; leave the cell empty if it stands for "
        "missing",
    ),
    "open quote": (
        HEADER + "1,'a>b\n",
        ', line 5: expected a value and a comma at "\'a>b"',
    ),
    "undeclared value": (
        "@attribute A {x,'y z'}\n@attribute L RANKING {a,b}\n@data\nx,a>b\nz,b>a\n",
        ", line 5, column 'A': 'z' is none of x, y z",
    ),
    "undeclared label": (
        HEADER + "1,a>b>c\n2,a>bb>c\n",
        ", line 6, column 'L': the row names the label 'bb', which is not among the labels; did "
        "you mean 'b'?",
    ),
    "missing ranking": (
        HEADER + "1,a>b>c\n2,?\n",
        ", line 6, column 'L': the cell is empty; leave out rows without one",
    ),
    "dates": (
        "@attribute A DATE 'yyyy'\n@attribute L RANKING {a,b}\n@data\n'2020',a>b\n",
        ", line 4, column 'A': dates are not read; make numbers of them",
    ),
    "no rows": (HEADER, ": no rows below the names of the columns"),
    "no targets": (
        "@attribute A real\n@data\n1\n",
        ": no target columns: looked for columns called rank_<label>, found A. Pass --ranks 'GLOB' "
        "(ranks=) for positions in columns of another name, --order-column NAME (order_column=) "
        "for a column of orders such as a>b>c, or --scores 'GLOB' (scores=) for columns of scores",
    ),
}


@pytest.mark.parametrize(("content", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(write: Write, content: str, message: str) -> None:
    assert complaint(write(content)) == f"data.xarff{message}"


def test_part_of_a_scenario(shared: Path) -> None:
    folder = shared / "data" / "aslib" / "CPMP-2015"
    for name in ("feature_values.arff", "algorithm_runs.arff", "cv.arff"):
        assert complaint(folder / name) == (
            f"{name}: this is a part of an ASlib scenario; give its folder"
        )


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1).filter(
    lambda word: word.strip() == word
)


def quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


@given(st.lists(st.tuples(st.floats(allow_nan=False, width=32) | st.none(), WORDS), min_size=1))
def test_round_trip(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[float | None, str]]
) -> None:
    path = tmp_path_factory.mktemp("arff") / "data.arff"
    lines = [f"{'?' if number is None else number!r},{quoted(word)}\n" for number, word in rows]
    path.write_text(
        "@relation r\n@attribute n numeric\n@attribute w string\n@data\n" + "".join(lines),
        encoding="utf-8",
        newline="",
    )
    columns = read_arff(path)
    expected = [NAN if number is None else number for number, _ in rows]
    np.testing.assert_array_equal(columns.values[:, 0], expected)
    found = [columns.words[1][int(code)] for code in columns.values[:, 1]]
    assert found == [word for _, word in rows]
