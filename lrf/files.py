"""Files that are complete or not there at all, whatever interrupts the writing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

from lrf.errors import DataError

__all__ = ["write_whole"]

#: Where Linux shows the files that a process has open, also those without a name.
_OPEN_FILES = "/proc/self/fd"


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file that replaces `path` once it is complete and on the disk.

    Where the system allows it, the unfinished file has no name, so that not even a killed process
    leaves one behind. What is no regular file, such as ``/dev/stdout``, is written to directly.

    Parameters
    ----------
    path : Path
        Replaced if it exists; a link stays one, and what it points to is replaced.
    write : callable
        ``write(stream)`` writes the content.

    Raises
    ------
    DataError
        If the file cannot be written. What was there before is left as it was.
    """
    if path.is_dir():
        raise DataError(f"{path}: cannot be written: it is a folder")
    try:
        if path.exists() and not path.is_file():
            with open(path, "wb") as stream:
                write(stream)
        else:
            _replace(path.resolve(), write)
    except OSError as error:
        raise DataError(f"{path}: cannot be written: {error.strerror or error}") from error


def _replace(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    descriptor = _open_nameless(path.parent)
    try:
        with open(unfinished if descriptor is None else descriptor, "wb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
            if descriptor is not None:
                _give_name(descriptor, unfinished)
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def _open_nameless(folder: Path) -> int | None:
    """Open a file without a name; None where that is not possible."""
    flag = getattr(os, "O_TMPFILE", None)
    if flag is None or not os.path.isdir(_OPEN_FILES):
        return None
    try:
        return os.open(folder, flag | os.O_WRONLY, 0o666)
    except OSError:  # not every file system can
        return None


def _give_name(descriptor: int, path: Path) -> None:
    path.unlink(missing_ok=True)  # of a process that had the same number and was killed
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        # Only with a folder does Python ask the system to follow the link to the open file.
        os.link(f"{_OPEN_FILES}/{descriptor}", path, src_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)
