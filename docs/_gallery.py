"""Hook of mkdocs: run the code of the gallery, and put the figures in that it draws.

A mark in the page stands where a figure goes. The code before it has left one under the name
``figure``: an SVG or a page as text, or a figure of matplotlib.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Drawn", "draw", "on_page_markdown"]

PAGE = "gallery.md"
FOLDER = "figures/gallery"

#: A block of Python, or the mark of a figure: its name and what it shows.
PART = re.compile(
    r"^```python\n(?P<code>.*?)^```$|^<!-- figure (?P<name>[\w-]+): (?P<shows>[^>]*) -->$",
    re.MULTILINE | re.DOTALL,
)


class Drawn(NamedTuple):
    """A figure of the page, or a page of its own that is linked to."""

    name: str
    shows: str
    content: str

    @property
    def path(self) -> str:
        """Return the file that it is in."""
        kind = "html" if self.content.startswith("<!doctype html>") else "svg"
        return f"{FOLDER}/{self.name}.{kind}"


def on_page_markdown(markdown: str, *, page: Any, config: Any, files: Any) -> str:
    """Return a page's text, that of the gallery with its figures."""
    if page.file.src_uri != PAGE:
        return markdown
    from mkdocs.structure.files import File

    figures = {figure.name: figure for figure in draw(markdown)}
    for figure in figures.values():
        files.append(File.generated(config, figure.path, content=figure.content))
    return PART.sub(lambda part: _shown(part, figures), markdown)


def draw(markdown: str) -> Iterator[Drawn]:
    """Run the blocks of a page in order, and yield the figures at their marks.

    Raises
    ------
    ValueError
        If there is a mark, but no new figure.
    """
    import matplotlib as mpl

    mpl.use("Agg")
    namespace: dict[str, Any] = {"__name__": "__gallery__"}
    for part in PART.finditer(markdown):
        if part["code"] is not None:
            source = "\n" * (markdown.count("\n", 0, part.start()) + 1) + part["code"]
            exec(compile(source, str(Path(__file__).with_name(PAGE)), "exec"), namespace)
        elif "figure" not in namespace:
            raise ValueError(f"{PAGE}: no code draws the figure {part['name']}")
        else:
            yield Drawn(part["name"], part["shows"], _text(namespace.pop("figure")))


def _shown(part: re.Match[str], figures: dict[str, Drawn]) -> str:
    if part["name"] is None:
        return part[0]
    path = figures[part["name"]].path
    return f"{'!' if path.endswith('svg') else ''}[{part['shows']}]({path})"


def _text(figure: Any) -> str:
    if isinstance(figure, str):
        return figure
    import matplotlib as mpl
    from matplotlib import pyplot

    written = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "gallery", "svg.fonttype": "none"}):
        figure.savefig(written, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    return written.getvalue()
