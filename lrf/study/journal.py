"""Results on disk: a line for each fold, written as it comes; a crash spoils one at most."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import attrs

from lrf.errors import StudyError
from lrf.study.results import Fold

__all__ = ["Entry", "Journal"]


@attrs.frozen
class Entry:
    """The result of one fold of one model on one data set.

    Parameters
    ----------
    data, model : str
        Names.
    key : str
        What identifies the content behind the names.
    fold : Fold
        What came out.
    """

    data: str
    model: str
    key: str
    fold: Fold

    @property
    def place(self) -> tuple[str, str, int, int]:
        """Data set, model, repeat and fold."""
        return self.data, self.model, self.fold.repeat, self.fold.fold


class Journal:
    """A file of entries that only grows.

    Parameters
    ----------
    path : Path
        The file; it need not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Entry]:
        """Return all entries; a last line that was torn by a crash is no entry.

        Raises
        ------
        StudyError
            If another line is none; the message names it.
        """
        if not self.path.exists():
            return []
        lines = self.path.read_bytes().split(b"\n")
        return [
            self._parsed(number, line)
            for number, line in enumerate(lines[:-1], 1)  # what follows the last newline is torn
            if line.strip()
        ]

    def _parsed(self, number: int, line: bytes) -> Entry:
        try:
            written = json.loads(line)
            data, model, key = (str(written.pop(name)) for name in ("data", "model", "key"))
            return Entry(data, model, key, Fold(**written))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise StudyError(
                f"{self.path}, line {number}: this is no result of a fold; delete the line, and "
                f"the fold is done again"
            ) from error

    @contextmanager
    def appending(self) -> Iterator[IO[bytes]]:
        """Open the file for `write`, without the torn line that a crash may have left."""
        with self.path.open("ab") as file:
            whole = self.path.read_bytes().rfind(b"\n") + 1
            if whole != file.tell():
                file.truncate(whole)
            yield file

    @staticmethod
    def write(file: IO[bytes], entry: Entry) -> None:
        """Append an entry, and have it on the disk before anything else is done."""
        file.write(_line(entry))
        file.flush()
        os.fsync(file.fileno())

    def replace(self, entries: Iterable[Entry]) -> None:
        """Write the whole file anew: all of it or nothing."""
        part = self.path.with_name(f"{self.path.name}.part")
        with part.open("wb") as file:
            for entry in entries:
                file.write(_line(entry))
            file.flush()
            os.fsync(file.fileno())
        part.replace(self.path)


def _line(entry: Entry) -> bytes:
    written: dict[str, Any] = {"data": entry.data, "model": entry.model, "key": entry.key}
    text = json.dumps({**written, **entry.fold.to_dict()}, ensure_ascii=False)
    return text.encode() + b"\n"
