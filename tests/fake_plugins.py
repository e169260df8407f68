"""Plugins for tests of the registry: modules from text, and distributions written by hand."""

from __future__ import annotations

import textwrap
from pathlib import Path
from types import ModuleType

HEAD = "from lrf.plugin import Aggregator, Correlation, Criterion, Preset, gain, hookimpl\n"

METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"


def correlation_source(*names: str) -> str:
    """Return the text of a module that provides correlations of the given names."""
    records = ", ".join(f"Correlation(name={name!r}, summary='', embed=abs)" for name in names)
    return f"@hookimpl\ndef lrf_correlations():\n    return [{records}]\n"


def fake_module(source: str, name: str = "fake") -> ModuleType:
    """Return a module made of the names of `lrf.plugin` and the given text."""
    module = ModuleType(name)
    exec(HEAD + textwrap.dedent(source), vars(module))
    return module


def install(folder: Path, name: str, source: str, version: str = "1.0") -> None:
    """Write a distribution into a folder, as if it were installed there.

    Its only module is called like the distribution and named by an entry point.
    """
    module = name.replace("-", "_")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{module}.py").write_text(HEAD + textwrap.dedent(source), encoding="utf-8")
    info = folder / f"{module}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA.format(name=name, version=version), encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[lrf]\n{module} = {module}\n", encoding="utf-8")
