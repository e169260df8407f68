"""Machine code is kept where there is a place for it, and its absence costs time only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lrf.engine.cache import ADVICE
from tests.pages import ROOT

pytestmark = pytest.mark.compiled

NOWHERE = "neither its own folder nor that of the user's caches can be written to"

#: Kernels of the engine, without the parts that take long to compile.
PROGRAM = """
import numpy as np
from lrf.engine.jit import kernel

@kernel
def halve(x):
    return x / 2

@kernel
def double(x):
    return x * 2

assert halve(np.float64(3)) == 1.5
assert double(np.float64(3)) == 6
print("done")
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Return a folder with a copy of the package, which nothing was compiled in."""
    site = tmp_path / "site"
    shutil.copytree(ROOT / "lrf", site / "lrf", ignore=shutil.ignore_patterns("__pycache__"))
    (site / "program.py").write_text(PROGRAM, encoding="utf-8")
    return site


def forbid_caches(folder: Path) -> None:
    """Put a file where each folder of caches would be, which stops the superuser as well."""
    for inner in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
        (inner / "__pycache__").touch()


def run(site: Path, home: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process whose user has a home of its own."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("XDG_CACHE_HOME", "NUMBA_CACHE_DIR", "PYTHONWARNINGS")
    }
    environment |= {"HOME": str(home), "LOCALAPPDATA": str(home), "PYTHONPATH": str(site)}
    return subprocess.run(
        [sys.executable, str(site / "program.py")],
        env=environment | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def warning_lines(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in done.stderr.splitlines() if "RuntimeWarning" in line]


def kept(folder: Path) -> list[str]:
    return sorted(path.name.split("-")[0] for path in folder.rglob("*.nbi"))


def test_kernels_are_kept_beside_their_file(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path / "home")
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")
    assert kept(installed / "__pycache__") == ["program.double", "program.halve"]


def test_kernels_are_kept_among_the_users_caches(installed: Path, tmp_path: Path) -> None:
    forbid_caches(installed)
    done = run(installed, tmp_path / "home")
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")
    assert kept(tmp_path / "home") == ["program.double", "program.halve"]


def test_nowhere_to_keep_them_is_said_once(installed: Path) -> None:
    forbid_caches(installed)
    done = run(installed, Path(os.devnull) / "home")
    assert (done.returncode, done.stdout) == (0, "done\n")
    (line,) = warning_lines(done)
    assert line.endswith(f"RuntimeWarning: {ADVICE} ({NOWHERE})")


def test_advice_helps(installed: Path, tmp_path: Path) -> None:
    assert "NUMBA_CACHE_DIR" in ADVICE
    forbid_caches(installed)
    done = run(installed, Path(os.devnull) / "home", NUMBA_CACHE_DIR=str(tmp_path / "kernels"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")
    assert kept(tmp_path / "kernels") == ["program.double", "program.halve"]


def test_folder_that_was_named_but_cannot_be_written(installed: Path) -> None:
    nowhere = str(Path(os.devnull) / "kernels")
    done = run(installed, Path(os.devnull) / "home", NUMBA_CACHE_DIR=nowhere)
    assert (done.returncode, done.stdout) == (0, "done\n")
    assert len(warning_lines(done)) <= 1


def test_damaged_files_are_passed_over(installed: Path, tmp_path: Path) -> None:
    run(installed, tmp_path / "home")
    for path in (installed / "__pycache__").glob("*.nb*"):
        path.write_bytes(path.read_bytes()[:7])
    done = run(installed, tmp_path / "home")
    assert (done.returncode, done.stdout) == (0, "done\n")


def test_function_that_was_typed_in_is_no_reason_for_a_warning() -> None:
    from lrf.engine.jit import kernel

    scope: dict[str, object] = {}
    exec(compile("def triple(x):\n    return x * 3\n", "<typed in>", "exec"), scope)
    assert kernel(scope["triple"])(2.0) == 6.0
