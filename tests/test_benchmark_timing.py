"""Runs of two sides are taken in turns, and each pair gives a ratio."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from benchmarks import timing
from benchmarks.settings import Settings
from benchmarks.timing import Turns, in_turns, timed

LARGE = ("fried", "pendigits")


def test_sides_take_turns_and_learn_the_number_of_the_run() -> None:
    calls = []

    def side(name: str) -> timing.Side:
        def run(number: int) -> float:
            calls.append((name, number))
            return 1.0 + number

        return run

    turns = in_turns(side("ours"), side("theirs"), 3)
    assert calls == [(name, number) for number in range(3) for name in ("ours", "theirs")]
    assert turns == Turns((1.0, 2.0, 3.0), (1.0, 2.0, 3.0))


def test_ratio_is_the_median_of_the_pairs_and_not_the_ratio_of_medians() -> None:
    turns = Turns((1.0, 10.0, 2.0), (4.0, 20.0, 6.0))
    assert turns.ratios == (4.0, 2.0, 3.0)
    assert turns.ratio == 3.0
    assert turns.medians == (2.0, 6.0)


def test_busy_moment_that_hits_both_sides_does_not_matter() -> None:
    quiet, busy = (
        Turns((1.0,) * 5, (2.5,) * 5),
        Turns((1.0, 1.0, 9.0, 9.0, 9.0), (2.5, 2.5) + (22.5,) * 3),
    )
    assert quiet.ratio == busy.ratio == 2.5


@pytest.mark.parametrize(
    ("cost", "least", "pairs"), [(1.0, 0.0, 3), (1.0, 12.0, 6), (0.001, 12.0, timing.MOST_PAIRS)]
)
def test_short_runs_are_repeated_until_they_add_up(cost: float, least: float, pairs: int) -> None:
    turns = in_turns(lambda run: cost, lambda run: cost, 3, least)
    assert len(turns.first) == len(turns.second) == pairs


def test_clock_runs_while_the_work_is_done_and_not_while_it_is_prepared() -> None:
    ticks = count()
    prepared = []

    def prepare(run: int) -> Any:
        prepared.append(run)
        next(ticks)
        return lambda: [next(ticks) for _ in range(10)]

    assert timed(prepare, clock=lambda: float(next(ticks)))(7) == 11.0
    assert prepared == [7]


def test_settings_add_runs_only_where_they_are_wanted() -> None:
    def pairs(settings: Settings, most: int | None = None) -> int:
        return len(settings.turns(lambda run: 0.1, lambda run: 0.1, most).first)

    assert pairs(Settings(repeats=2)) == 5
    assert pairs(Settings(repeats=2), most=3) == 2
    assert pairs(Settings(repeats=5), most=3) == 3
    assert pairs(Settings(repeats=1, quick=True)) == 1


def test_sets_are_those_asked_for_else_each_measurement_s_own() -> None:
    assert Settings().choose(LARGE) == LARGE
    assert Settings(sets=("vowel",)).choose(LARGE) == ("vowel",)
    assert Settings(sets=("vowel",), quick=True).choose(LARGE) == ("vowel",)
    assert Settings(quick=True).choose(LARGE) == ("iris",)
