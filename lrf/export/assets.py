"""Pages put together from the files of the folder ``page``, with nothing left to load."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from string import Template

__all__ = ["fill_page"]


def fill_page(template: str, styles: Sequence[str], scripts: Sequence[str], **texts: str) -> str:
    """Return a page.

    Parameters
    ----------
    template, styles, scripts : str or sequence of str
        Names of files.
    **texts : str
        What else the template asks for, as markup.
    """
    style, script = ("\n".join(map(_read, names)) for names in (styles, scripts))
    return Template(_read(template)).substitute(style=style, script=script, **texts)


def _read(name: str) -> str:
    return files("lrf.export").joinpath("page", name).read_text(encoding="utf-8").rstrip("\n")
