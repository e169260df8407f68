"""Permutation importance: how much worse rankings become when an attribute is shuffled.

References
----------
L. Breiman (2001): Random forests. Machine Learning 45 (1).
C. Strobl, A.-L. Boulesteix, T. Kneib, T. Augustin, A. Zeileis (2008): Conditional variable
importance for random forests. BMC Bioinformatics 9.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import numpy as np

from lrf.components import Array
from lrf.errors import ConfigError, DataError
from lrf.export.picking import feature_names
from lrf.inspection.judges import Judge, make_judge
from lrf.inspection.shuffling import alike_in_others, shuffled

__all__ = ["PermutationImportance", "permutation_importance"]


@attrs.frozen(eq=False)
class PermutationImportance:
    """How much worse rankings become when an attribute is shuffled.

    Parameters
    ----------
    names : list of str
        The attributes.
    labels : list of str
        The labels.
    mean : ndarray of float64, shape (n_features,)
        The loss of Kendall's tau-b. 0 for attributes that do not matter, up to chance: below 0 as
        often as above.
    error : ndarray of float64, shape (n_features,)
        Standard errors of the means: over rows, and over shuffles.
    score : float
        Kendall's tau-b before anything is shuffled.
    out_of_bag : bool
        Whether rows were judged by the trees that did not see them.
    pairs, pair_errors : ndarray of float64, shape (n_features, n_labels, n_labels), or None
        The loss of probability that the right one of two labels stands before the other, and its
        standard error; symmetric. NaN where no row orders the two. Only if asked for.
    """

    names: list[str]
    labels: list[str]
    mean: Array
    error: Array
    score: float
    out_of_bag: bool
    pairs: Array | None
    pair_errors: Array | None

    def deciding(self, first: str, second: str) -> list[tuple[str, float, float]]:
        """Return which attributes decide between two labels, the most important first.

        Parameters
        ----------
        first, second : str
            The labels.

        Returns
        -------
        attributes : list of (str, float, float)
            Name, loss of probability, standard error.

        Raises
        ------
        ConfigError
            If pairs were not asked for, or there is no such label.
        """
        if self.pairs is None or self.pair_errors is None:
            raise ConfigError("pairs were not asked for; call permutation_importance(pairs=True)")
        for label in (first, second):
            if label not in self.labels:
                raise ConfigError(f"no label {label!r}; there are {', '.join(self.labels)}")
        i, j = self.labels.index(first), self.labels.index(second)
        order = np.argsort(-self.pairs[:, i, j], kind="stable")
        return [
            (self.names[a], float(self.pairs[a, i, j]), float(self.pair_errors[a, i, j]))
            for a in order
        ]


def permutation_importance(
    model: Any,
    X: Any,
    Y: Any,
    sample_weight: Any = None,
    *,
    n_repeats: int = 5,
    conditional: bool = True,
    pairs: bool = False,
    out_of_bag: bool | None = None,
    random_state: Any = None,
) -> PermutationImportance:
    """Return how much worse rankings become when an attribute is shuffled.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    X, Y : array-like or DataFrame
        Features and true positions. The training data, all of it and in the same order, so that
        each row is judged by the trees that did not see it; or other data.
    sample_weight : array-like of shape (n_samples,), optional
        How much each row counts; with the training data, as in training.
    n_repeats : int
        How often each attribute is shuffled.
    conditional : bool
        Whether an attribute is shuffled among rows only that are alike in the others, so that
        it loses what is its own, and not what it shares with others. False: among all rows, as
        in scikit-learn and by Breiman.
    pairs : bool
        Whether to find out as well which attributes decide between two labels.
    out_of_bag : bool, optional
        Whether X and Y are the training data; by default this is found out.
    random_state : int, generator or None
        Seed of the shuffles.

    Returns
    -------
    importance : PermutationImportance

    Raises
    ------
    ConfigError
        If a parameter is not allowed, or a model without bootstrap is asked out of bag.
    DataError, RankingError
        If the data cannot be used, or are not those of the training while `out_of_bag`.
    """
    if isinstance(n_repeats, bool) or not isinstance(n_repeats, int | np.integer) or n_repeats < 1:
        raise ConfigError(f"n_repeats must be a whole number of at least 1, not {n_repeats!r}")
    judge = make_judge(model, X, Y, sample_weight, out_of_bag, pairs)
    if not judge.weights.any():
        raise DataError("there are no rows to judge by: none orders two labels out of bag")
    rng = np.random.default_rng(
        random_state.randint(2**31)
        if isinstance(random_state, np.random.RandomState)
        else random_state
    )
    nominal = set(model.categories_)

    def shuffle(attribute: int) -> Callable[[], Array]:
        groups = np.zeros(len(judge.features), dtype=int)
        if conditional:
            groups = alike_in_others(judge.features, attribute, attribute in nominal)
        return lambda: shuffled(judge.features, attribute, groups, rng)

    losses = [_losses(judge, shuffle(a), n_repeats) for a in range(model.n_features_in_)]
    mean, error, by_pair, pair_error = (np.array(part) for part in zip(*losses, strict=True))
    return PermutationImportance(
        feature_names(model),
        [str(label) for label in model.labels_],
        mean,
        error,
        judge.score(),
        judge.out_of_bag,
        by_pair if pairs else None,
        pair_error if pairs else None,
    )


def _losses(judge: Judge, shuffle: Callable[[], Array], n_repeats: int) -> tuple[Any, ...]:
    """Return mean loss and its error, of tau and of each pair, over several shuffles."""
    taus, pairs = [], []
    for _ in range(n_repeats):
        tau, pair = judge.losses(shuffle())
        taus.append(tau[:, None])
        if pair is not None:
            pairs.append(pair)
    mean, error = _mean_and_error(taus, judge.weights[:, None])
    if not pairs:
        return mean[0], error[0], 0.0, 0.0
    by_pair, pair_error = _mean_and_error(pairs, judge.pair_weights())
    return mean[0], error[0], judge.as_table(by_pair), judge.as_table(pair_error)


def _mean_and_error(losses: list[Array], weights: Array) -> tuple[Array, Array]:
    """Return the weighted mean of losses over rows and shuffles, and its standard error.

    Rows differ, and shuffles do. The error over rows counts the rows as independent; what the
    means of shuffles differ by comes on top, since the same shuffle moves many rows.
    """
    total = weights.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.array([(weights * loss).sum(axis=0) / total for loss in losses])
        mean = means.mean(axis=0)
        of_rows = (weights * np.mean(losses, axis=0)) - weights * mean
        variance = (of_rows**2).sum(axis=0) / total**2
    if len(losses) > 1:
        variance = variance + means.var(axis=0, ddof=1) / len(losses)
    return mean, np.sqrt(variance)
