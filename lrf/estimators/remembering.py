"""The training examples behind the predictions of a tree or a forest."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from lrf.components import Array
from lrf.errors import ConfigError, DataError
from lrf.estimators.features import check_features
from lrf.estimators.samples import Samples
from lrf.insight.neighbours import Examples, make_examples, nearest, proximities

__all__ = ["NearestExamples", "Remembering", "keep"]


class NearestExamples(NamedTuple):
    """The examples that are nearest to some samples, nearest first.

    Parameters
    ----------
    indices : ndarray of int, shape (n_samples, n)
        Their rows in the table of examples; -1 where there are no more that a sample ever meets.
    proximity : ndarray of float64, shape (n_samples, n)
        The share of trees in which sample and example fall into the same leaf.
    positions : ndarray of float64, shape (n_samples, n, n_labels), or None
        Their rankings, NaN where there are no more; None if the examples were handed over.
    """

    indices: Array
    proximity: Array
    positions: Array | None


class Remembering:
    """Proximities of samples and examples."""

    forest_: Any
    examples_: Examples | None

    def proximity(self, X: Any, examples: Any = None) -> Any:
        """Return how near samples are to the training rows, or to other examples.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The same features as in training, in the same order.
        examples : array-like or DataFrame of shape (n_examples, n_features), optional
            Rows to compare with; default: the training rows, which ``keep_examples=True`` keeps.

        Returns
        -------
        proximity : scipy.sparse.csr_array of float64, shape (n_samples, n_examples)
            The share of trees in which sample and example fall into the same leaf. Where trees
            are full grown, nearly all are 0, which take no room; use `nearest_examples` where
            leaves are large and samples many.

        Raises
        ------
        ConfigError
            If no examples were kept or handed over.
        DataError
            If features cannot be used, or are not those of the training.
        """
        from scipy.sparse import csr_array, vstack

        features = self._features(X)  # type: ignore[attr-defined]
        known = self._examples(examples)
        blocks = [block for _, block in proximities(self.forest_, features, known)]
        whole = csr_array(vstack(blocks, format="csr"))
        return csr_array(
            (whole.data / self.forest_.n_trees, known.rows[whole.indices], whole.indptr),
            shape=(len(features), known.n_rows),
        )

    def nearest_examples(self, X: Any, n: int = 5, examples: Any = None) -> NearestExamples:
        """Return the training rows that are nearest to samples, with their rankings.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The same features as in training, in the same order.
        n : int
            How many are wanted for each sample.
        examples : array-like or DataFrame of shape (n_examples, n_features), optional
            Rows to compare with; default: the training rows, which ``keep_examples=True`` keeps.
            Rows that training left out, since they rank fewer than two labels or have the weight
            0, are never found.

        Returns
        -------
        nearest : NearestExamples
            Indices, proximities and positions.

        Raises
        ------
        ConfigError
            If no examples were kept or handed over, or `n` is no whole number of at least 1.
        DataError
            If features cannot be used, or are not those of the training.

        Examples
        --------
        >>> from lrf import LabelRankingTree
        >>> X, Y = [[1.0], [2.0], [6.0], [7.0]], [[1, 2], [1, 2], [2, 1], [2, 1]]
        >>> model = LabelRankingTree(keep_examples=True).fit(X, Y)
        >>> model.nearest_examples([[8.0]], n=2).indices
        array([[2, 3]])
        """
        features = self._features(X)  # type: ignore[attr-defined]
        if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
            raise ConfigError(f"n must be a whole number of at least 1, not {n!r}")
        known = self._examples(examples)
        found, proximity = nearest(self.forest_, features, known, int(n))
        missing = found < 0
        rows = np.where(missing, -1, known.rows[found])
        if examples is not None:
            return NearestExamples(rows, proximity, None)
        positions = self.forest_.rankings[known.rankings[found]]
        positions[missing] = np.nan
        return NearestExamples(rows, proximity, positions)

    def _examples(self, handed_over: Any) -> Examples:
        check_is_fitted(self)
        if handed_over is not None:
            features = check_features(self, handed_over, training=False)
            if not len(features):
                raise DataError("examples: there are none")
            return make_examples(self.forest_, features)
        if self.examples_ is None:
            raise ConfigError(
                "the model did not keep its training examples; fit it with keep_examples=True, or "
                "hand over their features as examples="
            )
        return self.examples_


def keep(forest: Any, samples: Samples) -> Examples:
    """Return what a model keeps of the training rows.

    Parameters
    ----------
    forest : Forest
        The forest that was grown from them.
    samples : Samples
        The rows.
    """
    from lrf.rankings import distinct_rankings

    rankings, numbers = distinct_rankings(samples.positions[samples.used])
    assert len(rankings) == len(forest.rankings)
    return make_examples(forest, samples.features, samples.used, numbers)
