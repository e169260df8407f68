"""Where machine code is kept: numba's cache, which notices when any file of the engine changes.

numba's own cache looks at the file of the cached function only, so a kernel that calls another
file's kernel would go stale. Here the sources of the whole engine are part of the stamp. A cache
that cannot be read or written costs time, never a result: kernels are then compiled anew in each
process, and a warning says so once.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache

__all__ = ["ADVICE", "engine_stamp", "use_cache"]

ENGINE = Path(__file__).parent
ADVICE = (
    "compiled kernels cannot be kept, so each process spends up to some minutes on compiling them "
    "anew; to keep them, set the environment variable NUMBA_CACHE_DIR to a folder that can be "
    "written to"
)
#: What writing may end with beside a file that another program has damaged, or that is not ours.
UNREADABLE = (OSError, EOFError, UnpicklingError)


@cache
def engine_stamp() -> str:
    """Return a hash of the sources of the engine."""
    digest = hashlib.sha256()
    for path in sorted(ENGINE.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def warn_once(reason: str) -> None:
    """Say that nothing can be kept, and why; the same reason is told once in a process."""
    warnings.warn(f"{ADVICE} ({reason})", RuntimeWarning, stacklevel=3)


class StampedCacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    """The place where numba would keep a function, with the engine's sources in its stamp."""

    def __init__(self, py_func: Callable[..., Any]) -> None:
        super().__init__(py_func)
        own_stamp = self._locator.get_source_stamp()
        self._locator.get_source_stamp = lambda: (own_stamp, engine_stamp())


class StampedCache(FunctionCache):  # type: ignore[misc]
    """numba's cache of one function; what goes wrong with its files is passed over."""

    _impl_class = StampedCacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the machine code for some types of arguments, or None if it is not at hand."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # whatever unpickling meets, types of another version among it
            self._begin_anew()
            return None

    def _begin_anew(self) -> None:
        """Forget what lies on disk, so that it can be written again."""
        with suppress(OSError):
            self.flush()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the machine code for some types of arguments, if it can be kept."""
        try:
            super().save_overload(sig, data)
        except UNREADABLE as error:
            warn_once(_one_line(error))


def use_cache(compiled: Any, function: Callable[..., Any]) -> None:
    """Keep the machine code of a function on disk, if it has a file and there is a place.

    Parameters
    ----------
    compiled : object
        What numba made of the function, not yet compiled.
    function : callable
        The plain function.
    """
    try:
        compiled._cache = StampedCache(function)
    except (RuntimeError, OSError, TypeError):
        # A function that was typed in has no file, which is no reason for complaint.
        if Path(function.__code__.co_filename).is_file():
            warn_once("neither its own folder nor that of the user's caches can be written to")


def _one_line(error: BaseException) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split()) or type(error).__name__
