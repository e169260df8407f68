"""Measures averaged over the rows that they say something about."""

from __future__ import annotations

from typing import Any

from lrf.metrics.agreement import kendall_tau, spearman_rho, tau_x
from lrf.metrics.averages import mean_of_rows
from lrf.metrics.gains import ndcg
from lrf.metrics.picks import reciprocal_rank, regret, top_k_hit

__all__ = [
    "mean_kendall_tau",
    "mean_ndcg",
    "mean_reciprocal_rank",
    "mean_regret",
    "mean_spearman_rho",
    "mean_tau_x",
    "mean_top_k_hit",
]


def mean_kendall_tau(A: Any, B: Any, sample_weight: Any = None) -> float:
    """Average tau-b over the rows: how accurate predicted rankings are.

    Parameters
    ----------
    A, B : array-like or DataFrame of shape (n, k)
        Positions; NaN: not ranked.
    sample_weight : array-like of shape (n,), optional
        How much each row counts; default: all the same.

    Returns
    -------
    tau : float
        Between -1 and 1.

    Raises
    ------
    RankingError
        If the shapes differ, a table holds anything but numbers, or there are no rows.
    """
    return mean_of_rows(kendall_tau(A, B), sample_weight)


def mean_spearman_rho(A: Any, B: Any, sample_weight: Any = None) -> float:
    """Average Spearman's rho over the rows; as in `mean_kendall_tau`."""
    return mean_of_rows(spearman_rho(A, B), sample_weight)


def mean_tau_x(A: Any, B: Any, sample_weight: Any = None) -> float:
    """Average tau-x over the rows; as in `mean_kendall_tau`."""
    return mean_of_rows(tau_x(A, B), sample_weight)


def mean_regret(
    scores: Any,
    predicted: Any,
    picks: int = 1,
    *,
    higher_is_better: bool = True,
    sample_weight: Any = None,
) -> float:
    """Average `regret` over the rows that have scores."""
    rows = regret(scores, predicted, picks, higher_is_better=higher_is_better)
    return mean_of_rows(rows, sample_weight)


def mean_reciprocal_rank(
    scores: Any,
    predicted: Any,
    picks: int = 1,
    *,
    higher_is_better: bool = True,
    sample_weight: Any = None,
) -> float:
    """Average `reciprocal_rank` over the rows that have scores."""
    rows = reciprocal_rank(scores, predicted, picks, higher_is_better=higher_is_better)
    return mean_of_rows(rows, sample_weight)


def mean_top_k_hit(
    scores: Any,
    predicted: Any,
    k: int = 1,
    *,
    higher_is_better: bool = True,
    sample_weight: Any = None,
) -> float:
    """Average `top_k_hit` over the rows that have scores."""
    rows = top_k_hit(scores, predicted, k, higher_is_better=higher_is_better)
    return mean_of_rows(rows, sample_weight)


def mean_ndcg(
    scores: Any,
    predicted: Any,
    k: int | None = None,
    *,
    higher_is_better: bool = True,
    gains: str = "scores",
    sample_weight: Any = None,
) -> float:
    """Average `ndcg` over the rows that have scores."""
    rows = ndcg(scores, predicted, k, higher_is_better=higher_is_better, gains=gains)
    return mean_of_rows(rows, sample_weight)
