"""Orders: how they are read and written, and what is said about those that cannot be read."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf.errors import RankingError
from lrf.rankings import (
    average_positions,
    from_orders,
    label_names,
    order_labels,
    to_orders,
    validate_rankings,
)
from lrf.rankings.notation import parse_order, write_order

NAN = math.nan
HINT = " (write b>a=c or b > {a,c}, and labels that hold such signs in double quotes)"

plain_labels = st.text("abc ä", min_size=1, max_size=3)
odd_labels = st.text('ab>={},<" \n', min_size=1, max_size=4)
label_lists = st.lists(plain_labels | odd_labels, min_size=2, max_size=6, unique=True)


@st.composite
def labelled_positions(draw: st.DrawFn) -> tuple[list[str], Any]:
    labels = draw(label_lists)
    values = st.sampled_from([1.0, 2.0, 3.0, NAN])
    rows = st.lists(values, min_size=len(labels), max_size=len(labels))
    ranked = rows.filter(lambda row: not all(map(math.isnan, row)))
    return labels, average_positions(draw(st.lists(ranked, min_size=1, max_size=4)))


def message_of(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> str:
    with pytest.raises(RankingError) as caught:
        function(*arguments, **keywords)
    return str(caught.value)


# Text


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("b>a>c", [["b"], ["a"], ["c"]]),
        (" b > a = c ", [["b"], ["a", "c"]]),
        ("b > {a, c}", [["b"], ["a", "c"]]),
        ("{a,c}>b", [["a", "c"], ["b"]]),
        ("{a}", [["a"]]),
        ("{a=b}={c}>d", [["a", "b", "c"], ["d"]]),
        ("green tea>coffee", [["green tea"], ["coffee"]]),
        ('"1,4-dioxane" > water', [["1,4-dioxane"], ["water"]]),
        ('"say ""hi"""> 5" pipe', [['say "hi"'], ['5" pipe']]),
        ('{" a ", ""}', [[" a ", ""]]),
    ],
)
def test_text_is_read(text: str, groups: Any) -> None:
    assert parse_order(text) == groups


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a>>b", "a label is missing before '>'"),
        (">a", "a label is missing before '>'"),
        ("a>b>", "a label is missing at the end"),
        ("a> ", "a label is missing at the end"),
        ("a=>b", "a label is missing before '>'"),
        ("{}", "a label is missing before '}'"),
        ("{a,}>b", "a label is missing before '}'"),
        ("{,a}", "a label is missing before ','"),
        ("a<b", "'<' means nothing; put the best label first"),
        ("b,a,c", "',' stands outside of braces"),
        ("a>b}", "'}' stands outside of braces"),
        ("a>{b,c", "'}' is missing at the end"),
        ("{a>b}", "'>' stands inside braces"),
        ("{a,{b}}", "'{' is out of place"),
        ("a{b}", "'{' is out of place"),
        ("{a} b", "a sign is missing before 'b'"),
        ('"a>b', "a double quote has no partner before the next sign"),
        ('"a"b>c', "a double quote has no partner before the next sign"),
    ],
)
def test_text_that_is_no_order(text: str, problem: str) -> None:
    assert message_of(parse_order, text) == f"{text!r} is no order: {problem}{HINT}"
    assert message_of(from_orders, ["a>b", text]) == (
        f"orders: row 1: {text!r} is no order: {problem}{HINT}"
    )


@given(labels=label_lists, cuts=st.lists(st.booleans(), min_size=6, max_size=6))
def test_what_is_written_is_read_back(labels: list[str], cuts: list[bool]) -> None:
    groups = [[labels[0]]]
    for label, cut in zip(labels[1:], cuts, strict=False):
        groups = [*groups, [label]] if cut else [*groups[:-1], [*groups[-1], label]]
    assert parse_order(write_order(groups)) == groups


@given(text=st.text('ab>={},<" '))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        groups = parse_order(text)
    except RankingError:
        return
    assert parse_order(write_order(groups)) == groups
    assert all(groups)


# From orders


@pytest.mark.parametrize(
    "orders",
    [
        ["b>a=c", "c>a"],
        ("b > {a,c}", "c > a"),
        [["b", {"a", "c"}], ["c", "a"]],
        [["b", ("c", "a")], ("c", "a", None)],
        [np.array(["b", ["a", "c"]], dtype=object), iter(["c", "a"])],
        np.array(["b>c=a", "c>a"]),
        pd.Series(["b>a=c", "c>a"], index=[7, 3]),
        (order for order in ["b>a=c", "c>a"]),
    ],
)
def test_orders_of_many_kinds(orders: Any) -> None:
    np.testing.assert_array_equal(from_orders(orders), [[2.5, 1, 2.5], [2, NAN, 1]])


def test_frame_of_first_and_later_choices() -> None:
    choices = pd.DataFrame({"first": ["tea", "milk"], "second": ["milk", None]})
    np.testing.assert_array_equal(from_orders(choices), [[2, 1], [1, NAN]])


def test_whole_numbers_are_labels_too() -> None:
    assert from_orders([[2, 0, 1]]).tolist() == [[2, 3, 1]]
    assert from_orders([[2, 0, 1]], labels=range(3)).tolist() == [[2, 3, 1]]
    with_gap = pd.DataFrame({"first": [2, 1], "second": [1, NAN]})  # floats because of NaN
    np.testing.assert_array_equal(from_orders(with_gap), [[2, 1], [1, NAN]])


def test_labels_fix_the_columns() -> None:
    np.testing.assert_array_equal(from_orders(["b>a"], labels=["c", "b", "a"]), [[NAN, 1, 2]])


def test_unlisted_labels_come_last_together() -> None:
    positions = from_orders(["b>a", "d", "{a,b}>c>d"], unlisted="last")
    assert positions.tolist() == [[2, 1, 3.5, 3.5], [3, 3, 3, 1], [1.5, 1.5, 3, 4]]


def test_labels_are_sorted_and_numbers_by_value() -> None:
    assert order_labels(["b>a=c", ["d", "B"]]) == ("B", "a", "b", "c", "d")
    assert order_labels(["10>9>1"]) == ("1", "9", "10")
    assert order_labels([["10", "9", "x"]]) == ("10", "9", "x")


@pytest.mark.parametrize(
    ("orders", "keywords", "message"),
    [
        ("b>a", {}, "orders must be a list of orders; for a single one pass ['b>a']"),
        ([], {}, "there are no orders"),
        (["a>b", "a>a"], {}, "orders: row 1 names the label 'a' twice"),
        ([["a", {"a", "b"}]], {}, "orders: row 0 names the label 'a' twice"),
        (["a>b", " "], {}, "orders: row 1 ranks no label; leave such rows out"),
        (["a>b", None], {}, "orders: row 1 ranks no label; leave such rows out"),
        (["a>b", NAN], {}, "orders: row 1 ranks no label; leave such rows out"),
        ([["a", "b"], [None, NAN]], {}, "orders: row 1 ranks no label; leave such rows out"),
        (
            pd.DataFrame({"x": ["a", None]}, dtype="string"),
            {},
            "orders: row 1 ranks no label; leave such rows out",
        ),
        ([["a", ""]], {}, "orders: row 0 holds a label without a name"),
        ([{"a", "b"}], {}, "orders: row 0 is a set, which has no order; use a list"),
        ([["a"], 3], {}, "orders: row 1 is 3, which is neither text nor a sequence"),
        (
            ["a>b", "z>a"],
            {"labels": "ab"},
            "orders: row 1 names the label 'z', which is not among the labels; there are a, b",
        ),
        (
            ["tea>cofee"],
            {"labels": ["coffee", "tea"]},
            "orders: row 0 names the label 'cofee', which is not among the labels; did you mean "
            "'coffee'?",
        ),
        (["a>b"], {"labels": ["a", "b", "a"]}, "the label 'a' is given twice"),
        (["a>b"], {"unlisted": "error"}, "unlisted must be 'missing' or 'last', not 'error'"),
    ],
)
def test_bad_orders_are_refused(orders: Any, keywords: Any, message: str) -> None:
    assert message_of(from_orders, orders, **keywords) == message


# To orders


def test_positions_as_orders() -> None:
    positions = [[1.5, 1.5, 3], [3, 1, 2], [NAN, 1, NAN], [1, 1, 1]]
    assert to_orders(positions, labels="abc") == ["a=b>c", "b>c>a", "b", "a=b=c"]


def test_names_of_columns_are_the_default() -> None:
    frame = pd.DataFrame([[2, 1]], columns=["tea", "1,4-dioxane"])
    assert to_orders(frame) == ['"1,4-dioxane">tea']
    assert to_orders([[2, 1]]) == ["1>0"]
    assert label_names(frame) == ("tea", "1,4-dioxane")
    assert label_names([[2, 1]]) == ("0", "1")


@given(case=labelled_positions())
def test_positions_survive_the_round_trip(case: Any) -> None:
    labels, positions = case
    orders = to_orders(positions, labels)
    np.testing.assert_array_equal(from_orders(orders, labels), positions)


@given(case=labelled_positions())
def test_orders_give_positions(case: Any) -> None:
    labels, positions = case
    for unlisted in ("missing", "last"):
        again = from_orders(to_orders(positions, labels), labels, unlisted)
        np.testing.assert_array_equal(validate_rankings(again), again)


def test_bad_positions_are_refused() -> None:
    assert message_of(to_orders, [[1, 2]], labels=["a"]) == (
        "Y has 2 columns, but the number of labels given is 1"
    )
    assert message_of(to_orders, [[1, 2]], labels=["a", "a"]) == "the label 'a' is given twice"
    assert message_of(to_orders, [[0, 1]]).startswith("Y: row 0 holds position 0; ")
