"""What would take more memory or time than a file is worth is refused, or made in small pieces."""

from __future__ import annotations

import re
import shutil
import tracemalloc
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf.data import arff_header, arff_rows, preflib, read_data, read_votes
from lrf.data.aslib_features import read_folds
from lrf.data.text import lines_of
from lrf.errors import DataError, LrfError, MemoryLimitError
from lrf.plugin import Reader
from lrf.rankings import from_scores, notation, order_labels, validate_rankings
from lrf.rankings.labels import unknown_label
from lrf.rankings.orders import labels_among
from lrf.wording import cited, listed, nearest
from tests.files import Write, writer

SAMPLES = Path(__file__).parent / "samples"

# More labels than a table of so many rows has room for in the memory that the tests allow.
N_ROWS, N_LABELS = 300, 600
END = (
    "rankings of {} labels or more take a table of {} at least, for which there is no room in "
    "memory{}. (Set LRF_MEMORY to the GiB that may be used if this is wrong.)"
)
PAIRS = [f"w{2 * row}>w{2 * row + 1}" for row in range(N_ROWS)]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file and returns its path."""
    return writer(tmp_path)


@pytest.fixture
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave a mebibyte."""
    monkeypatch.setenv("LRF_MEMORY", str(2**-10))


def refusal(path: Path, read: Callable[..., object] = read_data, **options: object) -> str:
    with pytest.raises(MemoryLimitError) as caught:
        read(str(path), **options)
    return str(caught.value).replace(f"{path.parent}/", "")


@pytest.mark.usefixtures("little_memory")
def test_orders_of_more_labels_than_there_is_room_for(write: Write) -> None:
    expected = END.format(146, "0.334 MiB", " (are these orders, such as a>b>c?)")
    table = "A,L\n" + "".join(f"{row},{order}\n" for row, order in enumerate(PAIRS))
    assert refusal(write(table)) == f"data.csv, column 'L': 300 {expected}"
    kebi = "".join(f"{row},{order}\n" for row, order in enumerate(PAIRS))
    assert refusal(write(kebi, "a.txt")) == f"a.txt, column 'ranking': 300 {expected}"
    votes = "L\n" + "\n".join(PAIRS)
    assert refusal(write(votes), read_votes) == f"data.csv, column 'L': 300 {expected}"


@pytest.mark.usefixtures("little_memory")
def test_single_words_named_as_orders(write: Write) -> None:
    path = write("A,W\n" + "".join(f"1,w{row}\n" for row in range(N_ROWS)))
    assert " (are these orders, such as a>b>c?)" in refusal(path, order_column="W")


@pytest.mark.usefixtures("little_memory")
def test_declared_labels_that_there_is_no_room_for(write: Write) -> None:
    labels = ",".join(f"w{label}" for label in range(N_LABELS))
    head = f"@relation r\n@attribute A NUMERIC\n@attribute L RANKING {{{labels}}}\n@data\n"
    path = write(head + "".join(f"1,{order}\n" for order in PAIRS), "a.xarff")
    expected = END.format(600, "1.37 MiB", " (are these orders, such as a>b>c?)")
    assert refusal(path) == f"a.xarff, column 'L': 300 {expected}"


@pytest.mark.usefixtures("little_memory")
def test_alternatives_that_there_is_no_room_for(write: Write) -> None:
    head = f"# DATA TYPE: toi\n# NUMBER ALTERNATIVES: {N_LABELS}\n"
    path = write(head + "".join(f"1: {row + 1}\n" for row in range(N_ROWS)), "a.toi")
    assert refusal(path, read_votes) == f"a.toi: 300 {END.format(600, '1.37 MiB', '')}"


@pytest.mark.usefixtures("little_memory")
def test_items_that_there_is_no_room_for(write: Write) -> None:
    path = write("999999999 1\n0 2 5 0\n0 2 0 5\n", "a.order")
    write("1\t0\t1\t9\t1\t2\t0\t1\t2\t0\t1\n" * 2, "a.udata")
    assert refusal(path) == f"a.order: 2 {END.format(999_999_999, '14.9 GiB', '')}"


@pytest.mark.usefixtures("little_memory")
def test_algorithms_that_there_is_no_room_for(write: Write) -> None:
    write((SAMPLES / "aslib.scenario" / "description.txt").read_bytes(), "description.txt")
    write((SAMPLES / "aslib.scenario" / "feature_values.arff").read_bytes(), "feature_values.arff")
    head = (SAMPLES / "aslib.scenario" / "algorithm_runs.arff").read_text().partition("@")[0]
    head += "@relation r\n@attribute instance_id STRING\n@attribute algorithm STRING\n"
    head += "@attribute runtime NUMERIC\n@attribute runstatus {ok}\n@data\n"
    path = write(head + "".join(f"i{i},a{i},1,ok\n" for i in range(N_ROWS)), "algorithm_runs.arff")
    expected = f"algorithm_runs.arff: 300 {END.format(300, '0.687 MiB', '')}"
    assert refusal(path.parent).endswith(expected)


def test_what_fits_is_read_with_little_memory(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LRF_MEMORY", str(2**-10))
    assert read_data(write("A,L\n1,a>b\n2,b>a\n")).Y.tolist() == [[1, 2], [2, 1]]


def test_python_runs_out_of_memory(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(path: Path) -> object:
        raise MemoryError

    reader = Reader(name="greedy", summary="", recognises=lambda path, head: True, read=read)
    monkeypatch.setattr("lrf.data.reading.reader_of", lambda path: reader)
    said = "data.csv: there is too little memory to read it; leave out rows or columns"
    assert refusal(write("A\n1\n")) == said


def test_labels_are_gathered_only_as_far_as_there_is_room() -> None:
    def orders() -> object:
        yield from ["b>a", "c>b"]
        raise AssertionError("read on")

    assert labels_among(orders(), 2) == {"a", "b", "c"}  # type: ignore[arg-type]


@given(st.lists(st.sampled_from(["a>b", "b>c=d", "e"]), min_size=1))
def test_labels_among_orders_are_those_of_all(orders: list[str]) -> None:
    assert tuple(sorted(labels_among(orders))) == order_labels(orders)


@given(st.text(alphabet="a\r\nß漢😀,"))
def test_lines_are_those_of_the_text(text: str) -> None:
    assert "".join(lines_of(text)) == text
    as_python = text.replace("\r\n", "\n").replace("\r", "\n")
    assert list(lines_of(text, None)) == as_python.splitlines(keepends=True)


@pytest.mark.parametrize("most", [1, 7, 64])
def test_rankings_in_small_pieces(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    scores = np.random.default_rng(0).integers(0, 4, (23, 5)).astype(float)
    scores[::3, 2] = np.nan
    whole = from_scores(scores)
    monkeypatch.setattr("lrf.rankings.ties._MOST_CELLS", most)
    np.testing.assert_array_equal(from_scores(scores), whole)
    np.testing.assert_array_equal(validate_rankings(whole), whole)
    wrong = whole.copy()
    wrong[[4, 17]] = 9
    with pytest.raises(LrfError, match=r"^Y: row 4 holds 9.*\(1 more row is no ranking either\)$"):
        validate_rankings(wrong)


def preflib_text(n_alternatives: int, *lines: str) -> str:
    return f"# DATA TYPE: toi\n# NUMBER ALTERNATIVES: {n_alternatives}\n" + "\n".join(lines)


@pytest.mark.parametrize(
    ("n_alternatives", "order", "said"),
    [
        (3, "1," * 200, "the order is longer than one of all alternatives can be"),
        (3, ",{,}" * 100, "the order is longer than one of all alternatives can be"),
        (999, "9" * 5000, f"'{'9' * 60}...' is no order; numbers"),
        (999, "1,2,{3," + "9" * 5000 + "}", "'1,2,{3,"),
        (999, "1," * 4000, "alternative 1 stands there twice"),
        (999, "{" * 5000, f"'{'{' * 60}...' is no order; numbers"),
    ],
)
def test_long_orders_of_alternatives(
    n_alternatives: int, order: str, said: str, write: Write
) -> None:
    path = write(preflib_text(n_alternatives, f"1: {order}"), "a.toi")
    with pytest.raises(DataError) as caught:
        read_votes(str(path))
    assert f"a.toi, line 3: {said}" in str(caught.value)
    assert len(str(caught.value)) < 300 + len(str(path))


def test_orders_with_braces_and_commas_that_mean_nothing(write: Write) -> None:
    path = write(preflib_text(3, "2: 3,,{},{2},{1,,}", "1: {1,3},2"), "a.toi")
    votes = read_votes(str(path))
    assert votes.rankings.tolist() == [[3, 2, 1], [1.5, 3, 1.5]]
    assert votes.weights.tolist() == [2, 1]


LONG = "x" * 5000
MESSAGES = {
    "a column twice": f"{LONG},{LONG},rank_a,rank_b\n1,1,1,2\n",
    "no order": f"A,L\n1,a>b\n2,{LONG}>>b\n3,b>a\n",
    "an order without its end": f"A,L\n1,a>b\n2,{{{LONG}\n3,b>a\n",
    "a label twice": f"A,L\n1,a>b\n2,{LONG}>{LONG}\n3,b>a\n",
    "a single label": f"A,L\n1,{LONG}>{LONG}={LONG}\n",
    "a single target": f"A,rank_{LONG}\n1,1\n",
    "no targets": f"A,{LONG}\n1,1\n",
    "a word among numbers": f"{LONG},rank_a,rank_b\n" + "1,1,2\n" * 3 + f"1.{LONG},1,2\n",
    "a number too large": "A,rank_a,rank_b\n" + "9" * 5000 + ",1,2\n",
}


@pytest.mark.parametrize("what", MESSAGES)
def test_long_cells_are_cut_short_in_messages(what: str, write: Write) -> None:
    path = write(MESSAGES[what])
    with pytest.raises(DataError) as caught:
        read_data(path)
    assert len(str(caught.value)) < 600 + len(str(path))


def test_a_value_that_is_none_of_very_many(write: Write) -> None:
    values = ",".join(f"v{i}" for i in range(1000))
    head = f"@relation r\n@attribute A {{{values}}}\n@attribute L RANKING {{a,b}}\n@data\n"
    with pytest.raises(DataError) as caught:
        read_data(write(head + "oops,a>b\n", "a.xarff"))
    assert str(caught.value).endswith(
        "line 5, column 'A': 'oops' is none of v0, v1, v2, v3, v4, v5, v6, v7, ... (1000 values)"
    )


def test_a_cell_longer_than_any(write: Write) -> None:
    path = write('A,rank_a,rank_b\n1,1,2\n"' + "1,2,1\n" * 30_000)
    with pytest.raises(DataError) as caught:
        read_data(path)
    assert str(caught.value) == (
        f"{path}, line 3: a cell is longer than 131072 letters: a double quote may have no "
        f"partner; orders of so many labels are read from columns rank_<label>"
    )


def test_the_nearest_of_very_many_names() -> None:
    names = ["x" * 40] * 5000 + ["colour"] + ["y" * 40] * 5000
    assert nearest("color", names) == "colour"
    assert nearest("color", ["z" * 5]) is None
    assert unknown_label("q", [f"a{i}" for i in range(9)]) == (
        "the label 'q', which is not among the labels; there are a0, a1, a2, a3, a4, a5, a6, a7, "
        "... (9 labels)"
    )


@given(st.text(min_size=1, max_size=12), st.lists(st.text(max_size=12), max_size=20))
def test_the_nearest_of_few_names_is_that_of_the_library(word: str, known: list[str]) -> None:
    assert nearest(word, known) == next(iter(get_close_matches(word, known, 1)), None)


def test_names_in_messages_are_short() -> None:
    assert cited("a" * 61) == repr("a" * 60 + "...")
    assert listed(["a\nb", "c" * 61]) == "a b, " + "c" * 60 + "..."


@pytest.mark.parametrize("cells", [["red"], [" red", "?", "blue"], ["b", "a", "b", "", "1x"]])
def test_words_below_the_rows_that_are_read_first(cells: list[str], write: Write) -> None:
    head = "A,B,rank_a,rank_b\n" + "1,,1,2\n" * 5000
    data = read_data(write(head + "".join(f"2,{cell},1,2\n" for cell in cells)))
    words = [cell.strip() for cell in cells]
    assert data.categories[1] == tuple(sorted({*words} - {"", "?"}))
    assert np.isnan(data.X[:5000, 1]).all()
    found = [None if np.isnan(code) else data.categories[1][int(code)] for code in data.X[5000:, 1]]
    assert found == [None if word in ("", "?") else word for word in words]


def test_a_word_below_the_rows_that_are_read_first(write: Write) -> None:
    path = write("A,rank_a,rank_b\n" + "1.0,1,2\n" * 5000 + "red,1,2\n")
    with pytest.raises(DataError, match=r"line 5002, column 'A': 'red' is not a number$"):
        read_data(path)


def test_names_of_instances_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "scenario"
    shutil.copytree(SAMPLES / "aslib.scenario", folder)
    with (folder / "algorithm_runs.arff").open("a") as runs:
        runs.write(runs_of_one(folder, r"'0\n1'"))
    notes = read_data(folder).notes
    assert any(note.endswith("1 instances, such as 0 1") for note in notes)
    assert all(note.splitlines() == [note] for note in notes)


def test_an_attribute_of_a_long_name_that_is_not_there(tmp_path: Path) -> None:
    folder = tmp_path / "scenario"
    shutil.copytree(SAMPLES / "aslib.scenario", folder)
    path = folder / "description.txt"
    path.write_text(path.read_text().replace("runtime", "r" * 5000))
    with pytest.raises(DataError, match="expected the attribute 'r{60}...', found") as caught:
        read_data(folder)
    assert len(str(caught.value)) < 300 + len(str(folder))


def runs_of_one(folder: Path, instance: str) -> str:
    """Return the last run of a scenario, as one of another instance."""
    last = (folder / "algorithm_runs.arff").read_text().splitlines()[-1]
    return f"\n{instance},{last.partition(',')[2]}\n"


def test_folds_with_a_repetition_for_each_row(tmp_path: Path) -> None:
    head = "@relation r\n@attribute instance_id STRING\n@attribute repetition NUMERIC\n"
    rows = "".join(f"i{i},{i},1\n" for i in range(200))
    path = tmp_path / "cv.arff"
    path.write_text(head + "@attribute fold NUMERIC\n@data\n" + rows)
    assert read_folds(path, ["i1", "i2"]) is None
    assert read_folds(path, ["i1"]) is None
    path.write_text(head + "@attribute fold NUMERIC\n@data\ni1,1,3\ni2,1,4\ni0,1,5\n")
    assert np.asarray(read_folds(path, ["i2", "i1"])).tolist() == [[4], [3]]
    assert read_folds(path, ["i2", "i9"]) is None


class Wide:
    """A table as Arrow has them, which makes the list of its names whenever it is asked."""

    def __init__(self, n_columns: int) -> None:
        self.n_columns, self.asked = n_columns, 0

    @property
    def column_names(self) -> list[str]:
        self.asked += 1
        return [f"A{j}" for j in range(self.n_columns)] + ["rank_a", "rank_b"]

    def column(self, j: int) -> list[float]:
        return [1.0, 2.0] if j < self.n_columns else [1.0 + j - self.n_columns] * 2


def test_names_of_a_wide_table_are_not_listed_for_each_column() -> None:
    few, many = Wide(3), Wide(300)
    assert read_data(few).Y.tolist() == [[1, 2], [1, 2]]
    assert read_data(many).X.shape == (2, 300)
    assert few.asked == many.asked


@pytest.mark.parametrize("repeated", ["a", "a\\b", 'a""'])
@pytest.mark.parametrize(
    ("pattern", "start"),
    [
        (arff_header.ATTRIBUTE, "@attribute '"),
        (arff_header.VALUE, '"'),
        (arff_rows.VALUE, "'"),
        (notation.TOKEN, '"'),
        (preflib.TIE, "{"),
    ],
)
def test_patterns_take_no_memory_for_each_letter(
    pattern: re.Pattern[str], start: str, repeated: str
) -> None:
    text = start + repeated * (3_000_000 // len(repeated))
    tracemalloc.start()
    try:
        pattern.match(text)
        assert tracemalloc.get_traced_memory()[1] < 8 * len(text)
    finally:
        tracemalloc.stop()
