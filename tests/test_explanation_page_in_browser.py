"""The page of explanations in a browser: nothing is loaded, all of it can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lrf import explain
from lrf.explanation import explanations_page
from tests.browser import CONTRAST, DESKTOP, PHONE, browser, requests_of, resize, use_scheme
from tests.nasty import LABELS, nasty_data, nasty_forest


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browser(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    X, Y = nasty_data()
    path = tmp_path_factory.mktemp("page") / "why.html"
    found = explain(nasty_forest(), X, [3, 14], Y, (X, Y))
    path.write_text(explanations_page(found, "<b>Why?</b>"), encoding="utf-8")
    return path


def test_nothing_is_loaded_and_nothing_fails(driver: Any, page: Path) -> None:
    driver.get_log("performance")
    driver.get(page.as_uri())
    assert requests_of(driver, page.as_uri()) == [page.as_uri()]
    assert driver.get_log("browser") == []


def test_it_says_what_was_found(driver: Any, page: Path) -> None:
    driver.get(page.as_uri())
    X, _ = nasty_data()
    (why,) = explain(nasty_forest(), X, [3])
    assert driver.title == "<b>Why?</b>"
    articles = driver.find_elements("css selector", "article")
    assert [a.find_element("css selector", "h2").text for a in articles] == ["row 3", "row 14"]
    chips = articles[0].find_elements("css selector", ".predicted .label")
    shown = [chip.get_attribute("textContent") for chip in chips]
    assert shown == [LABELS[label] for label in why.ranked]
    last = articles[0].find_elements("css selector", ".total td")
    assert [cell.text for cell in last] == [f"{why.expected[label]:.2f}" for label in why.ranked]
    assert len(articles[0].find_elements("css selector", ".decisions > li")) == len(why.decisions)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_the_screen_and_can_be_read(
    driver: Any, page: Path, size: tuple[int, int], scheme: str
) -> None:
    resize(driver, size)
    use_scheme(driver, scheme)
    driver.get(page.as_uri())
    width, seen = driver.execute_script(
        "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert width <= seen
    assert driver.execute_script(CONTRAST) >= 4.5
    assert driver.get_screenshot_as_png().startswith(b"\x89PNG")
