"""Which time of a component is measured, and against what."""

from __future__ import annotations

from functools import partial
from typing import Any

import attrs
import numpy as np

from lrf.components import Aggregator, Array, Correlation, Criterion, StoppingRule
from lrf.plan import Part
from lrf.rankings import distinct_rankings
from lrf.registry import get_registry
from lrf.testing.elections import given_to
from lrf.testing.growing import as_setting, criterion_setting, growth_of
from lrf.testing.reference import MEAN_CORRELATION_BY_SWEEP
from lrf.testing.subjects import Subject
from lrf.testing.tables import strict_rankings
from lrf.testing.timing import Limit, check_ratio

__all__ = [
    "check_aggregator_speed",
    "check_correlation_speed",
    "check_criterion_speed",
    "check_stopping_speed",
]

#: Built-in components that do the same kind of work.
CRITERIA = {"agreement": "mean-correlation", "variety": "ranking-gain"}
AGGREGATORS = {
    "rank-sum": "average-ranking",
    "pairwise": "borda",
    "positions": "footrule-optimal",
    "places": "hamming-optimal",
    "votes": "medoid",
}

STUMPS = {"n_estimators": 10, "max_depth": 1, "max_features": None, "stopping": "none"}


def _compiled() -> bool:
    from lrf.engine.jit import COMPILED

    return COMPILED


def _data(n: int, n_features: int, n_labels: int, n_rankings: int) -> tuple[Array, Array]:
    rng = np.random.default_rng(0)
    rankings = strict_rankings(n_labels, n_rankings)
    return rng.normal(size=(n, n_features)), rankings[rng.integers(0, len(rankings), n)]


def check_correlation_speed(subject: Subject[Correlation], limit: Limit) -> None:
    """Hold the making of vectors to a small part of the time that a forest takes to grow by them.

    Raises
    ------
    AssertionError
        If it takes longer.
    """
    if not _compiled():
        return
    X, Y = _data(1500, 8, 5, 60)
    record, rankings = subject.record, distinct_rankings(Y)[0]
    function = record.embed or record.matrix
    assert function is not None
    answer = function(rankings.copy(), **subject.parameters)
    changes: dict[str, Any] = {
        "name": "stored",
        "embed" if record.embed is not None else "matrix": lambda rankings, **parameters: answer,
    }
    stored = attrs.evolve(record, **changes)
    mine, ready = (
        growth_of(X, Y, {"n_estimators": 10, "criterion": _by(correlation)})
        for correlation in (as_setting(subject), {"name": stored, **subject.parameters})
    )
    check_ratio(subject, limit, mine, ready, "a forest of 10 trees whose vectors are there already")


def _by(correlation: Any) -> dict[str, Any]:
    return {"name": "mean-correlation", "correlation": correlation}


def check_criterion_speed(
    subject: Subject[Criterion], correlation: Part[Correlation] | None, limit: Limit
) -> None:
    """Hold one look at all cuts to the time of a built-in criterion of the same form.

    Raises
    ------
    AssertionError
        If it takes longer.
    """
    if not _compiled():
        return
    X, Y = _data(3000, 6, 10, 1000)
    if subject.record.sweep is not None:
        reference: Any = MEAN_CORRELATION_BY_SWEEP
    else:
        reference = get_registry().get("criterion", CRITERIA[subject.record.statistics])
    by = None if correlation is None else as_setting(correlation)
    other = {"name": reference, "correlation": by or reference.correlation}
    check_ratio(
        subject,
        limit,
        growth_of(X, Y, STUMPS | {"criterion": criterion_setting(subject, correlation)}),
        growth_of(X, Y, STUMPS | {"criterion": other}),
        f"{reference.name!r}, a criterion of the same form",
    )


def check_stopping_speed(
    subject: Subject[StoppingRule], criterion: Criterion, limit: Limit
) -> None:
    """Hold small trees of many attributes to the time that they take when every cut is accepted.

    Raises
    ------
    AssertionError
        If it takes longer.
    """
    if not _compiled():
        return
    X, Y = _data(20, 200, 6, 20)
    rule = subject.record
    always = attrs.evolve(
        get_registry().get("stopping rule", "none"),
        name="accepting",
        needs_value=rule.needs_value,
        needs_distinct=rule.needs_distinct,
        needs_chance=rule.needs_chance,
        parameters=rule.parameters,
    )
    accepting = {"name": always, **subject.parameters}
    check_ratio(
        subject,
        limit,
        growth_of(X, Y, STUMPS | {"criterion": criterion, "stopping": as_setting(subject)}),
        growth_of(X, Y, STUMPS | {"criterion": criterion, "stopping": accepting}),
        "a rule that accepts every cut",
    )


def check_aggregator_speed(subject: Subject[Aggregator], limit: Limit) -> None:
    """Hold many elections at once to the time of a built-in aggregator of the same statistic.

    Raises
    ------
    AssertionError
        If it takes longer.
    """
    record = subject.record
    reference: Aggregator = get_registry().get("aggregator", AGGREGATORS[record.statistic])
    rankings = strict_rankings(8)
    weights = np.random.default_rng(0).integers(1, 9, (2000, len(rankings))).astype(np.float64)
    given = given_to(record, rankings, weights)
    check_ratio(
        subject,
        limit,
        partial(record.consensus, *given, **subject.parameters),
        partial(reference.consensus, *given, **reference.defaults()),
        f"{reference.name!r}, an aggregator of the same statistic",
    )
