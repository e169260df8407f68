"""An SVG file made part of a page."""

from __future__ import annotations

import re
from html import escape

from lrf.study.figures.style import INK

__all__ = ["inline_svg"]


def inline_svg(svg: str, name: str, title: str) -> str:
    """Return an SVG document as an element of a page: in its colours, with names of its own.

    Parameters
    ----------
    svg : str
        A whole document.
    name : str
        A word that no other figure of the page has.
    title : str
        What is read out in its place.
    """
    body = svg[svg.index("<svg") :]
    body = re.sub(r"\bid=\"", f'id="{name}-', body)
    body = re.sub(r"(href=\"#|url\(#)", rf"\g<1>{name}-", body)
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    head = f'<svg role="img" aria-label="{escape(title, quote=True)}"'
    return body.replace("<svg", head, 1).replace(INK, "currentColor")
