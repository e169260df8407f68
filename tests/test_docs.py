"""What the documentation shows, works: each Python block of each page is run, in order."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import lrf
from lrf import hookspecs
from tests.page_data import NOT_RUN, PREPARED
from tests.pages import (
    PAGES,
    ROOT,
    Block,
    blocks,
    commands,
    commands_in,
    copy_of,
    name_of,
    python_blocks,
    run_page,
)

#: Programs that pages may name besides ours; what they do is tried in other ways.
OTHERS = {"make", "pip", "pytest", "python"}
LANGUAGES = {"", "console", "json", "python", "text", "toml"}


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def runnable(page: Path) -> bool:
    return any(b.is_run and b.language in ("python", "console") for b in blocks(text_of(page)))


def test_blocks_are_found_with_their_lines() -> None:
    page = "text\n```python\na = 1\n```\n    ```py no-run\n    b = 2\n\n    ```\n```sh\nls\n```\n"
    assert python_blocks(page) == [
        Block(["python"], "a = 1\n", 3),
        Block(["py", "no-run"], "b = 2\n\n", 6),
    ]


def test_commands_are_found_without_comments_and_output() -> None:
    page = "```console\n$ lrf show 'a b'   # look\ntext\n$ make \\\n    demo\n```\n"
    assert commands_in(blocks(page)[0]) == [["lrf", "show", "a b"], ["make", "demo"]]
    assert commands(page) == [["show", "a b"]]


def test_nearly_every_page_has_something_to_run() -> None:
    still = {name_of(page) for page in PAGES if not runnable(page)}
    assert len(PAGES) - len(still) >= 25
    assert "README.md" not in still


@pytest.mark.slow
@pytest.mark.parametrize("page", [*filter(runnable, PAGES)], ids=name_of)
def test_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    PREPARED.get(name_of(page), lambda folder: None)(tmp_path)
    run_page(text_of(page), copy_of(page, tmp_path))


BROKEN = {
    "python": "```python\nx = 1\n```\n\n```python\nassert x == 2\n```\n",
    "exception": "```python\nimport lrf\nlrf.load('absent.lrf')\n```\n",
    "syntax": "```python\nx =\n```\n",
    "indented": "* item\n\n    ```python\n    raise ValueError\n    ```\n",
    "option": "```console\n$ lrf datasets --no-such-option\n```\n",
    "command": "```console\n$ lrf no-such-command\n```\n",
    "file": "```console\n$ lrf show absent.lrf\n```\n",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_broken_page_fails(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises((Exception, AssertionError)):
        run_page(text, tmp_path / "page.md")


def test_python_and_commands_of_a_page_follow_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write = "import pathlib; pathlib.Path('votes.csv').write_text('rank_a,rank_b\\n1,2\\n')"
    page = f"```python\n{write}\n```\n```console\n$ lrf aggregate votes.csv\n```\n"
    assert run_page(page, tmp_path / "page.md") == 2
    assert "a>b" in capsys.readouterr().out


def test_what_is_not_run_has_a_reason() -> None:
    pages = [page for page in PAGES if not all(block.is_run for block in blocks(text_of(page)))]
    assert {name_of(page) for page in pages} == {*NOT_RUN}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_blocks_are_such_as_the_site_understands(page: Path) -> None:
    fences = re.findall(r"^ *```(.*)$", text_of(page), re.MULTILINE)
    assert [
        fence for fence in fences if not re.fullmatch(r"\w*|\{\.\w+( \.[\w-]+)*\}", fence)
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_blocks_say_what_they_are(page: Path) -> None:
    found = blocks(text_of(page))
    assert {block.language for block in found} - LANGUAGES == set()
    assert text_of(page).count("```") == 2 * len(found)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_of_others_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for block in [block for block in blocks(text_of(page)) if block.language == "console"]:
        for program, *arguments in commands_in(block):
            assert Path(program).name in OTHERS | {"lrf"}, program
            if program == "make":
                assert re.search(rf"^{arguments[0]}:.*##", makefile, re.MULTILINE), arguments


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_toml_on_page_is_toml(page: Path) -> None:
    for block in blocks(text_of(page)):
        if block.language == "toml":
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
