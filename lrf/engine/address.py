"""How parameters are handed to the kernel of a component."""

from __future__ import annotations

from typing import Any

from lrf.engine.jit import COMPILED, kernel

__all__ = ["address"]

if COMPILED:

    @kernel(inline=True)
    def address(params: Any) -> Any:
        """Return where the parameters lie: a single word, where an array would be seven."""
        return params.ctypes

else:

    def address(params: Any) -> Any:
        """Return the parameters as they are."""
        return params
