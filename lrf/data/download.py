"""Files from the network: checked against what is expected, and kept for the next time."""

from __future__ import annotations

import hashlib
import os
import sys
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen
from uuid import uuid4

import attrs

from lrf.errors import DataError

__all__ = ["RemoteFile", "cache_folder", "fetch_file"]

FOLDER_VARIABLE = "LRF_DATA"


@attrs.frozen
class RemoteFile:
    """A file that is known to the byte.

    Parameters
    ----------
    name : str
        What it is called, both there and here.
    size : int
        Its length in bytes.
    sha256 : str
        Its checksum.
    """

    name: str
    size: int
    sha256: str

    def is_it(self, content: bytes) -> bool:
        """Whether this is the content of the file."""
        return len(content) == self.size and hashlib.sha256(content).hexdigest() == self.sha256


def cache_folder() -> Path:
    """Return where downloaded files are kept: ``LRF_DATA``, or a folder among the user's caches."""
    if FOLDER_VARIABLE in os.environ:
        return Path(os.environ[FOLDER_VARIABLE])
    if sys.platform == "win32":
        caches = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "lrf"


def fetch_file(file: RemoteFile, base_url: str, folder: Path, timeout: float = 30) -> Path:
    """Return a file in the folder, downloaded if it is not there yet.

    Parameters
    ----------
    file : RemoteFile
        What is wanted.
    base_url : str
        Where it is found, without its name.
    folder : Path
        Where it is kept; made if need be.
    timeout : float
        Seconds to wait for an answer.

    Raises
    ------
    DataError
        If it cannot be downloaded or written, or is not what it should be.
    """
    path = folder / file.name
    if path.is_file() and file.is_it(path.read_bytes()):
        return path
    url = f"{base_url.rstrip('/')}/{file.name}"
    content = _download(url, path, file.size, timeout)
    if not file.is_it(content):
        raise DataError(
            f"{url} is not the file that is expected: its SHA-256 is not {file.sha256}; it was "
            f"changed, or what was found there is something else"
        )
    _write(path, content)
    return path


def _download(url: str, path: Path, size: int, timeout: float) -> bytes:
    try:
        with urlopen(url, timeout=timeout) as answer:
            content: bytes = answer.read(size + 1)  # one more tells a file that is too long
            return content
    except HTTPError as error:
        reason = f"HTTP {error.code} {error.reason}"
        error.close()
    except URLError as error:
        reason = str(error.reason)
    except (OSError, HTTPException, ValueError) as error:
        reason = str(error) or type(error).__name__
    raise DataError(
        f"{url} cannot be downloaded ({reason}); if you are offline, put the file at {path} "
        f"yourself, or name another place with base_url="
    )


def _write(path: Path, content: bytes) -> None:
    """Write all of a file or none of it, however many processes do so at once."""
    part = path.with_name(f"{path.name}.{uuid4().hex}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_bytes(content)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise DataError(
            f"{path} cannot be written ({error.strerror or error}); name another folder with "
            f"folder=, or with the variable {FOLDER_VARIABLE}"
        ) from error
