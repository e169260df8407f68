"""The measures by their names, and what each has to be given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

import attrs

from lrf.errors import RankingError
from lrf.metrics.agreement import kendall_tau, spearman_rho, tau_x
from lrf.metrics.gains import ndcg
from lrf.metrics.picks import reciprocal_rank, regret, top_k_hit

__all__ = ["Measure", "find_measure", "metric_names"]


@attrs.frozen
class Measure:
    """A measure, and how it is called.

    Parameters
    ----------
    function : callable
        ``function(truth, predicted, **options)``; returns one number per row, or a single one.
    loss : bool
        Whether less is better.
    takes_scores : bool
        Whether the truth may be scores as they are; otherwise it is positions.
    for_positions : mapping
        The options for positions in place of scores.
    """

    function: Callable[..., Any]
    loss: bool = False
    takes_scores: bool = True
    for_positions: Mapping[str, Any] = attrs.field(factory=dict)


COSTS = {"higher_is_better": False}  # what positions are
NAMED = {
    "kendall_tau": Measure(kendall_tau, takes_scores=False),
    "ndcg": Measure(ndcg, for_positions={**COSTS, "gains": "ranks"}),
    "reciprocal_rank": Measure(reciprocal_rank, for_positions=COSTS),
    "regret": Measure(regret, loss=True, for_positions=COSTS),
    "spearman_rho": Measure(spearman_rho, takes_scores=False),
    "tau_x": Measure(tau_x, takes_scores=False),
    "top_k_hit": Measure(top_k_hit, for_positions=COSTS),
}


def metric_names() -> tuple[str, ...]:
    """Return the names that `make_scorer` knows, sorted."""
    return tuple(sorted(NAMED))


def find_measure(metric: str | Callable[..., Any], loss: bool | None) -> Measure:
    """Return a measure by name, or make one of a function.

    Raises
    ------
    RankingError
        If there is none of that name.
    """
    if callable(metric):
        found = next((one for one in NAMED.values() if one.function is metric), Measure(metric))
    elif metric in NAMED:
        found = NAMED[metric]
    else:
        close = get_close_matches(str(metric), NAMED, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(metric_names())}"
        raise RankingError(f"no metric {metric!r}; {hint}")
    return found if loss is None else attrs.evolve(found, loss=loss)
