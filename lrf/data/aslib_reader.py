"""Reads scenario folders of the Algorithm Selection Library (Bischl et al., 2016).

The labels are algorithms, the samples are problem instances. Algorithms are ranked by one measure
of performance. Runs that failed share the last place: how long a run took that was stopped, or
how soon one crashed, says nothing. Repetitions count by their median, so that an algorithm that
fails on most of them has failed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.data.aslib_description import Measure, Scenario, read_description
from lrf.data.aslib_features import read_features, read_folds
from lrf.data.aslib_runs import read_runs
from lrf.data.options import refuse_options
from lrf.plugin import DataError, Dataset, Parameter, Reader, hookimpl
from lrf.rankings import from_scores
from lrf.wording import cited, listed

__all__ = ["lrf_readers", "read", "recognises"]

Array: TypeAlias = npt.NDArray[Any]

# What a run that failed costs, in cut-offs.
PENALTY = 10.0
DESCRIPTION, RUNS, FEATURES = "description.txt", "algorithm_runs.arff", "feature_values.arff"


def recognises(path: Path, head: bytes) -> bool:
    """Whether a folder holds a scenario, or most of it."""
    return path.is_dir() and (path / RUNS).is_file()


def read(
    path: Path,
    ranks: str | None = None,
    order_column: str | None = None,
    require_targets: bool = True,
    measure: str = "",
) -> Dataset:
    """Read a scenario.

    Parameters
    ----------
    path : Path
        The folder.
    ranks, order_column : None
        The rankings are made of runs.
    require_targets : bool
        Nothing depends on it: instances without runs are left out.
    measure : str
        The measure of performance to rank by; default: the first one.

    Raises
    ------
    DataError
        If a file is missing or something is wrong in it; the message names the file and the line.
    """
    refuse_options(path, "aslib", ranks=ranks, order_column=order_column)
    for name in (DESCRIPTION, RUNS, FEATURES):
        if not (path / name).is_file():
            raise DataError(f"{path}: expected the file {name} of an ASlib scenario")
    scenario = read_description(path / DESCRIPTION)
    chosen = _choose(path / DESCRIPTION, scenario, measure)
    runs = read_runs(path / RUNS, chosen, scenario.cutoff)
    features = read_features(path / FEATURES)
    if len(runs.algorithms) < 2:
        raise DataError(f"{path / RUNS}: {len(runs.algorithms)} algorithms: nothing to rank")
    measured = ~np.asarray(np.isnan(runs.performance).all(axis=1))
    rows = {name: i for i, name in enumerate(runs.instances) if measured[i]}
    kept = [i for i, name in enumerate(features.instances) if name in rows]
    names = [features.instances[i] for i in kept]
    if not kept:
        raise DataError(f"{path}: no instance has both features and runs")
    performance = runs.performance[[rows[name] for name in names]]
    return Dataset(
        name=scenario.name,
        X=np.ascontiguousarray(features.values[kept]),
        Y=from_scores(performance, higher_is_better=chosen.maximize),
        feature_names=features.names,
        label_names=runs.algorithms,
        categories=features.categories,
        scores=_finite(performance, chosen, scenario.cutoff),
        higher_is_better=chosen.maximize,
        folds=read_folds(path / "cv.arff", names),
        notes=_notes(path, scenario, chosen, {*features.instances} ^ {*rows}),
    )


def _finite(performance: Array, measure: Measure, cutoff: float) -> Array:
    """Return performance with a number for runs that failed.

    This is ten times the cut-off, as is usual (PAR10), or the worst that was measured on the same
    instance where nothing was cut off; NaN if all failed there.
    """
    failed = np.isinf(performance)
    if measure.is_runtime and not measure.maximize and np.isfinite(cutoff):
        return np.where(failed, PENALTY * cutoff, performance)
    measured = np.where(failed, np.nan, performance)
    worst = np.fmin if measure.maximize else np.fmax
    return np.where(failed, worst.reduce(measured, axis=1, keepdims=True), performance)


def _choose(path: Path, scenario: Scenario, name: str) -> Measure:
    if not name:
        return scenario.measures[0]
    for measure in scenario.measures:
        if measure.name == name:
            return measure
    known = listed([measure.name for measure in scenario.measures], "measure")
    raise DataError(f"{path}: there is no performance measure {cited(name)}; there are {known}")


def _notes(path: Path, scenario: Scenario, chosen: Measure, left_out: set[str]) -> Sequence[str]:
    notes = []
    if len(scenario.measures) > 1:
        others = listed([each.name for each in scenario.measures if each != chosen], "measure")
        notes.append(f"{path}: ranked by {listed([chosen.name])}; there are also {others}")
    if left_out:
        notes.append(
            f"{path}: left out, since they lack features or runs: {len(left_out)} instances, such "
            f"as {listed([min(left_out)])}"
        )
    return notes


@hookimpl
def lrf_readers() -> list[Reader]:
    """Return the reader."""
    return [
        Reader(
            name="aslib",
            summary="folders of algorithm selection scenarios; algorithms that fail come last",
            reference="Bischl, B. et al. (2016). ASlib: A benchmark library for algorithm "
            "selection. Artificial Intelligence 237.",
            parameters=[
                Parameter("measure", "", "the measure of performance; otherwise the first one")
            ],
            recognises=recognises,
            read=read,
        )
    ]
