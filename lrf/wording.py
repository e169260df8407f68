"""How things are put into words, the same in all messages."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, noun: str) -> str:
    """Return such as "1 row" or "2 rows"."""
    plural = noun.removesuffix("f") + "ves" if noun.endswith("f") else noun + "s"
    return f"{number} {noun if number == 1 else plural}"
