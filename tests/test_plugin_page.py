"""The page about plugins names the hooks, records and messages that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lrf.testing
from lrf.complaints import absent, clash, no_such_hook, skipped, turned_away, unknown, unmarked
from lrf.errors import MalformedComponentError
from lrf.handover import KINDS, RECORDS, collect_records
from lrf.plugin import API_VERSION
from lrf.providers import DISABLE, ONLY, BrokenPlugin, Provider

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
MESSAGES_ON_PAGE = re.findall(r"^`([^`]+)`\n: ", PAGE, flags=re.MULTILINE)

MATCHES = Provider("lrf-matches", "0.1.0", "installed")
ONE, TWO = Provider("lrf-one", "1.0", "installed"), Provider("lrf-two", "2.0", "installed")


def malformed(answer: object) -> str:
    def hook() -> object:
        if isinstance(answer, Exception):
            raise answer
        return answer

    with pytest.raises(MalformedComponentError) as caught:
        collect_records("criterion", hook, MATCHES)
    return str(caught.value)


def messages() -> list[str]:
    """Return what lrf says in each of the cases; at the end, the sources of what else it says."""
    return [
        no_such_hook("lrf_criterions", MATCHES),
        unmarked(None, ["lrf_criteria"], MATCHES),
        malformed(None),
        malformed(ValueError("no")),
        clash("criterion", "gini", ONE, TWO),
        skipped(BrokenPlugin(MATCHES, "lrf_matches", "ImportError: no")),
        turned_away(2, MATCHES),
        absent("lrf-matchs", [MATCHES]),
        unknown("correlation", "matchs", ["kendall", "matches"], []),
        *[(ROOT / "lrf" / name).read_text(encoding="utf-8") for name in ("plan.py", "growth.py")],
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_component_has_a_section_with_a_whole_module(kind: str) -> None:
    hook, record = KINDS[kind], RECORDS[kind].__name__
    assert f"| `{hook}` | `{record}` |" in PAGE
    module = f"@hookimpl\ndef {hook}():\n"
    assert [section for section in SECTIONS if module in section and f"{record}(" in section]


def test_page_names_every_check() -> None:
    rows = re.findall(r"^\| `(check_\w+)` \|", PAGE, flags=re.MULTILINE)
    assert sorted(rows) == lrf.testing.__all__


def test_page_names_the_version_of_the_contract_and_the_variables() -> None:
    assert f"`lrf.plugin.API_VERSION`, {API_VERSION}." in PAGE
    assert f"LRF_API = {API_VERSION}\n" in PAGE
    assert f"`{DISABLE}=1`" in PAGE
    assert f"`{ONLY}=" in PAGE


def test_page_shows_messages() -> None:
    assert len(MESSAGES_ON_PAGE) >= 9


@pytest.mark.parametrize("shown", MESSAGES_ON_PAGE)
def test_message_on_the_page_is_what_lrf_says(shown: str) -> None:
    parts = [part for part in shown.split("...") if part.strip()]
    assert [text for text in messages() if all(part in text for part in parts)]
