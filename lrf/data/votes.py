"""Rankings on their own, without features: what there is a consensus of."""

from __future__ import annotations

from typing import Any, TypeAlias

import attrs
import numpy.typing as npt

__all__ = ["Votes"]

Array: TypeAlias = npt.NDArray[Any]


@attrs.frozen(eq=False)
class Votes:
    """Rankings and how much each counts.

    Parameters
    ----------
    name : str
        What to call them.
    label_names : tuple of str
        What is ranked.
    rankings : ndarray of float64, shape (n_rankings, n_labels)
        Positions, 1 = best, average positions for ties; NaN: not ranked.
    weights : ndarray of float64, shape (n_rankings,)
        How much each ranking counts.
    notes : tuple of str
        What a user should know about how they were read.
    """

    name: str
    label_names: tuple[str, ...]
    rankings: Array
    weights: Array
    notes: tuple[str, ...] = ()
