"""What a fitted tree or forest tells besides its predictions: how sure it is of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from lrf.components import Array
from lrf.config import run_settings
from lrf.errors import ConfigError
from lrf.estimators.features import check_features
from lrf.insight.calibration import Calibration
from lrf.insight.probabilities import best_first, mean_places, pairwise, places
from lrf.rankings import partial_orders
from lrf.rankings.partial import check_threshold

__all__ = ["Knowing"]


class Knowing:
    """The probabilities behind the predictions of a tree or a forest."""

    forest_: Any
    labels_: Array
    n_labels_: int
    calibration_: Calibration | None

    def apply(self, X: Any) -> Array:
        """Return the leaf that each sample reaches in each tree.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The same features as in training, in the same order.

        Returns
        -------
        leaves : ndarray of int32, shape (n_samples, n_trees)
            Numbers of nodes, as in ``forest_.tree(i)``. For a tree, as in scikit-learn, of shape
            (n_samples,).
        """
        leaves: Array = self.forest_.apply(self._features(X))
        return leaves[:, 0] if self.forest_.is_single else leaves

    def predict_pairwise(self, X: Any) -> Array:
        """Return the probability that one label stands before another.

        Each tree says which share of the training rankings in a sample's leaf has label i before
        label j, a tie counting one half for each; these shares are averaged over trees, whatever
        the aggregator and the voting. Incomplete rankings count for the pairs that they compare.
        A leaf that never saw a pair compared takes its share from the nearest node above it that
        did; if the whole training never did, the probability is 1/2. In a blended forest, a linear
        model of the same shares, and their mean over all training rankings, are mixed in just as
        they are in the vote. Lastly probabilities that say too much or too little are corrected,
        by the parameter `calibration` or the method `calibrate`.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The same features as in training, in the same order.

        Returns
        -------
        chances : ndarray of float64, shape (n_samples, n_labels, n_labels)
            ``chances[s, i, j]``: how likely label i stands before label j, a tie counting one
            half, so that ``chances[s, i, j] + chances[s, j, i] == 1``; 1/2 on the diagonal.

        Raises
        ------
        DataError
            If the features cannot be used, or are not those of the training.

        Examples
        --------
        >>> from lrf import LabelRankingTree
        >>> X, Y = [[1.0], [1.0], [4.0]], [[1, 2, 3], [2, 1, 3], [3, 2, 1]]
        >>> LabelRankingTree().fit(X, Y).predict_pairwise([[1.0]])
        array([[[0.5, 0.5, 1. ],
                [0.5, 0.5, 1. ],
                [0. , 0. , 0.5]]])
        """
        return pairwise(self.forest_, self._features(X), self._n_jobs(), self.calibration_)

    def predict_partial(self, X: Any, threshold: float = 0.5) -> Array:
        """Return which label is placed before which, leaving open what is not sure enough.

        Label i is placed before j if the strongest path of pairs that leads from i to j, each as
        strong as `predict_pairwise` says, is above the threshold and stronger than the way back.
        Where the pairs above the threshold contain no circle, these are the pairs themselves and
        what follows from them.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The same features as in training, in the same order.
        threshold : float
            From 1/2 up to, but without 1. Raising it takes pairs away, and never adds one.

        Returns
        -------
        before : ndarray of bool, shape (n_samples, n_labels, n_labels)
            ``before[s, i, j]``: label i is placed before label j. Transitive and without circles,
            whatever the threshold.

        Raises
        ------
        RankingError
            If the threshold is out of range.
        DataError
            If the features cannot be used, or are not those of the training.

        References
        ----------
        W. Cheng, E. Hüllermeier, W. Waegeman, V. Welker (2012): Label ranking with partial
        abstention based on thresholded probabilistic models. NIPS.
        """
        check_threshold(threshold)
        return partial_orders(self.predict_pairwise(X), threshold)

    def predict_position_proba(self, X: Any) -> Array:
        """Return the probability that a label stands in a place.

        Labels that tie share their places: each of two that tie for the best has the first and
        the second place with probability 1/2. A label that a training ranking leaves out may
        stand anywhere between those that it ranks, all ways being equally likely; for the places
        of a label, only rankings count that rank it beside others. A leaf without such asks the
        nearest node above it that has one, and if there is none, all places are equally likely.

        Where probabilities of pairs are blended or calibrated, those of places follow: they are
        changed as little as can be (by the Kullback-Leibler divergence) such that each label's
        mean place is 1 and the probabilities of the others to stand before it.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The same features as in training, in the same order.

        Returns
        -------
        chances : ndarray of float64, shape (n_samples, n_labels, n_labels)
            ``chances[s, i, p]``: how likely label i stands in place p + 1. They sum to 1 over
            places, and if all training rankings are complete, also over labels; where they are
            changed, the latter within some hundredths.

        Raises
        ------
        DataError
            If the features cannot be used, or are not those of the training.
        """
        return places(self.forest_, self._features(X), self._n_jobs(), self.calibration_)

    def predict_expected_positions(self, X: Any) -> Array:
        """Return the place that each label is expected to have.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The same features as in training, in the same order.

        Returns
        -------
        positions : ndarray of float64, shape (n_samples, n_labels)
            From 1 to `n_labels_`: the means of the distributions that `predict_position_proba`
            returns. If rankings are complete, or pairs blended or calibrated, they are 1 and the
            probabilities that `predict_pairwise` gives the others to stand before a label. A
            DataFrame after ``set_output(predict="pandas")`` or ``"polars"``.
        """
        features, n_jobs = self._features(X), self._n_jobs()
        means = mean_places(self.forest_, features, n_jobs, self.calibration_)
        framed: Array = self._framed(means, X)  # type: ignore[attr-defined]
        return framed

    def predict_top_k(self, X: Any, k: int) -> Array:
        """Return the k labels that are predicted to be best.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The same features as in training, in the same order.
        k : int
            How many labels are wanted.

        Returns
        -------
        labels : ndarray of str, shape (n_samples, k)
            Best first. Labels that `predict` ties are in the order of their expected positions.

        Raises
        ------
        ConfigError
            If there are not so many labels.
        """
        check_is_fitted(self)
        if not isinstance(k, int | np.integer) or isinstance(k, bool):
            raise ConfigError(f"k must be a whole number from 1 to {self.n_labels_}, not {k!r}")
        if not 1 <= k <= self.n_labels_:
            raise ConfigError(
                f"k must be from 1 to {self.n_labels_}, as there are {self.n_labels_} labels; "
                f"it is {k}"
            )
        features, n_jobs = self._features(X), self._n_jobs()
        positions = self.forest_.predict(features, n_jobs=n_jobs)
        means = mean_places(self.forest_, features, n_jobs, self.calibration_)
        best: Array = self.labels_[best_first(positions, means, int(k))]
        return best

    def _features(self, X: Any) -> Array:
        """Return the features of new samples as the forest takes them."""
        check_is_fitted(self)
        return check_features(self, X, training=False)

    def _n_jobs(self) -> int | None:
        n_jobs: int | None = run_settings(self.settings())["n_jobs"]  # type: ignore[attr-defined]
        return n_jobs
