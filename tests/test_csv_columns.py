"""Columns of a CSV file beside plain ones: scores, gaps, words, and the target once more."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf.data import read_data
from lrf.data.words import MISSING
from lrf.errors import DataError
from lrf.rankings import from_scores, to_orders
from tests.files import Write, bare, complaint, writer

NAN = np.nan


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file and returns its path."""
    return writer(tmp_path)


YIELDS = "temp,yield_A 1,yield_B\n20,57.5,60\n25,0,0\n30,,12\n"


class TestScores:
    def test_higher_is_better(self, write: Write) -> None:
        data = read_data(write(YIELDS), scores="yield_*")
        np.testing.assert_array_equal(data.Y, [[2, 1], [1.5, 1.5], [NAN, 1]])
        np.testing.assert_array_equal(data.scores, [[57.5, 60], [0, 0], [NAN, 12]])
        assert data.label_names == ("A 1", "B")
        assert data.feature_names == ("temp",)
        assert data.higher_is_better
        assert data.notes == ()

    def test_lower_is_better(self, write: Write) -> None:
        path = write("x,t_a,t_b,t_c\n1,3,2,inf\n1,inf,1,inf\n")
        data = read_data(path, scores="t_*", higher_is_better=False)
        np.testing.assert_array_equal(data.Y, [[2, 1, 3], [2.5, 1, 2.5]])
        assert not data.higher_is_better

    def test_label_names_with_another_glob(self, write: Write) -> None:
        path = write("x,a.score,b.score\n1,3,2\n")
        assert read_data(path, scores="*.score").label_names == ("a.score", "b.score")

    def test_positions_beside_scores_are_no_features(self, write: Write) -> None:
        path = write("x,s_a,s_b,rank_a,rank_b\n1,3,2,1,2\n")
        data = read_data(path, scores="s_*")
        assert data.feature_names == ("x",)
        assert [bare(note) for note in data.notes] == [
            "data.csv: left out, since they repeat the rankings: rank_a, rank_b"
        ]

    @pytest.mark.parametrize(
        ("content", "options", "message"),
        [
            (
                "x,s_a,s_b\n1,2,3\n1,low,3\n",
                {},
                "data.csv, line 3, column 's_a': 'low' is not a number",
            ),
            (
                "x,s_a,s_b\n1,2,3\n1,,?\n",
                {},
                "data.csv, line 3, columns 's_a' to 's_b': all cells are empty; leave out rows "
                "without one",
            ),
            ("x,s_a\n1,2\n", {}, "data.csv: a single target column, 's_a': nothing to rank"),
            (
                "x,a\n1,2\n",
                {},
                "data.csv: no target columns: looked for columns that match 's_*', found x, a. ",
            ),
            (
                "x,s_a,s_b\n1,2,3\n",
                {"ranks": "s_*"},
                "data.csv: the rankings are in columns of ranks, in an order column or in columns "
                "of scores: give one of them",
            ),
        ],
        ids=["word", "empty row", "single column", "no match", "two ways"],
    )
    def test_mistakes(
        self,
        write: Write,
        content: str,
        options: dict[str, str],
        message: str,
    ) -> None:
        assert complaint(write(content), scores="s_*", **options).startswith(message)

    def test_lower_is_better_without_scores(self, write: Write) -> None:
        path = write("x,rank_a,rank_b\n1,2,1\n")
        assert complaint(path, higher_is_better=False) == (
            "data.csv: --lower-is-better (higher_is_better=False) goes with --scores"
        )

    @pytest.mark.parametrize(
        ("columns", "hint"),
        [
            ("yield_a,yield_b", "If the 2 columns yield_* hold scores, pass --scores 'yield_*' "),
            (
                "runtime.a,runtime.b",
                "If the 2 columns runtime.* hold scores of which the lowest is best, pass "
                "--scores 'runtime.*' --lower-is-better (scores=, higher_is_better=False). ",
            ),
            ("pos a,pos b", "If the 2 columns pos * hold positions, pass --ranks 'pos *' "),
            ("yield_a,b", "Pass --ranks"),
        ],
    )
    def test_names_tell_which_option_is_meant(
        self,
        write: Write,
        columns: str,
        hint: str,
    ) -> None:
        message = complaint(write(f"x,{columns}\n1,2,1\n"))
        assert f"found x, {columns.replace(',', ', ')}. {hint}" in message

    def test_rows_without_scores_where_none_are_needed(self, write: Write) -> None:
        data = read_data(write("x,s_a,s_b\n1,2,3\n1,,\n"), scores="s_*", require_targets=False)
        np.testing.assert_array_equal(data.Y, [[2, 1], [NAN, NAN]])

    @given(
        st.lists(
            st.lists(st.none() | st.integers(-5, 5), min_size=3, max_size=3).filter(
                lambda row: any(cell is not None for cell in row)
            ),
            min_size=1,
        ),
        st.booleans(),
    )
    def test_positions_are_those_of_from_scores(
        self, tmp_path_factory: pytest.TempPathFactory, rows: list[list[int | None]], high: bool
    ) -> None:
        path = tmp_path_factory.mktemp("scores") / "data.csv"
        lines = [",".join("" if cell is None else str(cell) for cell in row) for row in rows]
        path.write_text("x,s_a,s_b,s_c\n" + "\n".join(f"1,{line}" for line in lines))
        data = read_data(path, scores="s_*", higher_is_better=high)
        table = np.array(rows, dtype=np.float64)
        np.testing.assert_array_equal(data.Y, from_scores(table, higher_is_better=high))


class TestGaps:
    @pytest.mark.parametrize("word", sorted(MISSING | {"NA", "NaN", " "}))
    def test_missing_feature_is_nan(self, write: Write, word: str) -> None:
        data = read_data(write(f"A,B,rank_x,rank_y\n1,2,1,2\n{word},3,2,1\n"))
        np.testing.assert_array_equal(data.X, [[1, 2], [NAN, 3]])
        assert data.categories == {}

    def test_column_without_any_value(self, write: Write) -> None:
        data = read_data(write("A,B,rank_x,rank_y\n,2,1,2\n,3,2,1\n"))
        np.testing.assert_array_equal(data.X, [[NAN, 2], [NAN, 3]])


class TestWords:
    def test_codes_of_sorted_words(self, write: Write) -> None:
        data = read_data(write("A,B,rank_x,rank_y\nred,2,1,2\n,3,2,1\nblue,1,1,2\n red ,1,1,2\n"))
        np.testing.assert_array_equal(data.X, [[1, 2], [NAN, 3], [0, 1], [1, 1]])
        assert data.categories == {0: ("blue", "red")}

    def test_words_that_begin_with_digits(self, write: Write) -> None:
        data = read_data(write("age,rank_x,rank_y\n18-25,1,2\n26-40,2,1\n18-25,2,1\n"))
        assert data.categories == {0: ("18-25", "26-40")}

    @pytest.mark.parametrize(
        ("cells", "line", "message"),
        [
            (("1", "2", "red"), 4, "'red' is not a number"),
            (("red", "2", "red"), 2, "'red' is not a number"),
            (("red", "1,5", "blue"), 2, "'red' is not a number"),
            (("1,5", "2,5", "3,5"), 2, "'1,5' is not a number: write a decimal point, not a comma"),
            (
                ("1'000", "2'000", "3'000"),
                2,
                '"1\'000" is not a number: write a decimal point, and no sign between thousands',
            ),
        ],
    )
    def test_numbers_among_words(
        self,
        write: Write,
        cells: tuple[str, ...],
        line: int,
        message: str,
    ) -> None:
        path = write("A;rank_x;rank_y\n" + "".join(f"{cell};1;2\n" for cell in cells))
        assert complaint(path) == f"data.csv, line {line}, column 'A': {message}"

    def test_names_of_the_rows_are_left_out(self, write: Write) -> None:
        rows = "".join(f"row {i},{i},{i % 3},1,2\n" for i in range(12))
        data = read_data(write("name,A,B,rank_x,rank_y\n" + rows))
        assert data.feature_names == ("A", "B")
        assert [bare(note) for note in data.notes] == [
            "data.csv: left out, since no text occurs twice: name"
        ]
        assert "name" in read_data(write("name,A,B\nx,1,2\n"), require_targets=False).feature_names


ORDERED = "A,B,L{more}\n{rows}"


def with_orders(n_rows: int, more: str, extra: list[str]) -> str:
    """Return a table whose orders are x>y>z, z>x>y, ... and whose other columns are given."""
    orders = ["x>y>z", "z>x>y", "y=z>x", "y>z>x"]
    rows = (f"{i},{i * i % 7},{orders[i % 4]}{extra[i % 4]}\n" for i in range(n_rows))
    return f"A,B,L{more}\n" + "".join(rows)


class TestRepeats:
    def test_orders_are_found(self, write: Write) -> None:
        data = read_data(write('A,L,B\n1,x>y,2\n3,"{x,y}",4\n5,y>x,6\n'))
        assert data.Y.tolist() == [[1, 2], [1.5, 1.5], [2, 1]]
        assert data.feature_names == ("A", "B")
        assert [bare(note) for note in data.notes] == [
            "data.csv: column 'L' was taken as the rankings"
        ]

    def test_mistake_in_orders_that_were_found(self, write: Write) -> None:
        path = write("A,L\n1,x>y\n2,y>x\n3,x>\n")
        assert complaint(path).startswith("data.csv, line 4, column 'L': 'x>' is no order")

    def test_several_columns_of_orders(self, write: Write) -> None:
        path = write("A,L,M\n1,x>y,y>x\n3,y>x,y>x\n")
        assert complaint(path) == (
            "data.csv: several columns hold orders: L, M; name the one that is meant with "
            "--order-column NAME (order_column=)"
        )
        data = read_data(path, order_column="M")
        assert data.feature_names == ("A",)
        assert data.Y.tolist() == [[2, 1], [2, 1]]

    def test_words_with_signs_are_no_orders(self, write: Write) -> None:
        path = write("A,B,rank_x,rank_y\n1,age>30,1,2\n2,age<=30,2,1\n3,?,1,2\n")
        assert read_data(path).categories == {1: ("age<=30", "age>30")}

    @pytest.mark.parametrize(
        ("names", "extra"),
        [
            (",x,y,z", [",0,1,2", ",1,2,0", ",2,0,0", ",2,0,1"]),
            (",x,y,z", [",9,1,2", ",1,9,0", ",2,9,0", ",2,9,1"]),
            (",at_x,at_y,at_z", [",0,1,2", ",1,2,0", ",1,0,0", ",2,0,1"]),
            (",x.place,y.place,z.place", [",1,2,3", ",2,3,1", ",3,1.5,1.5", ",3,1,2"]),
            (",rank_x,rank_y,rank_z", [",1,2,3", ",2,3,1", ",2,1,1", ",3,1,2"]),
            (",other", [",x>y>z", ",z>x>y", ",z=y>x", ",y>z>x"]),
        ],
        ids=["named as labels", "whatever is there", "from 0", "suffix", "ranks", "other order"],
    )
    @pytest.mark.parametrize("n_rows", [4, 16])
    def test_what_repeats_the_orders_is_left_out(
        self,
        write: Write,
        names: str,
        extra: list[str],
        n_rows: int,
    ) -> None:
        data = read_data(write(with_orders(n_rows, names, extra)), order_column="L")
        assert data.feature_names == ("A", "B")
        assert [bare(note) for note in data.notes] == [
            f"data.csv: left out, since they repeat the rankings: {names[1:].replace(',', ', ')}"
        ]

    @pytest.mark.parametrize(
        ("names", "extra"),
        [
            (",s_x,s_y,s_z", [",9,8,7", ",5,2,9", ",-1,0,0", ",-3,3,2"]),
            (",s_x,s_y,s_z", [",-9,-8,-7", ",5,7,2", ",1,0,0", ",9,1,2"]),
            (",best", [",x", ",z", ",y", ",y"]),
        ],
        ids=["scores", "costs", "best label"],
    )
    def test_what_orders_as_the_rankings_do_is_left_out_of_many_rows(
        self,
        write: Write,
        names: str,
        extra: list[str],
    ) -> None:
        assert read_data(write(with_orders(16, names, extra))).feature_names == ("A", "B")
        some = read_data(write(with_orders(4, names, extra)))
        assert some.feature_names == ("A", "B", *names[1:].split(","))

    @pytest.mark.parametrize(
        ("names", "extra"),
        [
            (",s_x,s_y,s_z", [",9,8,7", ",5,2,9", ",-1,0,0", ",3,3,2"]),
            (",s_x,s_y", [",2,1", ",2,1", ",1,2", ",1,2"]),
            (",best", [",x", ",z", ",x", ",y"]),
            (",x,y", [",2,1", ",2,1", ",1,2", ",1,2"]),
        ],
        ids=["another order once", "two of three", "another label once", "two labels of three"],
    )
    def test_what_does_not_repeat_them_stays(
        self,
        write: Write,
        names: str,
        extra: list[str],
    ) -> None:
        data = read_data(write(with_orders(16, names, extra)))
        assert data.feature_names == ("A", "B", *names[1:].split(","))

    def test_features_that_are_numbered_like_the_labels_stay(self, write: Write) -> None:
        path = write("A1,A2,L\n" + "".join(f"{i},{-i},1>2\n5,7,2>1\n" for i in range(9)))
        assert read_data(path).feature_names == ("A1", "A2")

    def test_unranked_labels_are_not_compared(self, write: Write) -> None:
        rows = ["1,x>y,1,2,7\n", "2,z>y,0,5,4\n", "3,z>x>y,2,3,1\n"] * 4
        path = write("A,L,s_x,s_y,s_z\n" + "".join(rows))
        assert read_data(path).feature_names == ("A",)

    @pytest.mark.parametrize("name", ["cold", "spo"])
    def test_published_file_with_the_positions_once_more(self, shared: Path, name: str) -> None:
        path = shared / "data" / "expression" / f"{name}.txt"
        data = read_data(path)
        assert data.feature_names == tuple(f"A{j}" for j in range(1, 25))
        assert data.label_names == tuple("abcdefghijk")[: data.Y.shape[1]]
        assert data.notes == (
            f"{path}: column 'ranking' was taken as the rankings",
            f"{path}: left out, since they repeat the rankings: "
            + {"cold": "a, b, c, d", "spo": "a, b, c, d, e, f, g, h, ... (11 columns)"}[name],
        )
        columns = np.loadtxt(
            path, delimiter=",", skiprows=1, usecols=range(25, 25 + data.Y.shape[1])
        )
        np.testing.assert_array_equal(data.Y, columns + 1)


@pytest.mark.parametrize("name", ["deoxyfluorination", "aryl_borylation_MeOH"])
def test_published_yields(shared: Path, name: str) -> None:
    path = shared / "data" / "chem" / f"{name}.csv"
    with pytest.raises(DataError, match=r"If the 2. columns yield_\* hold scores, pass --scores"):
        read_data(path)
    data = read_data(path, scores="yield_*")
    assert data.scores is not None
    best = data.scores == np.nanmax(data.scores, axis=1, keepdims=True)
    np.testing.assert_array_equal(best, np.nanmin(data.Y, axis=1, keepdims=True) == data.Y)
    assert not any(feature.startswith("yield_") for feature in data.feature_names)


@given(
    st.lists(st.permutations(["a", "b>c", "d e", 'f"', "ä"]), min_size=2, max_size=8),
    st.lists(st.floats(allow_nan=False, allow_infinity=False) | st.none(), min_size=8, max_size=8),
)
def test_round_trip_of_orders(
    tmp_path_factory: pytest.TempPathFactory, orders: list[list[str]], numbers: list[float | None]
) -> None:
    import csv

    from lrf.rankings import from_orders

    labels = sorted(orders[0])
    Y = from_orders(orders, labels)
    path = tmp_path_factory.mktemp("orders") / "data.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = zip(numbers[: len(Y)], to_orders(Y, labels), strict=True)
        csv.writer(file).writerows([["A", "L"], *rows])
    data = read_data(path)
    np.testing.assert_array_equal(data.Y, Y)
    assert data.label_names == tuple(labels)
    expected = [NAN if number is None else number for number in numbers[: len(Y)]]
    np.testing.assert_array_equal(data.X[:, 0], expected)
