"""Features that are read as they stand, and may be meant as something else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.data.columns import Columns
from lrf.data.quantities import have_a_unit
from lrf.data.repeats import ENOUGH_ROWS
from lrf.wording import cited

__all__ = ["doubts"]

Array: TypeAlias = npt.NDArray[Any]

#: Words in the names of columns that number the rows; "Unnamed: 0" is what pandas calls them.
NUMBERINGS = frozenset(
    ("id", "ids", "index", "idx", "unnamed", "row", "rows", "rownames", "no", "nr", "num")
    + ("number", "key", "obs", "case", "sample")
)


def doubts(columns: Columns, features: Sequence[int]) -> Iterator[str]:
    """Yield notes about features that may be meant as something else.

    Parameters
    ----------
    columns : Columns
        The table.
    features : sequence of int
        The columns that are learned from.
    """
    for i in features:
        name = columns.names[i]
        words = columns.words.get(i, ())
        if have_a_unit(words):
            yield (
                f"column {cited(name)} was read as names such as {cited(words[0])}, which have no "
                f"order; write the numbers alone if they are sizes"
            )
        elif _is_called_a_number(name) and _counts_rows(columns.values[:, i]):
            yield (
                f"column {name!r} numbers the rows; leave it out with --ignore {name!r} (ignore=) "
                f"unless their order matters"
            )


def _is_called_a_number(name: str) -> bool:
    return not NUMBERINGS.isdisjoint(re.split(r"[^a-z]+", name.lower()))


def _counts_rows(values: Array) -> bool:
    """Whether a column holds 0, 1, 2, ... or 1, 2, 3, ... in enough rows."""
    if len(values) < ENOUGH_ROWS or values[0] not in (0.0, 1.0):
        return False
    return np.array_equal(values, values[0] + np.arange(len(values)))
