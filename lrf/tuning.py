"""Choosing how a forest is grown and voted by what its trees say of rows that they did not see.

Of a few ways to grow and to vote, each is tried with trees that draw as many different rows as a
bootstrap does, so that as many of them have something to say about every row. The one whose
mixture (see `lrf.blending`) ranks the unseen rows best is then grown as it is meant to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs
import numpy as np

from lrf.bagging import settled
from lrf.blending import ELECTIONS, best_blend, gather_evidence
from lrf.components import Array
from lrf.config import AUTO, Choice, ModelConfig, choose
from lrf.forest import Forest
from lrf.plan import Plan, make_plan
from lrf.regressions import Regressions

__all__ = ["Trial", "tune"]

#: Ways to grow trees, and least weights of their leaves.
WAYS: tuple[dict[str, Any], ...] = (
    {"splitter": "random", "max_features": None, "bootstrap": AUTO, "max_samples": 0.9},
    {"splitter": "best", "max_features": 0.5, "bootstrap": True, "max_samples": None},
)
LEAVES = (1, 3, 8)

#: The share of different rows in a bootstrap sample.
_DRAWN = 0.632

#: With how many trees ways are compared; what few trees scatter is allowed for.
_MOST_TREES = 50


@attrs.frozen
class Trial:
    """A way to grow and to vote, and how well it did.

    Parameters
    ----------
    config : ModelConfig
        The model.
    score : float
        Mean tau-b over rows, each as judged by trees that did not see it.
    """

    config: ModelConfig
    score: float


def tune(
    config: ModelConfig,
    grow: Callable[[Plan], Forest],
    X: Array,
    Y: Array,
    weights: Array,
    seed: int,
    nominal: Sequence[int],
) -> list[Trial]:
    """Return what was tried, the model as it was asked for first; empty if nothing can be told.

    Parameters
    ----------
    config : ModelConfig
        The model as it was asked for; what is not varied stays.
    grow : callable
        ``grow(plan)`` returns the forest, not mixed yet.
    X, Y : ndarray of float64
        The training.
    weights : ndarray of float64, shape (n_samples,)
        Its weights.
    seed : int
        What the seeds of the trees follow from.
    nominal : sequence of int
        The nominal attributes.
    """
    trials: list[Trial] = []
    regressions = Regressions(X, Y, weights, nominal)
    for wanted, elections in _candidates(config, bool(np.isnan(Y).any())):
        compared = attrs.evolve(wanted, blend="none", aggregator=elections[0], **_fairly(wanted))
        compared = attrs.evolve(compared, n_estimators=min(_MOST_TREES, wanted.n_estimators))
        grown = grow(make_plan(compared))
        for election in elections:
            model = attrs.evolve(wanted, aggregator=election)
            plan = make_plan(attrs.evolve(compared, aggregator=election, blend=config.blend))
            if plan.aggregator.record.statistic == "votes":
                continue
            forest = attrs.evolve(grown, plan=plan)
            evidence = gather_evidence(forest, regressions, seed)
            if evidence is None:
                return []
            trials.append(Trial(model, best_blend(plan, evidence, Y)[0]))
    return trials


def _candidates(
    config: ModelConfig, is_incomplete: bool
) -> Iterator[tuple[ModelConfig, list[Choice]]]:
    """Yield each way to grow with the elections that it is tried with, no two alike."""
    elections = [choose("aggregator", "aggregator", name) for name in ELECTIONS]
    seen: list[ModelConfig] = []
    ways = [{}, *({"min_samples_leaf": n, **way} for way in WAYS for n in LEAVES)]
    for way in ways:
        wanted = settled(attrs.evolve(config, **way), is_incomplete)
        if wanted in seen:
            continue
        own = [config.aggregator] if not seen and config.aggregator.name != AUTO else []
        seen.append(wanted)
        yield wanted, own + [election for election in elections if election not in own]


def _fairly(config: ModelConfig) -> dict[str, Any]:
    """Return how rows are drawn so that each is unseen by as many trees as with a bootstrap."""
    return {} if config.bootstrap else {"max_samples": _DRAWN}
