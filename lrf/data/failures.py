"""What the system has against reading a file, as errors of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lrf.errors import DataError, LrfError, MemoryLimitError

__all__ = ["failures_of"]


@contextmanager
def failures_of(path: Path) -> Iterator[None]:
    """Say which file it was that could not be read.

    Parameters
    ----------
    path : Path
        What is read meanwhile.

    Raises
    ------
    DataError
        If the system refuses it.
    MemoryLimitError
        If there is too little memory.
    """
    try:
        yield
    except LrfError:
        raise
    except MemoryError as error:
        raise MemoryLimitError(
            f"{path}: there is too little memory to read it; leave out rows or columns"
        ) from error
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from error
