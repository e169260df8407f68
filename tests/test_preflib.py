"""Files of PrefLib, in the new and the old writing, whole and damaged."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf.data import read_data
from lrf.data.preflib import is_preflib, read_preflib
from lrf.data.votes import Votes
from lrf.errors import DataError, LrfError
from lrf.rankings import to_orders

NEW = """\
# FILE NAME: 00000-00000001.toi
# TITLE: What to drink: an example
# DATA TYPE: toi
# NUMBER ALTERNATIVES: 4
# NUMBER VOTERS: 10
# NUMBER UNIQUE ORDERS: 3
# ALTERNATIVE NAME 1: tea
# ALTERNATIVE NAME 2: café: au lait
# ALTERNATIVE NAME 3: rum, dark
# ALTERNATIVE NAME 4: tea
5: 1, {2, 3}, 4
3: 3
2: 4,1
"""

OLD = """\
4
1,tea
2,café: au lait
3,rum, dark
4,tea
10,10,3
5,1,{2,3},4
3,3
2,4,1
"""

LABELS = ("tea", "café: au lait", "rum, dark", "tea (4)")
ORDERS = ['tea>café: au lait="rum, dark">tea (4)', '"rum, dark"', "tea (4)>tea"]


def read(folder: Path, content: str | bytes, name: str = "votes.toi") -> Votes:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_preflib(path)


def same(one: Votes, other: Votes) -> bool:
    return (
        one.label_names == other.label_names
        and np.array_equal(one.rankings, other.rankings, equal_nan=True)
        and np.array_equal(one.weights, other.weights)
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("preflib")


both = pytest.mark.parametrize("content", [NEW, OLD], ids=["new", "old"])


@both
def test_names_orders_and_counts_are_read(content: str, folder: Path) -> None:
    votes = read(folder, content)
    assert votes.name == "votes"
    assert votes.label_names == LABELS
    assert to_orders(votes.rankings, votes.label_names) == ORDERS
    np.testing.assert_array_equal(votes.weights, [5.0, 3.0, 2.0])
    np.testing.assert_array_equal(votes.rankings[0], [1.0, 2.5, 2.5, 4.0])
    np.testing.assert_array_equal(votes.rankings[1], [np.nan, np.nan, 1.0, np.nan])


@both
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("\n", "  \n"),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace(",", " , "),
    ],
    ids=["Windows", "old Mac", "mark", "blank lines", "blanks", "no last line end", "spaces"],
)
def test_whatever_wrote_the_file(content: str, change: Any, folder: Path) -> None:
    changed = read(folder, change(content))
    whole = read(folder, content)
    if changed.label_names == whole.label_names:
        assert same(changed, whole)
    else:  # the spaces are part of a name
        np.testing.assert_array_equal(changed.rankings, whole.rankings)


def test_braces_and_commas_without_anything_mean_nothing(folder: Path) -> None:
    content = OLD.replace("2,4,1\n", "2,4,{},{1},\n")
    assert same(read(folder, content), read(folder, OLD))


def test_alternatives_may_be_counted_from_0_and_go_without_names(folder: Path) -> None:
    zero = "# NUMBER ALTERNATIVES: 2\n# ALTERNATIVE NAME 0: x\n# ALTERNATIVE NAME 1:\n1: 1,0\n"
    assert to_orders(read(folder, zero).rankings, ["x", "1"]) == ["1>x"]
    bare = "# NUMBER ALTERNATIVES: 3\n7: 3,1,2\n"
    assert read(folder, bare).label_names == ("1", "2", "3")


def test_files_are_recognised_by_their_names_or_their_first_lines(tmp_path: Path) -> None:
    def is_recognised(name: str, content: str) -> bool:
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return is_preflib(path)

    assert all(is_recognised(f"a.{kind}", "") for kind in ("soc", "SOI", "toc", "toi"))
    assert is_recognised("a.txt", NEW)
    assert is_recognised("a", "\ufeff" + NEW)
    assert not is_recognised("b.txt", OLD)
    assert not is_recognised("a.csv", "# a comment\n")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.soc", "", "the file is empty"),
        ("a.soc", "3\n1,a\n", "the file ends in its header; 3 names of alternatives and the "
         "numbers of voters must follow the first line"),
        ("a.soc", "x\n", "line 1: 'x' is no number of alternatives; it must be a whole number"),
        ("a.soc", "-1\n", "line 1: '-1' is no number of alternatives; it must be a whole number"),
        ("a.soc", "9" * 16, "line 1: the number of alternatives has 16 digits, which must be a "
         "mistake"),
        ("a.soc", "2\n1,a\n1,b\n1,1,1\n1,1,2\n", "line 3: alternative 1 is named twice"),
        ("a.soc", "2\n1,a\n2,b\n1,1\n1,1,2\n", "line 4: 2 numbers; there must be three, of voters, "
         "of votes and of different orders"),
        ("a.soc", "1\n1,a\n1,1,1\n1,1\n", "1 alternative: nothing to rank"),
        ("a.soc", "2\n1,a\n2,b\n1,1,1\n", "no orders below the header"),
        ("a.soc", "2\n1,a\n2,b\n3,3,1\n3,1,3\n", "line 5: there is no alternative 3"),
        ("a.soc", "2\n1,a\n2,b\n3,3,1\n3,1,1\n", "line 5: alternative 1 stands there twice"),
        ("a.soc", "2\n1,a\n2,b\n3,3,1\n3\n", "line 5: no ',' after the count of the order"),
        ("a.soc", "2\n1,a\n2,b\n3,3,1\n0,1,2\n", "line 5: the count of the order is 0"),
        ("a.soc", "2\n1,a\n2,b\n3,3,1\n1.5,1,2\n", "line 5: '1.5' is no count of an order; it must "
         "be a whole number"),
        ("a.soc", "2\n1,a\n2,b\n3,3,1\n3,1>2\n", "line 5: '1>2' is no order; numbers of "
         "alternatives stand between commas, and those of a tie in braces"),
        ("a.toc", "2\n1,a\n2,b\n3,3,1\n3,{1,{2}}\n", "line 5: '{1,{2}}' is no order; numbers of "
         "alternatives stand between commas, and those of a tie in braces"),
        ("a.toc", "2\n1,a\n2,b\n3,3,1\n3,{}\n", "line 5: the order ranks nothing"),
        ("a.soc", "2\n1,a\n2,b\n3,3,1\n3,{1,2}\n", "line 5: a tie, but there are none in files of "
         "the kind soc"),
        ("a.toc", "2\n1,a\n2,b\n3,3,1\n3,2\n", "line 5: alternative 1 is missing, but orders are "
         "complete in files of the kind toc"),
        ("a.soc", "2\n1,a\n2,b\n3,3,2\n3,1,2\n", "the header speaks of 2 orders, but there is 1; "
         "is the file complete?"),
        ("a.soc", "2\n1,a\n2,b\n3,3,1\n2,1,2\n", "the header speaks of 3 votes, but there are 2; "
         "is the file complete?"),
        ("a.txt", "# DATA TYPE: wmd\n", "line 1: files of the kind 'wmd' hold no rankings; those "
         "of soc, soi, toc, toi do"),
        ("a.txt", "# DATA TYPE: soc\n# NUMBER ALTERNATIVES: 2\n3: {1,2}\n", "line 3: a tie, but "
         "there are none in files of the kind soc"),
        ("a.toc", "# NUMBER ALTERNATIVES: 3\n# ALTERNATIVE NAME 1: a\n", "the header speaks of 3 "
         "alternatives, but names 1"),
        ("a.toc", "# NUMBER ALTERNATIVES: 99999\n", "99999 alternatives, none of them named, must "
         "be a mistake"),
        ("a.toc", "# ALTERNATIVE NAME x: a\n", "line 1: 'x' is no number of an alternative; it "
         "must be a whole number"),
        ("a.toc", "# NUMBER ALTERNATIVES: 2\n\n3, 1, 2\n", "line 3: no ':' after the count of the "
         "order"),
        ("a.soc", b"2\n1,caf\xe9\n", "line 2: byte 0xe9 is no UTF-8 text; save the file as UTF-8"),
    ],
)  # fmt: skip
def test_errors_name_the_file_and_the_line(
    name: str, content: str | bytes, message: str, folder: Path
) -> None:
    place = f"{folder / name}, " if message.startswith("line ") else f"{folder / name}: "
    with pytest.raises(DataError, match=f"^{re.escape(place + message)}$"):
        read(folder, content, name)


@given(content=st.sampled_from([NEW, OLD]), data=st.data())
def test_a_file_that_was_cut_off_is_refused_but_for_the_end_of_an_incomplete_order(
    content: str, data: st.DataObject, folder: Path
) -> None:
    raw = content.encode()
    length = data.draw(st.integers(0, len(raw) - 1))
    try:
        votes = read(folder, raw[:length])
    except LrfError:
        return
    # Only the last order can have lost something: it may leave alternatives out.
    assert votes.label_names == LABELS
    np.testing.assert_array_equal(votes.weights, [5.0, 3.0, 2.0])
    assert to_orders(votes.rankings[:2], LABELS) == ORDERS[:2]
    assert to_orders(votes.rankings[2:], LABELS)[0] in (ORDERS[2], "tea (4)")


@given(content=st.sampled_from([NEW, OLD]), data=st.data())
def test_complete_orders_are_refused_wherever_they_are_cut_off(
    content: str, data: st.DataObject, folder: Path
) -> None:
    raw = re.sub("3(:|,) ?3\n2(:|,) ?4, ?1\n", r"5\1 4,3,2,1\n", content)
    raw = raw.replace("10,10,3", "10,10,2").replace("ORDERS: 3", "ORDERS: 2").replace("toi", "toc")
    whole = read(folder, raw, "votes.toc")
    length = data.draw(st.integers(0, len(raw.encode()) - 1))
    try:
        votes = read(folder, raw.encode()[:length], "votes.toc")
    except LrfError:
        return
    assert same(votes, whole)


@given(
    content=st.sampled_from([NEW, OLD]),
    changes=st.lists(
        st.tuples(st.integers(0, 400), st.binary(max_size=3), st.booleans()), max_size=3
    ),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "latin-1", "utf-32"]),
    kind=st.sampled_from(["soc", "soi", "toc", "toi", "txt"]),
)
def test_damaged_and_re_encoded_files_are_read_or_refused(
    content: str, changes: list[tuple[int, bytes, bool]], encoding: str, kind: str, folder: Path
) -> None:
    raw = content.encode(encoding)
    for place, new, replaces in changes:
        start = place % len(raw)
        raw = raw[:start] + new + raw[start + len(new) * replaces :]
    try:
        votes = read(folder, raw, f"votes.{kind}")
    except LrfError:
        return
    assert len(set(votes.label_names)) == len(votes.label_names) >= 2
    assert votes.rankings.shape == (len(votes.weights), len(votes.label_names))
    assert (votes.weights >= 1).all()
    assert (~np.isnan(votes.rankings)).any(axis=1).all()
    # What is written as an order again is the same.
    assert len(to_orders(votes.rankings, votes.label_names)) == len(votes.weights)


def test_there_is_nothing_to_learn_from(tmp_path: Path) -> None:
    for name, text in (
        ("v.soc", "2\n1,a\n2,b\n1,1,1\n1,1,2\n"),
        ("v.txt", "# NUMBER ALTERNATIVES: 2\n"),
    ):
        path = tmp_path / name
        path.write_text(text)
        with pytest.raises(DataError) as caught:
            read_data(path)
        assert str(caught.value) == (
            f"{path}: a file of PrefLib holds votes and no features to learn from; lrf aggregate "
            f"(lrf.data.read_votes and lrf.aggregate) finds their consensus"
        )
