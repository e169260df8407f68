"""The figures in the documentation: the part of a page between two marks."""

from __future__ import annotations

from pathlib import Path

__all__ = ["BEGIN", "END", "PAGE", "filled", "write_page"]

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"

BEGIN = "<!-- figures: written by python -m benchmarks, from benchmarks/results.json -->"
END = "<!-- end of the figures -->"


def filled(text: str, figures: str) -> str:
    """Return a page's text with other figures in it.

    Raises
    ------
    ValueError
        If the marks are not there, once each and in order.
    """
    before, found, rest = text.partition(BEGIN)
    _, found_end, after = rest.partition(END)
    if not found or not found_end or BEGIN in rest or END in after:
        raise ValueError(f"the page must have the lines {BEGIN!r} and {END!r} in it, once each")
    return f"{before}{BEGIN}\n\n{figures.strip()}\n\n{END}{after}"


def write_page(figures: str, path: Path = PAGE) -> None:
    """Put figures into the page."""
    path.write_text(filled(path.read_text(encoding="utf-8"), figures), encoding="utf-8")
