"""How good predicted rankings are: beside the true rankings, and beside the scores behind them.

Each measure comes as one number per row and, with ``mean_`` before its name, as their average.
"""

from lrf.metrics.agreement import kendall_tau, spearman_rho, tau_x
from lrf.metrics.averages import mean_of_rows
from lrf.metrics.calibration import Reliability, expected_calibration_error, reliability
from lrf.metrics.gains import ndcg
from lrf.metrics.matrices import kendall_matrix, spearman_matrix
from lrf.metrics.means import (
    mean_kendall_tau,
    mean_ndcg,
    mean_reciprocal_rank,
    mean_regret,
    mean_spearman_rho,
    mean_tau_x,
    mean_top_k_hit,
)
from lrf.metrics.measures import metric_names
from lrf.metrics.partial import (
    AbstentionCurve,
    abstention_curve,
    completeness,
    correctness,
    mean_completeness,
    mean_correctness,
)
from lrf.metrics.picks import reciprocal_rank, regret, top_k_hit
from lrf.metrics.scorers import Scorer, make_scorer

__all__ = [
    "AbstentionCurve",
    "Reliability",
    "Scorer",
    "abstention_curve",
    "completeness",
    "correctness",
    "expected_calibration_error",
    "kendall_matrix",
    "kendall_tau",
    "make_scorer",
    "mean_completeness",
    "mean_correctness",
    "mean_kendall_tau",
    "mean_ndcg",
    "mean_of_rows",
    "mean_reciprocal_rank",
    "mean_regret",
    "mean_spearman_rho",
    "mean_tau_x",
    "mean_top_k_hit",
    "metric_names",
    "ndcg",
    "reciprocal_rank",
    "regret",
    "reliability",
    "spearman_matrix",
    "spearman_rho",
    "tau_x",
    "top_k_hit",
]
