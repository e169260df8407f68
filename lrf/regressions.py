"""The linear part of a blend: fitted once, whatever the elections that it is wanted for."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np

from lrf.components import Array, Statistic
from lrf.linear import LinearModel, fit_linear, spread_rows
from lrf.logistic import ChanceModel, PairFit, PairModel, fit_pairs, pairs_tell
from lrf.statistics import known_shares, label_pairs, pair_shares, statistic_rows, statistic_width

__all__ = ["Fitted", "Regressions", "targets_of"]

#: How many numbers of targets a linear model is fitted to.
_MOST_NUMBERS = 2**22


@attrs.frozen(eq=False)
class Fitted:
    """A linear model of a statistic.

    Parameters
    ----------
    model : LinearModel, PairModel or ChanceModel
        What was fitted.
    left_out : ndarray of float64, shape (n_rows, width)
        What it says of the rows that it was fitted to, each left out.
    """

    model: LinearModel | PairModel | ChanceModel
    left_out: Array


@attrs.define(eq=False)
class Regressions:
    """Linear models of one training, each fitted when it is first asked for.

    Parameters
    ----------
    X, Y : ndarray of float64
        The training.
    weights : ndarray of float64, shape (n_samples,)
        Its weights; rows of weight 0 are not learned from.
    nominal : sequence of int
        The nominal features.
    """

    X: Array
    Y: Array
    weights: Array
    nominal: Sequence[int]
    _pairs: dict[int, PairFit] = attrs.field(factory=dict, init=False)  # by numbers of rows
    _fitted: dict[tuple[str, Statistic], Fitted] = attrs.field(factory=dict, init=False)

    def rows(self, blend: str, statistic: Statistic) -> Array:
        """Return the numbers of the rows that `fit` learns from.

        Parameters
        ----------
        blend, statistic
            As for `fit`.
        """
        n_labels = self.Y.shape[1]
        width = statistic_width(statistic, n_labels)
        if self._kind(blend, statistic) == "logistic":
            width = max(width, n_labels * (n_labels - 1) // 2)
        return spread_rows(np.flatnonzero(self.weights > 0), _MOST_NUMBERS // max(1, width))

    def fit(self, blend: str, statistic: Statistic) -> Fitted | None:
        """Return the linear model of a blend.

        Parameters
        ----------
        blend : {"none", "constant", "ridge", "logistic"}
            What is wanted; there is no model for the first two.
        statistic : str
            The additive statistic that the model is to foretell.
        """
        key = self._kind(blend, statistic), statistic
        if key[0] in ("none", "constant"):
            return None
        if key not in self._fitted:
            self._fitted[key] = self._fit(*key)
        return self._fitted[key]

    def pairs(self, blend: str, statistic: Statistic) -> Fitted | None:
        """Return the chances of pairs of the same linear model; of the same rows.

        Parameters
        ----------
        blend, statistic
            As for `fit`.
        """
        if self.fit(blend, statistic) is None:
            return None
        if self._kind(blend, statistic) == "logistic":
            pairs = self._pairs[len(self.rows(blend, statistic))]
            return Fitted(ChanceModel(pairs.odds), pairs.left_out)
        rows = self.rows(blend, statistic)
        return self._ridge_of_pairs(self.X[rows], self.Y[rows], self.weights[rows])

    def _ridge_of_pairs(self, X: Array, Y: Array, weights: Array) -> Fitted:
        """Return a ridge regression of the chances of pairs, some of them at a time."""
        first, second = label_pairs(Y.shape[1])
        at_once = max(1, _MOST_NUMBERS // max(1, len(Y)))
        models, left_out = [], []
        for start in range(0, len(first), at_once):
            block = slice(start, start + at_once)
            shares = pair_shares(Y, first[block], second[block])
            model, unseen = fit_linear(X, shares, weights, self.nominal)
            models.append(model)
            left_out.append(unseen)
        slope = np.hstack([model.slope for model in models])
        intercept = np.concatenate([model.intercept for model in models])
        whole = attrs.evolve(models[0], slope=slope, intercept=intercept)
        return Fitted(whole, np.hstack(left_out))

    def _kind(self, blend: str, statistic: Statistic) -> str:
        allowed = blend != "logistic" or pairs_tell(statistic, self.Y.shape[1])
        return blend if allowed else "ridge"

    def _fit(self, kind: str, statistic: Statistic) -> Fitted:
        rows = self.rows(kind, statistic)
        X, Y, weights = self.X[rows], self.Y[rows], self.weights[rows]
        if kind == "ridge":
            return Fitted(*fit_linear(X, targets_of(statistic, Y), weights, self.nominal))
        if len(rows) not in self._pairs:
            self._pairs[len(rows)] = fit_pairs(X, Y, weights, self.nominal)
        return Fitted(*self._pairs[len(rows)].as_statistic(statistic))


def targets_of(statistic: Statistic, Y: Array) -> Array:
    """Return the statistic of each ranking, NaN where it says nothing.

    Parameters
    ----------
    statistic : str
        An additive statistic.
    Y : ndarray of float64, shape (n_samples, n_labels)
        The rankings.
    """
    rows = statistic_rows(statistic, Y)
    return known_shares(statistic, rows, Y.shape[1]) if np.isnan(Y).any() else rows
