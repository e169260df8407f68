"""A million rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from benchmarks.children.huge_fit import FEATURES, LABELS
from benchmarks.figures import Figure, Measurement, NotMeasured, at_most
from benchmarks.fresh import run_python
from benchmarks.models import BINS
from benchmarks.settings import Settings

__all__ = ["HUGE"]

ROWS = 1_000_000
TREES = 20


def measure(settings: Settings) -> Iterator[Figure]:
    if not settings.huge:
        raise NotMeasured("it takes minutes and gigabytes: --huge")
    trees, rows = min(TREES, settings.trees), ROWS // (1000 if settings.quick else 1)
    half, whole = (_fit(n, rows, trees) for n in (rows // 2, rows))
    yield Figure(
        f"{rows // 2:,} to {rows:,} rows",
        whole["seconds"] / half["seconds"],
        sides=(half["seconds"], whole["seconds"]),
        target=at_most(2.3),
    )
    yield Figure(
        f"peak of memory, {rows:,} rows", whole["peak"], unit="B", target=at_most(6 * 2**30)
    )


def _fit(rows: int, made: int, trees: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        run_python("-m", "benchmarks.children.huge_fit", *map(str, (rows, made, trees))).output
    )
    return found


HUGE = Measurement(
    name="huge",
    title="A million rows",
    figure="2 n / n",
    columns=("n rows", "2 n rows"),
    unit="s",
    measure=measure,
    forests=False,
    note=(
        f"CPU time of `fit` with max_bins={BINS} and {TREES} trees on the first rows of made-up "
        f"data with {FEATURES} attributes and {LABELS} labels; the peak is that of the whole "
        "process, data included."
    ),
)
