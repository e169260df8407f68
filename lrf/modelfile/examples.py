"""The training examples that a model file may keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import DataError
from lrf.forest import Forest
from lrf.insight.neighbours import Examples

__all__ = ["EXAMPLES", "example_arrays", "examples_from"]

#: Types and number of dimensions of the arrays of examples.
EXAMPLES: dict[str, tuple[tuple[str, ...], int]] = {
    "example_row": (("int32",), 1),
    "example_leaf": (("uint16", "int32"), 2),
    "example_ranking": (("int32",), 1),
    "example_rows": (("int64",), 1),
}


def example_arrays(examples: Examples | None) -> dict[str, Array]:
    """Return examples as arrays, by name; nothing if there are none."""
    if examples is None:
        return {}
    return {
        "example_row": examples.rows,
        "example_leaf": examples.leaves,
        "example_ranking": examples.rankings,
        "example_rows": np.array([examples.n_rows], dtype=np.int64),
    }


def examples_from(arrays: Mapping[str, Array], forest: Forest) -> Examples | None:
    """Return the examples that arrays hold, if they do and fit the forest.

    Parameters
    ----------
    arrays : mapping of str to ndarray
        What `example_arrays` returned, or anything else of the right types.
    forest : Forest
        The forest of the file.

    Raises
    ------
    DataError
        If they do not fit. The message names the array.
    """
    if "example_row" not in arrays:
        return None
    rows, leaves, rankings, n_rows = (arrays[name] for name in EXAMPLES)
    _require(len(n_rows) == 1, "example_rows", "is not one number")
    inside = (rows >= 0) & (rows < n_rows[0])
    _require(inside.all(), "example_row", f"names rows beyond {n_rows[0]}")
    shape = (len(rows), forest.n_trees)
    _require(leaves.shape == shape, "example_leaf", f"has not the shape {shape}")
    known = (leaves >= 0) & (leaves < np.diff(forest.first_leaf))
    _require(known.all(), "example_leaf", "names leaves that do not exist")
    _require(len(rankings) == len(rows), "example_ranking", f"has not {len(rows)} numbers")
    known = (rankings >= 0) & (rankings < len(forest.rankings))
    _require(known.all(), "example_ranking", "names rankings that do not exist")
    return Examples(rows, leaves, rankings, int(n_rows[0]))


def _require(holds: Any, name: str, wrong: str) -> None:
    if not holds:
        raise DataError(f"the array {name} {wrong}")
