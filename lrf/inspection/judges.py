"""Judging features: how good the rankings are that a model predicts from them."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from lrf.components import Array
from lrf.config import run_settings
from lrf.errors import ConfigError
from lrf.estimators.features import check_features
from lrf.estimators.targets import check_comparison, check_weights
from lrf.forest import Forest
from lrf.insight.calibration import Calibration
from lrf.insight.outside import predict_chosen
from lrf.insight.probabilities import pair_wins
from lrf.insight.unseen import Unseen
from lrf.metrics import kendall_tau
from lrf.statistics import label_pairs

__all__ = ["Judge", "make_judge"]


class Judge:
    """What changed features cost.

    Parameters
    ----------
    forest : Forest
        The forest.
    features : ndarray of float64, shape (n_rows, n_features)
        The features as they are.
    positions : ndarray of float64, shape (n_rows, n_labels)
        The true positions.
    weights : ndarray of float64, shape (n_rows,)
        How much each row counts.
    chosen : ndarray of bool, shape (n_rows, n_trees), or None
        The trees that are asked about each row; None: all.
    unseen : Unseen or None
        The linear part of a blend, if it is to leave out the row that it is asked about.
    calibration : Calibration or None
        How probabilities are corrected.
    n_jobs : int or None
        Number of threads.
    with_pairs : bool
        Whether to judge pairs of labels as well.
    """

    def __init__(
        self,
        forest: Forest,
        features: Array,
        positions: Array,
        weights: Array,
        chosen: Array | None,
        unseen: Unseen | None,
        calibration: Calibration | None,
        n_jobs: int | None,
        with_pairs: bool,
    ) -> None:
        says = np.count_nonzero(~np.isnan(positions), axis=1) > 1
        if chosen is not None:
            says &= chosen.any(axis=1)
        rows = np.flatnonzero(says & (weights > 0))
        self.forest, self.n_jobs, self.out_of_bag = forest, n_jobs, chosen is not None
        self.features = np.ascontiguousarray(features[rows])
        self.positions, self.weights = positions[rows], weights[rows]
        self._chosen = None if chosen is None else chosen[rows]
        self._unseen, self._rows, self._calibration = unseen, rows, calibration
        self._tau = self._taus(self.features)
        self._signs = _pair_signs(self.positions) if with_pairs else None
        self._right = self._chances(self.features) if with_pairs else None

    def score(self) -> float:
        """Return the mean tau-b of what the features say as they are."""
        return float(np.average(self._tau, weights=self.weights))

    def losses(self, features: Array) -> tuple[Array, Array | None]:
        """Return how much worse changed features do, row by row.

        Returns
        -------
        taus : ndarray of float64, shape (n_rows,)
            Loss of tau-b.
        pairs : ndarray of float64, shape (n_rows, n_pairs), or None
            Loss of probability that the right one of two labels stands before the other; 0 where
            the truth orders neither.
        """
        taus = self._tau - self._taus(features)
        if self._right is None:
            return taus, None
        return taus, self._right - self._chances(features)

    def pair_weights(self) -> Array:
        """Return how much each pair of each row counts, of shape (n_rows, n_pairs)."""
        assert self._signs is not None
        weights: Array = (self._signs != 0) * self.weights[:, None]
        return weights

    def as_table(self, by_pair: Array) -> Array:
        """Return numbers of pairs as a symmetric table of labels; NaN on the diagonal."""
        table = np.full((self.forest.n_labels, self.forest.n_labels), np.nan)
        first, second = label_pairs(self.forest.n_labels)
        table[first, second] = table[second, first] = by_pair
        return table

    def _taus(self, features: Array) -> Array:
        if self._chosen is None:
            predicted = self.forest.predict(features, n_jobs=self.n_jobs)
        else:
            said = None if self._unseen is None else self._unseen.votes(features, self._rows)
            predicted = predict_chosen(self.forest, features, self._chosen, self.n_jobs, said)
        return kendall_tau(self.positions, predicted)

    def _chances(self, features: Array) -> Array:
        """Return the chance of the right order of each pair, 0 where neither is right."""
        said = None if self._unseen is None else self._unseen.pairs(features, self._rows)
        first = pair_wins(self.forest, features, self.n_jobs, self._calibration, self._chosen, said)
        assert self._signs is not None
        chances: Array = np.where(self._signs > 0, first, 1 - first) * (self._signs != 0)
        return chances


def _pair_signs(positions: Array) -> Array:
    """Return 1 where the first label of a pair is truly before the second, -1 where behind."""
    first, second = label_pairs(positions.shape[1])
    signs: Array = np.sign(np.nan_to_num(positions[:, second] - positions[:, first]))
    return signs


def make_judge(
    model: Any, X: Any, Y: Any, sample_weight: Any, out_of_bag: bool | None, pairs: bool
) -> Judge:
    """Return a judge of a model.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    X, Y, sample_weight
        The training data, or others.
    out_of_bag : bool or None
        Whether they are the training data; None: to be found out.
    pairs : bool
        Whether to judge pairs of labels as well.
    """
    check_is_fitted(model)
    features = check_features(model, X, training=False)
    positions = check_comparison(Y, len(features), model.labels_, X)
    weights = check_weights(sample_weight, len(features), X)
    config = model.forest_.plan.config
    bootstrap = config.bootstrap or config.max_samples
    if out_of_bag and not bootstrap:
        raise ConfigError(
            "out of bag, only a forest with bootstrap can be asked; hand over other data than "
            "those of the training, with out_of_bag=False"
        )
    chosen = unseen = None
    if out_of_bag or (
        out_of_bag is None and bootstrap and model.was_fitted_to(X, Y, sample_weight)
    ):
        samples, chosen = model.training_again(X, Y, sample_weight)
        unseen = model.unseen(samples)
    return Judge(
        model.forest_,
        features,
        positions,
        np.ones(len(features)) if weights is None else weights,
        chosen,
        unseen,
        model.calibration_,
        run_settings(model.settings())["n_jobs"],
        pairs,
    )
