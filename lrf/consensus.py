"""The consensus of rankings on their own, without features and without a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.components import Aggregator, Array
from lrf.config import choose, component_of
from lrf.errors import ConfigError, RankingError
from lrf.rankings import distinct_rankings, validate_rankings
from lrf.statistics import consensus, consensus_of, weighted_sums

__all__ = ["aggregate"]

# Weights beyond these are scaled before they are summed.
_SMALLEST, _LARGEST = 1e-100, 1e100


def aggregate(
    rankings: Any,
    method: str | Mapping[str, Any] | Aggregator = "kemeny",
    weights: Any = None,
    **parameters: Any,
) -> npt.NDArray[np.float64]:
    """Return the consensus of some rankings.

    Parameters
    ----------
    rankings : array-like or DataFrame of shape (n_rankings, n_labels)
        Positions, 1 = best; ties in any writing; NaN: not ranked, which most methods allow: a
        vote counts for the labels, or for the pairs of labels, that it ranks.
    method : str, mapping or Aggregator
        The name of an aggregator, ``{"name": ..., parameter: ...}``, or an aggregator's record.
    weights : array-like of shape (n_rankings,), optional
        How much each ranking counts, at least 0; by default all count the same.
    **parameters
        Parameters of the method, such as ``time_limit`` of "kemeny".

    Returns
    -------
    positions : ndarray of float64, shape (n_labels,)
        1 = best, average positions for ties.

    Raises
    ------
    RankingError
        If a row is no ranking, the weights do not fit, or a ranking is incomplete and the method
        needs complete ones.
    ConfigError
        If the method has no such parameter, or its value is not allowed.
    UnknownComponentError
        If there is no such method.

    Warns
    -----
    TimeLimitWarning
        If the method ran out of time; the best ranking found is returned.

    Examples
    --------
    >>> aggregate([[1, 2, 3], [2, 1, 3], [2, 3, 1]])
    array([1., 2., 3.])
    >>> aggregate([[1, 2, 3], [2, 1, 3]], method="average-ranking")
    array([1.5, 1.5, 3. ])
    """
    positions = validate_rankings(rankings, name="rankings")
    counts = _check_weights(weights, len(positions))
    choice = choose("aggregator", "method", _written(method, parameters))
    aggregator: Aggregator = component_of("aggregator", choice)
    if not aggregator.incomplete:
        _refuse_incomplete(positions, aggregator.name)
    distinct, codes = distinct_rankings(positions)
    votes = np.bincount(codes, counts, minlength=len(distinct))
    if aggregator.statistic == "votes":
        answer = consensus_of(
            aggregator, distinct.shape[1], distinct, votes[np.newaxis], **choice.parameters
        )
    else:
        sums = weighted_sums(aggregator.statistic, distinct, votes)
        answer = consensus(aggregator, choice.parameters, sums[np.newaxis], distinct.shape[1])
    return np.array(answer[0])


def _written(method: Any, parameters: dict[str, Any]) -> Any:
    """Return the method and its parameters as one value, as a configuration would hold them."""
    if "name" in parameters:
        raise ConfigError("name: unknown; say which aggregator is meant by method=...")
    if isinstance(method, Mapping):
        return {**method, **parameters}
    return {"name": method, **parameters} if parameters else method


def _check_weights(weights: Any, n_rankings: int) -> Array:
    """Return one weight for each ranking."""
    if weights is None:
        return np.ones(n_rankings)
    try:
        counts = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise RankingError("weights must be numbers, one for each ranking") from error
    if counts.shape != (n_rankings,):
        raise RankingError(
            f"weights has the shape {counts.shape}; it needs one number for each of the "
            f"{n_rankings} rankings"
        )
    wrong = np.flatnonzero(~(np.isfinite(counts) & (counts >= 0)))
    if len(wrong):
        first = int(wrong[0])
        raise RankingError(
            f"weights: row {first} is {counts[first]:g}; a weight is finite and at least 0"
        )
    largest = counts.max()
    if largest == 0:
        raise RankingError("weights: all are 0; at least one ranking must count")
    # Only ratios matter, and sums of extreme numbers would overflow or vanish.
    is_extreme = not _SMALLEST < largest < _LARGEST
    return np.asarray(counts / largest) if is_extreme else counts


def _refuse_incomplete(positions: Array, name: str) -> None:
    incomplete = np.flatnonzero(np.isnan(positions).any(axis=1))
    if len(incomplete):
        raise RankingError(
            f"rankings: row {incomplete[0]} is incomplete, and {name!r} needs the position of "
            f"every label; use method='borda' or method='kemeny', which compare the labels that "
            f"are ranked"
        )
