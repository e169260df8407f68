"""How much memory there is: that of the machine, or what a container may use."""

from __future__ import annotations

import os
from pathlib import Path

from lrf.errors import ConfigError

__all__ = ["MEMORY", "free_memory", "in_words"]

#: The environment variable that says how many GiB may be used; 0: no limit.
MEMORY = "LRF_MEMORY"

MIB, GIB = 2**20, 2**30


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
