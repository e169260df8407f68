"""One study at a time in a folder; the lock ends with the process, however that ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lrf.errors import StudyError

__all__ = ["locked"]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes out of a folder.

    Raises
    ------
    StudyError
        If another one is at work there.
    """
    with (folder / ".lock").open("a") as file:
        try:
            import fcntl
        except ImportError:  # Windows has other locks; there the user takes care
            yield
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StudyError(
                f"{folder}: another lrf study is at work there; wait for it, or name another folder"
            ) from error
        yield
