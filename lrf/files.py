"""Files that are complete or not there at all, whatever interrupts the writing."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import IO

from lrf.errors import DataError, DataTypeError

__all__ = ["path_of", "write_whole"]

#: Where Linux shows the files that a process has open, also those without a name.
_OPEN_FILES = "/proc/self/fd"


def path_of(path: object) -> Path:
    """Return what should be the path of a file as one.

    Parameters
    ----------
    path : str or path
        Or anything else that a caller mistook for one.

    Raises
    ------
    DataTypeError
        If it is neither a text nor a path.
    DataError
        If it is empty, or holds a character that no path has.
    """
    if not isinstance(path, str | os.PathLike) or isinstance(os.fspath(path), bytes):
        raise DataTypeError(f"a file is named by a text or a Path, not by {type(path).__name__}")
    if not os.fspath(path):
        raise DataError("a file is named by its path, but the text is empty")
    if "\0" in os.fspath(path):
        raise DataError(f"{os.fspath(path)!r}: no path holds the character NUL")
    return Path(path)


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file that replaces `path` once it is complete and on the disk.

    Where the system allows it, the unfinished file has no name, so that not even a killed process
    leaves one behind. What is no regular file, such as ``/dev/stdout``, is written to directly.

    Parameters
    ----------
    path : Path
        Replaced if it exists; a link stays one, and what it points to is replaced. Who may read
        and write the file stays as it was.
    write : callable
        ``write(stream)`` writes the content.

    Raises
    ------
    DataError
        If the file cannot be written. What was there before is left as it was.
    """
    try:
        if path.is_dir():
            raise DataError(f"{path}: cannot be written: it is a folder")
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
            _permit_as(path, stream.fileno())
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


def _permit_as(path: Path, descriptor: int) -> None:
    """Let the same people read a new file as the one it replaces, before anything is in it."""
    if path.exists() and hasattr(os, "fchmod"):  # not on every system
        os.fchmod(descriptor, stat.S_IMODE(path.stat().st_mode))


def _give_name(descriptor: int, path: Path) -> None:
    path.unlink(missing_ok=True)  # of a process that had the same number and was killed
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        # Only with a folder does Python ask the system to follow the link to the open file.
        os.link(f"{_OPEN_FILES}/{descriptor}", path, src_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)
