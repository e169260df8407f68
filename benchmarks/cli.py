"""The command line of the benchmarks."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.figures import Measurement
from benchmarks.machine import describe_machine
from benchmarks.measurements import MEASUREMENTS
from benchmarks.page import write_page
from benchmarks.report import render
from benchmarks.results import Results, read_results, write_results
from benchmarks.running import measure
from benchmarks.sets import ALL
from benchmarks.settings import Settings

__all__ = ["RESULTS", "main"]

#: What the page of the documentation shows.
RESULTS = Path(__file__).parent / "results.json"

QUICK_TREES = 5


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print tables, and write them down."""
    options = _parser().parse_args(arguments)
    if options.page:
        _write_page()
        return
    settings = _settings(options)
    results = Results(describe_machine(), {})
    for measurement in _chosen(options.only):
        found = measure(measurement, settings)
        if found is not None:
            results = results.updated(Results(results.machine, {measurement.name: found}))
            _keep(results, options)
    print(render(results, MEASUREMENTS, options.targets))


def _keep(results: Results, options: argparse.Namespace) -> None:
    """Write figures down as they become known: to a file, or to where they are published."""
    if options.json is not None:
        write_results(results, options.json)
    elif not options.quick and options.sets is None and options.trees is None:
        published = read_results(RESULTS).updated(results) if RESULTS.exists() else results
        write_results(published, RESULTS)
        _write_page()


def _write_page() -> None:
    """Show in the documentation what the file says, and not more digits of it."""
    write_page(render(read_results(RESULTS), MEASUREMENTS, targets=True))


def _settings(options: argparse.Namespace) -> Settings:
    return Settings(
        trees=options.trees or (QUICK_TREES if options.quick else Settings().trees),
        repeats=options.repeats or (1 if options.quick else Settings().repeats),
        sets=options.sets,
        quick=options.quick,
        huge=options.huge,
        scikit_lr=options.scikit_lr or os.environ.get("LRF_SCIKIT_LR"),
    )


def _chosen(names: tuple[str, ...] | None) -> list[Measurement]:
    return [one for one in MEASUREMENTS if names is None or one.name in names]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure lrf and what users would otherwise pick, in turns, in one run.",
        epilog=(
            "Without --quick, --sets, --trees and --json, the figures are kept in "
            "benchmarks/results.json and shown in docs/performance.md."
        ),
    )
    names = tuple(one.name for one in MEASUREMENTS)
    parser.add_argument(
        "--only", type=_words(names), metavar="A,B", help=f"measurements: {', '.join(names)}"
    )
    parser.add_argument(
        "--sets", type=_words(ALL), metavar="A,B", help="data sets, instead of each one's own"
    )
    parser.add_argument("--repeats", type=_count, metavar="N", help="least number of pairs of runs")
    parser.add_argument("--trees", type=_count, metavar="N", help="trees of each forest")
    parser.add_argument("--quick", action="store_true", help="only see that everything works")
    parser.add_argument("--huge", action="store_true", help="grow on a million rows, too")
    parser.add_argument("--scikit-lr", metavar="PYTHON", help="a Python that has scikit-lr 0.3.0")
    parser.add_argument("--targets", action="store_true", help="show what figures should reach")
    parser.add_argument("--json", type=Path, metavar="PATH", help="where to write the figures")
    parser.add_argument(
        "--page", action="store_true", help="measure nothing, write docs/performance.md anew"
    )
    return parser


def _words(known: Sequence[str]) -> Callable[[str], tuple[str, ...]]:
    """Return the type of an option that takes some of the known words."""

    def split(text: str) -> tuple[str, ...]:
        words = tuple(text.split(","))
        for word in words:
            if word not in known:
                raise argparse.ArgumentTypeError(f"{word!r} is none of {', '.join(known)}")
        return words

    return split


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("it must be at least 1")
    return number
