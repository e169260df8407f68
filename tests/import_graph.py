"""Who imports whom inside lrf, read from the sources without importing anything."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
FACE = "lrf"


class Import(NamedTuple):
    """One name that a module imports; `typing_only` if it stands under ``if TYPE_CHECKING``."""

    importer: str
    target: str
    name: str
    line: int
    typing_only: bool

    def __str__(self) -> str:
        return f"{self.importer}, line {self.line}: imports {self.target}"


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    """Return each module of lrf by its dotted name."""
    return {module_name(path): path for path in sorted((ROOT / FACE).rglob("*.py"))}


def room(module: str) -> str:
    """Return the part of the house a module stands in: ``lrf.cli.show`` stands in ``cli``."""
    return module.split(".")[1] if "." in module else module


def is_typing_check(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in {
        part.id if isinstance(part, ast.Name) else part.attr
        for part in ast.walk(node.test)
        if isinstance(part, ast.Name | ast.Attribute)
    }


def import_nodes(
    node: ast.AST, typing_only: bool = False
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Yield all import statements below `node`, also those inside functions."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield node, typing_only
    if isinstance(node, ast.If) and is_typing_check(node):
        for guarded in node.body:
            yield from import_nodes(guarded, True)
        for other in node.orelse:
            yield from import_nodes(other, typing_only)
        return
    for child in ast.iter_child_nodes(node):
        yield from import_nodes(child, typing_only)


def base_of(node: ast.ImportFrom, package: str) -> str:
    """Return the dotted name that a ``from ... import`` starts from."""
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    base = parts[: len(parts) - node.level + 1]
    return ".".join([*base, node.module] if node.module else base)


def imports_of_source(source: str, importer: str, package: str) -> Iterator[Import]:
    """Yield the imports of a module given as text; `package` is where relative imports start."""
    for node, typing_only in import_nodes(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(importer, alias.name, "", node.lineno, typing_only)
            continue
        base = base_of(node, package)
        for alias in node.names:
            submodule = f"{base}.{alias.name}"
            target = submodule if submodule in modules() else base
            yield Import(importer, target, alias.name, node.lineno, typing_only)


@cache
def all_imports() -> tuple[Import, ...]:
    """Return every import of every module of lrf."""
    found: list[Import] = []
    for name, path in modules().items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        found += imports_of_source(path.read_text(encoding="utf-8"), name, package)
    return tuple(found)


def inner_imports() -> list[Import]:
    """Return the imports of our own modules."""
    return [found for found in all_imports() if found.target.split(".")[0] == FACE]


def outer_imports() -> list[Import]:
    """Return the imports of everybody else's modules, the standard library's too."""
    return [found for found in all_imports() if found.target.split(".")[0] != FACE]
