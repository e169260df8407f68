"""The comparison of CPU times."""

from __future__ import annotations

from time import process_time, sleep

import pytest

from lrf.testing.timing import cpu_ratio


def busy(seconds: float) -> None:
    ready = process_time() + seconds
    while process_time() < ready:
        pass


def test_ratio_of_cpu_times() -> None:
    assert cpu_ratio(lambda: busy(0.006), lambda: busy(0.002), 1.0) == pytest.approx(3, rel=0.1)


def test_sleeping_does_not_count() -> None:
    def sleepy() -> None:
        busy(0.002)
        sleep(0.02)

    assert cpu_ratio(sleepy, lambda: busy(0.002), 2.0) < 2


@pytest.mark.parametrize(("limit", "pairs"), [(1.15, 7), (0.85, 31), (0.5, 7)])
def test_more_pairs_only_where_it_is_not_clear(limit: float, pairs: int) -> None:
    runs = []

    def run() -> None:
        runs.append(None)
        busy(0.002)

    cpu_ratio(run, lambda: busy(0.002), limit)
    assert len(runs) == 1 + pairs
