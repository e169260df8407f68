"""Fresh processes, for what a process can only show once: first use, and its peak of memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
import numpy as np

from benchmarks.sets import Problem

__all__ = ["Finished", "environment", "run_python", "saved"]

ROOT = Path(__file__).parents[1]


@attrs.frozen
class Finished:
    """A process that has ended.

    Parameters
    ----------
    output : str
        What it wrote to the standard output.
    cpu_seconds : float
        CPU time that it and its own children took.
    """

    output: str
    cpu_seconds: float


def environment(**variables: str) -> dict[str, str]:
    """Return the environment of a fresh process, which finds this package wherever it runs."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, **variables}


def run_python(*arguments: str, variables: Mapping[str, str] | None = None) -> Finished:
    """Run this Python with some arguments and wait for its end.

    Parameters
    ----------
    *arguments : str
        Such as ``"-m", "lrf", "--help"``.
    variables : mapping of str to str, optional
        Environment variables to set.

    Raises
    ------
    RuntimeError
        If the process fails; the message holds what it complained about.
    """
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment(**(variables or {})),
        capture_output=True,
        text=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"python {' '.join(arguments)} failed:\n{done.stderr}")
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Finished(done.stdout, used)


@contextmanager
def saved(problem: Problem) -> Iterator[Sequence[str]]:
    """Write X and Y to files for a while, for a process that should not have to parse a table."""
    with TemporaryDirectory() as folder:
        paths = [str(Path(folder) / name) for name in ("X.npy", "Y.npy")]
        for path, array in zip(paths, (problem.X, problem.Y), strict=True):
            np.save(path, array)
        yield paths
