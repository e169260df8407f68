"""What components answer is looked at, and whoever is to blame is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lrf import LabelRankingTree, aggregate
from lrf.errors import ComponentError
from lrf.plugin import Aggregator, Correlation

VOTES = np.array([[1.0, 2.0, 3.0], [2.0, 1.0, 3.0], [3.0, 1.0, 2.0]])
ANSWERS: list[tuple[Callable[..., Any], str]] = [
    (lambda given: 1 / 0, "failed with ZeroDivisionError: division by zero"),
    (lambda given: "abc", "returned 'abc'; it must return an array of numbers"),
    (
        lambda given: np.full((1, 1), 1j),
        "returned array([[0.+1.j]]); it must return an array of numbers",
    ),
]
OF_AGGREGATORS = [
    *ANSWERS,
    (
        lambda given: np.full((len(given), 3), np.nan),
        "returned nan; it must give every label a position",
    ),
]


@pytest.mark.parametrize(("answer", "complaint"), ANSWERS)
@pytest.mark.parametrize("how", ["embed", "matrix"])
def test_correlation_that_fails_is_named(how: str, answer: Any, complaint: str) -> None:
    record = Correlation(name="odd", summary="", **{how: answer})
    model = LabelRankingTree(criterion={"name": "mean-correlation", "correlation": record})
    with pytest.raises(ComponentError) as caught:
        model.fit([[0.0], [1.0], [2.0]], VOTES)
    assert str(caught.value) == f"the correlation 'odd' {complaint}"


def test_correlation_cannot_spoil_the_rankings_that_trees_are_grown_from() -> None:
    record = Correlation(
        name="odd", summary="", embed=lambda given: np.multiply(given, 2, out=given)
    )
    model = LabelRankingTree(criterion={"name": "mean-correlation", "correlation": record})
    with pytest.raises(ComponentError) as caught:
        model.fit([[0.0], [1.0], [2.0]], VOTES)
    assert str(caught.value) == (
        "the correlation 'odd' failed with ValueError: output array is read-only"
    )


@pytest.mark.parametrize(("answer", "complaint"), OF_AGGREGATORS)
def test_aggregator_that_fails_is_named(answer: Any, complaint: str) -> None:
    record = Aggregator(name="odd", summary="", statistic="pairwise", consensus=answer)
    by_votes = Aggregator(
        name="odd", summary="", statistic="votes", consensus=lambda votes, weights: answer(weights)
    )
    for one in (record, by_votes):
        with pytest.raises(ComponentError) as caught:
            aggregate(VOTES, method=one)
        assert str(caught.value) == f"the aggregator 'odd' {complaint}"
    with pytest.raises(ComponentError) as caught:
        LabelRankingTree(leaf=record).fit([[0.0], [1.0], [2.0]], VOTES).predict([[0.0]])
    assert str(caught.value) == f"the aggregator 'odd' {complaint}"
