"""What the tree and the forest share: everything but their parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from lrf.bagging import settled
from lrf.components import Array
from lrf.config import ModelConfig, config_from_dict, refuse_without_draws, run_settings
from lrf.estimators.categories import Categories
from lrf.estimators.configured import ConfiguredEstimator
from lrf.estimators.continuing import earlier_fit, unchanged_on_error
from lrf.estimators.framed import Framed
from lrf.estimators.knowing import Knowing
from lrf.estimators.naming import takes_rankings
from lrf.estimators.remembering import Remembering, keep
from lrf.estimators.samples import Bags, Samples, check_samples
from lrf.estimators.targets import check_comparison, check_weights
from lrf.insight.neighbours import Examples
from lrf.rankings import to_orders

__all__ = ["LabelRanker"]


class LabelRanker(Knowing, Remembering, Framed, ConfiguredEstimator):
    """A tree or a forest that ranks labels; its subclasses add the constructor's parameters."""

    forest_: Any
    labels_: Array
    n_labels_: int
    n_features_in_: int
    config_: ModelConfig
    categories_: dict[int, Categories]
    has_missing_: Array
    bags_: Bags | None
    examples_: Examples | None

    @takes_rankings
    def fit(self, X: Any, Y: Any, sample_weight: Any = None) -> Self:
        """Learn to rank labels.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Features: numbers, NaN where one is missing; text or categories in nominal columns.
            Rows of `X`, `Y` and `sample_weight` belong together in their order; where several of
            them have an index of their own, the indices must agree.
        Y : array-like or DataFrame of shape (n_samples, n_labels)
            Positions, 1 = best; tied labels share a position; NaN: not ranked. Rows that rank
            fewer than two labels say nothing about their order, and are left out.
        sample_weight : array-like of shape (n_samples,), optional
            How much each sample counts; a sample of weight 2 counts as two equal ones, and one of
            weight 0 as none. So not
            only the ratios of weights matter, but also their sum, wherever a criterion or a
            stopping rule asks how many samples there are.

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
            If a row of `Y` is no ranking, or none ranks two labels.
        """
        with unchanged_on_error(self):
            self._fit(X, Y, sample_weight)
        return self

    def _fit(self, X: Any, Y: Any, sample_weight: Any) -> None:
        from lrf.drawing import root_seed
        from lrf.growth import grow_forest
        from lrf.plan import make_plan

        settings = self.settings()
        config, run = config_from_dict(settings), run_settings(settings)
        if "random_state" not in settings:
            run["random_state"] = self.random_state
        earlier = earlier_fit(self, run)
        if earlier is not None:
            earlier.check(config, run)
        plan = make_plan(config)
        wanted = run["categorical_features"]
        samples = check_samples(self, X, Y, sample_weight, plan, wanted=wanted, training=True)
        if earlier is not None:
            earlier.check_samples(self, samples)
        features, positions, weights = samples.learned_from()
        drawn = settled(config, bool(np.isnan(positions).any()))
        refuse_without_draws(run, drawn.bootstrap, drawn.max_samples, drawn.n_estimators)
        seed = root_seed(run["random_state"]) if earlier is None else earlier.bags.seed
        begun = None if earlier is None else earlier.forest
        nominal = tuple(self.categories_)

        def grow(plan: Any) -> Any:
            return grow_forest(
                features,
                positions,
                plan,
                weights,
                seed,
                n_jobs=run["n_jobs"],
                verbose=run["verbose"],
                nominal=nominal,
                begun=begun,
            )

        tuned = self._tuned(config, grow, samples, seed)
        forest = grow(plan if tuned is config else make_plan(tuned))
        self.adopt(forest, forest.plan.config, samples.labels)
        self.calibration_ = None
        self.bags_ = Bags(seed, samples.mark())
        self._look_back(samples)

    def _tuned(
        self, config: ModelConfig, grow: Callable[[Any], Any], samples: Samples, seed: int
    ) -> ModelConfig:
        """Return the configuration to grow by."""
        return config

    def _look_back(self, samples: Samples) -> None:
        """Do what is left to do with the training samples, once the trees are grown."""
        kept = run_settings(self.settings())["keep_examples"]
        self.examples_ = keep(self.forest_, samples) if kept else None

    @property
    def feature_importances_(self) -> Array:
        """Importance of each feature by the mean decrease of impurity, summing to 1.

        Worked out when it is asked for. `lrf.inspection.impurity_importance` gives standard errors
        as well, and says when to prefer `lrf.inspection.permutation_importance`.
        """
        from lrf.insight.impurity import mean_decreases

        check_is_fitted(self, "forest_")
        importances: Array = mean_decreases(self.forest_)
        return importances

    def adopt(self, forest: Any, config: ModelConfig, labels: Sequence[str]) -> Self:
        """Take over a grown forest, as `fit` and `lrf.load` do.

        Parameters
        ----------
        forest : Forest
            The trees.
        config : ModelConfig
            What they were grown by.
        labels : sequence of str
            The names of the labels.
        """
        self.forest_ = forest
        self.config_ = config
        self.labels_ = np.array(labels, dtype=np.str_)
        self.n_labels_ = len(labels)
        return self

    def predict(self, X: Any) -> Array:
        """Rank the labels for new samples.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The same features as in training, in the same order. A category that was not there
            in training goes with the rest at every split; so does a missing one, unless some were
            missing in training. A missing number goes where those of the training went, or with
            the greater part of the rows if there were none.

        Returns
        -------
        positions : ndarray of float64, shape (n_samples, n_labels)
            1 = best; tied labels share the average of their places. A DataFrame with the labels as
            columns after ``set_output(predict="pandas")`` or ``"polars"``.

        Raises
        ------
        DataError
            If the features cannot be used, or are not those of the training.
        """
        positions: Array = self._framed(self._positions(X), X)
        return positions

    def _positions(self, X: Any) -> Array:
        """Return the predicted positions as an array."""
        features = self._features(X)
        positions: Array = self.forest_.predict(features, n_jobs=self._n_jobs())
        return positions

    def predict_orders(self, X: Any) -> list[str]:
        """Rank the labels for new samples, as orders such as ``"b>a=c"``.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            The same features as in training, in the same order.

        Returns
        -------
        orders : list of str
            Labels, best first.
        """
        return to_orders(self._positions(X), labels=self.labels_)

    @takes_rankings
    def score(self, X: Any, Y: Any, sample_weight: Any = None) -> float:
        """Return Kendall's tau-b of predicted and true rankings, averaged over samples.

        Parameters
        ----------
        X : array-like or DataFrame of shape (n_samples, n_features)
            Features.
        Y : array-like or DataFrame of shape (n_samples, n_labels)
            The true positions.
        sample_weight : array-like of shape (n_samples,), optional
            How much each sample counts.

        Returns
        -------
        tau : float
            From -1 to 1.
        """
        from lrf.metrics import kendall_tau

        predicted = self._positions(X)
        truth = check_comparison(Y, len(predicted), self.labels_, X)
        weights = check_weights(sample_weight, len(predicted), X)
        return float(np.average(kendall_tau(truth, predicted), weights=weights))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model to one file, which `lrf.load` reads back.

        Parameters
        ----------
        path : str or path
            Replaced if it exists.

        Raises
        ------
        DataError
            If the file cannot be written.
        ComponentError
            If a component was handed over that no plugin provides, and so could not be found when
            the model is loaded.
        """
        from lrf.modelfile.write import save

        check_is_fitted(self)
        save(self, path)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.target_tags.required = True
        tags.target_tags.one_d_labels = False
        tags.target_tags.two_d_labels = True
        tags.target_tags.multi_output = True
        tags.target_tags.single_output = False
        return tags
