"""Folds for cross-validation, which depend on nothing but their number, the rows and the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lrf.components import Dataset
from lrf.errors import DataError

__all__ = ["Rows", "check_folds", "fold_seed", "given_folds", "shuffled_folds", "split_by"]

Rows: TypeAlias = npt.NDArray[np.intp]


def shuffled_folds(
    n_samples: int, folds: int = 10, repeats: int = 1, seed: int = 0
) -> list[tuple[Rows, Rows]]:
    """Return the rows to train on and the rows to test on, for each fold of each repeat.

    Each repeat shuffles the rows anew and cuts them into folds whose sizes differ by one at most;
    the first repeats stay the same when there are more of them.

    Parameters
    ----------
    n_samples : int
        Number of rows.
    folds : int
        Number of parts, at least 2.
    repeats : int
        How often the whole is done, at least 1.
    seed : int
        At least 0.

    Returns
    -------
    list of (train, test)
        ``folds * repeats`` pairs of sorted row numbers.

    Raises
    ------
    DataError
        If a number is too small, or there are more folds than rows.
    """
    check_folds(n_samples, folds, repeats, seed)
    pairs: list[tuple[Rows, Rows]] = []
    for repeat in range(repeats):
        order = np.random.default_rng([seed, repeat]).permutation(n_samples)
        pairs += split_by(np.array_split(order, folds))
    return pairs


def given_folds(dataset: Dataset) -> list[tuple[int, int, Rows, Rows]]:
    """Return the folds that a data set brings along.

    Parameters
    ----------
    dataset : Dataset
        With `folds`, as an ASlib scenario has them.

    Returns
    -------
    list of (repeat, fold, train, test)
        Both are counted from 0; the rows are sorted.

    Raises
    ------
    DataError
        If the data set brings none, or a repeat of them has a single fold.
    """
    if dataset.folds is None:
        raise DataError(f"{dataset.name} brings no folds along; give the number of folds instead")
    found = []
    for repeat, column in enumerate(np.asarray(dataset.folds).T):
        numbers = np.unique(column)
        if len(numbers) < 2:
            raise DataError(f"{dataset.name}: all rows are in the same fold of repeat {repeat}")
        parts = split_by([np.flatnonzero(column == number) for number in numbers])
        found += [(repeat, fold, *part) for fold, part in enumerate(parts)]
    return found


def split_by(parts: Sequence[Rows]) -> list[tuple[Rows, Rows]]:
    """Return each part in turn as the rows to test on, and all other rows to train on.

    Parameters
    ----------
    parts : sequence of ndarray of int
        Each row in one of them.
    """
    n_samples = sum(len(part) for part in parts)
    pairs = []
    for part in parts:
        tested = np.zeros(n_samples, dtype=bool)
        tested[part] = True
        pairs.append((np.flatnonzero(~tested), np.flatnonzero(tested)))
    return pairs


def fold_seed(seed: int, number: int) -> int:
    """Return the seed of the model that is trained on a fold, counted over all repeats."""
    state: Any = np.random.SeedSequence([seed, number]).generate_state(1)
    return int(state[0] >> 1)


def check_folds(n_samples: int, folds: int, repeats: int, seed: int) -> None:
    """Refuse numbers that make no folds.

    Raises
    ------
    DataError
        If a number is too small, or there are more folds than rows.
    """
    if folds < 2:
        raise DataError(f"cross-validation needs at least 2 folds, not {folds}")
    if repeats < 1:
        raise DataError(f"cross-validation is repeated at least once, not {repeats} times")
    if seed < 0:
        raise DataError(f"a seed is at least 0, not {seed}")
    if n_samples < folds:
        raise DataError(f"{folds} folds need at least {folds} rows, but there are {n_samples}")
