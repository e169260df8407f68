"""Numbers as JSON holds them."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.components import Array

__all__ = ["as_cells", "as_number"]


def as_number(value: float) -> Any:
    """Return a number that JSON can hold: whole ones without a point, None for NaN.

    Infinity becomes the text that JavaScript's ``Number`` reads.
    """
    if np.isnan(value):
        return None
    if np.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return int(value) if float(value).is_integer() and abs(value) < 2**53 else float(value)


def as_cells(table: Array) -> list[list[Any]]:
    """Return the rows of a table."""
    return [[as_number(value) for value in row] for row in table.tolist()]
