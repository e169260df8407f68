"""Positions: which tables are accepted, what becomes of ties, and what is said about the rest."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import sparse

from lrf.errors import LrfError, RankingError
from lrf.rankings import (
    average_positions,
    distinct_rankings,
    from_scores,
    validate_rankings,
)
from lrf.rankings.tables import as_table
from tests.naive import rankings as naive

NAN = math.nan
TIES = "(ties are written as in 1,1,2 or 1,1,3 or 1.5,1.5,3)"
SCORES = "if these are scores, convert them with lrf.from_scores(Y)"
TWO_DIMENSIONS = "it needs two dimensions, one row per sample and one column per label"


def tables(elements: st.SearchStrategy[float], min_labels: int = 2) -> st.SearchStrategy[Any]:
    shapes = st.tuples(st.integers(1, 5), st.integers(min_labels, 6))
    return hnp.arrays(np.float64, shapes, elements=elements)


any_numbers = st.floats(allow_nan=True, allow_infinity=True)
few_numbers = st.sampled_from([-1.0, 0.0, 0.5, 2.0, 7.0, math.inf, NAN])
nearly_positions = st.sampled_from([0.0, 1.0, 1.5, 2.0, 2.0, 2.5, 3.0, 4.0, NAN, 1.25, math.inf])


def message_of(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> str:
    with pytest.raises(RankingError) as caught:
        function(*arguments, **keywords)
    return str(caught.value)


# Average positions


@given(keys=tables(any_numbers | few_numbers, min_labels=0))
def test_average_positions_equal_naive_twin(keys: Any) -> None:
    expected = np.reshape([naive.average(row) for row in keys.tolist()], keys.shape)
    np.testing.assert_array_equal(average_positions(keys), expected)


def test_average_positions_of_no_rows() -> None:
    assert average_positions(np.empty((0, 3))).shape == (0, 3)


def test_average_positions_tie_equal_keys_only() -> None:
    keys = [[0.1 + 0.2, 0.3, 0.3], [-0.0, 0.0, 5.0]]
    assert average_positions(keys).tolist() == [[3, 1.5, 1.5], [1.5, 1.5, 3]]


# What is accepted


@given(keys=tables(few_numbers.filter(lambda value: not math.isnan(value))))
@pytest.mark.parametrize("writing", [naive.competition, naive.dense, naive.average])
def test_every_writing_of_ties_becomes_average_positions(writing: Any, keys: Any) -> None:
    written = [writing(row) for row in keys.tolist()]
    positions = validate_rankings(written)
    np.testing.assert_array_equal(positions, average_positions(keys))
    np.testing.assert_array_equal(validate_rankings(positions), positions)


@given(table=tables(nearly_positions))
def test_accepted_rows_are_those_of_the_naive_twin(table: Any) -> None:
    verdicts = [naive.is_ranking(row) for row in table.tolist()]
    if all(verdicts):
        np.testing.assert_array_equal(validate_rankings(table), average_positions(table))
    else:
        message = message_of(validate_rankings, table)
        assert message.startswith(f"Y: row {verdicts.index(False)} ")
        n_more = verdicts.count(False) - 1
        assert (f"({n_more} more row" in message) == (n_more > 0)


def test_rows_may_differ_in_their_writing() -> None:
    positions = validate_rankings([[1, 1, 2], [1, 1, 3], [1.5, 1.5, 3], [3, 2, 1], [1, 1, 1]])
    assert positions.tolist() == [[1.5, 1.5, 3]] * 3 + [[3, 2, 1], [2, 2, 2]]


def test_incomplete_rows_are_numbered_among_what_they_rank() -> None:
    table = [[4, NAN, 1, NAN], [2, 2, 3, NAN], [NAN, NAN, 4, NAN], [1.5, NAN, 4, 1.5]]
    np.testing.assert_array_equal(
        validate_rankings(table),
        [[2, NAN, 1, NAN], [1.5, 1.5, 3, NAN], [NAN, NAN, 1, NAN], [1.5, NAN, 3, 1.5]],
    )


@pytest.mark.parametrize(
    "table",
    [
        [[1, 2, None], (3, 1, 2)],
        np.array([[1, 2, NAN], [3, 1, 2]], dtype=np.float32, order="F"),
        np.array([[1, 2, None], [Fraction(3), 1, 2]], dtype=object),
        np.ma.masked_array([[1, 2, 9], [3, 1, 2]], [[0, 0, 1], [0, 0, 0]]),
        pd.DataFrame([[1, 2, NAN], [3, 1, 2]], index=["x", "y"], columns=["a", "b", "c"]),
        pd.DataFrame([[1, 2, None], [3, 1, 2]], dtype="Int64"),
        pd.DataFrame({"a": [1, 3], "b": [2, 1], "c": pd.Series([None, 2], dtype=object)}),
    ],
)
def test_tables_of_many_kinds(table: Any) -> None:
    positions = validate_rankings(table)
    np.testing.assert_array_equal(positions, [[1, 2, NAN], [3, 1, 2]])
    assert positions.dtype == np.float64
    assert type(positions) is np.ndarray
    assert positions.flags.c_contiguous


def test_input_is_left_alone() -> None:
    table = np.array([[1.0, 1.0, 2.0]])
    validate_rankings(table)[:] = 7
    assert table.tolist() == [[1, 1, 2]]


def test_kernels_get_one_kind_of_array() -> None:
    frozen = np.asfortranarray([[1.0, 2.0], [2.0, 1.0]])
    frozen.flags.writeable = False
    table = as_table(frozen, "Y")
    assert table.flags.c_contiguous
    assert table.flags.writeable
    assert table.tolist() == frozen.tolist()


def test_one_row_is_enough() -> None:
    assert validate_rankings([[2, 1]]).tolist() == [[2, 1]]


# What is refused, word for word


ZERO = (
    "holds position 0; positions start at 1, the best: if these are counted from 0, add 1 to "
    "each; if 0 means not ranked, write NaN"
)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 2], [2, 1], [1, 0]], f"Y: row 2 {ZERO}"),
        ([[0, 0, 1]], f"Y: row 0 {ZERO}"),
        ([[0.5, 0.5, 2]], f"Y: row 0 holds 0.5, but positions start at 1, the best: {SCORES}"),
        ([[0, NAN, 2]], f"Y: row 0 {ZERO}"),
        ([[0, 7, 4]], f"Y: row 0 holds 0, but positions start at 1, the best: {SCORES}"),
        ([[1, 2], [-3, 1]], f"Y: row 1 holds -3, but positions start at 1, the best: {SCORES}"),
        ([[3, 2.25, 1]], f"Y: row 0 holds 2.25, which is no position: {SCORES}"),
        ([[1, 1.8, NAN]], f"Y: row 0 holds 1.8, which is no position: {SCORES}"),
        ([[80, 95, 70]], f"Y: row 0 holds 80, but there are only 3 labels: {SCORES}"),
        ([[1, 4, NAN]], f"Y: row 0 holds 4, but there are only 3 labels: {SCORES}"),
        (
            [[1, math.inf]],
            f"Y: row 0 holds inf, which is no position (NaN stands for a label that was not "
            f"ranked): {SCORES}",
        ),
        (
            [[-math.inf, NAN]],
            f"Y: row 0 holds -inf, which is no position (NaN stands for a label that was not "
            f"ranked): {SCORES}",
        ),
        (
            [[1, 2, 3], [2, 2, 3]],
            f"Y: row 1 is 2,2,3, which is no ranking of 3 labels {TIES}: {SCORES}; if smaller is "
            f"better, with lrf.from_scores(Y, higher_is_better=False)",
        ),
        (
            [[1, 2, 2, 2, 2, 2, 2, 2, 9, 5]],
            f"Y: row 0 is 1,2,2,2,2,2,2,2,..., which is no ranking of 10 labels {TIES}: {SCORES}; "
            f"if smaller is better, with lrf.from_scores(Y, higher_is_better=False)",
        ),
        ([[1, 2], [NAN, NAN]], "Y: row 1 ranks no label, all are NaN; leave such rows out"),
        (
            [[1, 2], [-1, 2], [-1, 1]],
            f"Y: row 1 holds -1, but positions start at 1, the best: {SCORES} (1 more row is no "
            f"ranking either)",
        ),
        ([[1, 0], [0, 1], [1, 2], [5, 5]], f"Y: row 0 {ZERO} (2 more rows are no rankings either)"),
    ],
)
def test_rows_that_are_no_rankings(rows: Any, message: str) -> None:
    assert message_of(validate_rankings, rows) == message


TO_POSITIONS = "positions are numbers: convert orders with lrf.from_orders(Y)"
NO_LABEL = "there is nothing to rank; it needs one column of positions per label"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([], "Y has no rows"),
        (np.empty((0, 3)), "Y has no rows"),
        (pd.DataFrame({"a": [], "b": []}), "Y has no rows"),
        ([[1], [1]], f"Y has 1 label: {NO_LABEL}"),
        ([[], []], f"Y has 0 labels: {NO_LABEL}"),
        ([1, 2, 3], f"Y has the shape (3,); {TWO_DIMENSIONS}"),
        (pd.Series([1, 2]), f"Y has the shape (2,); {TWO_DIMENSIONS}"),
        ([[[1, 2]]], f"Y has the shape (1, 1, 2); {TWO_DIMENSIONS}"),
        (None, "Y is None; pass an array or a DataFrame"),
        (np.array(3), f"Y has the shape (); {TWO_DIMENSIONS}"),
        (["b>a>c", "a>b>c"], f"Y: row 0 holds the text 'b>a>c'; {TO_POSITIONS}"),
        (pd.Series(["b>a", "a>b"]), f"Y: row 0 holds the text 'b>a'; {TO_POSITIONS}"),
        ([["b", "a"], ["a", "b"]], f"Y: row 0 holds the text 'b'; {TO_POSITIONS}"),
        ([["b", {"a", "c"}], ["c"]], f"Y: row 0 holds the text 'b'; {TO_POSITIONS}"),
        (
            pd.DataFrame({"a": [1, 2], "b": [2, "one"]}),
            f"Y: row 1 holds the text 'one'; {TO_POSITIONS}",
        ),
        ([[1, 2], [1, "2"]], "Y: row 0 holds the text '1'; convert text to numbers first"),
        ([[1, 2], [1, {3}]], "Y: row 1 holds {3}, which is no number"),
        (
            [[1, 2, 3], [2, 1]],
            "Y: row 1 has length 2, but row 0 has length 3; write NaN for a label that was not "
            "ranked",
        ),
        ([[True, False]], "Y holds values of type bool; it needs numbers"),
        ([[1j, 2]], "Y holds values of type complex128; it needs numbers"),
        (sparse.csr_array([[1, 2]]), "Y is a sparse matrix; pass Y.toarray()"),
    ],
)
def test_tables_that_hold_no_rankings(table: Any, message: str) -> None:
    assert message_of(validate_rankings, table) == message


@pytest.mark.parametrize("table", [[[1, 2, 3], [0, 1, 2]], [[0.2, 0.7, 0.1]], [["b", "a", "c"]]])
def test_messages_are_those_of_the_documentation(table: Any) -> None:
    page = Path(__file__).parents[1] / "docs" / "rankings.md"
    assert f"\n{message_of(validate_rankings, table)}\n" in page.read_text(encoding="utf-8")


def test_messages_use_the_name_of_the_table() -> None:
    assert message_of(validate_rankings, [[1, 9]], name="votes") == (
        "votes: row 0 holds 9, but there are only 2 labels: if these are scores, convert them "
        "with lrf.from_scores(votes)"
    )


def test_errors_are_value_errors_of_this_package() -> None:
    assert issubclass(RankingError, ValueError)
    assert issubclass(RankingError, LrfError)


# Scores


def test_higher_scores_come_first() -> None:
    scores = [[0.1, 0.7, 0.2], [5, 5, 9], [-1, NAN, 0]]
    expected = [[3, 1, 2], [2.5, 2.5, 1], [2, NAN, 1]]
    np.testing.assert_array_equal(from_scores(scores), expected)


def test_lower_scores_come_first_when_asked() -> None:
    runtimes = [[12.0, math.inf, 3.5, math.inf]]  # two timeouts
    assert from_scores(runtimes, higher_is_better=False).tolist() == [[2, 3.5, 1, 3.5]]


@given(scores=tables(any_numbers | few_numbers))
def test_scores_give_positions(scores: Any) -> None:
    scores[np.isnan(scores).all(axis=1)] = 0.0
    positions = from_scores(scores)
    np.testing.assert_array_equal(validate_rankings(positions), positions)
    np.testing.assert_array_equal(from_scores(-scores, higher_is_better=False), positions)
    np.testing.assert_array_equal(np.isnan(positions), np.isnan(scores))


def test_frame_of_scores_keeps_its_names() -> None:
    scores = pd.DataFrame({"tea": [1, 4], "coffee": [2, 3]}, index=["ann", "bob"])
    expected = pd.DataFrame({"tea": [2.0, 1.0], "coffee": [1.0, 2.0]}, index=["ann", "bob"])
    pd.testing.assert_frame_equal(from_scores(scores), expected)


def test_bad_scores_are_refused() -> None:
    assert message_of(from_scores, [["b", "a"]]) == (
        "scores: row 0 holds the text 'b'; scores are numbers"
    )
    assert message_of(from_scores, [1, 2]) == f"scores has the shape (2,); {TWO_DIMENSIONS}"


# Distinct rankings


@given(table=tables(nearly_positions))
def test_distinct_rankings_equal_naive_twin(table: Any) -> None:
    positions = average_positions(table)
    rankings, codes = distinct_rankings(positions)
    expected, expected_codes = naive.distinct(positions.tolist())
    np.testing.assert_array_equal(rankings, expected)
    assert codes.tolist() == expected_codes
    assert codes.dtype == np.int32


@pytest.mark.parametrize("n_labels", [2, 10, 14, 15, 40, 300])
def test_distinct_rankings_of_many_labels(n_labels: int) -> None:
    rng = np.random.default_rng(n_labels)
    few = average_positions(rng.integers(0, n_labels, size=(60, n_labels)))
    table = few[rng.integers(0, 60, size=500)]
    table[rng.random(500) < 0.3, -1] = NAN
    rankings, codes = distinct_rankings(table)
    expected, expected_codes = naive.distinct(table.tolist())
    np.testing.assert_array_equal(rankings, expected)
    assert codes.tolist() == expected_codes


def test_distinct_rankings_do_not_depend_on_the_order_of_rows() -> None:
    table = average_positions(np.random.default_rng(1).integers(0, 3, size=(200, 4)))
    rankings, _ = distinct_rankings(table)
    again, codes = distinct_rankings(table[::-1])
    np.testing.assert_array_equal(again, rankings)
    np.testing.assert_array_equal(again[codes], table[::-1])


def test_distinct_rankings_of_no_rows() -> None:
    rankings, codes = distinct_rankings(np.empty((0, 3)))
    assert rankings.shape == (0, 3)
    assert codes.shape == (0,)


@pytest.mark.parametrize("value", [0.0, 1.2, 3.0, math.inf, -math.inf])
def test_distinct_rankings_need_positions(value: float) -> None:
    assert message_of(distinct_rankings, [[1, 2], [1, value]]) == (
        "Y holds no average positions; pass it through validate_rankings first"
    )


# Cost


def test_import_is_cheap() -> None:
    code = (
        "import lrf.rankings, lrf.metrics, sys\n"
        "print([name for name in ('numba', 'scipy', 'sklearn', 'pandas') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
