"""How much memory there is: that of the machine, or what a container may use."""

from __future__ import annotations

import math
import os
from pathlib import Path

from lrf.errors import ConfigError, MemoryLimitError

__all__ = ["MEMORY", "OVERRIDE", "check_room", "free_memory", "in_words", "most_columns"]

#: The environment variable that says how many GiB may be used; 0: no limit.
MEMORY = "LRF_MEMORY"

#: What to do about refusals that are made by that number.
OVERRIDE = f". (Set {MEMORY} to the GiB that may be used if this is wrong.)"

MIB, GIB = 2**20, 2**30

# Bytes of a number, and how many tables of rankings there are while one is read.
_FLOAT, _COPIES = 8, 3


def free_memory(root: Path = Path("/")) -> int | None:
    """Return how many bytes can still be used; None if that is not known, or does not matter.

    Parameters
    ----------
    root : Path
        Where the system's files are found.

    Raises
    ------
    ConfigError
        If the environment variable ``LRF_MEMORY`` is no number.
    """
    wanted = os.environ.get(MEMORY)
    if wanted:
        return _as_bytes(wanted)
    known = [size for size in (_of_machine(root), _of_container(root)) if size is not None]
    return min(known) if known else None


def most_columns(n_rows: int) -> float:
    """Return how many columns of numbers there is room for; infinitely many if nobody knows.

    Parameters
    ----------
    n_rows : int
        How long each is.
    """
    free = free_memory()
    return math.inf if free is None else free / (_FLOAT * _COPIES * max(1, n_rows))


def check_room(where: str, n_rows: int, n_labels: int, advice: str = "") -> None:
    """Refuse rankings of which a table does not fit into the memory that is free.

    Each label takes a column, so that a small file may ask for an enormous table.

    Parameters
    ----------
    where : str
        Where the rankings are, for the message.
    n_rows, n_labels : int
        The size of the table.
    advice : str
        What to do; it follows the complaint.

    Raises
    ------
    MemoryLimitError
        If it does not fit.
    """
    if n_labels <= most_columns(n_rows):
        return
    size = _FLOAT * n_rows * n_labels
    raise MemoryLimitError(
        f"{where}: {n_rows} rankings of {n_labels} labels or more take a table of "
        f"{in_words(size)} at least, for which there is no room in memory{advice}{OVERRIDE}"
    )


def in_words(size: float) -> str:
    """Return such as "1.5 GiB" or "12 MiB"."""
    return f"{size / GIB:.3g} GiB" if size >= GIB else f"{size / MIB:.3g} MiB"


def _as_bytes(wanted: str) -> int | None:
    try:
        size = float(wanted)
    except ValueError:
        size = -1.0
    if not 0 <= size < float("inf"):
        raise ConfigError(
            f"{MEMORY}={wanted!r}: say how many GiB may be used, such as 8; 0: no limit"
        )
    return int(size * GIB) or None


def _of_machine(root: Path) -> int | None:
    """Return what Linux says is available."""
    for line in _lines(root / "proc/meminfo"):
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def _of_container(root: Path) -> int | None:
    """Return what a control group still allows, not counting what it only caches of files."""
    group = root / "sys/fs/cgroup"
    limit, used = (_lines(group / name) for name in ("memory.max", "memory.current"))
    if not limit or not used or not limit[0].isdecimal():
        return None
    cached = [
        line.split()[1] for line in _lines(group / "memory.stat") if line[:14] == "inactive_file "
    ]
    return int(limit[0]) - int(used[0]) + sum(map(int, cached))


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
