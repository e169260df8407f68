"""The most memory that a fit takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.figures import Figure, Measurement, at_least
from benchmarks.fresh import run_python, saved
from benchmarks.models import warm_up
from benchmarks.sets import Problem
from benchmarks.settings import Settings
from benchmarks.timing import Side

__all__ = ["MEMORY"]

JOBS = 2


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(("fried",)):
        yield _compare(problem, settings)


def _compare(problem: Problem, settings: Settings) -> Figure:
    warm_up(problem)  # the kernels are then on disk
    with saved(problem) as files:
        turns = settings.turns(
            _fit_elsewhere("lrf", files, settings.trees),
            _fit_elsewhere("scikit-learn", files, settings.trees),
            most=3,
        )
    return Figure.of_turns(problem.name, turns, at_least(2.0), problem.stand_in)


def _fit_elsewhere(side: str, files: Sequence[str], trees: int) -> Side:
    """Return the side that costs the bytes of a fit in a process of its own."""
    program = ("-m", "benchmarks.children.fit_memory", side, *files, str(trees), str(JOBS))
    return lambda run: float(run_python(*program).output)


MEMORY = Measurement(
    name="memory",
    title=f"Peak memory of a fit, {JOBS} jobs",
    figure="scikit-learn / lrf",
    columns=("lrf", "scikit-learn"),
    unit="B",
    measure=measure,
    note=(
        "The largest resident size during the fit, less what the process held before, with the "
        "data loaded and every library in use; each side in a process of its own."
    ),
)
