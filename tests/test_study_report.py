"""Figures and the report: the same each time, whole in themselves, and sound in a real browser."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from lrf.study.figures import draw_figures, inline_svg
from lrf.study.outcome import Outcome
from lrf.study.reading import read_study
from lrf.study.report import report_of
from lrf.study.running import run_study
from lrf.study.showing import write_all
from tests.study_files import written

pytest.importorskip("matplotlib")
pytest.importorskip("scikit_posthocs")

TEXT = """
title = "A <b> & a study"
note = "About ½ of it."
seed = 1
folds = 3
datasets = ["iris", "wine"]
[models.RT]
preset = "rt"
[models."k<3"]
baseline = "nearest-neighbours"
[models.constant]
baseline = "default-ranking"
[figures.dots]
title = "Dots & more"
[figures.gain]
kind = "gain"
models = ["RT"]
beside = ["constant"]
[figures.ranks-all]
title = "Ranks"
kind = "critical-difference"
[published.RT]
iris = 0.963
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("study")


@pytest.fixture(scope="module")
def outcome(folder: Path) -> Outcome:
    study = read_study(written(folder, TEXT))
    outcome = run_study(study, folder / "out", n_jobs=1)
    assert write_all(outcome, folder / "out") == []
    return outcome


def test_figures_are_drawn_and_are_the_same_each_time(outcome: Outcome, tmp_path: Path) -> None:
    first = draw_figures(outcome, tmp_path / "a")
    second = draw_figures(outcome, tmp_path / "b")
    assert list(first) == ["dots", "gain", "ranks-all"]
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert names == sorted(f"{name}.{ending}" for name in first for ending in ("svg", "pdf"))
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert first == second


def test_figures_in_a_page_do_not_share_names(outcome: Outcome, tmp_path: Path) -> None:
    figures = draw_figures(outcome, tmp_path)
    parts = {name: inline_svg(svg, name, f"T {name} <") for name, svg in figures.items()}
    for name, part in parts.items():
        assert part.startswith('<svg role="img" aria-label="T ')
        assert "currentColor" in part
        found = set(re.findall(r'\bid="([^"]+)"', part))
        assert found
        assert all(one.startswith(f"{name}-") for one in found)
        assert set(re.findall(r"(?:href=\"#|url\(#)([^\")]+)", part)) <= found


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(key, value or "") for key, value in attrs if key in ("src", "href")]


def test_report_loads_nothing_and_escapes_names(outcome: Outcome, folder: Path) -> None:
    page = (folder / "out" / "report.html").read_text(encoding="utf-8")
    links = Links()
    links.feed(page)
    assert links.found
    assert all(value.startswith("#") for _, value in links.found)
    assert "@import" not in page
    assert "<h1>A &lt;b&gt; &amp; a study</h1>" in page
    assert "k&lt;3" in page
    assert "k<3" not in page


def test_report_without_figures(outcome: Outcome) -> None:
    page = report_of(outcome, {})
    assert "<svg" not in page
    assert 'id="table-accuracy-all"' in page


def test_without_matplotlib_there_is_a_note(
    outcome: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    notes = write_all(outcome, tmp_path)
    assert len(notes) == 1
    assert notes[0].startswith("there are no figures, since matplotlib")
    assert notes[0].endswith(
        "is not installed: pip install 'lrf[study]', and run the command again"
    )
    assert (tmp_path / "report.html").is_file()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    webdriver = pytest.importorskip("selenium.webdriver")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("there is no chromium with a chromedriver here")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for word in (
        "headless",
        "no-sandbox",
        "disable-gpu",
        "disable-quic",
        "no-first-run",
        "disable-background-networking",
        "disable-component-update",
        "disable-sync",
        "window-size=1200,900",
        f"user-data-dir={tmp_path_factory.mktemp('browser')}",
    ):
        options.add_argument(f"--{word}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = webdriver.Chrome(
        options=options, service=webdriver.ChromeService(executable_path=driver)
    )
    yield opened
    opened.quit()


@pytest.fixture
def page(browser: Any, outcome: Outcome, folder: Path) -> Any:
    browser.get((folder / "out" / "report.html").as_uri())
    return browser


def column(page: Any, table: str, number: int) -> list[str]:
    script = (
        "return [...document.getElementById(arguments[0]).tBodies[0].rows]"
        ".map(row => row.cells[arguments[1]].firstChild.textContent.trim())"
    )
    found: list[str] = page.execute_script(script, table, number)
    return found


def click_head(page: Any, table: str, number: int) -> Any:
    head = page.find_elements("css selector", f"#{table} thead th")[number]
    button = head.find_element("css selector", "button")
    page.execute_script(
        "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", button
    )
    button.click()
    return head


def test_page_has_no_faults_and_does_not_overflow(page: Any) -> None:
    assert page.get_log("browser") == []
    assert page.title == "A <b> & a study"
    for width in (1200, 400):
        page.set_window_size(width, 900)
        wide = page.execute_script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide <= 0, f"the page is wider than a window of {width}"
    page.set_window_size(1200, 900)
    sizes = page.execute_script(
        "return [...document.querySelectorAll('figure svg')]"
        ".map(one => [one.getBoundingClientRect().width, one.getBoundingClientRect().height])"
    )
    assert len(sizes) == 3
    assert all(width > 300 and height > 60 for width, height in sizes)


def test_tables_sort_by_numbers_and_by_names(page: Any) -> None:
    name = "table-datasets"
    assert column(page, name, 0) == ["iris", "wine"]
    head = click_head(page, name, 1)
    assert (head.get_attribute("aria-sort"), column(page, name, 1)) == (
        "descending",
        ["178", "150"],
    )
    head = click_head(page, name, 1)
    assert (head.get_attribute("aria-sort"), column(page, name, 1)) == ("ascending", ["150", "178"])
    head = click_head(page, name, 0)
    head = click_head(page, name, 0)
    assert (head.get_attribute("aria-sort"), column(page, name, 0)) == (
        "descending",
        ["wine", "iris"],
    )
    click_head(page, name, 0)
    assert page.find_elements("css selector", f"#{name} [aria-sort]") == []
    assert column(page, name, 0) == ["iris", "wine"]


def test_empty_cells_stay_last_and_the_footer_stays(page: Any) -> None:
    name = "table-published"
    for _ in range(2):
        click_head(page, name, 2)
        assert column(page, name, 0) == ["iris", "wine"], "wine has no published figure"
    foot = page.find_element("css selector", f"#{name} tfoot th").text
    assert foot == "mean of these"


def colours(page: Any) -> list[str]:
    found: list[str] = page.execute_script(
        "return ['body', 'figure svg'].flatMap(one => {const style = "
        "getComputedStyle(document.querySelector(one)); return [style.color]})"
        ".concat([getComputedStyle(document.body).backgroundColor])"
    )
    return found


def test_light_and_dark(page: Any) -> None:
    def prefer(scheme: str) -> list[str]:
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        return colours(page)

    light, dark = prefer("light"), prefer("dark")
    assert all(one != other for one, other in zip(light, dark, strict=True))
    page.find_element("id", "theme").click()
    assert colours(page) == light
    page.find_element("id", "theme").click()
    assert colours(page) == dark
