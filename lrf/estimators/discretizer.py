"""Numeric features turned into bins that are chosen by the rankings."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from lrf.components import Array
from lrf.config import config_from_dict
from lrf.errors import DataError
from lrf.estimators.continuing import unchanged_on_error
from lrf.estimators.features import check_features
from lrf.estimators.naming import takes_rankings
from lrf.estimators.parameters import (
    CriterionChoice,
    NestedParameters,
    Seed,
    StoppingChoice,
)
from lrf.estimators.targets import check_targets, check_weights, rows_to_learn_from

__all__ = ["RankingDiscretizer"]


class RankingDiscretizer(
    OneToOneFeatureMixin,  # type: ignore[misc]
    TransformerMixin,  # type: ignore[misc]
    NestedParameters,
):
    """Bins of each feature within which rankings are alike (EDiRa).

    Each feature is cut by a tree that sees no other: at the best cut by the criterion, then both
    sides in turn, as long as the stopping rule accepts the cuts. With the defaults this is the
    entropy-based discretisation for ranking data of de Sá, Soares and Knobbe.

    Parameters
    ----------
    criterion : str, dict or Criterion
        What makes a cut good.
    stopping : str, dict or StoppingRule
        Which cuts are not worth making.
    max_depth : int or None
        How often a range may be cut in two; d leads to at most 2 ** d bins.
    min_samples_leaf : int
        Least weight of the samples in a bin.
    random_state : int, generator or None
        For stopping rules that shuffle; no other makes use of it.

    Attributes
    ----------
    cut_points_ : list of ndarray of float64
        The cuts of each feature, ascending. A value equal to a cut belongs to the bin above.
    n_bins_ : ndarray of int64, shape (n_features,)
        Number of bins of each feature; 1 if no cut was worth making.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of str, shape (n_features,)
        Their names, if `X` was a DataFrame.

    References
    ----------
    C. R. de Sá, C. Soares, A. Knobbe, Entropy-based discretization methods for ranking data,
    Information Sciences 329, 2016.

    Examples
    --------
    >>> from lrf import RankingDiscretizer
    >>> X = [[1.0], [2.0], [3.0], [4.0]] * 5
    >>> Y = [[1, 2, 3], [1, 2, 3], [3, 2, 1], [3, 2, 1]] * 5
    >>> bins = RankingDiscretizer().fit(X, Y)
    >>> bins.cut_points_
    [array([2.5])]
    >>> bins.transform([[0.0], [2.5], [9.0]]).ravel()
    array([0, 1, 1])
    """

    def __init__(
        self,
        criterion: CriterionChoice = "ranking-gain",
        stopping: StoppingChoice = "mdlpc",
        max_depth: int | None = None,
        min_samples_leaf: float = 1,
        random_state: Seed = None,
    ) -> None:
        self.criterion = criterion
        self.stopping = stopping
        self.max_depth = max_depth
        self.min_samples_leaf = min_samples_leaf
        self.random_state = random_state

    @takes_rankings
    def fit(self, X: Any, Y: Any, sample_weight: Any = None) -> Self:
        """Choose the cuts of each feature.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Features: numbers, none of them missing.
        Y : array-like or DataFrame of shape (n_samples, n_labels)
            Positions, 1 = best; tied labels share a position.
        sample_weight : array-like of shape (n_samples,), optional
            How much each sample counts; a sample of weight 2 counts as two equal ones.

        Returns
        -------
        self : estimator

        Raises
        ------
        ConfigError, ComponentError
            If a parameter is not allowed, or components do not go together.
        DataError
            If the features or weights cannot be used.
        RankingError
            If a row of `Y` is no ranking.
        """
        with unchanged_on_error(self):
            self._fit(X, Y, sample_weight)
        return self

    def _fit(self, X: Any, Y: Any, sample_weight: Any) -> None:
        from lrf.growth import grow_forest
        from lrf.plan import make_plan

        settings = self.get_params(deep=False)
        if isinstance(self.random_state, np.random.Generator | np.random.RandomState):
            del settings["random_state"]
        plan = make_plan(config_from_dict({"estimator": "tree", **settings}))
        features = self._check(X, training=True)
        weights = check_weights(sample_weight, len(features), X)
        positions, _ = check_targets(Y, len(features), X)
        rows = rows_to_learn_from(positions, weights)
        features, positions = features[rows], positions[rows]
        weights = None if weights is None else weights[rows]
        self.cut_points_ = []
        for j in range(features.shape[1]):
            column = np.ascontiguousarray(features[:, j : j + 1])
            forest = grow_forest(column, positions, plan, weights, self.random_state)
            tree = forest.tree(0)
            self.cut_points_.append(np.sort(tree.threshold[tree.feature >= 0]))
        self.n_bins_ = np.array([len(cuts) + 1 for cuts in self.cut_points_], dtype=np.int64)

    def transform(self, X: Any) -> Array:
        """Return the bin of each value.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The same features as in training, in the same order.

        Returns
        -------
        bins : ndarray of int64, shape (n_samples, n_features)
            From 0 for the lowest.

        Raises
        ------
        DataError
            If the features cannot be used, or are not those of the training.
        """
        check_is_fitted(self)
        features = self._check(X, training=False)
        bins = np.empty(features.shape, dtype=np.int64)
        for j, cuts in enumerate(self.cut_points_):
            bins[:, j] = np.searchsorted(cuts, features[:, j], side="right")
        return bins

    def _check(self, X: Any, *, training: bool) -> Array:
        features = check_features(self, X, training=training)
        rows, columns = np.nonzero(np.isnan(features))
        if rows.size:
            raise DataError(
                f"X: row {rows[0]}, column {columns[0]} holds NaN, and a missing value belongs "
                f"to no bin; fill such values in first, for instance with "
                f"sklearn.impute.SimpleImputer"
            )
        return features

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = []
        tags.target_tags.required = True
        tags.target_tags.one_d_labels = False
        tags.target_tags.two_d_labels = True
        tags.target_tags.multi_output = True
        tags.target_tags.single_output = False
        return tags
