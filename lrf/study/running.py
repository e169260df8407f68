"""A study, begun or gone on with: what is done is read, what is missing is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lrf.components import Dataset
from lrf.errors import ConfigError, DataError, StudyError
from lrf.study.description import Study
from lrf.study.folds import check_folds
from lrf.study.header import facts_of, header_of
from lrf.study.ledger import Ledger, Say
from lrf.study.lock import locked
from lrf.study.making import make_model
from lrf.study.outcome import Outcome, outcome_of
from lrf.study.places import find_datasets
from lrf.study.tasks import Bench, Task
from lrf.study.time_left import Costs, size_of
from lrf.study.workers import do_all, processors

__all__ = ["Progress", "run_study"]

Progress = Callable[[int, int, float | None], None]


def run_study(
    study: Study,
    folder: Path,
    *,
    data: Path | None = None,
    n_jobs: int | None = None,
    discard: bool = False,
    progress: Progress | None = None,
    say: Say | None = None,
) -> Outcome:
    """Do what is missing of a study, and return all of its results.

    Parameters
    ----------
    study : Study
        What to do; see `read_study`.
    folder : Path
        Where results are kept; made if need be.
    data : Path, optional
        A folder to look for data sets in first.
    n_jobs : int, optional
        Number of processes; the results do not depend on it. Default, and -1: one for each
        processor.
    discard : bool
        Whether results in the folder that do not belong to this study are dropped; otherwise they
        are an error.
    progress : callable, optional
        ``progress(done, total, seconds_left)`` is called before the first fold and after each;
        the seconds are None as long as nothing is known.
    say : callable, optional
        Called with each line that a user should know of.

    Raises
    ------
    StudyError
        If a model fails, or the folder holds results of something else.
    DataError
        If a data set is not there, or has fewer rows than there are folds.
    ConfigError
        If `n_jobs` is 0, or less than -1.
    """
    n_processes = _processes(n_jobs)
    for spec in study.models:
        make_model(spec, study.path.parent)  # mistakes in it are told now, not in an hour
    _make_folder(folder)
    with locked(folder):
        ledger = Ledger(study, folder)
        spared = ledger.complete()
        datasets = find_datasets(study, data, spared)
        facts = _facts(study, datasets, spared, say or _ignored)
        ledger.settle(header_of(study, facts), discard, say or _ignored)
        _do_missing(ledger, datasets, n_processes, progress or _silent, say or _ignored)
        return outcome_of(study, ledger.header, ledger.entries)


def _processes(n_jobs: int | None) -> int:
    if n_jobs in (None, -1):
        return processors()
    if n_jobs is None or n_jobs < 1:
        raise ConfigError(
            f"n_jobs: {n_jobs} processes cannot work; give 1 or more, or -1 for one on each "
            f"processor"
        )
    return n_jobs


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StudyError(f"{folder}: cannot be made: {error.strerror}") from error


def _facts(
    study: Study,
    datasets: Mapping[str, Dataset],
    spared: Mapping[str, Mapping[str, Any]],
    say: Say,
) -> dict[str, Mapping[str, Any]]:
    """Return what tables say of each data set."""
    facts: dict[str, Mapping[str, Any]] = {}
    for spec in study.datasets:
        if spec.name in datasets:
            facts[spec.name] = facts_of(datasets[spec.name])
            _check_size(study, datasets[spec.name])
        else:
            facts[spec.name] = spared[spec.name]
            say(f"{spec.name} is not there any more; its results are complete and stay")
    return facts


def _check_size(study: Study, dataset: Dataset) -> None:
    try:
        check_folds(dataset.n_samples, study.folds, study.repeats, study.seed)
    except DataError as error:
        raise DataError(f"{dataset.name}: {error}") from error


def _do_missing(
    ledger: Ledger, datasets: dict[str, Dataset], n_jobs: int, progress: Progress, say: Say
) -> None:
    tasks = ledger.missing()
    lost = {task.data for task in tasks} - set(datasets)
    if lost:
        raise DataError(f"{min(lost)}: this data set is not there any more, and was to be done")
    left = Counter((task.data, task.model) for task in tasks)
    costs = Costs({name: size_of(dataset) for name, dataset in datasets.items()})
    for entry in ledger.entries:
        costs.saw(entry.data, entry.model, entry.fold.seconds)
    total = len(list(ledger.tasks()))

    def report() -> None:
        seconds = costs.of(left)
        progress(total - left.total(), total, None if seconds is None else seconds / n_jobs)

    report()
    told: set[str] = set()
    try:
        with ledger.recording() as record:
            for done in do_all(Bench(ledger.study, datasets), tasks, n_jobs):
                record(done.task, done.fold)
                left[done.task.data, done.task.model] -= 1
                costs.saw(done.task.data, done.task.model, done.fold.seconds)
                _pass_on(done.task, done.warnings, told, say)
                report()
    except KeyboardInterrupt:  # perhaps between the writing of a fold and the counting of it
        progress(ledger.kept(), total, None)
        raise


def _pass_on(task: Task, warnings: Sequence[str], told: set[str], say: Say) -> None:
    """Say what a model warned of, once for each data set."""
    for text in warnings:
        line = f"{task.data}, {task.model}: {text}"
        if line not in told:
            told.add(line)
            say(line)


def _silent(done: int, total: int, seconds_left: float | None) -> None:
    """Report nothing."""


def _ignored(line: str) -> None:
    """Say nothing."""
