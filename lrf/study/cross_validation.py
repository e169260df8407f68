"""Cross-validation: how well a model ranks rows that it has not seen, and how fast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from lrf.components import Array, Dataset
from lrf.data import find_dataset, read_data
from lrf.errors import ConfigError
from lrf.estimators.datasets import with_categories
from lrf.estimators.targets import read_rankings
from lrf.study.folds import Rows, fold_seed, given_folds, shuffled_folds
from lrf.study.models import fresh, name_of, warm_up
from lrf.study.one_fold import evaluate_fold
from lrf.study.results import Evaluation, Fold
from lrf.study.stratified import stratified_folds

__all__ = ["evaluate"]

Progress = Callable[[int, int], None]


def evaluate(
    dataset: Any,
    estimator: Any,
    folds: int | Literal["given"] = 10,
    repeats: int = 1,
    seed: int = 0,
    n_jobs: int | None = None,
    progress: Progress | None = None,
    name: str | None = None,
    stratify: bool = False,
) -> Evaluation:
    """Cross-validate a model with shuffled folds.

    The folds depend on the rows, `folds`, `repeats`, `seed` and `stratify` only, so that models
    that are evaluated one after the other see the same ones. Beside the model stands the constant
    predictor, which predicts the average ranking of the training rows for every row: on real data
    a model may fall below it. If the data comes with the scores that its rankings were made of, the
    regret is reported too: by how much the label that is placed first falls short of the best.

    Parameters
    ----------
    dataset : Dataset, str, path-like or DataFrame
        The data, the name of a bundled data set, a file, or a table that `lrf.read_data` takes.
    estimator : object
        Anything with ``fit(X, Y)`` and ``predict(X)``, which returns positions. It stays as it is;
        copies of it are fitted. If it has a ``random_state`` that is None, each copy gets one
        that depends on `seed`.
    folds : int or "given"
        Number of folds, at least 2; or "given": those that the data bring along, with their
        repeats, as ASlib scenarios do.
    repeats : int
        How often to shuffle and cut anew.
    seed : int
        Seed of the shuffling.
    n_jobs : int, optional
        Given to the estimator if it has such a parameter; the result does not depend on it.
    progress : callable, optional
        ``progress(done, total)`` is called before the first fold and after each.
    name : str, optional
        What to call the model; default: its class.
    stratify : bool
        Whether each label is the best one equally often in all folds, as far as the numbers allow;
        otherwise folds are drawn without a look at the rankings.

    Returns
    -------
    Evaluation
        The numbers of each fold and their means. Compilation is not part of the times.

    Raises
    ------
    DataError
        If there are more folds than rows, or fewer than two folds, or no folds are given.
    ConfigError
        If given folds are to be repeated or stratified.
    RankingError
        If `dataset.Y` holds a row that is no ranking.

    Examples
    --------
    >>> from lrf import LabelRankingTree, evaluate
    >>> result = evaluate("iris", LabelRankingTree.from_preset("rt"))
    >>> result.tau_mean > result.default_tau_mean
    True
    """
    data = _found(dataset)
    X, Y = np.asarray(data.X), read_rankings(data.Y)
    planned = _folds(data, Y, folds, repeats, seed, stratify)
    report = progress or _silent
    report(0, len(planned))
    _, _, train, test = planned[0]
    warm_up(with_categories(fresh(estimator, seed, n_jobs), data), X[train], Y[train], X[test])
    done: list[Fold] = []
    for number, (repeat, fold, train, test) in enumerate(planned):
        model = with_categories(fresh(estimator, fold_seed(seed, number), n_jobs), data)
        done.append(evaluate_fold(model, data, Y, train, test, (repeat, fold)))
        report(len(done), len(planned))
    model_name = name or name_of(estimator)
    return Evaluation(data.name, model_name, len(X), X.shape[1], Y.shape[1], seed, tuple(done))


def _found(data: Any) -> Dataset:
    """Return the data set that was passed, or named."""
    if isinstance(data, Dataset):
        return data
    return find_dataset(data) if isinstance(data, str) else read_data(data)


def _folds(
    data: Dataset,
    Y: Array,
    folds: int | Literal["given"],
    repeats: int,
    seed: int,
    stratify: bool,
) -> list[tuple[int, int, Rows, Rows]]:
    """Return repeat, number, training rows and tested rows of each fold."""
    if folds == "given":
        if repeats != 1 or stratify:
            raise ConfigError("folds that are given are taken as they are: no repeats, no strata")
        return given_folds(data)
    if stratify:
        pairs = stratified_folds(Y, folds, repeats, seed)
    else:
        pairs = shuffled_folds(len(Y), folds, repeats, seed)
    return [(i // folds, i % folds, train, test) for i, (train, test) in enumerate(pairs)]


def _silent(done: int, total: int) -> None:
    """Report nothing."""
