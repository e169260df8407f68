"""What pyproject.toml promises: bounds that are tried, metadata that is complete, files that exist.

That wheel and sdist can be built, installed and used is tried by ``make packages``.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import lrf

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]
#: Extras that users install; the others are tools of those who work on lrf.
FOR_USERS = ("pandas", "parquet", "r", "onnx", "plots", "study", "dask")

REQUIREMENT = re.compile(r"(?P<name>[\w-]+)(\[.*\])?(?P<sign>>=|==)(?P<version>[\d.]+)")


def versions(requirements: list[str], sign: str) -> dict[str, tuple[int, ...]]:
    """Return the version of each requirement, without zeros at its end."""
    found = {}
    for requirement in requirements:
        match = REQUIREMENT.fullmatch(requirement)
        assert match is not None, requirement
        assert match["sign"] == sign, requirement
        found[match["name"]] = tuple(map(int, re.sub(r"(\.0)+$", "", match["version"]).split(".")))
    return found


def pinned(name: str) -> list[str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if "==" in line and not line.startswith("#")]


def test_each_lower_bound_is_tried() -> None:
    bounds = versions(PROJECT["dependencies"], ">=")
    for extra in FOR_USERS:
        bounds |= versions(PROJECT["optional-dependencies"][extra], ">=")
    tried = versions(pinned("tools/oldest.txt"), "==")
    assert {name: tried.get(name) for name in bounds} == bounds


def test_all_that_users_can_install_is_installed_for_the_tests() -> None:
    assert f"lrf[{','.join(FOR_USERS)}]" in PROJECT["optional-dependencies"]["test"]


def test_version_is_told_once() -> None:
    assert PROJECT["version"] == lrf.__version__


def test_metadata() -> None:
    assert (PROJECT["license"], PROJECT["license-files"]) == ("MIT", ["LICENSE"])
    assert (ROOT / "LICENSE").is_file()
    assert (ROOT / PROJECT["readme"]).is_file()
    assert PROJECT["requires-python"] == ">=3.11"
    assert {"Typing :: Typed", "Programming Language :: Python :: 3.11"} <= {
        *PROJECT["classifiers"]
    }
    assert (ROOT / "lrf" / "py.typed").is_file()


def test_sdist_holds_files_that_exist() -> None:
    named = SETTINGS["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert [name for name in named if not (ROOT / name.lstrip("/")).exists()] == []
    assert {"/lrf", "/tests", "/docs", "/tools", "/plugins", "/Makefile"} <= {*named}


@pytest.mark.parametrize("name", ["tools/oldest.txt", "requirements-dev.lock"])
def test_pins_name_no_machine(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index" not in text
    assert "--extra-index" not in text


def test_lock_has_a_hash_for_each_version() -> None:
    text = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(entries) > 60
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_lock_is_of_what_is_asked_for() -> None:
    locked = {line.split("==")[0] for line in pinned("requirements-dev.lock")}
    asked = list(PROJECT["dependencies"])
    for extra in (*FOR_USERS, "test", "lint", "docs"):
        asked += PROJECT["optional-dependencies"][extra]
    names = {re.split(r"[\[><=]", requirement)[0] for requirement in asked} - {"lrf"}
    assert {re.sub(r"[-_.]+", "-", name) for name in names} - locked == set()
