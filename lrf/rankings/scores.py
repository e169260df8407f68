"""Scores as positions."""

from __future__ import annotations

from typing import Any

from lrf.rankings.tables import as_table
from lrf.rankings.ties import average_positions

__all__ = ["from_scores"]


def from_scores(scores: Any, higher_is_better: bool = True) -> Any:
    """Rank labels by their scores.

    Parameters
    ----------
    scores : array-like or DataFrame of shape (n, k)
        One row per sample, one column per label. Equal scores tie. NaN means not ranked. Infinite
        scores are scores like any other: a runtime of inf is the worst, and two of them tie.
    higher_is_better : bool
        False for costs, errors, runtimes.

    Returns
    -------
    positions : ndarray of float64, shape (n, k), or DataFrame
        1 = best; ties share the average of their places, NaN stays NaN. A pandas DataFrame gives a
        DataFrame with the same index and columns, so that the labels keep their names.

    Raises
    ------
    RankingError
        If a score is no number or `scores` is no table.

    Examples
    --------
    >>> from_scores([[0.1, 0.7, 0.2], [5, 5, 9]])
    array([[3. , 1. , 2. ],
           [2.5, 2.5, 1. ]])
    """
    table = as_table(scores, "scores", "; scores are numbers")
    positions = average_positions(-table if higher_is_better else table)
    if hasattr(scores, "iloc"):
        return type(scores)(positions, index=scores.index, columns=scores.columns)
    return positions
