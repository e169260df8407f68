"""One file of several arrays and some text: the format safetensors.

Eight bytes say how long the header is; the header is JSON and says which array lies where; the
rest are the arrays' bytes. Nothing in it can be executed, and every number is compared with the
size of the file before memory is claimed. The arrays are mapped, not read: what several processes
load of one file is in memory once.

References
----------
Hugging Face, https://github.com/huggingface/safetensors, section "Format".
"""

from __future__ import annotations

import json
import math
import mmap
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, TypeGuard

import numpy as np

from lrf.components import Array
from lrf.errors import DataError
from lrf.files import write_whole
from lrf.wording import one_line

__all__ = ["read_tensors", "write_tensors"]

METADATA = "__metadata__"

#: Little-endian, as the format wants it on every machine.
DTYPES = {
    "F64": "<f8",
    "I64": "<i8",
    "F32": "<f4",
    "I32": "<i4",
    "U32": "<u4",
    "U16": "<u2",
    "U8": "|u1",
}
NAMES = {np.dtype(dtype): name for name, dtype in DTYPES.items()}

#: Arrays begin at multiples of this, counted from the beginning of the file.
ALIGNMENT = 8

#: Our arrays have two dimensions at most.
MOST_DIMENSIONS = 2


def write_tensors(path: Path, metadata: Mapping[str, str], arrays: Mapping[str, Array]) -> None:
    """Write text and arrays to one file. Equal content gives equal bytes.

    Parameters
    ----------
    path : Path
        Replaced if it exists, once the file is complete.
    metadata : mapping of str to str
        The text.
    arrays : mapping of str to ndarray
        Arrays of numbers.

    Raises
    ------
    DataError
        If the file cannot be written.
    """
    # Wide numbers first, so that all are aligned without gaps, which the format does not allow.
    names = sorted(arrays, key=lambda name: -arrays[name].dtype.itemsize)
    header: dict[str, Any] = {METADATA: dict(metadata)}
    end = 0
    for name in names:
        begin, end = end, end + arrays[name].nbytes
        header[name] = {
            "dtype": NAMES[arrays[name].dtype.newbyteorder("<")],
            "shape": list(arrays[name].shape),
            "data_offsets": [begin, end],
        }
    text = json.dumps(header, ensure_ascii=False, allow_nan=False).encode()
    text += b" " * (-len(text) % ALIGNMENT)

    def write(stream: IO[bytes]) -> None:
        stream.write(len(text).to_bytes(8, "little") + text)
        for name in names:
            array = arrays[name]
            little = array.astype(array.dtype.newbyteorder("<"), order="C", copy=False)
            stream.write(little.reshape(-1).view(np.uint8).data)

    write_whole(path, write)


def read_tensors(path: Path) -> tuple[dict[str, str], dict[str, Array]]:
    """Read what `write_tensors` wrote.

    Returns
    -------
    metadata : dict of str to str
    arrays : dict of str to ndarray
        Mapped; what is changed in them is not written back.

    Raises
    ------
    DataError
        If the file is missing, damaged, or another kind of file.
    """
    try:
        content = _map(path)
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror or error}") from error
    try:
        header, start = _read_header(content)
        metadata = _checked_metadata(header.pop(METADATA, {}))
        return metadata, _read_arrays(content[start:], header)
    except (ValueError, OverflowError, RecursionError) as error:
        raise DataError(f"{path}: no model file, or a damaged one: {one_line(error)}") from error


def _map(path: Path) -> Array:
    """Return the bytes of a file. They can be written to, since numba tells such arrays apart."""
    with open(path, "rb") as stream:
        if stream.seek(0, 2) == 0:
            return np.empty(0, dtype=np.uint8)
        mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_COPY)
    return np.frombuffer(mapped, dtype=np.uint8)


def _read_header(content: Array) -> tuple[dict[str, Any], int]:
    """Return the header, and where the arrays begin."""
    if len(content) < 8:
        raise ValueError(f"{len(content)} bytes are too few")
    length = int.from_bytes(content[:8].tobytes(), "little")
    if length > len(content) - 8:
        raise ValueError(f"a header of {length} bytes in a file of {len(content)} bytes")
    text = content[8 : 8 + length].tobytes().decode()
    header = json.loads(text, object_pairs_hook=_without_repetition)
    if not isinstance(header, dict):
        raise ValueError("the header is no object")
    return header, 8 + length


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("the header says something twice")
    return found


def _checked_metadata(metadata: Any) -> dict[str, str]:
    if not isinstance(metadata, dict) or not all(isinstance(v, str) for v in metadata.values()):
        raise ValueError(f"{METADATA} holds something else than text")
    return metadata


def _read_arrays(data: Array, header: dict[str, Any]) -> dict[str, Array]:
    """Return the arrays, which must lie one behind the other and fill the file."""
    arrays: dict[str, Array] = {}
    covered = 0
    for name, entry in sorted(header.items(), key=lambda item: _place(*item)):
        begin, end = entry["data_offsets"]
        if begin != covered or not begin <= end <= len(data):
            raise ValueError(f"the array {name} does not lie behind the one before it")
        arrays[name] = _read_array(data[begin:end], name, entry)
        covered = end
    if covered != len(data):
        raise ValueError(f"the arrays take {covered} bytes, but {len(data)} are there")
    return arrays


def _place(name: str, entry: Any) -> list[int]:
    """Return where an array begins and ends, if its entry in the header is one."""
    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise ValueError(f"the array {name} is described by something else than an object")
    offsets, shape = entry["data_offsets"], entry["shape"]
    if not _are_sizes(offsets) or len(offsets) != 2 or not _are_sizes(shape):
        raise ValueError(f"the array {name} has other places and lengths than whole numbers")
    if not isinstance(entry["dtype"], str) or entry["dtype"] not in DTYPES:
        raise ValueError(f"the array {name} has the unknown type {entry['dtype']!r}")
    if len(shape) > MOST_DIMENSIONS:
        raise ValueError(f"the array {name} has {len(shape)} dimensions")
    return offsets


def _are_sizes(value: Any) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(type(size) is int and size >= 0 for size in value)


def _read_array(data: Array, name: str, entry: dict[str, Any]) -> Array:
    dtype = np.dtype(DTYPES[entry["dtype"]])
    claimed = math.prod(entry["shape"]) * dtype.itemsize
    if claimed != len(data):
        raise ValueError(f"the array {name} of {claimed} bytes lies in {len(data)} bytes")
    array = data.view(dtype).reshape(entry["shape"])
    return np.require(array, dtype=dtype.newbyteorder("="), requirements=["C", "A", "W"])
