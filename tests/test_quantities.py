"""Text that means a quantity, which would lose its order if it were taken as names."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf import LabelRankingTree, read_data
from lrf.data.quantities import DATE, LEAVE_OUT, TIME, about_quantity, have_a_unit
from lrf.data.words import are_quantities, complaint, number_of
from lrf.errors import DataError

PERCENTAGE = "is a percentage; write the number alone"
MONEY = "is an amount of money; write the number alone"

KINDS = {
    DATE: [
        "2024-01-31",
        "2024-1-3",
        "2024/01/31",
        "2024.01.31",
        "2024-01",
        "31.1.2024",
        "31.01.24",
        "1/31/24",
        "31-1-2024",
        "31 Jan 2024",
        "1-Jan-24",
        "Jan 31, 2024",
        "may 2024",
        "3. March 2024",
        "2024-01-31 12:30",
        "2024-01-31T12:30:00Z",
        "2024-01-31 00:00:00.123+01:00",
    ],
    TIME: ["12:30", "9:05:00", "100:00:00", "1 day, 2:00:00", "3 days", "P1D", "PT2H30M"],
    PERCENTAGE: ["12%", "12.5 %", "-1,5%"],
    MONEY: ["$5", "$ 1,000.50", "-€3", "5 €", "7£"],
}
NAMES = ["1.2.3", "10.0.0.1", "18-25", "5 kg", "1st", "Mar", "Marker 12", "2-MeTHF", "555-1234"]


@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind: str) -> None:
    for text in KINDS[kind]:
        assert about_quantity(text) == kind
        assert complaint(text) == f"{text!r} {kind}"


@pytest.mark.parametrize("text", [*NAMES, "", "%", "Jan", "1.2.24", "99:99", "2024-13-01"])
def test_names_are_none(text: str) -> None:
    assert about_quantity(text) is None


def test_half_of_the_words_are_not_enough() -> None:
    assert are_quantities(["12%", "13%", "none"])
    assert not are_quantities(["12%", "none"])
    assert not are_quantities([])
    assert not are_quantities(NAMES)
    assert are_quantities(["1.000,5", "1 000", "x"])


@given(st.dates(), st.sampled_from(["%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d %b %Y", "%B %d, %Y"]))
def test_dates_as_they_are_written(day: datetime.date, form: str) -> None:
    if day.year >= 1000:  # strftime does not pad other years everywhere
        assert about_quantity(day.strftime(form)) == DATE


@given(st.datetimes(datetime.datetime(1000, 1, 1)), st.timedeltas(datetime.timedelta(0)))
def test_python_and_pandas_write_dates_and_times_so(
    moment: datetime.datetime, duration: datetime.timedelta
) -> None:
    assert about_quantity(str(moment)) == DATE
    assert about_quantity(moment.isoformat()) == DATE
    assert about_quantity(str(duration)) == TIME


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_no_number_is_a_quantity_in_words(number: float) -> None:
    assert about_quantity(str(number)) is None


@given(st.text(max_size=20))
def test_any_text(text: str) -> None:
    assert about_quantity(text) in {*KINDS, None}
    if about_quantity(text) is not None:
        assert number_of(text) is None


def test_units() -> None:
    assert have_a_unit(["5 kg", "7.5 kg", "10 kg"])
    assert have_a_unit(["5m/s", "-7m/s", "10m/s"])
    assert not have_a_unit(["5 kg", "7 kg"])
    assert not have_a_unit(["5 kg", "7 g", "8 kg"])
    assert not have_a_unit(["4-Cl", "3-Cl", "2-Cl"])
    assert not have_a_unit([])


def table(cells: list[str], n_rows: int = 12) -> str:
    rows = (f"{cells[i % len(cells)]};{i % 3};{1 + i % 2};{2 - i % 2}\n" for i in range(n_rows))
    return "col;x;rank_a;rank_b\n" + "".join(rows)


def message_of(action: Callable[..., Any], *arguments: Any, **options: Any) -> str:
    with pytest.raises(DataError) as caught:
        action(*arguments, **options)
    return str(caught.value)


@pytest.mark.parametrize("kind", KINDS)
def test_columns_of_files_are_refused_until_they_are_left_out(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "data.csv"
    path.write_text(table(KINDS[kind][:3]), encoding="utf-8")
    assert message_of(read_data, path) == (
        f"{path}, line 2, column 'col': {KINDS[kind][0]!r} {kind}{LEAVE_OUT}"
    )
    assert read_data(path, ignore=["col"]).feature_names == ("x",)


def test_different_dates_and_numbers_do_not_name_the_rows(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text(table([f"2024-01-{day:02}" for day in range(1, 13)]))
    assert "'2024-01-01' is a date" in message_of(read_data, path)
    path.write_text(table([f"1,{hundredth}" for hundredth in range(10, 22)]))
    assert message_of(read_data, path).endswith(
        "'1,10' is not a number: write a decimal point, not a comma"
    )


def test_text_in_arff(tmp_path: Path) -> None:
    path = tmp_path / "data.arff"
    body = "@attribute rank_a NUMERIC\n@attribute rank_b NUMERIC\n@data\n12%,1,2\n13%,2,1\n"
    path.write_text("@relation r\n@attribute col STRING\n" + body)
    assert message_of(read_data, path).endswith(f", column 'col': '12%' {PERCENTAGE}{LEAVE_OUT}")
    path.write_text("@relation r\n@attribute col {12%,13%}\n" + body)
    assert read_data(path).categories == {0: ("12%", "13%")}


@pytest.mark.parametrize(
    "dates",
    [
        pd.to_datetime(["2024-01-01", None, "2024-01-02"]),
        pd.to_datetime(["2024-01-01", None, "2024-01-02"]).tz_localize("UTC"),
        [datetime.date(2024, 1, 1), None, datetime.date(2024, 1, 2)],
        ["2024-01-01", None, "2024-01-02"],
    ],
    ids=["datetimes", "with a zone", "dates", "text"],
)
@pytest.mark.parametrize("make", [dict, pd.DataFrame, pl.DataFrame, pa.table])
def test_tables_in_memory(dates: Any, make: Callable[[Any], Any]) -> None:
    given = list(dates) if make in (pl.DataFrame, pa.table) else dates
    given = [None if day is pd.NaT else day for day in given] if given is not dates else given
    frame = make({"day": given, "x": [1, 2, 3], "rank_a": [1, 2, 1], "rank_b": [2, 1, 2]})
    message = message_of(read_data, frame)
    assert message.startswith("the table, row 0, column 'day': '2024-01-01")
    assert message.endswith(DATE + LEAVE_OUT)
    assert read_data(frame, ignore=["day"]).feature_names == ("x",)


def test_dates_and_durations_of_numpy() -> None:
    ranks = {"x": [1, 2], "rank_a": [1, 2], "rank_b": [2, 1]}
    for kind, said in (("M8[D]", f"'1970-01-02' {DATE}"), ("m8[D]", f"'1 days' {TIME}")):
        days = np.array([1, 2]).astype(kind)
        assert message_of(read_data, {"day": days, **ranks}) == (
            f"the table, row 0, column 'day': {said}{LEAVE_OUT}"
        )
        nothing = np.array(["NaT", "NaT"], dtype=kind)
        assert np.isnan(read_data({"day": nothing, **ranks}).X[:, 0]).all()


def test_declared_categories_may_be_dates() -> None:
    words = pd.Categorical(["2024-01-01", "2024-01-02"])
    frame = pd.DataFrame({"day": words, "rank_a": [1, 2], "rank_b": [2, 1]})
    assert read_data(frame).categories == {0: ("2024-01-01", "2024-01-02")}
    assert LabelRankingTree().fit(frame[["day"]], frame[["rank_a", "rank_b"]]).categories_


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["2024-01-01", "2024-01-02", "2024-01-01"], f"row 0, column 'w': '2024-01-01' {DATE}"),
        (["unknown", "12%", "13%"], f"row 1, column 'w': '12%' {PERCENTAGE}"),
        (
            ["1,5", " 2,5 ", None],
            "row 0, column 'w': '1,5' is not a number: write a decimal point, not a comma",
        ),
    ],
)
def test_fit_refuses_them_until_they_are_listed(words: list[Any], said: str) -> None:
    X = pd.DataFrame({"w": pd.Series(words, dtype=object)})
    Y = [[1, 2], [2, 1], [1, 2]]
    assert message_of(LabelRankingTree().fit, X, Y) == (
        f"X: {said}; if such texts are names, list the column in categorical_features"
    )
    assert LabelRankingTree(categorical_features=["w"]).fit(X, Y).categories_


@pytest.mark.parametrize("cell", ["n.a.", "-", "None", "#DIV/0!", "(null)"])
def test_what_may_stand_for_missing(tmp_path: Path, cell: str) -> None:
    path = tmp_path / "data.csv"
    path.write_text(table(["1", cell, "2"]))
    assert message_of(read_data, path) == (
        f"{path}, line 3, column 'col': {cell!r} is not a number: leave the cell empty if it "
        f"stands for missing"
    )


def test_doubts_are_noted(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"

    def notes(text: str) -> list[str]:
        path.write_text(text)
        return [note.removeprefix(f"{path}: ") for note in read_data(path).notes]

    assert notes(table(["5 kg", "7 kg", "8 kg"])) == [
        "column 'col' was read as names such as '5 kg', which have no order; write the numbers "
        "alone if they are sizes"
    ]
    numbered = table([str(i) for i in range(1, 13)])
    assert notes(numbered) == []
    assert notes(numbered.replace("col", "Sample_ID", 1)) == [
        "column 'Sample_ID' numbers the rows; leave it out with --ignore 'Sample_ID' (ignore=) "
        "unless their order matters"
    ]
    assert notes(table(["1", "2"]).replace("col", "id", 1)) == []
    few = table([str(i) for i in range(9)], n_rows=9)
    assert notes(few.replace("col", "id", 1)) == []
