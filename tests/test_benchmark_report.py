"""What was measured is kept in a file, and shown on a page that says the same."""

from __future__ import annotations

import json
import re
from pathlib import Path

import attrs
import pytest

from benchmarks import cli, page
from benchmarks.figures import Figure, at_most
from benchmarks.measurements import MEASUREMENTS
from benchmarks.report import render, shown, table
from benchmarks.results import read_results, write_results
from tests.figure_cases import BARE, FULL, measurement, results_of


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    results = results_of(fit=[FULL, BARE], huge=[Figure("peak", 7, unit="B", target=at_most(6))])
    path = tmp_path / "results.json"
    write_results(results, path)
    assert read_results(path) == results


def test_file_holds_plain_names_and_no_more_digits_than_make_sense(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    figure = attrs.evolve(FULL, value=1 / 3, sides=(123456789.0, 2 / 3), stand_in=False)
    write_results(results_of(fit=[figure, Figure("iris", 0.25, target=at_most(0.5))]), path)
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "format": 1,
        "machine": {"processor": "abacus, 2 cores"},
        "measurements": {
            "fit": {
                "date": "2031-01-31",
                "load": 0.5,
                "trees": 100,
                "repeats": 5,
                "figures": [
                    {
                        "what": "vowel",
                        "value": 0.33333,
                        "sides": [123456789, 0.66667],
                        "lowest": 2.25,
                        "highest": 3,
                        "runs": 5,
                        "at_least": 2,
                    },
                    {"what": "iris", "value": 0.25, "at_most": 0.5},
                ],
            }
        },
    }


def test_file_of_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text('{"format": 0}', encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(f"{path} has format 0, not 1")):
        read_results(path)


def test_newer_results_replace_their_own_measurements() -> None:
    old, new = results_of(fit=[FULL], predict=[FULL]), results_of(fit=[BARE])
    assert old.updated(new) == results_of(fit=[BARE], predict=[FULL])


def test_results_of_another_machine_replace_all() -> None:
    old = results_of(fit=[FULL], predict=[FULL])
    new = attrs.evolve(results_of(fit=[BARE]), machine={"processor": "slide rule"})
    assert old.updated(new) == new


@pytest.mark.parametrize(
    ("number", "unit", "text"),
    [
        (2.496, "", "2.50"),
        (9.996, "", "10.0"),
        (123.4, "", "123"),
        (0.314, "", "0.31"),
        (0.00123, "", "0.0012"),
        (0.0, "", "0"),
        (0.0042, "s", "4.20 ms"),
        (0.198, "s", "0.20 s"),
        (12.34, "s", "12.3 s"),
        (2048, "B", "2.00 KiB"),
        (3 * 2**20, "B", "3.00 MiB"),
        (6 * 2**30, "B", "6.00 GiB"),
        (0.94321, "tau", "0.9432"),
    ],
)
def test_numbers_are_shown_as_readers_want_them(number: float, unit: str, text: str) -> None:
    assert shown(number, unit) == text


def test_tables_line_up() -> None:
    assert table(["", "ratio"], [["iris", "2"], ["calhousing", "10.5"]]) == (
        "|            | ratio |\n"
        "| ---------- | ----: |\n"
        "| iris       |     2 |\n"
        "| calhousing |  10.5 |"
    )


def test_report_with_targets() -> None:
    missed = attrs.evolve(FULL, what="wine", value=1.5, stand_in=False)
    note = measurement(note="How to read it.")
    assert render(results_of(fit=[FULL, missed]), [note], targets=True) == (
        "Measured on: abacus, 2 cores.\n"
        "\n"
        "| measurement | weakest figure |   on |                 target | reached |\n"
        "| ----------- | -------------: | ---: | ---------------------: | ------: |\n"
        "| Fit         |           1.50 | wine | at least 2, **missed** |  1 of 2 |\n"
        "\n"
        "### Fit\n"
        "\n"
        "How to read it.\n"
        "\n"
        "|         |   ours | theirs | ratio |                range |                 target |\n"
        "| ------- | -----: | -----: | ----: | -------------------: | ---------------------: |\n"
        "| vowel † | 0.25 s | 0.62 s |  2.50 | 2.25 to 3.00, 5 runs |             at least 2 |\n"
        "| wine    | 0.25 s | 0.62 s |  1.50 | 2.25 to 3.00, 5 runs | at least 2, **missed** |\n"
        "\n"
        "Measured on 2031-01-31, 100 trees, load 0.5 at the start. "
        "† made-up data of the same shape: the data set was not there.\n"
    )


def test_report_without_targets_leaves_out_what_is_empty() -> None:
    alone = measurement(columns=(), forests=False)
    figure = Figure("`lrf --help`", 0.25, unit="s", target=at_most(0.4))
    assert render(results_of(fit=[figure]), [alone], targets=False) == (
        "Measured on: abacus, 2 cores.\n"
        "\n"
        "### Fit\n"
        "\n"
        "|              |  ratio |\n"
        "| ------------ | -----: |\n"
        "| `lrf --help` | 0.25 s |\n"
        "\n"
        "Measured on 2031-01-31, load 0.5 at the start.\n"
    )


def test_report_keeps_the_order_of_measurements_and_leaves_out_the_others() -> None:
    first, second, third = (measurement(name=name, title=name) for name in ("b", "a", "c"))
    text = render(results_of(a=[BARE], b=[BARE]), [first, second, third], targets=False)
    assert re.findall(r"^### (.)$", text, re.MULTILINE) == ["b", "a"]


def test_report_of_nothing() -> None:
    assert render(results_of(), MEASUREMENTS, targets=True) == "Nothing has been measured yet.\n"


def test_page_shows_the_figures_of_the_file() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    figures = render(read_results(cli.RESULTS), MEASUREMENTS, targets=True)
    assert page.filled(text, figures) == text, "run python -m benchmarks --page"


def test_file_holds_figures_of_known_measurements() -> None:
    assert set(read_results(cli.RESULTS).measured) <= {one.name for one in MEASUREMENTS}


def test_figures_go_between_the_marks() -> None:
    text = f"before\n{page.BEGIN}\nold\n{page.END}\nafter\n"
    new = f"before\n{page.BEGIN}\n\nnew\n\n{page.END}\nafter\n"
    assert page.filled(text, "new\n") == new
    assert page.filled(new, "new\n") == new


@pytest.mark.parametrize(
    "text",
    [
        "",
        page.BEGIN,
        page.END + page.BEGIN,
        page.BEGIN + page.BEGIN + page.END,
        page.BEGIN + page.END + page.END,
    ],
)
def test_page_without_marks_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="^the page must have the lines"):
        page.filled(text, "new")
