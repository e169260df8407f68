"""What the linear part of a blend says of training rows without having seen them.

A linear model has all training rows in it. Asked about one of them it would know the answer in
part, as trees do that were grown from the row. What it says of a row as it is when that is left
out is known from the fit; if the features of rows are changed, models are asked that were fitted
without them, a tenth of the rows at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np

from lrf.components import Array, Statistic
from lrf.forest import Forest
from lrf.regressions import Fitted, Regressions

__all__ = ["Unseen", "make_unseen", "unseen_pairs", "unseen_votes"]

_PARTS = 10


@attrs.frozen(eq=False)
class Unseen:
    """Linear models, each fitted without some of the training rows.

    Parameters
    ----------
    parts : ndarray of int, shape (n_samples,)
        Which of the models did not see each row.
    fits : list of tuple of (Fitted, Fitted)
        The models of the vote and of the chances of pairs.
    """

    parts: Array
    fits: Sequence[tuple[Fitted, Fitted]]

    def votes(self, X: Array, rows: Array) -> Array:
        """Return what linear models say in the election.

        Parameters
        ----------
        X : ndarray of float64, shape (n_rows, n_features)
            The features of training rows, perhaps changed.
        rows : ndarray of int, shape (n_rows,)
            Which training rows they are.
        """
        return self._say(0, X, rows)

    def pairs(self, X: Array, rows: Array) -> Array:
        """Return the chances of the first label of each pair, of shape (n_rows, n_pairs).

        Parameters
        ----------
        X, rows
            As in `votes`.
        """
        return self._say(1, X, rows)

    def _say(self, which: int, X: Array, rows: Array) -> Array:
        models = [fit[which].model for fit in self.fits]
        said = models[0].predict(X)
        for part, model in enumerate(models):
            inside = self.parts[rows] == part
            said[inside] = model.predict(X[inside])
        return said


def make_unseen(
    forest: Forest, X: Array, Y: Array, weights: Array, nominal: Sequence[int]
) -> Unseen | None:
    """Return the linear part of a forest once more, fitted without some rows at a time.

    Parameters
    ----------
    forest : Forest
        The forest.
    X, Y : ndarray of float64
        The training.
    weights : ndarray of float64, shape (n_samples,)
        Its weights; rows of weight 0 were not learned from.
    nominal : sequence of int
        The nominal attributes.

    Returns
    -------
    unseen : Unseen or None
        None if there is no linear model.
    """
    if forest.blend is None or forest.blend.linear is None:
        return None
    parts = np.arange(len(X)) % _PARTS
    fits = []
    for part in range(_PARTS):
        rest = np.flatnonzero((parts != part) & (weights > 0))
        fits.append(_fit(forest, Regressions(X[rest], Y[rest], weights[rest], nominal)))
    return Unseen(parts, fits)


def _fit(forest: Forest, regressions: Regressions) -> tuple[Fitted, Fitted]:
    kind, statistic = _asked(forest)
    vote, pairs = regressions.fit(kind, statistic), regressions.pairs(kind, statistic)
    assert vote is not None
    assert pairs is not None
    return vote, pairs


def unseen_votes(forest: Forest, regressions: Regressions, X: Array, given: Array) -> Array | None:
    """Return what the linear part of a blend says in the election of rows that it leaves out.

    Parameters
    ----------
    forest : Forest
        The forest.
    regressions : Regressions
        The linear models of its training.
    X : ndarray of float64, shape (n_samples, n_features)
        The rows.
    given : ndarray of int
        Which of the rows, as they are, are those that `regressions` were given. Others were not
        learned from, and need not be left out.

    Returns
    -------
    said : ndarray of float64, shape (n_samples, width), or None
        None if there is no linear model.
    """
    kind, statistic = _asked(forest)
    return _unseen(forest, regressions, regressions.fit(kind, statistic), X, given)


def unseen_pairs(forest: Forest, regressions: Regressions, X: Array, given: Array) -> Array | None:
    """Return the chances of pairs that it says, of shape (n_samples, n_pairs).

    Parameters
    ----------
    forest, regressions, X, given
        As in `unseen_votes`.
    """
    kind, statistic = _asked(forest)
    return _unseen(forest, regressions, regressions.pairs(kind, statistic), X, given)


def _asked(forest: Forest) -> tuple[str, Statistic]:
    """Return which linear models a forest has, and of which statistic."""
    return forest.plan.config.blend, forest.plan.aggregator.record.statistic


def _unseen(
    forest: Forest, regressions: Regressions, fitted: Fitted | None, X: Array, given: Array
) -> Array | None:
    if fitted is None:
        return None
    said = fitted.model.predict(X)
    said[given[regressions.rows(*_asked(forest))]] = fitted.left_out
    return said
