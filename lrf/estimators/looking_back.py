"""A forest looks back at its training: each row as judged by the trees that never saw it."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from lrf.components import Array
from lrf.errors import ConfigError, DataError, RankingError
from lrf.estimators.samples import Bags, Samples, check_samples
from lrf.estimators.targets import check_comparison, check_weights
from lrf.insight.calibration import METHODS, Calibration, fit_calibration
from lrf.insight.outside import predict_chosen, trees_outside
from lrf.insight.probabilities import pairwise
from lrf.metrics.calibration import pair_outcomes

__all__ = ["LookingBack"]


class LookingBack:
    """Out-of-bag answers of a forest."""

    forest_: Any
    bags_: Bags | None
    oob_prediction_: Array
    oob_score_: float
    calibration_: Calibration | None
    oob_score: Any

    def oob_pairwise(self, X: Any, Y: Any, sample_weight: Any = None) -> Array:
        """Return `predict_pairwise` of the training rows, by the trees that did not see them.

        Parameters
        ----------
        X, Y, sample_weight
            What `fit` was given, all of it and in the same order.

        Returns
        -------
        chances : ndarray of float64, shape (n_samples, n_labels, n_labels)
            As in `predict_pairwise`; NaN for a row that every tree saw.

        Raises
        ------
        ConfigError
            If the forest was grown without bootstrap.
        DataError
            If the data are not those of the training.
        """
        samples, outside = self.training_again(X, Y, sample_weight)
        return pairwise(self.forest_, samples.features, self._n_jobs(), outside)  # type: ignore[attr-defined]

    def calibrate(
        self, X: Any, Y: Any, sample_weight: Any = None, *, method: str = "isotonic"
    ) -> Self:
        """Correct the probabilities of pairs by what happened to rows with known rankings.

        Afterwards `predict_pairwise` and `predict_partial` give corrected probabilities, also of
        a saved model. Rankings and places stay as they are; a new fit starts without correction.

        Parameters
        ----------
        X, Y, sample_weight
            Other rows than those of the training; or what `fit` was given, all of it and in the
            same order, which is then judged out of bag. Fewer trees are asked then, and the fewer
            they are, the bolder they look: grow many, with `bootstrap` or small `max_samples`.
        method : {"isotonic", "temperature"}
            "isotonic": any rising line; "temperature": one number that makes all probabilities
            bolder or more modest, for few rows.

        Returns
        -------
        self : estimator

        Raises
        ------
        ConfigError
            If there is no such method, or the rows of the training are handed over and none is
            out of bag.
        DataError, RankingError
            If the data cannot be used.
        """
        if method not in METHODS:
            raise ConfigError(f"method must be one of {', '.join(METHODS)}, not {method!r}")
        chances, positions, weights = self._judged_pairs(X, Y, sample_weight)
        self.calibration_ = fit_calibration(method, *pair_outcomes(positions, chances, weights))
        return self

    def _judged_pairs(self, X: Any, Y: Any, sample_weight: Any) -> tuple[Array, Array, Array]:
        """Return uncorrected probabilities of rows, their true positions and weights."""
        n_jobs = self._n_jobs()  # type: ignore[attr-defined]
        if self.was_fitted_to(X, Y, sample_weight):
            samples, outside = self.training_again(X, Y, sample_weight)
            chances = pairwise(self.forest_, samples.features, n_jobs, outside)
            return chances, samples.positions, samples.heft()
        features = self._features(X)  # type: ignore[attr-defined]
        positions = check_comparison(Y, len(features), self.labels_, X)  # type: ignore[attr-defined]
        weights = check_weights(sample_weight, len(features), X)
        chances = pairwise(self.forest_, features, n_jobs)
        return chances, positions, np.ones(len(features)) if weights is None else weights

    def training_again(self, X: Any, Y: Any, sample_weight: Any) -> tuple[Samples, Array]:
        """Return the training samples, handed over once more, and who did not see them.

        Parameters
        ----------
        X, Y, sample_weight
            What `fit` was given.

        Returns
        -------
        samples : Samples
            The samples.
        outside : ndarray of bool, shape (n_samples, n_trees)
            Which trees did not see each row.

        Raises
        ------
        ConfigError
            If the forest was grown without bootstrap.
        DataError
            If the data are not those of the training.
        """
        check_is_fitted(self)
        samples = check_samples(self, X, Y, sample_weight, self.forest_.plan, training=False)
        if self.bags_ is None:
            raise DataError(
                "the model does not say how rows were drawn, as its file was written by an earlier "
                "version, or its data were not in one place; fit it again"
            )
        self.bags_.check(samples)
        return samples, self._outside(samples)

    def was_fitted_to(self, X: Any, Y: Any, sample_weight: Any = None) -> bool:
        """Return whether these are the data that the forest was fitted to, as far as one can tell.

        Parameters
        ----------
        X, Y, sample_weight
            What `fit` may have been given.
        """
        check_is_fitted(self)
        try:
            samples = check_samples(self, X, Y, sample_weight, self.forest_.plan, training=False)
        except RankingError:  # rankings that could not be learned from
            return False
        return self.bags_ is not None and samples.mark() == self.bags_.mark

    def _outside(self, samples: Samples) -> Array:
        """Return which trees did not see each row, of shape (n_samples, n_trees)."""
        config = self.forest_.plan.config
        if not (config.bootstrap or config.max_samples):
            raise ConfigError(
                "without bootstrap and max_samples every tree sees every row, and none is out of "
                "bag; set one of them"
            )
        assert self.bags_ is not None
        return trees_outside(self.forest_, samples.heft(), samples.used, self.bags_.seed)

    def _look_back(self, samples: Samples) -> None:
        """Predict and score each training row by the trees that did not see it, if so wished."""
        super()._look_back(samples)  # type: ignore[misc]
        if not self.oob_score:
            for name in ("oob_prediction_", "oob_score_"):
                self.__dict__.pop(name, None)  # those of an earlier fit
            return
        outside = self._outside(samples)
        n_jobs = self._n_jobs()  # type: ignore[attr-defined]
        linear = self._unseen_linear(samples)
        self.oob_prediction_ = predict_chosen(
            self.forest_, samples.features, outside, n_jobs, linear
        )
        self.oob_score_ = _score(samples, self.oob_prediction_)

    def _unseen_linear(self, samples: Samples) -> Array | None:
        """Return what the linear part of a blend says of rows that it leaves out."""
        from lrf.blending import unseen_linear

        weights = np.where(samples.used, samples.heft(), 0.0)
        nominal = tuple(self.categories_)  # type: ignore[attr-defined]
        return unseen_linear(self.forest_, samples.features, samples.positions, weights, nominal)


def _score(samples: Samples, predicted: Array) -> float:
    """Return the mean tau-b over the rows that are predicted; warn of others."""
    from lrf.metrics import kendall_tau

    weights = np.where(samples.used, samples.heft(), 0.0)
    counted = weights > 0
    seen = np.flatnonzero(counted & np.isnan(predicted).any(axis=1))
    if len(seen):
        warnings.warn(
            f"oob_score: {_some(seen, int(np.count_nonzero(counted)))} in the bag of every "
            f"tree and cannot be scored; oob_prediction_ is NaN there. Grow more trees",
            UserWarning,
            stacklevel=5,
        )
        counted[seen] = False
    if not counted.any():
        return float("nan")
    taus = kendall_tau(samples.positions[counted], predicted[counted])
    return float(np.average(taus, weights=weights[counted]))


def _some(rows: Array, n_rows: int) -> str:
    """Return rows in words, up to the verb."""
    if len(rows) == 1:
        return f"row {rows[0]} is"
    return f"{len(rows)} of {n_rows} rows (row {rows[0]} is the first) are"
