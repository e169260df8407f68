"""The page of the catalogue is made from the registry, and the page about correlations is true."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from lrf import growth
from lrf.components import Correlation
from lrf.rankings import from_orders
from lrf.registry import BUILT_IN, KINDS, load_registry
from tests.correlation_cases import Case

ROOT = Path(__file__).parents[1]
CORRELATIONS = (ROOT / "docs" / "correlations.md").read_text(encoding="utf-8")
ENTRIES = load_registry(*BUILT_IN).entries()
MEASURES = [entry.component for entry in ENTRIES if isinstance(entry.component, Correlation)]


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    """Return the hook of mkdocs, which is no part of a package."""
    spec = importlib.util.spec_from_file_location("catalogue_hook", ROOT / "docs" / "_catalogue.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def page(name: str) -> SimpleNamespace:
    return SimpleNamespace(file=SimpleNamespace(src_uri=name))


def rows(text: str) -> dict[str, list[str]]:
    """Return the cells of each row of Markdown's tables by the name in its first cell."""
    lines = re.findall(r"^\| \[?`([\w-]+)`[^|]*\|(.*)\|$", text, re.MULTILINE)
    return {name: [cell.strip() for cell in rest.split(" | ")] for name, rest in lines}


def test_site_calls_the_hook() -> None:
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert "\n  - docs/_catalogue.py\n" in site


def test_hook_fills_the_page_of_the_catalogue(hook: ModuleType) -> None:
    text = (ROOT / "docs" / "catalogue.md").read_text(encoding="utf-8")
    filled = hook.on_page_markdown(text, page=page("catalogue.md"), config={}, files=[])
    assert filled == text.replace(hook.MARK, hook.catalogue()) != text


def test_hook_leaves_other_pages_alone(hook: ModuleType) -> None:
    assert hook.on_page_markdown(hook.MARK, page=page("index.md")) == hook.MARK


def test_hook_fails_where_the_catalogue_has_no_place(hook: ModuleType) -> None:
    with pytest.raises(ValueError, match="does not say where the catalogue goes"):
        hook.on_page_markdown("# Catalogue", page=page("catalogue.md"))


def test_catalogue_has_a_table_of_each_kind(hook: ModuleType) -> None:
    assert list(hook.SECTIONS) == list(KINDS)
    assert hook.catalogue().count("\n| name | what it is |") == len(KINDS)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.kind} {entry.component.name}")
def test_catalogue_tells_what_the_registry_knows(hook: ModuleType, entry: object) -> None:
    component = entry.component  # type: ignore[attr-defined]
    section = hook.catalogue().split(f"## {hook.SECTIONS[entry.kind][0]}\n")[1].split("\n## ")[0]  # type: ignore[attr-defined]
    (line,) = [line for line in section.splitlines() if f"| {component.summary} |" in line]
    assert f"`{component.name}`" in line
    assert component.reference in line
    for parameter in component.parameters:
        assert f"`{parameter.name}` = " in line
        assert parameter.summary in line


def test_each_correlation_has_a_section_that_the_catalogue_links_to(hook: ModuleType) -> None:
    for measure in MEASURES:
        assert f" {{ #{measure.name} }}\n" in CORRELATIONS
        assert f"[`{measure.name}`](correlations.md#{measure.name})" in hook.catalogue()


def test_page_says_what_correlations_are_defined_for() -> None:
    first = rows(CORRELATIONS.split("\n## ")[0])
    words = {True: "yes", False: "no"}
    found = {name: cells[1:3] for name, cells in first.items()}
    assert found == {m.name: [words[m.ties], words[m.incomplete]] for m in MEASURES}


def test_page_says_which_correlations_are_given_by_a_matrix() -> None:
    first = rows(CORRELATIONS.split("\n## ")[0])
    by_matrix = {name for name, cells in first.items() if "matrix" in cells[3]}
    assert by_matrix == {measure.name for measure in MEASURES if measure.matrix is not None}


def test_page_says_how_many_distinct_rankings_a_matrix_may_have() -> None:
    assert f"more than {growth._MOST_IN_MATRIX:,} distinct rankings are refused" in " ".join(
        CORRELATIONS.split()
    )


def test_page_shows_correlations_as_they_are() -> None:
    section = CORRELATIONS.split("\n## ")[1]
    (header,) = re.findall(r"^\| +\| (.*) \|$", section, re.MULTILINE)
    orders = re.findall(r"`([a-d>]+)`", header)
    rankings = from_orders(["a>b>c>d", *orders])
    shown = {
        name: [float(cell.replace("−", "-")) for cell in cells]
        for name, cells in rows(section).items()
    }
    assert set(shown) == {measure.name for measure in MEASURES}
    for name, values in shown.items():
        assert Case(name, {}).matrix(rankings)[0, 1:] == pytest.approx(values, abs=0.00501)


def test_page_shows_every_parameter() -> None:
    sections = re.split(r"^## .*\{ #(.*) \}$", CORRELATIONS, flags=re.MULTILINE)[1:]
    text_of = dict(zip(sections[::2], sections[1::2], strict=True))
    for measure in MEASURES:
        for parameter in measure.parameters:
            assert f"`{parameter.name}`" in text_of[measure.name]
