"""The built site: no dead link, nothing from elsewhere, and readable on a phone and in the dark."""

from __future__ import annotations

import functools
import http.server
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.browser import DESKTOP, PHONE, browser, requests_of, resize, use_scheme
from tests.pages import ROOT

pytest.importorskip("mkdocs", reason="mkdocs is not installed")

pytestmark = pytest.mark.slow

#: Where the pages may lead outside of the site. No link is followed.
OUTSIDE = {
    "distributed.dask.org",
    "docs.ray.io",
    "github.com",
    "graphviz.org",
    "joblib.readthedocs.io",
    "keepachangelog.com",
    "numba.readthedocs.io",
    "onnx.ai",
    "semver.org",
    "squidfunk.github.io",  # the theme, in the footer of each page
    "www.coseal.net",
    "www.kamishima.net",
    "www.preflib.org",
}
#: What loads something, as soon as a page is opened.
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}


class Page(HTMLParser):
    """What a page links to, what it loads, and the anchors in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        for name in ("id", "name"):
            self.anchors.add(values.get(name) or "")
        if tag == "a" and values.get("href"):
            self.links.append(values["href"] or "")
        loads = tag != "link" or values.get("rel") in ("stylesheet", "icon", "preload")
        if loads and (address := values.get(LOADED.get(tag, ""))):
            self.loaded.append(address)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site, built as it is published."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """Return all pages of the site, by their files."""
    return {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


def target_of(link: str, page: Path, site: Path) -> tuple[Path, str]:
    """Return the file that a link inside the site leads to, and the anchor in it."""
    parts = urlsplit(link)
    start = site if parts.path.startswith("/") else page.parent
    path = start / unquote(parts.path).lstrip("/") if parts.path else page
    path = Path(os.path.normpath(path))
    return (path / "index.html" if path.is_dir() else path), unquote(parts.fragment)


def is_outside(link: str) -> bool:
    return bool(urlsplit(link).scheme or urlsplit(link).netloc)


def dead_links(page: Path, links: list[str], pages: dict[Path, Page], site: Path) -> list[str]:
    """Return the links of a page that lead to no file of the site, or to no anchor in it."""
    dead = []
    for link in links:
        path, anchor = target_of(link, page, site)
        if not path.is_file() or (path in pages and anchor not in pages[path].anchors):
            dead.append(f"{page.relative_to(site)}: {link}")
    return dead


def test_dead_links_are_found(tmp_path: Path) -> None:
    index = tmp_path / "index.html"
    text = '<h1 id="top"></h1><a href="#top"></a><a href="#no"></a><a href="absent/"></a>'
    index.write_text(text, encoding="utf-8")
    page = Page(text)
    assert dead_links(index, page.links, {index: page}, tmp_path) == [
        "index.html: #no",
        "index.html: absent/",
    ]


def test_no_dead_link_inside_the_site(site: Path, pages: dict[Path, Page]) -> None:
    assert len(pages) > 35
    assert sum(len(page.links) for page in pages.values()) > 3000
    dead = [
        found
        for path, page in pages.items()
        if path.name != "404.html"  # its addresses begin at the root of the published site
        for found in dead_links(path, [link for link in page.links if not is_outside(link)],
                                pages, site)
    ]  # fmt: skip
    assert dead == []


def test_links_that_lead_outside_are_known_and_well_formed(pages: dict[Path, Page]) -> None:
    links = {link for page in pages.values() for link in page.links if is_outside(link)}
    for link in links:
        parts = urlsplit(link)
        assert parts.scheme == "https", link
        assert re.fullmatch(r"[a-z0-9.-]+\.[a-z]{2,}", parts.netloc), link
        assert not re.search(r"[\s<>\"]|\.$", link), link
    assert {urlsplit(link).netloc for link in links} == OUTSIDE


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    assert {what for page in pages.values() for what in page.loaded if is_outside(what)} == set()
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"url\(\s*[\"']?(?:https?:)?//[^)]*\)", styles) == []


def test_search_knows_the_pages(site: Path) -> None:
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    for word in ("Plackett-Luce", "predict_pairwise", "constant prediction", "NUMBA_CACHE_DIR"):
        assert word.lower() in index.lower(), word


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that does not write down what it was asked for."""

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Return where the site is served, on this machine."""
    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


#: Returns what sticks out of the screen and is in nothing that can be scrolled.
STICKS_OUT = """
const scrolls = (e) => ["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX);
const inside = (e) => { for (; e; e = e.parentElement) if (scrolls(e)) return true; return false; };
return [...document.querySelectorAll("article *")]
  .filter((e) => e.getBoundingClientRect().width > 0)
  .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .filter((e) => !inside(e)).map((e) => `${e.tagName} ${e.textContent.slice(0, 40)}`);
"""

BODY = "return getComputedStyle(document.body).getPropertyValue(arguments[0]).trim()"


def test_every_page_fits_a_phone_and_asks_for_nothing(
    site: Path, address: str, tmp_path: Path
) -> None:
    names = sorted(path.parent.relative_to(site).as_posix() for path in site.rglob("index.html"))
    with browser(tmp_path / "profile") as driver:
        for size in (PHONE, DESKTOP):
            resize(driver, size)
            for name in names if size == PHONE else [".", "methods", "aggregators"]:
                page = address if name == "." else f"{address}{name}/"
                driver.get(page)
                assert driver.execute_script(STICKS_OUT) == [], name
                wide, screen = driver.execute_script(
                    "return [document.documentElement.scrollWidth, window.innerWidth]"
                )
                assert wide <= screen, name
                asked = requests_of(driver, page)
                assert [one for one in asked if not one.startswith((address, "data:"))] == []
        faults = [entry["message"] for entry in driver.get_log("browser")]
        assert [fault for fault in faults if "favicon" not in fault] == []


@pytest.mark.parametrize(("scheme", "palette"), [("light", "default"), ("dark", "slate")])
def test_colours_follow_the_reader(scheme: str, palette: str, address: str, tmp_path: Path) -> None:
    with browser(tmp_path / "profile") as driver:
        use_scheme(driver, scheme)
        driver.get(f"{address}methods/")
        body = driver.find_element("tag name", "body")
        assert body.get_attribute("data-md-color-scheme") == palette
        assert driver.execute_script(BODY, "--md-default-bg-color") != ""
