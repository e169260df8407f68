"""The most memory that a process has held."""

from __future__ import annotations

import re
import resource
import sys
from pathlib import Path

__all__ = ["forget_peak", "peak_bytes"]

_STATUS = Path("/proc/self/status")
_CLEAR = Path("/proc/self/clear_refs")


def forget_peak() -> None:
    """Start over from what the process holds now, where the system can do so."""
    if _CLEAR.exists():
        _CLEAR.write_text("5")


def peak_bytes() -> int:
    """Return the largest resident size so far.

    Linux counts what the parent held in ``ru_maxrss`` of a child, too, and so is asked elsewhere.
    """
    if _STATUS.exists():
        found = re.search(r"^VmHWM:\s+(\d+) kB$", _STATUS.read_text(), re.MULTILINE)
        if found is not None:
            return 1024 * int(found[1])
    unit = 1 if sys.platform == "darwin" else 1024
    return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
