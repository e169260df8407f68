"""Every component that lrf provides keeps the laws of its kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import lrf
from lrf.registry import Entry, get_registry
from lrf.testing import (
    check_aggregator,
    check_correlation,
    check_criterion,
    check_reader,
    check_stopping_rule,
)

SAMPLES = Path(__file__).parent / "samples"

# The packages that readers take beside those that are always there.
NEEDS = {"parquet": "pyarrow", "rdata": "rdata"}

CHECKS: dict[str, Callable[[str], None]] = {
    "correlation": check_correlation,
    "criterion": check_criterion,
    "stopping rule": check_stopping_rule,
    "aggregator": check_aggregator,
}


def ours(kind: str) -> list[str]:
    entries = get_registry().entries(kind)
    return [entry.component.name for entry in entries if is_ours(entry)]


def is_ours(entry: Entry) -> bool:
    return entry.provider == f"lrf {lrf.__version__}"


def every_component() -> list[tuple[str, str]]:
    return [(kind, name) for kind in CHECKS for name in ours(kind)]


def test_there_are_components_of_each_kind() -> None:
    assert {kind for kind, _ in every_component()} == set(CHECKS)
    assert len(every_component()) >= 10


@pytest.mark.parametrize(("kind", "name"), every_component())
def test_component_keeps_the_laws(kind: str, name: str) -> None:
    CHECKS[kind](name)


@pytest.mark.parametrize("name", ours("reader"))
def test_reader_keeps_the_laws(name: str) -> None:
    """A file called like the reader must lie among the samples."""
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    (sample,) = SAMPLES.glob(f"{name}.*")
    check_reader(name, sample)
