"""The public names have types, as the type checker of another project sees them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.pages import ROOT

pytest.importorskip("mypy", reason="mypy is not installed")

PROGRAMS = ROOT / "tests" / "typed"
EXPECTED = re.compile(r"# (\[[\w-]+\])$")
FOUND = re.compile(r"^(\w+)\.py:(\d+): error: .*  (\[[\w-]+\])$", re.MULTILINE)


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an environment that lrf is installed in, a copy, beside all that is installed here."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    (site,) = folder.rglob("site-packages")
    shutil.copytree(ROOT / "lrf", site / "lrf", ignore=shutil.ignore_patterns("__pycache__"))
    (site / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return folder


def complaints(installation: Path) -> tuple[set[tuple[str, int, str]], str]:
    """Return what mypy, in strict mode, says about both programs: file, line and kind."""
    binaries = "Scripts" if sys.platform == "win32" else "bin"
    python = next((installation / binaries).glob("python*"))
    options = ["--strict", "--config-file=", "--hide-error-context", "--no-pretty"]
    options += [f"--python-executable={python}", f"--cache-dir={installation / 'cache'}"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "uses.py", "mistakes.py"],
        cwd=PROGRAMS,
        capture_output=True,
        text=True,
        check=False,
    )
    found = {(name, int(line), kind) for name, line, kind in FOUND.findall(done.stdout)}
    return found, done.stdout + done.stderr


def expected() -> set[tuple[str, int, str]]:
    lines = (PROGRAMS / "mistakes.py").read_text(encoding="utf-8").splitlines()
    marks = [(number, EXPECTED.search(line)) for number, line in enumerate(lines, 1)]
    return {("mistakes", number, mark[1]) for number, mark in marks if mark}


@pytest.mark.slow
def test_right_uses_have_types_and_mistakes_are_found(installation: Path) -> None:
    found, text = complaints(installation)
    assert len(expected()) >= 10
    assert found == expected(), text
