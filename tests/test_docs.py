"""What the documentation shows, works: each Python block of each page is run, in order."""

from __future__ import annotations

import re
import shlex
import shutil
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

import lrf
from lrf import hookspecs
from lrf.cli import main

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

BLOCK = re.compile(
    r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=indent)```[ ]*$",
    re.MULTILINE | re.DOTALL,
)


class Block(NamedTuple):
    """A fenced block: the words after its fence, its text, and the line where that begins."""

    info: list[str]
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    found = []
    for match in BLOCK.finditer(page):
        indent = len(match["indent"])
        text = "".join(line[indent:] or "\n" for line in match["body"].splitlines(keepends=True))
        line = page.count("\n", 0, match.start()) + 2
        found.append(Block(re.findall(r"[\w-]+", match["info"]), text, line))
    return found


def python_blocks(page: str) -> list[Block]:
    return [block for block in blocks(page) if block.info[:1] in (["python"], ["py"])]


def pages_with_python() -> list[Path]:
    return [page for page in PAGES if python_blocks(page.read_text(encoding="utf-8"))]


def commands(page: str) -> list[list[str]]:
    """Return the arguments of each ``lrf`` command that a page shows, comments left out."""
    lines = [
        line
        for block in blocks(page)
        if block.info == ["console"]
        for line in block.text.splitlines()
    ]
    return [shlex.split(line, comments=True)[2:] for line in lines if line.startswith("$ lrf ")]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def test_blocks_are_found_with_their_lines() -> None:
    page = "text\n```python\na = 1\n```\n    ```py no-run\n    b = 2\n\n    ```\n```sh\nls\n```\n"
    assert python_blocks(page) == [
        Block(["python"], "a = 1\n", 3),
        Block(["py", "no-run"], "b = 2\n\n", 6),
    ]


def test_front_page_and_quick_start_show_python() -> None:
    assert {"README.md", "docs/quickstart.md"} <= {name_of(page) for page in pages_with_python()}


@pytest.mark.slow
@pytest.mark.parametrize("page", pages_with_python(), ids=name_of)
def test_python_on_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # Kernels on the page are cached beside it: that must not be the folder of the site.
    copy = tmp_path / page.name
    shutil.copy(page, copy)
    namespace: dict[str, object] = {"__name__": "__page__"}
    for block in python_blocks(page.read_text(encoding="utf-8")):
        if "no-run" not in block.info:
            # Blank lines before the text make a traceback show the line of the page.
            source = "\n" * (block.line - 1) + block.text
            exec(compile(source, str(copy), "exec"), namespace)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["README.md", "docs/quickstart.md", "docs/cli.md"])
def test_commands_on_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = commands((ROOT / page).read_text(encoding="utf-8"))
    assert len(shown) >= 4
    for arguments in shown:
        monkeypatch.setattr("sys.argv", ["lrf", *arguments])
        try:
            main()
        except SystemExit as stop:
            assert not stop.code, f"lrf {shlex.join(arguments)} ended with {stop.code}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_toml_on_page_is_toml(page: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.info[:1] == ["toml"]:
            tomllib.loads(block.text)


def test_every_hook_is_documented() -> None:
    page = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    hooks = [name for name in vars(hookspecs) if name.startswith("lrf_")]
    assert len(hooks) >= 6
    assert [name for name in hooks if name not in page] == []


def test_every_public_name_is_documented() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", page))
    assert [name for name in lrf.__all__ if name not in words] == []


def test_no_page_is_left_out_of_the_site() -> None:
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [page.name for page in (ROOT / "docs").glob("*.md")]
    assert [name for name in pages if f" {name}\n" not in site] == []
