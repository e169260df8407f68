"""Files written for a test, and what reading them is refused with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lrf.data import read_data
from lrf.errors import DataError

Write = Callable[..., Path]


def writer(folder: Path) -> Write:
    """Return a function that writes a file into a folder and returns its path."""

    def write_file(content: str | bytes, name: str = "data.csv") -> Path:
        path = folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


def complaint(path: Path, **options: object) -> str:
    """Return what reading a file is refused with, its folder left out."""
    with pytest.raises(DataError) as caught:
        read_data(path, **options)  # type: ignore[arg-type]
    return str(caught.value).replace(f"{path.parent}/", "")


def bare(note: str) -> str:
    """Return a note without the folder of its file."""
    source, sign, text = note.partition(": ")
    return source.rpartition("/")[2] + sign + text
