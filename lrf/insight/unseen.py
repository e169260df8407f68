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

from lrf.components import Array
from lrf.forest import Forest
from lrf.regressions import Fitted, Regressions

__all__ = ["Unseen", "make_unseen", "unseen_pairs"]

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
    kind, statistic = forest.plan.config.blend, forest.plan.aggregator.record.statistic
    vote, pairs = regressions.fit(kind, statistic), regressions.pairs(kind, statistic)
    assert vote is not None
    assert pairs is not None
    return vote, pairs


def unseen_pairs(forest: Forest, regressions: Regressions) -> Array | None:
    """Return the chances of pairs in rows as they are, as the linear part says them unseen.

    Parameters
    ----------
    forest : Forest
        The forest.
    regressions : Regressions
        The linear models of its training.

    Returns
    -------
    wins : ndarray of float64, shape (n_samples, n_pairs), or None
        None if there is no linear model.
    """
    if forest.blend is None or forest.blend.linear is None:
        return None
    kind, statistic = forest.plan.config.blend, forest.plan.aggregator.record.statistic
    _, pairs = _fit(forest, regressions)
    said = pairs.model.predict(regressions.X)
    said[regressions.rows(kind, statistic)] = pairs.left_out
    return said
