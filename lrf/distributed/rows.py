"""A part of the data as numbers: its features and rankings, as they are written there."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from lrf.components import Array
from lrf.data.frames import columns_of_frame
from lrf.data.tabular import numbers_of_features, rankings_of
from lrf.data.wanted import Wanted

__all__ = ["Rows", "read_rows"]


@attrs.frozen(eq=False)
class Rows:
    """Rows of a part that rank two labels or more; others say nothing about their order.

    Parameters
    ----------
    features : tuple of str
        The names of the features.
    labels : tuple of str
        What is ranked.
    by_order : bool
        Whether the rankings are orders, which name the labels that they rank.
    X : ndarray of float64, shape (n_rows, n_features)
        Numbers, and for words their codes; NaN where something is missing.
    Y : ndarray of float64, shape (n_rows, n_labels)
        Average positions; NaN: not ranked.
    words : dict of int to tuple of str
        For each feature of words what its codes stand for.
    """

    features: tuple[str, ...]
    labels: tuple[str, ...]
    by_order: bool
    X: Array
    Y: Array
    words: dict[int, tuple[str, ...]]


def read_rows(table: Any, called: str, wanted: Wanted) -> Rows | None:
    """Return the rows of a part; None if it has none.

    Parameters
    ----------
    table : DataFrame of pandas, or table of Arrow
        The part.
    called : str
        What messages call it.
    wanted : Wanted
        Where the rankings are. All other columns are features.

    Raises
    ------
    DataError
        If something is wrong; the message names the part, the row in it and the column.
    """
    columns = columns_of_frame(table, called, called).without(wanted.ignore)
    if columns.n_rows == 0:
        return None
    layout, targets, _ = rankings_of(columns, wanted)
    kept = [j for j in range(len(columns.names)) if j not in layout.targets]
    X = numbers_of_features(columns, kept)
    used = np.count_nonzero(~np.isnan(targets.positions), axis=1) >= 2
    return Rows(
        tuple(columns.names[j] for j in kept),
        tuple(targets.labels),
        layout.writing == "orders",
        X[used],
        targets.positions[used],
        {new: columns.words[old] for new, old in enumerate(kept) if old in columns.words},
    )
