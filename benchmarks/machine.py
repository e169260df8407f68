"""Where figures come from: the machine, and the versions of what was measured."""

from __future__ import annotations

import os
import platform
import re
from importlib.metadata import version
from pathlib import Path

__all__ = ["describe_machine", "load"]

PACKAGES = ("scikit-learn", "numba", "numpy")


def describe_machine() -> dict[str, str]:
    """Return what identifies the machine and the software around lrf."""
    software = [f"{name} {version(name)}" for name in PACKAGES]
    return {
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "software": ", ".join([f"Python {platform.python_version()}", *software]),
    }


def _processor() -> str:
    path = Path("/proc/cpuinfo")
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1].strip() if found else platform.processor() or "unknown processor"


def load() -> float:
    """Return how many processes wanted to run during the last minute, on average."""
    return round(os.getloadavg()[0], 1)
