"""The house has eight floors, and imports run down only. See docs/architecture.md."""

from __future__ import annotations

import re
import sys
import tomllib
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.import_graph import (
    FACE,
    ROOT,
    Import,
    all_imports,
    imports_of_source,
    inner_imports,
    modules,
    outer_imports,
    room,
)

COMPONENT_ROOMS = {"correlations", "criteria", "stopping", "aggregators"}

FLOORS: tuple[set[str], ...] = (
    {"errors", "wording", "hookspecs", "engine"},
    {"rankings", "components", "tree", "files", "frames", "given", "memory", "progress", "threads"},
    {"registry", "catalogue", "complaints", "handover", "providers", "metrics", "plugin"},
    {
        "config",
        "plan",
        "defined",
        "linear",
        "logistic",
        "mixture",
        "regressions",
        "statistics",
        "consensus",
        "tally",
        "data",
        "datasets",
        "presets",
        *COMPONENT_ROOMS,
    },
    {
        "forest",
        "backoff",
        "bagging",
        "blending",
        "budget",
        "cluster",
        "descent",
        "drawing",
        "elections",
        "growth",
        "insight",
        "joining",
        "leaves",
        "nodes",
        "shapes",
        "short_nodes",
        "tuning",
    },
    {"estimators", "modelfile"},
    {
        "study",
        "distributed",
        "export",
        "explanation",
        "inspection",
        "plots",
        "onnx",
        "scaffold",
        "testing",
    },
    {"cli", "__main__"},
)

FLOOR = {name: number for number, floor in enumerate(FLOORS, 1) for name in floor}

# The hooks' signatures name the records that they return; nothing is imported when they run.
UPWARD_FOR_TYPES = {("lrf.hookspecs", "lrf.components")}

ONLY_IN = {
    "pluggy": {"registry", "hookspecs"},
    "numba": {"engine"},
    "llvmlite": {"engine"},
    "dask": {"distributed"},
    "distributed": {"cluster", "distributed"},
    "joblib": {"cluster", "growth", "forest", "insight", "threads"},
    "threadpoolctl": {"growth", "linear", "logistic", "study"},
    "scikit_posthocs": {"study"},
    "typer": {"cli"},
    "rich": {"cli", "progress"},
    "matplotlib": {"plots", "study"},
    "onnx": {"onnx"},
}


def is_component(module: str) -> bool:
    return room(module) in COMPONENT_ROOMS and module.count(".") == 2


def is_private(module: str) -> bool:
    return module.rpartition(".")[2].startswith("_")


def top(found: Import) -> str:
    return found.target.split(".")[0]


def foreign(found: Import) -> bool:
    return top(found) not in sys.stdlib_module_names


def listed(found: list[Import]) -> str:
    return "\n".join(str(item) for item in found)


def test_walker_sees_nested_relative_and_typing_imports() -> None:
    source = (
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    import a.b\nelse:\n    import c\n"
        "def f():\n    from . import errors\n    from .engine import jit\n"
        "    from .errors import E\n"
    )
    found = [
        (item.target, item.line, item.typing_only)
        for item in imports_of_source(source, "lrf.x", "lrf")
    ]
    assert found == [
        ("typing", 1, False),
        ("a.b", 3, True),
        ("c", 5, False),
        ("lrf.errors", 7, False),
        ("lrf.engine.jit", 8, False),
        ("lrf.errors", 9, False),
    ]


def test_imported_packages_are_required() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    tools = {"test", "oracles", "lint", "docs", "dev"}
    optional = [line for name, lines in extras.items() if name not in tools for line in lines]
    names = {re.split(r"[<>=]", line)[0] for line in [*project["dependencies"], *optional]}
    known = {
        "scikit-learn": "sklearn",
        "attrs": "attr attrs",
        "distributed": "distributed dask",
        "numba": "numba llvmlite",
        "scikit-posthocs": "scikit_posthocs",
    }
    importable = {word for name in names for word in known.get(name, name).split()}
    unknown = [
        found for found in outer_imports() if foreign(found) and top(found) not in importable
    ]
    assert not unknown, listed(unknown)


def test_every_module_stands_on_a_floor() -> None:
    rooms = {room(name) for name in modules()} - {FACE}
    assert rooms <= set(FLOOR), f"give {sorted(rooms - set(FLOOR))} a floor in FLOORS"


def test_floors_are_documented_as_they_are() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = {
        int(number): set(rooms.split(", "))
        for number, rooms in re.findall(r"^([1-8])  (\S.*)$", page, re.MULTILINE)
    }
    assert drawn == {number: floor - {"__main__"} for number, floor in enumerate(FLOORS, 1)}


def test_imports_run_down_only() -> None:
    upward = [
        found
        for found in inner_imports()
        if FACE not in (found.importer, found.target)
        and FLOOR.get(room(found.target), 0) > FLOOR.get(room(found.importer), 0)
        and not (found.typing_only and (found.importer, found.target) in UPWARD_FOR_TYPES)
    ]
    assert not upward, listed(upward)


def test_face_is_lazy_and_looked_at_by_nobody_below() -> None:
    eager = [found for found in all_imports() if found.importer == FACE and foreign(found)]
    assert all(found.typing_only for found in eager), listed(eager)
    looking_up = [
        found
        for found in inner_imports()
        if found.target == FACE and found.name != "__version__" and room(found.importer) != "cli"
    ]
    assert not looking_up, listed(looking_up)


def test_no_module_imports_itself_in_a_circle() -> None:
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for found in inner_imports():
        if not found.typing_only and found.target != FACE:
            graph[found.importer].add(found.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def test_components_import_plugin_and_nothing_else_of_ours() -> None:
    allowed_outside = {"numpy", "scipy"}
    wrong = [
        found
        for found in all_imports()
        if is_component(found.importer)
        and foreign(found)
        and top(found) not in allowed_outside
        and found.target != "lrf.plugin"
        and not (room(found.target) == room(found.importer) and is_private(found.target))
    ]
    assert not wrong, listed(wrong)


def test_components_are_loaded_by_the_registry_alone() -> None:
    wrong = [
        found
        for found in inner_imports()
        if room(found.target) in COMPONENT_ROOMS and room(found.importer) != room(found.target)
    ]
    assert not wrong, listed(wrong)


def test_engine_knows_numpy_numba_and_itself() -> None:
    wrong = [
        found
        for found in all_imports()
        if room(found.importer) == "engine"
        and foreign(found)
        and top(found) not in {"numpy", "numba", "llvmlite"}
        and room(found.target) != "engine"
    ]
    assert not wrong, listed(wrong)


@pytest.mark.parametrize("package", ONLY_IN)
def test_package_stays_in_its_rooms(package: str) -> None:
    wrong = [
        found
        for found in outer_imports()
        if top(found) == package and room(found.importer) not in ONLY_IN[package]
    ]
    assert not wrong, listed(wrong)
