"""A forest looks back at its training: each row as judged by the trees that never saw it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from lrf.components import Array
from lrf.config import leaves_rows_out, run_settings
from lrf.errors import ConfigError, DataError, RankingError
from lrf.estimators.naming import takes_rankings
from lrf.estimators.samples import Bags, Samples, check_samples
from lrf.estimators.targets import check_comparison, check_weights
from lrf.insight.calibration import LINES, METHODS, Calibration, Outcomes, fit_calibration
from lrf.insight.outside import predict_chosen, trees_outside
from lrf.insight.probabilities import pair_table, pair_wins
from lrf.insight.unseen import Unseen, make_unseen, unseen_pairs, unseen_votes
from lrf.statistics import label_pairs, pair_shares
from lrf.wording import level_outside

__all__ = ["LookingBack"]

#: How many pairs calibrate probabilities at most, and of how many rows at least, if there are any.
_MOST_PAIRS = 2**20
_FEWEST_ROWS = 200


class LookingBack:
    """Out-of-bag answers of a forest."""

    forest_: Any
    bags_: Bags | None
    oob_prediction_: Array
    oob_score_: float
    calibration_: Calibration | None
    oob_score: Any

    @takes_rankings
    def oob_pairwise(self, X: Any, Y: Any, sample_weight: Any = None) -> Array:
        """Return `predict_pairwise` of the training rows, by the trees that did not see them.

        The linear part of a blend leaves each row out, too. Nothing is calibrated.

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
        wins = self._unseen_wins(samples, outside, np.arange(len(outside)))
        return pair_table(wins, self.n_labels_, self._n_jobs())  # type: ignore[attr-defined]

    @takes_rankings
    def calibrate(self, X: Any, Y: Any, sample_weight: Any = None, *, method: str = "auto") -> Self:
        """Correct the probabilities by what happened to rows with known rankings.

        Afterwards `predict_pairwise`, `predict_partial`, `predict_position_proba` and
        `predict_expected_positions` give corrected probabilities, also of a saved model. Predicted
        rankings stay as they are; a new fit starts afresh.

        Parameters
        ----------
        X, Y, sample_weight
            Other rows than those of the training; or what `fit` was given, all of it and in the
            same order, which is then judged out of bag. Fewer trees are asked then, and the fewer
            they are, the bolder they look: grow many, with `bootstrap` or small `max_samples`.
        method : {"auto", "isotonic", "temperature"}
            "isotonic": any rising line; "temperature": one number that makes all probabilities
            bolder or more modest, for few rows; "auto": one of them, or none, as cross-validation
            over these rows finds best.

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
        outcomes = _outcomes(*self._judged_pairs(X, Y, sample_weight))
        if not len(outcomes.said):
            raise RankingError("no row ranks two labels whose probability is known")
        self.calibration_ = fit_calibration(method, outcomes)
        return self

    def _judged_pairs(self, X: Any, Y: Any, sample_weight: Any) -> tuple[Array, Array, Array]:
        """Return uncorrected probabilities of rows, their true positions and weights."""
        if self.was_fitted_to(X, Y, sample_weight):
            samples, outside = self.training_again(X, Y, sample_weight)
            return self._judged_again(samples, outside)
        features = self._features(X)  # type: ignore[attr-defined]
        positions = check_comparison(Y, len(features), self.labels_, X)  # type: ignore[attr-defined]
        weights = check_weights(sample_weight, len(features), X)
        rows = _spread(np.arange(len(features)), positions.shape[1])
        wins = pair_wins(self.forest_, features[rows], self._n_jobs())  # type: ignore[attr-defined]
        heft = np.ones(len(features)) if weights is None else weights
        return wins, positions[rows], heft[rows]

    def _judged_again(
        self, samples: Samples, outside: Array, regressions: Any = None
    ) -> tuple[Array, Array, Array]:
        """Return the same of training rows, judged by the trees that did not see them."""
        rows = np.flatnonzero(samples.used & outside.any(axis=1) & (samples.heft() > 0))
        rows = _spread(rows, samples.positions.shape[1])
        wins = self._unseen_wins(samples, outside, rows, regressions)
        return wins, samples.positions[rows], samples.heft()[rows]

    def _unseen_wins(
        self, samples: Samples, outside: Array, rows: Array, regressions: Any = None
    ) -> Array:
        """Return the chances of pairs in training rows, by those who did not see them."""
        said = self._said_unseen(samples, regressions, unseen_pairs)
        X = np.ascontiguousarray(samples.features[rows])
        n_jobs = self._n_jobs()  # type: ignore[attr-defined]
        said = None if said is None else said[rows]
        return pair_wins(self.forest_, X, n_jobs, chosen=outside[rows], said=said)

    def _said_unseen(
        self,
        samples: Samples,
        regressions: Any,
        ask: Callable[[Any, Any, Array, Array], Array | None],
    ) -> Array | None:
        """Return what the linear part of a blend says of rows that it leaves out.

        `regressions` are those of the fit, or None: they are then made once more.
        """
        from lrf.regressions import Regressions

        if self.forest_.blend is None or self.forest_.blend.linear is None:
            return None
        given = np.flatnonzero(samples.used)
        if regressions is None:
            given = np.arange(len(samples.used))
            weights = np.where(samples.used, samples.heft(), 0.0)
            nominal = tuple(self.categories_)  # type: ignore[attr-defined]
            regressions = Regressions(samples.features, samples.positions, weights, nominal)
        return ask(self.forest_, regressions, samples.features, given)

    @takes_rankings
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

    @takes_rankings
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
        if not leaves_rows_out(config.bootstrap, config.max_samples, config.n_estimators):
            raise ConfigError(
                "without bootstrap and max_samples every tree sees every row, and none is out of "
                "bag; set one of them"
            )
        assert self.bags_ is not None
        return trees_outside(self.forest_, samples.heft(), samples.used, self.bags_.seed)

    def _look_back(self, samples: Samples) -> None:
        """Judge the training rows by the trees that did not see them, as far as is wished."""
        super()._look_back(samples)  # type: ignore[misc]
        run = run_settings(self.settings())  # type: ignore[attr-defined]
        for name in ("oob_prediction_", "oob_score_"):
            self.__dict__.pop(name, None)  # those of an earlier fit
        regressions = self.forest_.kept.pop("regressions", None)
        wanted = run["calibration"]
        is_judged = wanted in LINES or (wanted == "auto" and self.forest_.blend is not None)
        if not (run["oob_score"] or is_judged):
            return
        outside = self._outside(samples)
        if is_judged:
            self._calibrate_itself(samples, outside, wanted, regressions)
        if run["oob_score"]:
            self._score_itself(samples, outside, regressions)

    def _calibrate_itself(
        self, samples: Samples, outside: Array, method: str, regressions: Any
    ) -> None:
        """Correct probabilities by what is out of bag; leave them as they are if nothing is."""
        outcomes = _outcomes(*self._judged_again(samples, outside, regressions))
        self.calibration_ = fit_calibration(method, outcomes) if len(outcomes.said) else None

    def _score_itself(self, samples: Samples, outside: Array, regressions: Any) -> None:
        """Predict and score each training row by the trees that did not see it."""
        said = self._said_unseen(samples, regressions, unseen_votes)
        n_jobs = self._n_jobs()  # type: ignore[attr-defined]
        self.oob_prediction_ = predict_chosen(self.forest_, samples.features, outside, n_jobs, said)
        self.oob_score_ = _score(samples, self.oob_prediction_)

    def unseen(self, samples: Samples) -> Unseen | None:
        """Return the linear part of a blend, such that it leaves out the row it is asked about.

        Parameters
        ----------
        samples : Samples
            Those of the training.

        Returns
        -------
        unseen : Unseen or None
            None if there is no linear part.
        """
        weights = np.where(samples.used, samples.heft(), 0.0)
        nominal = tuple(self.categories_)  # type: ignore[attr-defined]
        return make_unseen(self.forest_, samples.features, samples.positions, weights, nominal)


def _spread(rows: Array, n_labels: int) -> Array:
    """Return rows, evenly spread, with at most so many pairs as tell enough."""
    most = max(_FEWEST_ROWS, _MOST_PAIRS // max(1, n_labels * (n_labels - 1) // 2))
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).astype(np.int64)]


def _outcomes(wins: Array, positions: Array, weights: Array) -> Outcomes:
    """Return what was said of each pair that a row ranks, and what happened."""
    happened = pair_shares(positions, *label_pairs(positions.shape[1]))
    known = ~np.isnan(happened) & ~np.isnan(wins) & (weights > 0)[:, None]
    rows, pairs = np.nonzero(known)
    return Outcomes(wins[rows, pairs], happened[rows, pairs], weights[rows], rows)


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
            stacklevel=level_outside(),
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
