"""Whether models differ by more than chance: ranks, wins, Friedman's test, Dunn's procedure."""

from __future__ import annotations

import attrs
import numpy as np

from lrf.components import Array
from lrf.rankings import from_scores

__all__ = ["Verdict", "critical_difference", "ranks_of", "verdict_of", "wins_of"]

# Means of folds that are as near as this are equal; the rest is the order of a sum.
_DIGITS = 12


@attrs.frozen(kw_only=True, eq=False)
class Verdict:
    """What the tests say of some models on some data sets.

    Parameters
    ----------
    mean_ranks : ndarray of shape (n_models,)
        1 = best on every data set.
    statistic, p_value : float
        Friedman's chi-square and its p-value; NaN if there are fewer than three models or two
        data sets.
    dunn : ndarray of shape (n_models, n_models)
        For each pair of models, the p-value of Dunn's procedure, adjusted for the number of pairs.
    difference : float
        Nemenyi's critical difference of mean ranks at the level .05.
    """

    mean_ranks: Array
    statistic: float
    p_value: float
    dunn: Array
    difference: float


def ranks_of(taus: Array) -> Array:
    """Return the rank of each model on each data set, 1 = best, average ranks for ties.

    Parameters
    ----------
    taus : ndarray of shape (n_datasets, n_models)
        Higher is better.
    """
    return np.asarray(from_scores(np.round(taus, _DIGITS)))


def wins_of(taus: Array) -> Array:
    """Return on how many data sets the model of each row beats the model of each column.

    Parameters
    ----------
    taus : ndarray of shape (n_datasets, n_models)
        Higher is better; equal ones win nothing.
    """
    rounded = np.round(taus, _DIGITS)
    wins: Array = (rounded[:, :, np.newaxis] > rounded[:, np.newaxis, :]).sum(axis=0)
    return wins


def verdict_of(taus: Array) -> Verdict:
    """Test whether models differ.

    Friedman's test asks whether all models are alike; Dunn's multiple comparison procedure then
    compares each pair by the difference of their mean ranks, whose p-value is multiplied by the
    number of pairs (Bonferroni).

    Parameters
    ----------
    taus : ndarray of shape (n_datasets, n_models)
        Mean taus.

    References
    ----------
    Friedman, M. (1937). The use of ranks to avoid the assumption of normality implicit in the
    analysis of variance. JASA 32.

    Neave, H., Worthington, P. (1992). Distribution-free tests. Routledge.

    Demšar, J. (2006). Statistical comparisons of classifiers over multiple data sets. JMLR 7.
    """
    from scipy.stats import friedmanchisquare

    n_datasets, n_models = taus.shape
    ranks = ranks_of(taus)
    statistic = p_value = float("nan")
    if n_models > 2 and n_datasets > 1 and np.ptp(ranks):
        statistic, p_value = map(float, friedmanchisquare(*ranks.T))
    mean_ranks = ranks.mean(axis=0)
    return Verdict(
        mean_ranks=mean_ranks,
        statistic=statistic,
        p_value=p_value,
        dunn=_dunn(mean_ranks, n_datasets),
        difference=critical_difference(n_models, n_datasets),
    )


def _dunn(mean_ranks: Array, n_datasets: int) -> Array:
    from scipy.stats import norm

    n_models = len(mean_ranks)
    error = np.sqrt(n_models * (n_models + 1) / (6 * n_datasets))
    distances = np.abs(mean_ranks[:, np.newaxis] - mean_ranks) / error
    pairs = n_models * (n_models - 1) / 2
    p_values: Array = np.minimum(2 * norm.sf(distances) * pairs, 1.0)
    np.fill_diagonal(p_values, 1.0)
    return p_values


def critical_difference(n_models: int, n_datasets: int, level: float = 0.05) -> float:
    """Return Nemenyi's critical difference: mean ranks that are as far apart differ.

    Parameters
    ----------
    n_models, n_datasets : int
        How many there are; NaN for fewer than two models.
    level : float
        Level of significance.
    """
    from scipy.stats import studentized_range

    if n_models < 2:
        return float("nan")
    quantile = studentized_range.ppf(1 - level, n_models, np.inf) / np.sqrt(2)
    return float(quantile * np.sqrt(n_models * (n_models + 1) / (6 * n_datasets)))
