"""How long a component takes, next to another one that does the same kind of work.

Times are CPU seconds of this process, and both take turns: whatever else the machine is busy with
slows a pair of runs down together. The median of the pairs counts, or the least times.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any, TypeAlias

from lrf.testing.subjects import Subject

__all__ = ["Limit", "check_ratio", "cpu_ratio"]

#: False: time is not measured; True: against `MOST`; a number: against that.
Limit: TypeAlias = bool | float
MOST = 1.15

#: How many pairs of runs; more only where it is not clear whether the component is quick enough.
PAIRS = (7, 15, 31)


def cpu_ratio(run: Callable[[], Any], reference: Callable[[], Any], limit: float) -> float:
    """Return how many times the CPU time of `reference` it takes to `run`.

    Parameters
    ----------
    run, reference : callable
        Called without arguments, first once for nothing: kernels are compiled then.
    limit : float
        A ratio that is small enough to measure no more.
    """
    run(), reference()
    times: list[tuple[float, float]] = []
    for pairs in PAIRS:
        while len(times) < pairs:
            times.append((_seconds(run), _seconds(reference)))
        ratio = _ratio(times)
        if not limit < ratio <= 1.5 * limit:
            break
    return ratio


def _ratio(times: list[tuple[float, float]]) -> float:
    """Return the median of the ratios, or that of the least times if it is smaller.

    A burst of other threads of this process, whose time counts too, moves one or the other; a slow
    component moves both.
    """
    mine, others = zip(*times, strict=True)
    return float(min(median(a / b for a, b in times), min(mine) / min(others)))


def _seconds(function: Callable[[], Any]) -> float:
    started = process_time()
    function()
    return process_time() - started


def check_ratio(
    subject: Subject[Any],
    limit: Limit,
    run: Callable[[], Any],
    reference: Callable[[], Any],
    than: str,
) -> None:
    """Hold a component to a multiple of the time that a reference takes.

    Raises
    ------
    AssertionError
        If it takes longer.
    """
    most = MOST if limit is True else float(limit)
    ratio = cpu_ratio(run, reference, most)
    subject.expect(
        ratio <= most, f"it takes {ratio:.2f} times the CPU time of {than}; {most:g} are allowed"
    )
