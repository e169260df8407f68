"""What a new user waits for: compilation, once, and commands from then on."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, Measurement, at_most
from benchmarks.fresh import run_python
from benchmarks.settings import Settings

__all__ = ["FIRST_USE"]

HELP = ("-m", "lrf", "--help")
EVALUATE = ("-m", "lrf", "evaluate", "iris", "--preset", "rt")
FIRST_FIT = ("-m", "benchmarks.children.first_fit")


def measure(settings: Settings) -> Iterator[Figure]:
    if not settings.quick:
        yield _compiling("a first forest: fit, predict, score", FIRST_FIT)
        yield _compiling("a first `lrf evaluate iris --preset rt`", EVALUATE)
        yield _warm("`lrf evaluate iris --preset rt`", EVALUATE, settings.repeats, 3.0)
    yield _warm("`lrf --help`", HELP, settings.repeats, 0.4)


def _compiling(what: str, arguments: tuple[str, ...]) -> Figure:
    """Return how much more a process takes when no machine code is on disk."""
    with TemporaryDirectory() as folder:
        cold, warm = (
            run_python(*arguments, variables={"NUMBA_CACHE_DIR": folder}).cpu_seconds
            for _ in range(2)
        )
    return Figure(f"compiling, {what}", cold - warm, unit="s", target=at_most(15.0))


def _warm(what: str, arguments: tuple[str, ...], repeats: int, bound: float) -> Figure:
    run_python(*arguments)
    seconds = [run_python(*arguments).cpu_seconds for _ in range(repeats)]
    return Figure.of_seconds(what, seconds, at_most(bound))


FIRST_USE = Measurement(
    name="first-use",
    title="First use",
    figure="CPU time",
    measure=measure,
    forests=False,
    note=(
        "Whole processes, starting Python and imports included. Compiling: CPU time with an empty "
        "cache of machine code, less that of the same process afterwards."
    ),
)
