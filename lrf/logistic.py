"""Logistic regression of every pair of labels at once, and what it says of rows it leaves out.

The log-odds that one label stands before another are a sum of functions of single features, each
linear or made of straight pieces (a generalised additive model: Hastie and Tibshirani, 1990).
Pairs that tie count half to either side, and pairs that a ranking says nothing about do not count.
The fit is by Newton's method, whose steps are found for all pairs together by conjugate gradients
(as in Komarek and Moore, 2003); what a row would be told if it were left out follows from the same
fit, by one Newton step (Pregibon, 1981; Rahnama Rad and Maleki, 2020). By such predictions the
strength of the penalty and the number of pieces are chosen: those with the least squared error.
What is said of few rows is told by leaving out a tenth of them at a time, and choosing anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np

from lrf.components import Array, Statistic
from lrf.linear import LinearModel, design_of, spread_rows
from lrf.statistics import label_pairs, pairwise_wins

__all__ = ["MOST_ODDS", "ChanceModel", "PairFit", "PairModel", "fit_pairs", "pairs_tell"]

#: Log-odds beyond which chances are as good as certain, and exp would overflow.
MOST_ODDS = 500.0

#: Numbers of inner knots of each feature, and penalties, that are tried.
_KNOTS = (0, 3, 7)
_PENALTIES = (10.0, 1.0, 0.1, 0.01)

#: Rows per column without which no knots are tried.
_ROWS_PER_COLUMN = 5

#: How many rows the choice is made by.
_CHOOSING_ROWS = 1200

#: Rows times columns times pairs beyond which fewer knots are tried.
_MOST_PRODUCTS = 2**27

#: Multiplications that it may take to work out how much each row counts in its own prediction.
_EXACT = 1e9

#: Up to how many rows are left out in so many parts, not one at a time by a single step, which errs
#: where few rows decide much.
_FEW_ROWS, _PARTS = 300, 10

#: With more labels there are too many pairs.
_MOST_LABELS = 50

_NEWTON_STEPS, _GRADIENT_STEPS = 12, 8


@attrs.frozen(eq=False)
class PairModel:
    """Chances of labels to stand before others, as a statistic of rankings.

    Parameters
    ----------
    odds : LinearModel
        The log-odds of each pair, the first label before the second.
    spread : ndarray of float64, shape (n_pairs, width)
        What each chance adds to the statistic.
    offset : ndarray of float64, shape (width,)
        The statistic where all chances are zero.
    """

    odds: LinearModel
    spread: Array
    offset: Array

    def predict(self, X: Array) -> Array:
        """Return the statistic of each row, of shape (n_rows, width).

        Parameters
        ----------
        X : ndarray of float64, shape (n_rows, n_features)
            No infinite values; NaN: missing.
        """
        return self.say(chances_of(self.odds.predict(X)))

    def say(self, chances: Array) -> Array:
        """Return the statistic that chances of pairs amount to.

        Parameters
        ----------
        chances : ndarray of float64, shape (n_rows, n_pairs)
            That the first label of each pair stands before the second.
        """
        said: Array = chances @ self.spread + self.offset
        return said


@attrs.frozen(eq=False)
class ChanceModel:
    """The chances of pairs themselves.

    Parameters
    ----------
    odds : LinearModel
        The log-odds of each pair, the first label before the second.
    """

    odds: LinearModel

    def predict(self, X: Array) -> Array:
        """Return the chances of each row, of shape (n_rows, n_pairs).

        Parameters
        ----------
        X : ndarray of float64, shape (n_rows, n_features)
            No infinite values; NaN: missing.
        """
        return chances_of(self.odds.predict(X))


@attrs.frozen(eq=False)
class PairFit:
    """What was fitted to rankings, whatever statistic it will be asked for.

    Parameters
    ----------
    odds : LinearModel
        The log-odds of each pair.
    left_out : ndarray of float64, shape (n_samples, n_pairs)
        The chances of the pairs of each row when it is left out.
    n_labels : int
        Number of labels.
    """

    odds: LinearModel
    left_out: Array
    n_labels: int

    def as_statistic(self, statistic: Statistic) -> tuple[PairModel, Array]:
        """Return the model of a statistic, and what it says of the rows when they are left out.

        Parameters
        ----------
        statistic : {"rank-sum", "pairwise"}
            Which statistic.
        """
        model = PairModel(self.odds, *_spread(statistic, self.n_labels))
        return model, model.say(self.left_out)


def pairs_tell(statistic: Statistic, n_labels: int) -> bool:
    """Whether chances of pairs say all that a statistic asks for, and are not too many.

    Parameters
    ----------
    statistic : str
        An additive statistic.
    n_labels : int
        Number of labels.
    """
    return statistic in ("rank-sum", "pairwise") and 2 <= n_labels <= _MOST_LABELS


def fit_pairs(X: Array, Y: Array, weights: Array, nominal: Sequence[int]) -> PairFit:
    """Return a logistic regression of every pair of labels.

    Parameters
    ----------
    X : ndarray of float64, shape (n_samples, n_features)
        No infinite values; NaN: missing. Nominal features hold numbers of categories.
    Y : ndarray of float64, shape (n_samples, n_labels)
        Average positions; NaN: not ranked.
    weights : ndarray of float64, shape (n_samples,)
        Above 0.
    nominal : sequence of int
        The nominal features.
    """
    from threadpoolctl import threadpool_limits

    wanted, counts = _comparisons(Y, weights)
    with threadpool_limits(limits=1, user_api="blas"):
        n_knots, penalty = _choose(X, wanted, counts, weights, nominal)
        found = _Problem.of(X, wanted, counts, weights, nominal, n_knots).solve(penalty, None)
        left_out = found.left_out()
        if _PARTS <= len(X) <= _FEW_ROWS:
            for part in range(_PARTS):
                out = np.arange(len(X)) % _PARTS == part
                rest = X[~out], wanted[~out], counts[~out], weights[~out]
                n_knots, penalty = _choose(*rest, nominal)
                model = _Problem.of(*rest, nominal, n_knots).solve(penalty, None).model()
                left_out[out] = chances_of(model.predict(X[out]))
    return PairFit(found.model(), left_out, Y.shape[1])


def chances_of(odds: Array) -> Array:
    """Return the chances that belong to log-odds."""
    return 1.0 / (1.0 + np.exp(-np.clip(odds, -MOST_ODDS, MOST_ODDS)))  # type: ignore[no-any-return]


def _comparisons(Y: Array, weights: Array) -> tuple[Array, Array]:
    """Return which label of each pair is before, 0 to 1, and how much each comparison counts."""
    first, second = label_pairs(Y.shape[1])
    wins = pairwise_wins(Y)
    before, after = wins[:, first, second], wins[:, second, first]
    return before, (before + after > 0) * weights[:, None]


def _spread(statistic: Statistic, n_labels: int) -> tuple[Array, Array]:
    """Return what each pair's chance adds to a statistic, and the statistic without it."""
    first, second = label_pairs(n_labels)
    pairs = np.arange(len(first))
    if statistic == "rank-sum":
        spread, offset = np.zeros((len(first), n_labels)), np.ones(n_labels)
        spread[pairs, first], spread[pairs, second] = -1.0, 1.0
        return spread, offset + np.bincount(first, minlength=n_labels)
    spread, offset = np.zeros((len(first), n_labels**2)), np.zeros(n_labels**2)
    spread[pairs, first * n_labels + second] = 1.0
    spread[pairs, second * n_labels + first] = -1.0
    offset[second * n_labels + first] = 1.0
    return spread, offset


def _choose(
    X: Array, wanted: Array, counts: Array, weights: Array, nominal: Sequence[int]
) -> tuple[int, float]:
    """Return the number of knots and the penalty with the least error on rows left out."""
    rows = spread_rows(np.arange(len(X)), _CHOOSING_ROWS)
    best = (np.inf, 0, _PENALTIES[0])
    for n_knots in _KNOTS:
        n_columns = X.shape[1] * (1 + n_knots)
        products = len(X) * n_columns * wanted.shape[1]
        if n_knots and (products > _MOST_PRODUCTS or len(X) < _ROWS_PER_COLUMN * n_columns):
            break
        problem = _Problem.of(X[rows], wanted[rows], counts[rows], weights[rows], nominal, n_knots)
        least, found = np.inf, None
        for penalty in _PENALTIES:
            found = problem.solve(penalty, found)
            error = float((problem.counts * (found.left_out() - problem.wanted) ** 2).sum())
            best = min(best, (error, n_knots, penalty))
            if error > least:
                break
            least = error
    return best[1], best[2]


@attrs.frozen(eq=False)
class _Problem:
    """Standardised columns, turned so that they do not correlate, and what they should tell.

    The first column is constant and not penalised.
    """

    model: LinearModel
    turn: Array
    B: Array
    squares: Array
    wanted: Array
    counts: Array

    @classmethod
    def of(
        cls,
        X: Array,
        wanted: Array,
        counts: Array,
        weights: Array,
        nominal: Sequence[int],
        n_knots: int,
    ) -> _Problem:
        model, Z = design_of(X, weights, nominal, n_knots)
        values, vectors = np.linalg.eigh(Z.T @ (weights[:, None] * Z))
        kept = values > 1e-10 * max(values.max(initial=0.0), 1e-300)
        turn = vectors[:, kept]
        B = np.hstack([np.ones((len(Z), 1)), Z @ turn])
        squares = np.concatenate([[weights.sum()], values[kept]]) / weights.sum()
        return cls(model, turn, B, squares, wanted, counts)

    def solve(self, penalty: float, start: _Solution | None) -> _Solution:
        """Return the slopes with the least penalised loss."""
        penalties = np.full((self.B.shape[1], 1), penalty)
        penalties[0] = 1e-6
        shape = (self.B.shape[1], self.wanted.shape[1])
        slopes = np.zeros(shape) if start is None else start.slopes
        loss = self._loss(slopes, penalties)
        for _ in range(_NEWTON_STEPS):
            step, gain = self._newton_step(slopes, penalties)
            if (gain < 1e-3 * (1.0 + loss)).all():
                break
            slopes, loss = self._search(slopes, step, loss, penalties)
        return _Solution(self, slopes, penalties)

    def _newton_step(self, slopes: Array, penalties: Array) -> tuple[Array, Array]:
        """Return a step downhill for each pair, and what it should gain."""
        chances = chances_of(self.B @ slopes)
        curvature = self.counts * chances * (1.0 - chances)
        downhill = self.B.T @ (self.counts * (self.wanted - chances)) - penalties * slopes
        scale = self.squares[:, None] * curvature.sum(axis=0) + penalties
        step, rest = np.zeros_like(slopes), downhill
        nearly = rest / scale
        direction, size = nearly, (rest * nearly).sum(axis=0)
        for _ in range(_GRADIENT_STEPS):
            turned = self.B.T @ (curvature * (self.B @ direction)) + penalties * direction
            length = size / np.maximum((direction * turned).sum(axis=0), 1e-300)
            step, rest = step + length * direction, rest - length * turned
            nearly = rest / scale
            before, size = size, (rest * nearly).sum(axis=0)
            direction = nearly + size / np.maximum(before, 1e-300) * direction
        return step, (step * downhill).sum(axis=0)

    def _search(
        self, slopes: Array, step: Array, loss: Array, penalties: Array
    ) -> tuple[Array, Array]:
        """Take the steps, halved until they lead downhill; none where that does not help."""
        for _ in range(8):
            tried = slopes + step
            found = self._loss(tried, penalties)
            worse = found > loss
            if not worse.any():
                return tried, found
            step = np.where(worse, step / 2, step)
        return np.where(worse, slopes, tried), np.where(worse, loss, found)

    def _loss(self, slopes: Array, penalties: Array) -> Array:
        odds = self.B @ slopes
        losses = np.log1p(np.exp(-np.abs(odds))) + np.maximum(odds, 0.0) - self.wanted * odds
        total: Array = (self.counts * losses).sum(axis=0)
        total += (penalties * slopes**2).sum(axis=0) / 2
        return total


@attrs.frozen(eq=False)
class _Solution:
    """Slopes of the turned columns."""

    problem: _Problem
    slopes: Array
    penalties: Array

    def model(self) -> LinearModel:
        """Return the log-odds as a function of features."""
        slope = self.problem.turn @ self.slopes[1:]
        return attrs.evolve(self.problem.model, slope=slope, intercept=self.slopes[0].copy())

    def left_out(self) -> Array:
        """Return the chances of each row's pairs when the row is left out."""
        problem = self.problem
        odds = problem.B @ self.slopes
        chances = chances_of(odds)
        curvature = problem.counts * chances * (1.0 - chances)
        own = self._own(curvature)
        pull = problem.counts * (chances - problem.wanted)
        return chances_of(odds + pull * own / np.maximum(1.0 - curvature * own, 1e-3))

    def _own(self, curvature: Array) -> Array:
        """Return xᵀH⁻¹x of each row x and pair, where H is the second derivative of the loss."""
        B = self.problem.B
        if B.size * B.shape[1] * curvature.shape[1] > _EXACT:
            scale = self.problem.squares[:, None] * curvature.sum(axis=0) + self.penalties
            roughly: Array = (B * B) @ (1.0 / scale)
            return roughly
        return np.stack([_leverage(B, c, self.penalties) for c in curvature.T], axis=1)


def _leverage(B: Array, curvature: Array, penalties: Array) -> Any:
    hessian = B.T @ (curvature[:, None] * B)
    hessian[np.diag_indices(len(hessian))] += penalties[:, 0]
    return np.einsum("ij,ij->i", B @ np.linalg.inv(hessian), B)
