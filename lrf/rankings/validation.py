"""Whether a table holds rankings, and which converter to call if it does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.errors import RankingError
from lrf.rankings.tables import as_table
from lrf.rankings.ties import Floats, average_written, blocks_of, is_ranking, tie_groups

__all__ = ["validate_rankings"]

SHOWN = 8


def validate_rankings(Y: Any, *, name: str = "Y") -> Floats:
    """Return rankings with every writing of ties turned into average positions.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n, k)
        Positions, 1 = best; NaN: not ranked. Ties in dense (1, 1, 2), competition (1, 1, 3) or
        average (1.5, 1.5, 3) writing, each row in its own. An incomplete row may have gaps and
        is numbered anew among the labels that it ranks.
    name : str
        What messages call the table.

    Returns
    -------
    positions : ndarray of float64, shape (n, k)
        C-contiguous and new.

    Raises
    ------
    RankingError
        If a row holds no positions. The message names the first such row, counted from 0, and
        the function that converts what it probably is.

    Examples
    --------
    >>> validate_rankings([[1, 1, 2], [3, 1, 2]])
    array([[1.5, 1.5, 3. ],
           [3. , 1. , 2. ]])
    """
    advice = f"; positions are numbers: convert orders with lrf.from_orders({name})"
    table = as_table(Y, name, advice)
    _check_size(table, name)
    positions, are_rankings = np.empty(table.shape), np.empty(len(table), dtype=np.bool_)
    for rows in blocks_of(table):
        groups = tie_groups(table[rows])
        are_rankings[rows] = is_ranking(groups)
        positions[rows] = average_written(groups)
    wrong = np.flatnonzero(~are_rankings)
    if wrong.size:
        first = int(wrong[0])
        reason = _explain(table[first], name)
        raise RankingError(f"{name}: row {first} {reason}{_and_more(wrong.size - 1)}")
    return positions


def _check_size(table: Floats, name: str) -> None:
    n_rows, n_labels = table.shape
    if n_rows == 0:
        raise RankingError(f"{name} has no rows")
    if n_labels < 2:
        raise RankingError(
            f"{name} has {n_labels} label{'s' * (n_labels != 1)}: there is nothing to rank; it "
            f"needs one column of positions per label"
        )


def _and_more(count: int) -> str:
    if count == 0:
        return ""
    return f" ({count} more row{' is no ranking' if count == 1 else 's are no rankings'} either)"


def _explain(row: Floats, name: str) -> str:
    """Return why a row holds no positions, and what to do; it completes "row 3 ..."."""
    ranked = row[~np.isnan(row)]
    if ranked.size == 0:
        return "ranks no label, all are NaN; leave such rows out"
    if (ranked == 0).any() and is_ranking(tie_groups(row[np.newaxis] + 1))[0]:
        return (
            "holds position 0; positions start at 1, the best: if these are counted from 0, add "
            "1 to each; if 0 means not ranked, write NaN"
        )
    scores = f"if these are scores, convert them with lrf.from_scores({name})"
    for impossible, reason in _reasons(ranked, row.size):
        if impossible.any():
            return f"holds {ranked[impossible][0]:g}{reason}: {scores}"
    return (
        f"is {_shown(row)}, which is no ranking of {row.size} labels (ties are written as in "
        f"1,1,2 or 1,1,3 or 1.5,1.5,3): {scores}; if smaller is better, with "
        f"lrf.from_scores({name}, higher_is_better=False)"
    )


def _reasons(ranked: Floats, n_labels: int) -> Iterator[tuple[npt.NDArray[np.bool_], str]]:
    """Yield which values can be no position in any ranking, and why."""
    yield np.isinf(ranked), ", which is no position (NaN stands for a label that was not ranked)"
    yield ranked < 1, ", but positions start at 1, the best"
    yield np.mod(ranked, 0.5) != 0, ", which is no position"
    yield ranked > n_labels, f", but there are only {n_labels} labels"


def _shown(row: Floats) -> str:
    return ",".join(f"{value:g}" for value in row[:SHOWN]) + ",..." * (row.size > SHOWN)
