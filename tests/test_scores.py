"""Scores as rankings: tolerances, long tables, and tables of every kind with their names."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from lrf import LabelRankingTree
from lrf.errors import RankingError
from lrf.rankings import (
    NamedTable,
    average_positions,
    from_long,
    from_scores,
    label_names,
    validate_rankings,
)
from tests.naive import rankings as naive

NAN = math.nan

quarters = st.integers(-12, 12).map(lambda n: n / 4)
grids = hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=7)


def message_of(function: Callable[..., Any], *arguments: Any, **options: Any) -> str:
    with pytest.raises(RankingError) as caught:
        function(*arguments, **options)
    return str(caught.value)


def _made_by(package: str, function: str) -> Callable[[Any], Any]:
    def make(columns: Any) -> Any:
        return getattr(pytest.importorskip(package), function)(columns)

    return make


OTHER_KINDS = [
    pytest.param(lambda columns: columns, id="dictionary"),
    pytest.param(_made_by("polars", "DataFrame"), id="polars"),
    pytest.param(_made_by("pyarrow", "table"), id="arrow"),
]


# Tolerance


@given(
    table=hnp.arrays(np.float64, grids, elements=quarters | st.just(NAN) | st.just(math.inf)),
    tolerance=st.integers(0, 8).map(lambda n: n / 4),
    higher_is_better=st.booleans(),
)
def test_tolerance_equals_naive_twin(table: Any, tolerance: float, higher_is_better: bool) -> None:
    keys = -table if higher_is_better else table
    leaders = [naive.tied_within(row, tolerance) for row in keys.tolist()]
    np.testing.assert_array_equal(
        from_scores(table, higher_is_better, ties=tolerance), average_positions(leaders)
    )


@given(
    table=hnp.arrays(np.float64, grids, elements=st.floats(-1e6, 1e6)),
    tolerance=st.floats(0, 1e6),
)
def test_what_ties_is_near_and_what_is_better_stays_ahead(table: Any, tolerance: float) -> None:
    positions = from_scores(table, ties=tolerance)
    for scores, places in zip(table, positions, strict=True):
        difference = np.subtract.outer(scores, scores)
        tied = np.equal.outer(places, places)
        assert (np.abs(difference[tied]) <= tolerance + 1e-8).all()
        ahead = np.less.outer(places, places)
        assert (difference[ahead] > 0).all()
        assert (places == places.min())[scores.max() - scores <= tolerance].all()


def test_tolerance_is_no_chain() -> None:
    assert from_scores([[90, 86, 82]], ties=5).tolist() == [[1.5, 1.5, 3]]
    assert from_scores([[90, 86, 82]], ties=4).tolist() == [[1.5, 1.5, 3]]
    assert from_scores([[90, 86, 82]], ties=3).tolist() == [[1, 2, 3]]
    assert from_scores([[90, 86, 82]], ties=8).tolist() == [[2, 2, 2]]
    # For costs, the groups begin at the other end.
    assert from_scores([[90, 86, 82]], False, ties=5).tolist() == [[3, 1.5, 1.5]]


def test_tolerance_is_meant_but_for_rounding() -> None:
    assert 1.1 - 1.0 > 0.1
    assert from_scores([[1.1, 1.0], [0.3, 0.2], [1e9 + 0.1, 1e9]], ties=0.1).tolist() == (
        [[1.5, 1.5]] * 3
    )
    assert from_scores([[1.1000001, 1.0]], ties=0.1).tolist() == [[1, 2]]


def test_tolerance_0_and_exact_are_the_same() -> None:
    scores = [[1.0, 1.0 + 2e-16, 1.0], [0.1 + 0.2, 0.3, NAN]]
    np.testing.assert_array_equal(from_scores(scores, ties=0), from_scores(scores, ties="exact"))
    assert from_scores(scores)[0].tolist() == [2.5, 1, 2.5]


def test_infinite_scores_are_near_their_equals_only() -> None:
    runtimes = [[math.inf, 1e300, math.inf, 1]]
    assert from_scores(runtimes, False, ties=1e6).tolist() == [[3.5, 2, 3.5, 1]]


def test_bad_tolerance_is_refused() -> None:
    for ties, shown in (("near", "'near'"), (None, "None"), (True, "True"), ([1], "[1]")):
        assert message_of(from_scores, [[1, 2]], ties=ties) == (
            f"ties must be 'exact' or a tolerance, not {shown}"
        )
    for number in (-1, math.inf, NAN):
        assert message_of(from_scores, [[1, 2]], ties=number) == (
            f"a tolerance is a finite number of at least 0, not {number}"
        )


# Wide tables


def test_empty_cells_are_not_ranked() -> None:
    wide = pd.DataFrame({"a": [1.0, None], "b": [2.0, 5.0], "c": [None, 7.0]}, index=["x", "y"])
    expected = pd.DataFrame({"a": [2.0, NAN], "b": [1.0, 2.0], "c": [NAN, 1.0]}, index=["x", "y"])
    pd.testing.assert_frame_equal(from_scores(wide), expected)


@pytest.mark.parametrize("make", OTHER_KINDS)
def test_wide_tables_of_other_kinds_keep_their_labels(make: Callable[[Any], Any]) -> None:
    found = from_scores(make({"a": [1.0, 2.0, None], "b": [2, 2, 3]}))
    assert isinstance(found, NamedTable)
    assert (found.labels, found.samples) == (("a", "b"), (0, 1, 2))
    np.testing.assert_array_equal(found, [[2, 1], [1.5, 1.5], [NAN, 1]])


def test_columns_of_different_lengths() -> None:
    assert message_of(from_scores, {"a": [1, 2], "b": [1]}) == (
        "the column 'b' has 1 entries, but 'a' has 2"
    )


def test_text_in_a_dictionary_of_columns() -> None:
    assert message_of(from_scores, {"a": [1, "?"], "b": [1, 2]}) == (
        "scores: row 1 holds the text '?'; scores are numbers"
    )


# Named tables


TABLE = NamedTable(np.array([[1.0, 2.0], [2.0, 1.0], [1.5, 1.5]]), ["x", "y", "z"], ["a", "b"])


def test_named_table_is_a_table_with_names() -> None:
    assert TABLE.shape == (len(TABLE), 2) == (3, 2)
    assert (TABLE.index, TABLE.columns) == (("x", "y", "z"), ("a", "b"))
    assert label_names(TABLE) == ("a", "b")
    np.testing.assert_array_equal(validate_rankings(TABLE), TABLE.values)
    copied = np.array(TABLE)
    copied[0, 0] = 7
    assert TABLE.values[0, 0] == 1
    assert np.asarray(TABLE, dtype=int).tolist() == [[1, 2], [2, 1], [1, 1]]
    assert repr(TABLE) == "NamedTable(samples=('x', 'y', 'z'), labels=('a', 'b'))"
    again = pickle.loads(pickle.dumps(TABLE))
    assert (again.samples, again.values.tolist()) == (TABLE.samples, TABLE.values.tolist())


@pytest.mark.parametrize(
    "rows", [[2, 0], np.array([2, 0]), (np.array([2, 0]), ...), slice(None, None, -2)]
)
def test_rows_of_a_named_table(rows: Any) -> None:
    part = TABLE[rows]
    assert (part.samples, part.labels) == (("z", "x"), ("a", "b"))
    assert part.values.tolist() == [[1.5, 1.5], [1, 2]]


def test_one_row_and_chosen_rows() -> None:
    assert TABLE[1].tolist() == [2, 1]
    assert TABLE[np.array([True, False, True])].samples == ("x", "z")
    assert [row.tolist() for row in TABLE] == TABLE.values.tolist()


def test_names_must_fit() -> None:
    with pytest.raises(ValueError) as caught:
        NamedTable(np.zeros((2, 2)), ["x"], ["a", "b"])
    assert str(caught.value) == (
        "values have the shape (2, 2), but there are 1 samples and 2 labels"
    )


def test_label_names_travel_through_fit() -> None:
    tree = LabelRankingTree().fit([[1.0], [2.0], [3.0]], TABLE)
    assert tree.labels_.tolist() == ["a", "b"]
    assert tree.predict_orders([[1.0]]) == ["a>b"]


# Long tables


LONG = {
    "substrate": ["p", "q", "p", "q", "p", "r"],
    "solvent": ["thf", "dmf", "dmf", "thf", "thf", "dmf"],
    "yield": [10.0, 30.0, 20.0, 30.0, 50.0, None],
}
COLUMNS: dict[str, Any] = {"sample": "substrate", "label": "solvent", "score": "yield"}


def test_long_frame_gives_a_frame() -> None:
    positions, scores = from_long(pd.DataFrame(LONG), **COLUMNS, return_scores=True)
    index = ["p", "q", "r"]
    expected = pd.DataFrame({"dmf": [20.0, 30, NAN], "thf": [30.0, 30, NAN]}, index=index)
    pd.testing.assert_frame_equal(scores, expected)
    expected = pd.DataFrame({"dmf": [2, 1.5, NAN], "thf": [1, 1.5, NAN]}, index=index)
    pd.testing.assert_frame_equal(positions, expected)


@pytest.mark.parametrize("make", OTHER_KINDS)
def test_long_tables_of_other_kinds(make: Callable[[Any], Any]) -> None:
    positions, scores = from_long(make(LONG), **COLUMNS, return_scores=True)
    assert isinstance(positions, NamedTable)
    assert (positions.samples, positions.labels) == (("p", "q", "r"), ("dmf", "thf"))
    np.testing.assert_array_equal(positions, [[2, 1], [1.5, 1.5], [NAN, NAN]])
    np.testing.assert_array_equal(scores, [[20, 30], [30, 30], [NAN, NAN]])


def test_long_table_with_costs_and_a_tolerance() -> None:
    found = from_long(LONG, **COLUMNS, higher_is_better=False, ties=10)
    np.testing.assert_array_equal(found, [[1.5, 1.5], [1.5, 1.5], [NAN, NAN]])
    found = from_long(LONG, **COLUMNS, higher_is_better=False)
    np.testing.assert_array_equal(found, [[1, 2], [1.5, 1.5], [NAN, NAN]])


@st.composite
def long_tables(draw: st.DrawFn) -> list[tuple[int, str, float]]:
    rows = st.tuples(st.integers(0, 4), st.sampled_from("abc"), quarters | st.just(NAN))
    return draw(st.lists(rows, min_size=1, max_size=25))


AGGREGATES: dict[str, Callable[[list[float]], float]] = {
    "mean": lambda values: math.fsum(values) / len(values),
    "median": median,
    "min": min,
    "max": max,
}


@pytest.mark.parametrize("aggregate", AGGREGATES)
@given(rows=long_tables())
def test_long_table_equals_naive_loop(aggregate: str, rows: list[tuple[int, str, float]]) -> None:
    who, what, much = (list(column) for column in zip(*rows, strict=True))
    _, scores = from_long(
        {"who": who, "what": what, "much": much},
        sample="who",
        label="what",
        score="much",
        aggregate=aggregate,
        return_scores=True,
    )
    assert list(scores.samples) == list(dict.fromkeys(who))
    assert list(scores.labels) == sorted(set(what))
    for i, sample in enumerate(scores.samples):
        for j, label in enumerate(scores.labels):
            cell = [s for a, b, s in rows if (a, b) == (sample, label) and not math.isnan(s)]
            expected = AGGREGATES[aggregate](cell) if cell else NAN
            np.testing.assert_array_equal(scores.values[i, j], expected)


@given(rows=long_tables(), order=st.randoms())
def test_order_of_the_rows_does_not_matter(rows: list[Any], order: Any) -> None:
    def scores(rows: list[Any]) -> Any:
        frame = pd.DataFrame(rows, columns=["who", "what", "much"])
        frame["much"] /= 3  # so that sums depend on their order
        columns = {"sample": "who", "label": "what", "score": "much"}
        return from_long(frame, **columns, samples=range(5), labels="abc", return_scores=True)[1]

    shuffled = rows.copy()
    order.shuffle(shuffled)
    pd.testing.assert_frame_equal(scores(shuffled), scores(rows), check_exact=True)


def test_mean_of_equal_values_is_that_value() -> None:
    assert sum([0.1] * 3) / 3 != 0.1
    table = {"who": ["x"] * 4, "what": ["a", "a", "a", "b"], "much": [0.1] * 4}
    assert from_long(table, sample="who", label="what", score="much").values.tolist() == [[1.5] * 2]


def test_function_that_aggregates_gets_the_values_in_their_order() -> None:
    _, scores = from_long(LONG, **COLUMNS, aggregate=lambda v: v[-1], return_scores=True)
    np.testing.assert_array_equal(scores, [[20, 50], [30, 30], [NAN, NAN]])


def test_rows_follow_the_samples_that_are_asked_for() -> None:
    X = pd.DataFrame({"size": [1.0, 2.0, 3.0]}, index=["q", "s", "p"])
    found = from_long(pd.DataFrame(LONG), **COLUMNS, samples=X.index)
    expected = pd.DataFrame(
        {"dmf": [1.5, NAN, 2], "thf": [1.5, NAN, 1]}, index=["q", "s", "p"], dtype=float
    )
    pd.testing.assert_frame_equal(found, expected)


def test_columns_follow_the_labels_that_are_asked_for() -> None:
    found = from_long(LONG, **COLUMNS, labels=["thf", "nmp", "dmf"], samples=["p"])
    assert found.labels == ("thf", "nmp", "dmf")
    np.testing.assert_array_equal(found, [[1, NAN, 2]])


def test_numbers_can_name_samples_and_labels() -> None:
    table = {"instance": [7, 7, 3], "solver": [10.0, 9.0, 9.0], "seconds": [2, 1, 4]}
    found = from_long(table, sample="instance", label="solver", score="seconds")
    assert (found.samples, found.labels) == ((7, 3), ("9", "10"))


def test_times_can_name_samples() -> None:
    days = pd.to_datetime(["2024-03-01", "2024-03-02"])
    frame = pd.DataFrame({"day": [*days, *days], "what": list("aabb"), "much": [1, 2, 3, 0]})
    found = from_long(frame, sample="day", label="what", score="much", samples=days[::-1])
    assert found.to_numpy().tolist() == [[1, 2], [2, 1]]


def test_bad_long_tables_are_refused() -> None:
    assert message_of(from_long, LONG, **{**COLUMNS, "score": "yeild"}) == (
        "there is no column 'yeild'; did you mean 'yield'?"
    )
    assert message_of(from_long, LONG, **{**COLUMNS, "score": "q"}) == (
        "there is no column 'q'; there are substrate, solvent, yield"
    )
    assert message_of(from_long, np.zeros((2, 3)), **COLUMNS) == (
        "the table is of type ndarray and has no named columns; pass a DataFrame or a dictionary "
        "of columns"
    )
    gap = {**LONG, "solvent": ["thf", None, "dmf", "thf", "thf", "dmf"]}
    assert message_of(from_long, gap, **COLUMNS) == (
        "column 'solvent': row 1 is empty; each row needs its label"
    )
    text = {**LONG, "yield": [1, 2, 3, "traces", 5, 6]}
    assert message_of(from_long, text, **COLUMNS) == (
        "column 'yield': row 3 holds the text 'traces'; scores are numbers"
    )
    short = {**LONG, "yield": [1, 2]}
    assert message_of(from_long, short, **COLUMNS) == (
        "the column 'yield' has 2 entries, but 'substrate' has 6"
    )
    assert message_of(from_long, LONG, **COLUMNS, labels=["thf", "dmso"]) == (
        "column 'solvent': row 1 names the label 'dmf', which is not among the labels; there are "
        "thf, dmso"
    )
    assert message_of(from_long, LONG, **COLUMNS, samples=["p", "q", "p"]) == (
        "samples: 'p' is given twice"
    )
    assert message_of(from_long, LONG, **COLUMNS, samples=[1, 2]) == (
        "none of the samples given occurs in column 'substrate': the first one given is 1, the "
        "first one there is 'p'"
    )
    assert message_of(from_long, LONG, **COLUMNS, aggregate="avg") == (
        "aggregate must be 'mean', 'median', 'min', 'max' or a function, not 'avg'"
    )
    assert message_of(from_long, LONG, **COLUMNS, aggregate=lambda v: "much") == (
        "aggregate must return a number, but it returned 'much' for the first cell"
    )
    opposite = {**LONG, "yield": [math.inf, 30.0, 20.0, 30.0, -math.inf, 1]}
    assert message_of(from_long, opposite, **COLUMNS) == (
        "the scores of sample 'p' and label 'thf' aggregate to NaN"
    )
    nothing: dict[str, list[Any]] = {"substrate": [], "solvent": [], "yield": []}
    assert message_of(from_long, nothing, **COLUMNS, samples=["p"]) == (
        "none of the samples given occurs in column 'substrate': the first one given is 'p', "
        "which is empty"
    )
