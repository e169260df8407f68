"""Packages with a pyproject.toml, made importable as if they were installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from lrf.providers import GROUP

ROOT = Path(__file__).parents[1]


def project(package: Path) -> dict[str, Any]:
    """Return what the package's pyproject.toml says about it."""
    settings = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, Any] = settings["project"]
    return found


def install_in_place(package: Path, site: Path) -> None:
    """Write the metadata that installing a package would write into a folder."""
    settings = project(package)
    name, version = settings["name"], settings["version"]
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8"
    )
    points = [f"{key} = {value}" for key, value in settings["entry-points"][GROUP].items()]
    text = "\n".join([f"[{GROUP}]", *points, ""])
    (info / "entry_points.txt").write_text(text, encoding="utf-8")


def outside(*command: str, site: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own that finds what is installed in a folder."""
    paths = [str(site), *(str(path) for path in site.glob("*/src")), str(ROOT)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "LRF_PLUGINS": ""}
    environment.pop("LRF_DISABLE_PLUGINS", None)
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=site,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
