"""Files and folders that something happened to on their way."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

__all__ = ["spoilt_copies"]


def spoilt_copies(path: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """Make copies of a file, or of a folder, in each of which one thing is wrong.

    Parameters
    ----------
    path : Path
        The original.
    folder : Path
        Where the copies are made, one after the other, all by the name of the original.

    Yields
    ------
    what : str
        What is wrong.
    copy : Path
        The copy; it is there until the next one is asked for.
    """
    copy = folder / path.name
    if path.is_file():
        for what, content in _spoilt(path.read_bytes()):
            copy.write_bytes(content)
            yield what, copy
        return
    for file in sorted(each for each in path.rglob("*") if each.is_file()):
        place = file.relative_to(path)
        for what, content in _spoilt(file.read_bytes()):
            _renew(path, copy)
            (copy / place).write_bytes(content)
            yield f"{what}, {place},", copy
        _renew(path, copy)
        (copy / place).unlink()
        yield f"a folder without {place}", copy


def _renew(path: Path, copy: Path) -> None:
    if copy.exists():
        shutil.rmtree(copy)
    shutil.copytree(path, copy)


def _spoilt(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield what is wrong with a file, and its content."""
    middle = len(content) // 2
    yield "an empty file", b""
    yield "a file that is cut short", content[:middle]
    yield "a file that lacks its beginning", content[middle:]
    yield "a file with letters in its middle", content[:middle] + b"spoilt" + content[middle:]
    yield "a file with bytes that are no text", content[:middle] + b"\xff\xfe" + content[middle:]
    yield "a file with a word at its end", content.rstrip() + b"\nspoilt\n"
    lines = content.splitlines(keepends=True)
    yield "a file with a line twice as long", b"".join([*lines[:-1], lines[-1].strip() * 2])
