"""Fitting a forest that tells at most 255 values of each attribute apart."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figures import Figure, Measurement, at_least
from benchmarks.measurements.fit import compare_fits
from benchmarks.models import BINS
from benchmarks.sets import LARGE
from benchmarks.settings import Settings

__all__ = ["BINNED_FIT"]


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(LARGE):
        yield compare_fits(problem, settings, at_least(4.0), max_bins=BINS)


BINNED_FIT = Measurement(
    name="fit-bins",
    title=f"Fit, max_bins={BINS}",
    figure="scikit-learn / lrf",
    columns=("lrf", "scikit-learn"),
    unit="s",
    measure=measure,
    note=(
        "As above, with attributes binned for lrf; scikit-learn's forest has no such parameter. "
        "What binning costs in accuracy is the next table."
    ),
)
