"""Text inside of markup: nothing that a name holds is taken for markup."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

__all__ = ["as_script_data", "as_text", "element", "tag"]

# What XML has no way to write, and halves of characters, which UTF-8 has none for.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_text(text: str) -> str:
    """Return a text as HTML and XML write it, between tags or inside of quotes."""
    return escape(_FORBIDDEN.sub("\ufffd", text), quote=True)


def element(name: str, *content: str, **attributes: Any) -> str:
    """Return an element.

    Parameters
    ----------
    name : str
        The name of its tag.
    *content : str
        Markup; texts are escaped before.
    **attributes : object
        Numbers are rounded to tenths; of names with a trailing underscore it is left out, and
        others become hyphens.
    """
    inside = "".join(content)
    begin = f"<{name}{_written(attributes)}"
    return f"{begin}>{inside}</{name}>" if inside else f"{begin}/>"


def tag(name: str, *content: str, **attributes: Any) -> str:
    """Return an element of HTML, where also empty ones have an end.

    Parameters
    ----------
    name, *content, **attributes
        As in `element`.
    """
    return f"<{name}{_written(attributes)}>{''.join(content)}</{name}>"


def as_script_data(value: Any) -> str:
    """Return a value as JSON that may stand inside of ``<script>``: without <, > and &."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _written(attributes: dict[str, Any]) -> str:
    return "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )


def _value(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return as_text(str(value))
