"""Named configurations: every TOML file beside this module is one, under the name of the file.

The first comment line of a file is its summary, the second its reference. The rest is an ordinary
configuration file, so a copy of it is a start for one's own.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import takewhile

from lrf.plugin import Preset, hookimpl

__all__ = ["lrf_presets"]


def _comments(text: str) -> list[str]:
    """Return the comment lines at the top."""
    lines = takewhile(lambda line: line.startswith("#"), text.splitlines())
    return [line.lstrip("# ") for line in lines]


def _preset(name: str, text: str) -> Preset:
    summary, reference = _comments(text)[:2]
    return Preset(name=name, summary=summary, reference=reference, config=tomllib.loads(text))


@hookimpl
def lrf_presets() -> list[Preset]:
    """Return the presets of the package."""
    found = sorted(files(__package__).iterdir(), key=lambda entry: entry.name)
    return [
        _preset(entry.name.removesuffix(".toml"), entry.read_text(encoding="utf-8"))
        for entry in found
        if entry.name.endswith(".toml")
    ]
