"""Writing the files of a package from templates."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path
from string import Template

from lrf import __version__
from lrf.errors import DataError
from lrf.handover import KINDS as HOOKS
from lrf.handover import RECORDS
from lrf.plugin import API_VERSION
from lrf.scaffold.names import Names

__all__ = ["write_package"]


def write_package(names: Names, parent: Path) -> list[Path]:
    """Write a package into a new folder that is called like it.

    Parameters
    ----------
    names : Names
        What it is called.
    parent : Path
        The folder in which the new one is made.

    Returns
    -------
    written : list of Path
        The files.

    Raises
    ------
    DataError
        If the folder exists already, or cannot be made.
    """
    folder = parent / names.distribution
    if folder.exists():
        raise DataError(f"{folder}: exists already, and is left as it is; choose another name")
    if not parent.is_dir():
        raise DataError(f"{folder}: cannot be written, since there is no directory {parent}")
    try:
        return [_write(folder / place, text) for place, text in _texts(names).items()]
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)  # half a package is of no use
        raise DataError(f"{folder}: cannot be written: {error.strerror}") from error


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    return path


def _texts(names: Names) -> dict[str, str]:
    """Return the text of each file by its place in the folder."""
    package, kind = "package", names.kind.replace(" ", "-")
    return {
        "pyproject.toml": _filled(f"{package}/pyproject.toml.txt", names),
        "README.md": _filled(f"{package}/README.md.txt", names),
        f"src/{names.module}/__init__.py": _filled(f"{kind}/component.py.txt", names),
        f"src/{names.module}/py.typed": "",
        f"tests/test_{names.module}.py": _filled(f"{kind}/test.py.txt", names),
    }


def _filled(template: str, names: Names) -> str:
    text = files("lrf.scaffold").joinpath("templates", template).read_text(encoding="utf-8")
    example = files("lrf.scaffold").joinpath("templates", names.kind.replace(" ", "-"), "use.txt")
    words = {
        "kind": names.kind,
        "distribution": names.distribution,
        "module": names.module,
        "component": names.component,
        "title": names.component.replace("-", " ").capitalize(),
        "hook": HOOKS[names.kind],
        "record": RECORDS[names.kind].__name__,
        "api": str(API_VERSION),
        "lrf": ".".join(__version__.split(".")[:2]),
    }
    words["use"] = Template(example.read_text(encoding="utf-8").rstrip()).substitute(words)
    return Template(text).substitute(words)
