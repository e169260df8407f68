"""Studies for tests: small files, and the real command in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

SMALL = """
title = "Small"
seed = 3
folds = 4
repeats = 2
datasets = ["iris", "wine"]

[models.RT]
preset = "rt"

[models.forest]
settings = { n_estimators = 5, stopping = "gamma-ratio" }

[models.neighbours]
baseline = "nearest-neighbours"
"""


def written(folder: Path, text: str = SMALL, name: str = "small.toml") -> Path:
    """Write a study file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def started(*arguments: object) -> subprocess.Popen[str]:
    """Start the real command, in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "lrf", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def tables_in(folder: Path) -> dict[str, str]:
    """Return all tables of a finished study by the names of their files."""
    return {
        path.name: path.read_text(encoding="utf-8")
        for path in sorted((folder / "tables").iterdir())
    }
