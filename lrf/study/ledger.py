"""A folder of results: what is in it, whether that belongs to a study, and what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from lrf.errors import StudyError
from lrf.study.description import Study
from lrf.study.fingerprints import key_of
from lrf.study.header import changes, read_header, write_header
from lrf.study.journal import Entry, Journal
from lrf.study.results import Fold
from lrf.study.tasks import Task
from lrf.wording import counted

__all__ = ["Ledger", "Say"]

Say = Callable[[str], None]

HEADER, RESULTS, COPY = "study.json", "results.jsonl", "study.toml"


class Ledger:
    """The results of a study in a folder.

    Parameters
    ----------
    study : Study
        The study.
    folder : Path
        The folder, which is there.
    """

    def __init__(self, study: Study, folder: Path) -> None:
        self.study, self.folder = study, folder
        self.journal = Journal(folder / RESULTS)
        self.entries = self.journal.read()
        self.before = read_header(folder / HEADER)
        self.header: dict[str, Any] = {}

    def complete(self) -> dict[str, Mapping[str, Any]]:
        """Return what is known of the data sets of which no fold is missing, by name."""
        if self.before is None:
            return {}
        places = {entry.place for entry in self.entries}
        return {
            name: facts
            for name, facts in self.before["data"].items()
            if all(self._place(task) in places for task in self.tasks() if task.data == name)
        }

    def tasks(self) -> Iterator[Task]:
        """Yield all that the study asks for."""
        for data in self.study.datasets:
            for model in self.study.models:
                for repeat in range(self.study.repeats):
                    for fold in range(self.study.folds):
                        yield Task(data.name, model.name, repeat, fold)

    @staticmethod
    def _place(task: Task) -> tuple[str, str, int, int]:
        return task.data, task.model, task.repeat, task.fold

    @cached_property
    def keys(self) -> dict[tuple[str, str], str]:
        """What results of each model on each data set must carry, once there is a header."""
        return {
            (data, model): key_of(self.study, facts["fingerprint"], content["fingerprint"])
            for data, facts in self.header["data"].items()
            for model, content in self.header["models"].items()
        }

    def settle(self, header: dict[str, Any], discard: bool, say: Say) -> None:
        """Take the study's header, and look for results that do not belong to it.

        Parameters
        ----------
        header : dict
            See `header_of`.
        discard : bool
            Whether such results are dropped.
        say : callable
            Called with what a user should know.

        Raises
        ------
        StudyError
            If there are some, and they are not to be dropped; it tells what is different.
        """
        self.header = header
        fitting = [one for one in self.entries if self._fits(one)]
        strange = len(self.entries) - len(fitting)
        if strange and not discard:
            raise StudyError(self._complaint(strange))
        if strange:
            self.entries = fitting
            self.journal.replace(fitting)
            say(f"dropped {counted(strange, 'result')} of something else")
        self._say_what_else_differs(say)
        write_header(self.folder / HEADER, header)
        copy = self.folder / COPY
        if self.study.path.resolve() != copy.resolve():
            copy.write_bytes(self.study.path.read_bytes())

    def _fits(self, entry: Entry) -> bool:
        """Whether a result is one of this study, or of something that it does not ask for."""
        return self.keys.get((entry.data, entry.model), entry.key) == entry.key

    def _complaint(self, count: int) -> str:
        told = [] if self.before is None else list(changes(self.before, self.header))
        return (
            f"{self.folder}: {counted(count, 'result')} of {len(self.entries)} there belong to "
            f"something else: {'; '.join(told) or 'other data or models of the same names'}; name "
            f"another folder with -o, or drop these results with --discard"
        )

    def _say_what_else_differs(self, say: Say) -> None:
        left_out = {one.model for one in self.entries} - set(self.header["models"])
        left_out |= {one.data for one in self.entries} - set(self.header["data"])
        for name in sorted(left_out):
            say(f"results of {name} are kept, but this study does not ask for them")
        if self.entries and self.before and self.before["lrf"] != self.header["lrf"]:
            now, then = self.header["lrf"], self.before["lrf"]
            say(f"these results were begun with lrf {then}; this is lrf {now}")

    def missing(self) -> list[Task]:
        """Return what is still to be done."""
        done = {one.place for one in self.entries}
        return [task for task in self.tasks() if self._place(task) not in done]

    def kept(self) -> int:
        """Return how many of the study's results are in the file."""
        written = {entry.place for entry in self.journal.read()}
        return sum(self._place(task) in written for task in self.tasks())

    @contextmanager
    def recording(self) -> Iterator[Callable[[Task, Fold], None]]:
        """Give a function that keeps the result of a task, on disk when it returns."""
        with self.journal.appending() as file:

            def record(task: Task, fold: Fold) -> None:
                entry = Entry(task.data, task.model, self.keys[task.data, task.model], fold)
                self.journal.write(file, entry)
                self.entries.append(entry)

            yield record
