"""Folds in which each label is the best one equally often, as far as the numbers allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lrf.components import Array
from lrf.rankings import validate_rankings
from lrf.study.folds import Rows, check_folds, split_by

__all__ = ["StratifiedByBest", "best_labels", "stratified_folds"]


class StratifiedByBest:
    """A splitter for scikit-learn's model selection: folds stratified by the best label.

    The rows of each best label are dealt out to the folds like cards, so that the numbers in two
    folds differ by one at most, for each label and in all. Unlike scikit-learn's
    ``StratifiedKFold``, it takes rankings, and does not mind labels that are the best in fewer rows
    than there are folds, as happens where labels are many and rows are few.

    Parameters
    ----------
    n_splits : int
        Number of folds, at least 2.
    n_repeats : int
        How often to shuffle and deal anew.
    random_state : int, optional
        Seed of the shuffling; default: another one each time.

    Examples
    --------
    >>> splitter = StratifiedByBest(2, random_state=0)
    >>> Y = [[1, 2], [1, 2], [2, 1], [2, 1]]
    >>> [np.argmin(np.array(Y)[test], axis=1).tolist() for _, test in splitter.split(Y, Y)]
    [[0, 1], [0, 1]]
    """

    def __init__(
        self, n_splits: int = 5, n_repeats: int = 1, random_state: int | None = None
    ) -> None:
        self.n_splits = n_splits
        self.n_repeats = n_repeats
        self.random_state = random_state

    def split(self, X: Any, y: Any, groups: Any = None) -> Iterator[tuple[Rows, Rows]]:
        """Yield the rows to train on and the rows to test on.

        Parameters
        ----------
        X : object
            Not looked at.
        y : array-like or DataFrame of shape (n, k)
            Positions; NaN: not ranked.
        groups : object
            Not looked at.

        Raises
        ------
        DataError
            If there are more folds than rows, or fewer than two folds.
        RankingError
            If a row of `y` is no ranking.
        """
        seed = self.random_state
        if seed is None:
            seed = int(np.random.default_rng().integers(2**31))
        yield from stratified_folds(y, self.n_splits, self.n_repeats, seed)

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Return the number of folds of all repeats."""
        return self.n_splits * self.n_repeats

    def __repr__(self) -> str:
        settings = (f"{name}={value}" for name, value in vars(self).items())
        return f"StratifiedByBest({', '.join(settings)})"


def stratified_folds(
    Y: Any, folds: int = 10, repeats: int = 1, seed: int = 0
) -> list[tuple[Rows, Rows]]:
    """Return the rows to train on and to test on; as `shuffled_folds`, stratified by best label.

    Parameters
    ----------
    Y : array-like or DataFrame of shape (n, k)
        Positions; NaN: not ranked.
    folds, repeats, seed : int
        As in `shuffled_folds`.

    Raises
    ------
    DataError
        If a number is too small, or there are more folds than rows.
    RankingError
        If a row of Y is no ranking.
    """
    best = best_labels(validate_rankings(Y))
    check_folds(len(best), folds, repeats, seed)
    pairs: list[tuple[Rows, Rows]] = []
    for repeat in range(repeats):
        generator = np.random.default_rng([seed, repeat])
        order = generator.permutation(len(best))
        turns = generator.permutation(best.max() + 1)  # so that no label always begins in fold 0
        by_label = order[np.argsort(turns[best[order]], kind="stable")]
        pairs += split_by([by_label[fold::folds] for fold in range(folds)])
    return pairs


def best_labels(positions: Array) -> Array:
    """Return the best label of each row.

    Parameters
    ----------
    positions : ndarray of shape (n, k)
        NaN: not ranked.

    Returns
    -------
    best : ndarray of int, shape (n,)
        Where labels tie for the first place, the one that is the best most often in the table.
    """
    is_best = positions == np.nanmin(positions, axis=1, keepdims=True)
    shares = is_best / is_best.sum(axis=1, keepdims=True)
    best: Array = np.argmax(is_best * (1 + shares.sum(axis=0)), axis=1)
    return best
