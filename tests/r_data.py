"""Writes files as R's ``save()`` does: matrices of numbers, with and without names of columns."""

from __future__ import annotations

import gzip
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

Matrix = tuple[np.ndarray[Any, Any], Sequence[str] | None]

# Types of R's objects; 0x200: it has attributes, 0x400: it has a tag.
NIL, SYMBOL, PAIRS, CHARS, INTEGERS, DOUBLES, STRINGS, LIST = 254, 1, 2, 9, 13, 14, 16, 19
NA_INTEGER = -(2**31)


def save(path: Path, matrices: Mapping[str, Matrix]) -> Path:
    """Write matrices, each an array of int32 or float64 and the names of its columns or None."""
    content = b"RDX2\nX\n" + _integers(2, 0x00040302, 0x00020300)
    for name, (array, columns) in matrices.items():
        content += _integers(0x400 + PAIRS) + _symbol(name) + _matrix(array, columns)
    path.write_bytes(gzip.compress(content + _integers(NIL), mtime=0))
    return path


def _integers(*numbers: int) -> bytes:
    return struct.pack(f">{len(numbers)}i", *numbers)


def _chars(text: str) -> bytes:
    # 0x40000: the text is ASCII.
    return _integers(0x40000 + CHARS, len(text)) + text.encode("ascii")


def _symbol(name: str) -> bytes:
    return _integers(SYMBOL) + _chars(name)


def _matrix(array: np.ndarray[Any, Any], columns: Sequence[str] | None) -> bytes:
    is_integer = array.dtype.kind == "i"
    kind, dtype = (INTEGERS, ">i4") if is_integer else (DOUBLES, ">f8")
    content = _integers(0x200 + kind, array.size) + array.astype(dtype).T.tobytes()
    content += _integers(0x400 + PAIRS) + _symbol("dim") + _integers(INTEGERS, 2, *array.shape)
    if columns is not None:
        names = _integers(STRINGS, len(columns)) + b"".join(map(_chars, columns))
        content += _integers(0x400 + PAIRS) + _symbol("dimnames")
        content += _integers(LIST, 2) + _integers(NIL) + names
    return content + _integers(NIL)
