"""Scores as positions."""

from __future__ import annotations

from typing import Any

from lrf.rankings.frames import as_named, like
from lrf.rankings.tables import as_table
from lrf.rankings.ties import average_positions
from lrf.rankings.tolerance import check_tolerance, near_groups

__all__ = ["from_scores"]


def from_scores(scores: Any, higher_is_better: bool = True, ties: str | float = "exact") -> Any:
    """Rank labels by their scores.

    Parameters
    ----------
    scores : array-like or table of shape (n, k)
        One row per sample, one column per label. Equal scores tie. An empty cell (NaN, None) means
        not ranked. Infinite scores are scores like any other: a runtime of inf is the worst, and
        two of them tie.
    higher_is_better : bool
        False for costs, errors, runtimes.
    ties : "exact" or float
        Which scores tie: equal ones, or those within a tolerance of the best of their group, in
        the units of the scores. Groups are made from the best score down: it ties with all scores
        that are worse by the tolerance at most, the best of the rest makes the next group, and so
        on. So two scores that tie never differ by more than the tolerance, and what ties is always
        an equivalence, while "differs by 5 at most" alone is none: of 90, 86 and 82 with a
        tolerance of 5, the first two tie, and 82, which is too far from 90, stands alone.

    Returns
    -------
    positions : ndarray of float64, shape (n, k), DataFrame or NamedTable
        1 = best; ties share the average of their places, NaN stays NaN. A pandas DataFrame gives a
        DataFrame with the same index and columns, any other table with named columns (polars,
        Arrow, a dictionary of columns) a `NamedTable`, so that the labels keep their names.

    Raises
    ------
    RankingError
        If a score is no number, `scores` is no table, or `ties` is neither "exact" nor a number of
        at least 0.

    Examples
    --------
    >>> from_scores([[0.1, 0.7, 0.2], [5, 5, 9]])
    array([[3. , 1. , 2. ],
           [2.5, 2.5, 1. ]])
    >>> from_scores([[90, 86, 82]], ties=5)
    array([[1.5, 1.5, 3. ]])
    """
    tolerance = check_tolerance(ties)
    scores = as_named(scores)
    table = as_table(scores, "scores", "; scores are numbers")
    keys = -table if higher_is_better else table
    return like(scores, average_positions(near_groups(keys, tolerance) if tolerance else keys))
