"""Pages of the documentation as programs: their blocks of code, and how these are run."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from lrf.cli import main

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

BLOCK = re.compile(
    r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=indent)```[ ]*$",
    re.MULTILINE | re.DOTALL,
)


class Block(NamedTuple):
    """A fenced block: the words after its fence, its text, and the line where that begins."""

    info: list[str]
    text: str
    line: int

    @property
    def language(self) -> str:
        """What it is written in."""
        return self.info[0] if self.info else ""

    @property
    def is_run(self) -> bool:
        """Whether it is to be run where the page is tried."""
        return "no-run" not in self.info


def blocks(page: str) -> list[Block]:
    """Return all blocks of a page; ``{.python .no-run}`` has the words python and no-run."""
    found = []
    for match in BLOCK.finditer(page):
        indent = len(match["indent"])
        text = "".join(line[indent:] or "\n" for line in match["body"].splitlines(keepends=True))
        line = page.count("\n", 0, match.start()) + 2
        found.append(Block(re.findall(r"[\w-]+", match["info"]), text, line))
    return found


def python_blocks(page: str) -> list[Block]:
    """Return the blocks of a page that are Python."""
    return [block for block in blocks(page) if block.language in ("python", "py")]


def commands_in(block: Block) -> list[list[str]]:
    """Return the words of each command that a block of the console shows, comments left out."""
    lines = block.text.replace("\\\n", " ").splitlines()
    return [shlex.split(line[2:], comments=True) for line in lines if line.startswith("$ ")]


def commands(page: str) -> list[list[str]]:
    """Return the arguments of each ``lrf`` command that a page shows."""
    shown = [words for block in blocks(page) if block.language == "console"
             for words in commands_in(block)]  # fmt: skip
    return [words[1:] for words in shown if words[0] == "lrf"]


def name_of(page: Path) -> str:
    """Return how a page is called in messages."""
    return page.relative_to(ROOT).as_posix()


def run_page(text: str, page: Path) -> int:
    """Run the Python and the commands of a page in order, in the folder where one is.

    Parameters
    ----------
    text : str
        The page.
    page : Path
        A copy of it: kernels on the page are cached beside it, and that must not be the site.

    Returns
    -------
    count : int
        How many blocks of Python and commands were run.

    Raises
    ------
    Exception
        Whatever the first block that fails raises; AssertionError for a command that fails.
    """
    namespace: dict[str, object] = {"__name__": "__page__"}
    count = 0
    for block in [block for block in blocks(text) if block.is_run]:
        if block.language in ("python", "py"):
            # Blank lines before the text make a traceback show the line of the page.
            source = "\n" * (block.line - 1) + block.text
            exec(compile(source, str(page), "exec"), namespace)
            count += 1
        elif block.language == "console":
            for words in commands_in(block):
                if words[0] == "lrf":
                    run_command(words, f"{page.name}, from line {block.line}")
                    count += 1
    return count


def run_command(words: list[str], where: str) -> None:
    """Run a command of lrf in this process, and fail if it does."""
    with patch.object(sys, "argv", words):
        try:
            main()
        except SystemExit as stop:
            assert not stop.code, f"{where}: {shlex.join(words)} ended with {stop.code}"


def copy_of(page: Path, folder: Path) -> Path:
    """Return a copy of a page in a folder."""
    return Path(shutil.copy(page, folder / page.name))
