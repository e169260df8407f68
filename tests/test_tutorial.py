"""The page about a criterion in twenty lines, done step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packages import install_in_place, outside
from tests.pages import ROOT, blocks, commands, python_blocks

PAGE = (ROOT / "docs" / "tutorial-plugin.md").read_text(encoding="utf-8")
MODULE, TEST = (
    next(block.text for block in python_blocks(PAGE) if word in block.text)
    for word in ("def lrf_criteria", "def test_")
)
SHOWN = [block.text for block in blocks(PAGE) if block.info == ["text"]]


def make_package(folder: Path, module: str = MODULE) -> Path:
    """Do what the page says: write the package, and put the page's code into it."""
    first = outside("lrf", *commands(PAGE)[0], site=folder)
    assert first.stdout == SHOWN[0]
    package = folder / "lrf-contrast"
    (package / "src" / "lrf_contrast" / "__init__.py").write_text(module, encoding="utf-8")
    (package / "tests" / "test_lrf_contrast.py").write_text(TEST, encoding="utf-8")
    install_in_place(package, folder)
    return package


def test_criterion_has_twenty_lines() -> None:
    assert len([line for line in MODULE.splitlines() if line]) <= 20
    assert MODULE.startswith('"""')


def test_files_are_those_that_the_page_shows(tmp_path: Path) -> None:
    package = make_package(tmp_path)
    names = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    assert names == {line.split()[0] for line in SHOWN[1].splitlines()[1:]}


@pytest.mark.slow
def test_page_works_step_by_step(tmp_path: Path) -> None:
    make_package(tmp_path)
    tests = outside("pytest", "-q", "-W", "error", "lrf-contrast", site=tmp_path)
    assert tests.returncode == 0, tests.stdout + tests.stderr
    assert "1 passed" in tests.stdout
    listed, *evaluated = [
        outside("lrf", *arguments, site=tmp_path) for arguments in commands(PAGE)[1:]
    ]
    (line,) = [line for line in listed.stdout.splitlines() if " contrast " in line]
    assert "how much more alike rankings are on the same side than across" in line
    assert "lrf-contrast 0.1.0" in line
    assert len(evaluated) == 2
    for done in evaluated:
        assert done.returncode == 0, done.stderr
        assert "criterion=contrast" in done.stdout


@pytest.mark.slow
def test_mistake_is_told_as_the_page_says(tmp_path: Path) -> None:
    right = "/ (left.weight**2 + right.weight**2)"
    assert right in MODULE
    make_package(tmp_path, MODULE.replace(right, "/ left.weight**2"))
    tests = outside("pytest", "-q", "--tb=line", "lrf-contrast", site=tmp_path)
    assert tests.returncode == 1
    assert " ".join(SHOWN[2].split()) in tests.stdout
