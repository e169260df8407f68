"""Importing lrf and asking for help is quick: nothing heavy is imported on the way."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = ("joblib", "matplotlib", "numba", "pandas", "scipy", "sklearn")

REPORT = """
import json, sys
heavy = sorted(name for name in {heavy!r} if name in sys.modules)
print("heavy: " + json.dumps(heavy))
"""

HELP = """
import sys
from lrf.cli import main
sys.argv = ["lrf", *{arguments!r}]
try:
    main()
except SystemExit as stop:
    assert not stop.code, stop.code
"""


def heavy_imports(program: str) -> list[str]:
    """Run `program` in a fresh interpreter and return which heavy packages it imported."""
    done = subprocess.run(
        [sys.executable, "-c", program + REPORT.format(heavy=HEAVY)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    last_line = done.stdout.strip().splitlines()[-1]
    found: list[str] = json.loads(last_line.removeprefix("heavy: "))
    return found


def test_the_report_sees_a_heavy_package() -> None:
    assert heavy_imports("import joblib") == ["joblib"]


def test_import_lrf_is_cheap() -> None:
    assert heavy_imports("import lrf") == []


@pytest.mark.parametrize(
    "module",
    ["lrf.plugin", "lrf.components", "lrf.rankings", "lrf.registry", "lrf.config", "lrf.testing"],
)
def test_import_of_what_plugins_and_listings_need_is_cheap(module: str) -> None:
    assert heavy_imports(f"import {module}") == []


@pytest.mark.parametrize(
    "arguments", [["--help"], ["evaluate", "--help"], ["study", "--help"], ["components"]]
)
def test_help_and_list_of_components_are_cheap(arguments: list[str]) -> None:
    assert heavy_imports(HELP.format(arguments=arguments)) == []


def test_names_of_the_face_exist_and_unknown_ones_do_not() -> None:
    import lrf

    missing = [name for name in lrf.__all__ if not hasattr(lrf, name)]
    assert missing == []
    assert set(lrf.__all__) <= set(dir(lrf))
    with pytest.raises(AttributeError, match="^module 'lrf' has no attribute 'forset'$"):
        lrf.forset  # noqa: B018
