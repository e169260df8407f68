"""What commands leave behind: tables on the screen, and files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lrf.errors import ConfigError, DataError
from lrf.files import write_whole

__all__ = ["check_writable", "format_of", "print_table", "write_json", "write_text"]

# Whoever reads a pipe wants whole lines, however long.
WIDTH_OF_A_PIPE = 1000


def check_writable(*paths: Path | None) -> None:
    """Refuse paths that cannot be written, before hours of work are spent on them.

    Raises
    ------
    DataError
        About the first path that names a directory, lies in none, or may not be written.
    """
    for path in paths:
        if path is None:
            continue
        if path.is_dir():
            raise DataError(f"{path}: cannot be written, since it is a directory")
        if not path.parent.is_dir():
            raise DataError(f"{path}: cannot be written, since there is no directory {path.parent}")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise DataError(f"{path}: cannot be written: permission denied")


def format_of(
    name: str | None, output: Path | None, formats: Sequence[str], suffixes: Mapping[str, str]
) -> str:
    """Return the format that is meant: the one named, or what the file's name says, or the first.

    Raises
    ------
    ConfigError
        If there is none of that name.
    """
    if name is None:
        return suffixes.get("" if output is None else output.suffix.lower(), formats[0])
    if name not in formats:
        raise ConfigError(f"--format: there is no {name!r}; there are {', '.join(formats)}")
    return name


def write_text(path: Path, text: str) -> None:
    """Write a text file, with whatever newlines the text has, whole or not at all.

    Raises
    ------
    DataError
        If that is not possible.
    """
    write_whole(path, lambda stream: stream.write(text.encode()))


def write_json(path: Path | None, value: Any) -> None:
    """Write a value as JSON, or nothing if there is no path."""
    if path is not None:
        text = json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
        write_text(path, text + "\n")


def print_table(
    title: str, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]]
) -> None:
    """Print a table.

    Parameters
    ----------
    title : str
        A line above it; may be empty.
    columns : sequence of (name, justification)
        The justification is "left" or "right".
    rows : sequence of sequences of str
        The cells.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title) if title else None, title_justify="left", box=box.SIMPLE_HEAD)
    for name, justification in columns:
        table.add_column(name, justify="right" if justification == "right" else "left")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    width = None if sys.stdout.isatty() else WIDTH_OF_A_PIPE
    Console(width=width, highlight=False).print(table)
