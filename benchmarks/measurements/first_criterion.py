"""What a criterion takes to compile that was never used before, by an engine that was."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, Measurement, at_most
from benchmarks.fresh import run_python
from benchmarks.settings import Settings

__all__ = ["FIRST_CRITERION"]

PROGRAM = ("-m", "benchmarks.children.first_criterion")
KNOWN = "mean-correlation"
NEW = ("gini", "variance", "entropy", "ranking-gain", "plackett-luce", "mallows")
MOST_REPEATS = 3


def measure(settings: Settings) -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        engine = Path(folder) / "engine"
        _seconds(KNOWN, engine)
        for name in NEW[:1] if settings.quick else NEW:
            repeats = min(settings.repeats, MOST_REPEATS)
            taken = [_compiling(name, engine, Path(folder) / f"{name}{i}") for i in range(repeats)]
            yield Figure.of_seconds(name, taken, at_most(2.0))


def _compiling(name: str, engine: Path, folder: Path) -> float:
    """Return how much more a process takes that finds the machine code of the engine only."""
    shutil.copytree(engine, folder)
    cold, warm = (_seconds(name, folder) for _ in range(2))
    return cold - warm


def _seconds(name: str, folder: Path) -> float:
    return run_python(*PROGRAM, name, variables={"NUMBA_CACHE_DIR": str(folder)}).cpu_seconds


FIRST_CRITERION = Measurement(
    name="first-criterion",
    title="A criterion used for the first time",
    figure="compiling",
    measure=measure,
    forests=False,
    note=(
        "CPU time of a process that fits a small forest with the criterion, on a machine that has "
        "grown forests with `mean-correlation` before, less that of the same process afterwards. "
        "The engine is compiled for none of them."
    ),
)
