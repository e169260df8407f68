"""Whether probabilities of pairs mean what they say: of pairs given 80 %, 80 % should be right."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from lrf.errors import RankingError
from lrf.metrics.tables import check_whole
from lrf.rankings.tables import as_table
from lrf.rankings.ties import Floats

__all__ = ["Reliability", "expected_calibration_error", "pair_outcomes", "reliability"]


@attrs.frozen(eq=False)
class Reliability:
    """What probabilities say, and what happens.

    Parameters
    ----------
    said : ndarray of float64, shape (n_bins,)
        The mean probability of the pairs in each bin that has any.
    happened : ndarray of float64, shape (n_bins,)
        The share of them in which the label was before the other; a tie counts one half.
    weight : ndarray of float64, shape (n_bins,)
        The weight of the pairs in each bin, each pair counting in both directions.
    error : float
        The expected calibration error: how far the two differ, averaged by weight.
    """

    said: Floats
    happened: Floats
    weight: Floats
    error: float


def pair_outcomes(
    truth: Any, chances: Any, sample_weight: Any = None
) -> tuple[Floats, Floats, Floats]:
    """Return what was said and what happened, for each pair of labels that a row ranks.

    Parameters
    ----------
    truth : array-like or DataFrame of shape (n, k)
        True positions; NaN: not ranked.
    chances : array-like of shape (n, k, k)
        Probability of each label to stand before each other; rows of NaN are left out.
    sample_weight : array-like of shape (n,), optional
        How much each row counts; default: all the same.

    Returns
    -------
    said, happened, weight : ndarray of float64, shape (n_pairs,)
        Each pair once. `happened` is 1, 0, or 1/2 for a tie.

    Raises
    ------
    RankingError
        If the shapes do not fit together, or there are no such pairs.
    """
    table, said = as_table(truth, "truth"), np.asarray(chances, dtype=np.float64)
    n, k = table.shape
    if said.shape != (n, k, k):
        raise RankingError(
            f"truth has {n} rows of {k} labels, so that the probabilities must have the shape "
            f"{(n, k, k)}, not {said.shape}"
        )
    weights = np.ones(n) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    if weights.shape != (n,):
        raise RankingError(f"sample_weight has the shape {weights.shape}, but there are {n} rows")
    first, second = np.triu_indices(k, k=1)
    pairs = said[:, first, second]
    apart = table[:, second] - table[:, first]
    known = ~np.isnan(apart) & ~np.isnan(pairs) & (weights > 0)[:, None]
    if not known.any():
        raise RankingError("no row ranks two labels whose probability is known")
    weight = np.broadcast_to(weights[:, None], pairs.shape)[known]
    return pairs[known], (1 + np.sign(apart[known])) / 2, weight


def reliability(
    truth: Any, chances: Any, n_bins: int = 10, sample_weight: Any = None
) -> Reliability:
    """Compare what probabilities of pairs say with what happens.

    Parameters
    ----------
    truth : array-like or DataFrame of shape (n, k)
        True positions; NaN: not ranked.
    chances : array-like of shape (n, k, k)
        Probability of each label to stand before each other, as `predict_pairwise` or
        `oob_pairwise` return it. Rows of NaN are left out.
    n_bins : int
        Bins of equal width from 0 to 1. Each pair counts in both directions.
    sample_weight : array-like of shape (n,), optional
        How much each row counts; default: all the same.

    Raises
    ------
    RankingError
        If the shapes do not fit together, or there is nothing to compare.

    Examples
    --------
    >>> reliability([[1, 2], [2, 1]], [[[0.5, 0.8], [0.2, 0.5]]] * 2).happened
    array([0.5, 0.5])
    """
    n_bins = check_whole(n_bins, "n_bins")
    said, happened, weight = pair_outcomes(truth, chances, sample_weight)
    said, happened = np.concatenate((said, 1 - said)), np.concatenate((happened, 1 - happened))
    weight = np.concatenate((weight, weight))
    # A step less than rounding keeps 0.3 and 1 - 0.7 in the same bin.
    number = np.clip((said * n_bins + 1e-9).astype(int), 0, n_bins - 1)
    parts = (weight, weight * said, weight * happened)
    sums = np.array([np.bincount(number, part, n_bins) for part in parts], dtype=np.float64)
    seen = sums[0] > 0
    heft: Floats = sums[0][seen]
    mean, share = sums[1][seen] / heft, sums[2][seen] / heft
    return Reliability(mean, share, heft, float(np.average(np.abs(mean - share), weights=heft)))


def expected_calibration_error(
    truth: Any, chances: Any, n_bins: int = 10, sample_weight: Any = None
) -> float:
    """Return the expected calibration error; as in `reliability`."""
    return reliability(truth, chances, n_bins, sample_weight).error
