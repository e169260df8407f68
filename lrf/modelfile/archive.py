"""One file of several arrays and a JSON document: a zip of .npy files, as numpy's own .npz.

No pickle is written or read. The file is complete or not there at all: it is written under
another name first. Equal content gives equal bytes.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np

from lrf.components import Array
from lrf.errors import DataError

__all__ = ["read_archive", "write_archive"]

DOCUMENT = "model.json"
SUFFIX = ".npy"


def write_archive(path: Path, document: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Write a document and arrays to one file.

    Parameters
    ----------
    path : Path
        Replaced if it exists.
    document : mapping
        What JSON can hold.
    arrays : mapping of str to ndarray
        Arrays of numbers.

    Raises
    ------
    DataError
        If the file cannot be written.
    """
    if path.is_dir():
        raise DataError(f"{path}: cannot be written: it is a folder")
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
            archive.writestr(_member(DOCUMENT), text)
            for name, array in arrays.items():
                with archive.open(_member(name + SUFFIX), "w", force_zip64=True) as stream:
                    np.lib.format.write_array(stream, array, allow_pickle=False)
        os.replace(unfinished, path)
    except OSError as error:
        raise DataError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        unfinished.unlink(missing_ok=True)


def _member(name: str) -> zipfile.ZipInfo:
    """Return a member without the time of day, so that equal models are equal files."""
    member = zipfile.ZipInfo(name)
    member.compress_type = zipfile.ZIP_DEFLATED
    return member


def read_archive(path: Path) -> tuple[dict[str, Any], dict[str, Array]]:
    """Read what `write_archive` wrote.

    Returns
    -------
    document : dict
    arrays : dict of str to ndarray

    Raises
    ------
    DataError
        If the file is missing, damaged, or another kind of file.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            document = json.loads(archive.read(DOCUMENT))
            names = [name for name in archive.namelist() if name != DOCUMENT]
            arrays = {name.removesuffix(SUFFIX): _read_array(archive, name) for name in names}
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror or error}") from error
    except Exception as error:  # zipfile, zlib, json and numpy each have their own about damage
        raise DataError(f"{path}: no model file, or a damaged one: {error}") from error
    if not isinstance(document, dict):
        raise DataError(f"{path}: no model file: {DOCUMENT} holds no object")
    return document, arrays


def _read_array(archive: zipfile.ZipFile, name: str) -> Array:
    with archive.open(name) as stream:
        _check_size(stream, archive.getinfo(name).file_size)
    with archive.open(name) as stream:
        array: Array = np.lib.format.read_array(stream, allow_pickle=False)
    return array


def _check_size(stream: IO[bytes], n_bytes: int) -> None:
    """Compare the size that an array says it has with what is there, before memory is claimed."""
    version = np.lib.format.read_magic(stream)
    read_header = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }[version]
    shape, _, dtype = read_header(stream)
    claimed = dtype.itemsize
    for length in shape:
        claimed *= length
    if claimed != n_bytes - stream.tell():
        raise ValueError(f"an array of {claimed} bytes in {n_bytes} bytes")
