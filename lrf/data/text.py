"""The text of a file, whatever wrote it."""

from __future__ import annotations

import codecs
import io
from pathlib import Path

from lrf.errors import DataError

__all__ = ["first_line", "head_of", "is_text", "lines_of", "read_text"]

# UTF-32 first, since its mark begins with that of UTF-16.
MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

# Nobody's first line is longer.
LONGEST_LINE = 1 << 20

# So many bytes tell what a file is.
HEAD = 4096


def head_of(path: Path) -> bytes:
    """Return the first bytes of a file, none of a directory.

    Raises
    ------
    DataError
        If there is no such file, or it cannot be read.
    """
    try:
        if path.is_dir():
            return b""
        with path.open("rb") as file:
            return file.read(HEAD)
    except FileNotFoundError as error:
        raise DataError(f"{path}: there is no such file") from error
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from error


def read_text(path: Path) -> str:
    """Return the text of a file: UTF-8, or UTF-16 with the mark at its start that Excel writes.

    Raises
    ------
    DataError
        If the bytes are no such text.
    """
    content = path.read_bytes()
    encoding = _encoding(content)
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8-sig":
            raise DataError(
                f"{path}: the file begins as {encoding.upper()} text and does not go on so; "
                f"save it as UTF-8"
            ) from error
        line = content.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"{path}, line {line}: byte 0x{content[error.start]:02x} is no UTF-8 text; "
            f"save the file as UTF-8"
        ) from error


def lines_of(text: str, newline: str | None = "") -> io.TextIOWrapper:
    """Return a text as a stream of lines; `io.StringIO` takes four times the memory.

    Parameters
    ----------
    text : str
        The text.
    newline : str, optional
        "": lines keep their ends; None: every end becomes a line feed.
    """
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8", newline=newline)


def is_text(head: bytes) -> bool:
    """Whether the first bytes of a file are those of text: no zero byte is part of it."""
    return _encoding(head) != "utf-8-sig" or b"\0" not in head


def first_line(path: Path, head: bytes) -> str:
    """Return the first line of a text file that is not blank, without the blanks around it.

    Parameters
    ----------
    path : Path
        The file, which is looked at again if the line is longer than `head`.
    head : bytes
        The first bytes of the file.
    """
    line, is_whole = _first_line(head)
    if is_whole or not is_text(head):
        return line
    with path.open("rb") as file:
        return _first_line(file.read(LONGEST_LINE))[0]


def _first_line(head: bytes) -> tuple[str, bool]:
    """Return the first line with text, and whether another one follows it."""
    text = head.decode(_encoding(head), errors="ignore").lstrip()
    lines = text.splitlines()
    return (lines[0].strip() if lines else ""), len(lines) > 1


def _encoding(content: bytes) -> str:
    return next((name for mark, name in MARKS if content.startswith(mark)), "utf-8-sig")
