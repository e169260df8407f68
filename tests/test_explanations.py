"""Each component is explained: a section with its formula, and where it comes from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lrf.catalogue import Entry
from lrf.registry import BUILT_IN, load_registry

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {
    "correlation": "correlations.md",
    "criterion": "criteria.md",
    "stopping rule": "stopping.md",
    "aggregator": "aggregators.md",
}
ENTRIES = [entry for entry in load_registry(*BUILT_IN).entries() if entry.kind in PAGES]
#: Components without a formula: what they do is no number.
WORDS = {"none", "permutation", "kemeny-local"}
#: Where a section leads to for its formula.
FORMULAE = re.compile(r"\]\(methods\.md#[\w-]+\)|```text\n|\\\(|\$\$")


def anchor(heading: str) -> str:
    """Return the anchor of a heading, given or made of its words."""
    given = re.search(r"\{ #([\w-]+) \}", heading)
    words = re.sub(r"[^\w\s-]", "", heading.lower()).strip()
    return given[1] if given else re.sub(r"[\s]+", "-", words)


def sections(page: str) -> dict[str, str]:
    """Return the text of each section of a page by its anchor."""
    parts = re.split(r"^## (.*)$", (DOCS / page).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {anchor(head): text for head, text in zip(parts[1::2], parts[2::2], strict=True)}


def section_of(entry: Entry) -> str:
    """Return the section that the table at the beginning of a page links a component to."""
    name, page = entry.component.name, PAGES[entry.kind]
    text = (DOCS / page).read_text(encoding="utf-8")
    links = re.findall(rf"^\| \[`{re.escape(name)}`\]\(#([\w-]+)\) \|", text, re.MULTILINE)
    assert links, f"{page} has no row for {name}"
    return sections(page)[links[0]]


def name_of(entry: Entry) -> str:
    return f"{entry.kind} {entry.component.name}"


@pytest.mark.parametrize("entry", ENTRIES, ids=name_of)
def test_component_has_a_section_that_names_it(entry: Entry) -> None:
    assert len(section_of(entry)) > 100


@pytest.mark.parametrize("entry", ENTRIES, ids=name_of)
def test_component_has_a_formula(entry: Entry) -> None:
    found = bool(FORMULAE.search(section_of(entry)))
    assert found or entry.component.name in WORDS


@pytest.mark.parametrize("entry", ENTRIES, ids=name_of)
def test_component_says_where_it_comes_from(entry: Entry) -> None:
    nobodys = entry.component.name in ("none", "mode")
    assert nobodys or re.search(r"\b(1[5-9]|20)\d\d\b", entry.component.reference)
