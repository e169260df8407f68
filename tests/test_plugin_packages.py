"""The packages under plugins/ are what a stranger's package should look like.

Here they are read from their sources, with a dist-info that stands in for installation. Their own
tests run after a real installation: see the task `plugins` of the Makefile.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from lrf.components import Component
from lrf.providers import GROUP, installed_plugins, provider_of
from lrf.registry import BUILT_IN, KINDS, Entry, load_registry
from tests.packages import install_in_place, project

ROOT = Path(__file__).parents[1]
PACKAGES = sorted(path.parent for path in (ROOT / "plugins").glob("*/pyproject.toml"))


def module_names(package: Path) -> list[str]:
    return list(project(package)["entry-points"][GROUP].values())


def put_on_path(package: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a package importable, with the metadata that installing it would write."""
    install_in_place(package, folder)
    monkeypatch.delenv("LRF_DISABLE_PLUGINS", raising=False)
    monkeypatch.delenv("LRF_PLUGINS", raising=False)
    monkeypatch.setattr(sys, "path", [str(folder), str(package / "src"), *sys.path])


def provided_by(package: Path) -> list[Entry]:
    settings = project(package)
    provider = f"{settings['name']} {settings['version']}"
    entries = load_registry(*BUILT_IN, installed=True).entries()
    return [entry for entry in entries if entry.provider == provider]


def test_there_is_a_package() -> None:
    assert "lrf-footrule" in [package.name for package in PACKAGES]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
class TestPackage:
    def test_is_complete(self, package: Path) -> None:
        settings = project(package)
        assert settings["name"] == package.name
        assert {"version", "description", "license", "requires-python"} <= set(settings)
        assert any(need.startswith("lrf>=") for need in settings["dependencies"])
        assert list((package / "tests").glob("test_*.py"))
        for module in module_names(package):
            assert (package / "src" / module / "py.typed").exists()

    def test_is_loaded_beside_the_built_in_components(
        self, package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put_on_path(package, tmp_path, monkeypatch)
        found = [str(provider_of(entry_point)) for entry_point in installed_plugins()]
        assert f"{package.name} {project(package)['version']}" in found
        assert {entry.kind for entry in provided_by(package)} <= set(KINDS)
        assert provided_by(package)

    def test_says_what_it_provides_and_where_that_was_published(
        self, package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put_on_path(package, tmp_path, monkeypatch)
        readme = (package / "README.md").read_text(encoding="utf-8")
        assert f"pip install ./plugins/{package.name}" in readme
        for component in (entry.component for entry in provided_by(package)):
            assert isinstance(component, Component)
            assert component.name in readme
            assert component.summary
            assert component.reference

    def test_has_modules_with_docstrings(
        self, package: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "path", [str(package / "src"), *sys.path])
        for name in module_names(package):
            assert import_module(name).__doc__
