"""The gallery is drawn by the code that it shows."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType, SimpleNamespace
from xml.etree import ElementTree

import pytest

pytest.importorskip("matplotlib")

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    """Return the hook of mkdocs, which is no part of a package."""
    spec = importlib.util.spec_from_file_location("gallery_hook", ROOT / "docs" / "_gallery.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def page(name: str) -> SimpleNamespace:
    return SimpleNamespace(file=SimpleNamespace(src_uri=name))


def test_site_calls_the_hook() -> None:
    assert "\n  - docs/_gallery.py\n" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_each_question_has_its_figure(hook: ModuleType) -> None:
    figures = list(hook.draw(TEXT))
    sections = re.split(r"^## .*\?$", TEXT, flags=re.MULTILINE)[1:]
    pictures = [figure for figure in figures if figure.path.endswith(".svg")]
    assert len(sections) == len(pictures) == 6
    for section, figure in zip(sections, pictures, strict=True):
        assert f"<!-- figure {figure.name}: {figure.shows} -->" in section
        assert ElementTree.fromstring(figure.content).tag == "{http://www.w3.org/2000/svg}svg"
        assert len(figure.content) > 4000
    assert [figure.path for figure in figures if figure not in pictures] == [
        "figures/gallery/forest.html"
    ]
    assert len({figure.name for figure in figures}) == 7


def test_marks_become_figures(hook: ModuleType) -> None:
    files = pytest.importorskip("mkdocs.structure.files").Files([])
    config = SimpleNamespace(
        site_dir="site", use_directory_urls=True, plugins=SimpleNamespace(_current_plugin="gallery")
    )
    text = "a\n\n```python\nfigure = '<svg/>'\n```\n\n<!-- figure one: A thing -->\n\nb"
    filled = hook.on_page_markdown(text, page=page("gallery.md"), config=config, files=files)
    assert filled.endswith("```\n\n![A thing](figures/gallery/one.svg)\n\nb")
    (file,) = files
    assert (file.src_uri, file.content_string) == ("figures/gallery/one.svg", "<svg/>")


def test_pages_are_linked_to(hook: ModuleType) -> None:
    files = pytest.importorskip("mkdocs.structure.files").Files([])
    plugins = SimpleNamespace(_current_plugin="gallery")
    config = SimpleNamespace(site_dir="site", use_directory_urls=True, plugins=plugins)
    text = "```python\nfigure = '<!doctype html>'\n```\n\n<!-- figure one: Open it -->\n"
    filled = hook.on_page_markdown(text, page=page("gallery.md"), config=config, files=files)
    assert "\n[Open it](figures/gallery/one.html)\n" in filled


def test_other_pages_are_left_alone(hook: ModuleType) -> None:
    text = "<!-- figure one: A thing -->"
    assert hook.on_page_markdown(text, page=page("a.md"), config=None, files=None) == text


def test_a_mark_needs_a_figure_of_its_own(hook: ModuleType) -> None:
    mark = "<!-- figure {}: A thing -->\n"
    text = "```python\nfigure = '<svg/>'\n```\n" + mark.format("one") + mark.format("two")
    with pytest.raises(ValueError, match="no code draws the figure two"):
        list(hook.draw(text))
