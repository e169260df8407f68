"""What binning does to accuracy."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.figures import Figure, Measurement, at_most
from benchmarks.models import BINS, forest
from benchmarks.sets import LARGE, Problem
from benchmarks.settings import Settings
from lrf.components import Dataset
from lrf.study import evaluate

__all__ = ["BINNED_ACCURACY"]

FOLDS = 10


def measure(settings: Settings) -> Iterator[Figure]:
    for problem in settings.problems(LARGE):
        folds = 2 if settings.quick else FOLDS
        exact, binned = (_tau(problem, settings.trees, bins, folds) for bins in (None, BINS))
        yield Figure(
            problem.name,
            abs(exact - binned),
            sides=(exact, binned),
            target=at_most(0.003),
            runs=folds,
            stand_in=problem.stand_in,
        )


def _tau(problem: Problem, trees: int, max_bins: int | None, folds: int) -> float:
    """Return the mean of tau over the folds, which are the same for each forest."""
    names = [f"x{i}" for i in range(problem.X.shape[1])]
    labels = [f"y{i}" for i in range(problem.Y.shape[1])]
    data = Dataset(
        name=problem.name, X=problem.X, Y=problem.Y, feature_names=names, label_names=labels
    )
    return evaluate(data, forest(trees, max_bins=max_bins), folds=folds).tau_mean


BINNED_ACCURACY = Measurement(
    name="bins-accuracy",
    title=f"Accuracy with max_bins={BINS}",
    figure="difference",
    columns=("exact", f"max_bins={BINS}"),
    unit="tau",
    measure=measure,
    note=f"Kendall's tau-b, mean of {FOLDS} folds, the same folds for both.",
)
