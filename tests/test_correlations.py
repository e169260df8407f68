"""Laws that every correlation keeps, and its naive twin."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lrf.components import Correlation
from lrf.rankings import average_positions
from lrf.registry import get_registry
from tests.correlation_cases import CASES, Case
from tests.naive import measures

Array = npt.NDArray[Any]


#: Not 0 on average over unrelated rankings: their scale says where the farthest ranking is.
DISTANCES = ("cayley", "ulam")
every_case = pytest.mark.parametrize("case", CASES, ids=str)


@st.composite
def rankings_for(draw: st.DrawFn, record: Correlation, smallest: int = 2) -> Array:
    """Draw a few rankings, with ties and gaps where the measure is defined for them."""
    k = draw(st.integers(smallest, 4))
    n = draw(st.integers(1, 5))
    if not record.ties:
        rows = draw(st.lists(st.permutations(range(k)), min_size=n, max_size=n))
        return average_positions(np.array(rows, dtype=float))
    place = st.integers(1, k).map(float)
    if record.incomplete:
        place |= st.just(float("nan"))
    keys = st.lists(place, min_size=k, max_size=k)
    return average_positions(np.array(draw(st.lists(keys, min_size=n, max_size=n)), dtype=float))


def says_something(rankings: Array) -> Array:
    """Return which rankings put a label ahead of another."""
    there = ~np.isnan(rankings)
    highest = np.where(there, rankings, -np.inf).max(axis=1)
    lowest = np.where(there, rankings, np.inf).min(axis=1)
    result: Array = highest > lowest
    return result


def test_every_correlation_is_tested() -> None:
    names = {
        entry.component.name
        for entry in get_registry().entries("correlation")
        if entry.provider.startswith("lrf ")
    }
    assert {case.name for case in CASES} == names == set(measures.MEASURES)


@every_case
@settings(max_examples=30)
@given(data=st.data())
def test_equals_its_naive_twin(case: Case, data: st.DataObject) -> None:
    rankings = data.draw(rankings_for(case.record))
    np.testing.assert_allclose(case.matrix(rankings), case.naive(rankings), atol=1e-9)


@every_case
@settings(max_examples=30)
@given(data=st.data())
def test_is_symmetric_and_within_bounds(case: Case, data: st.DataObject) -> None:
    found = case.matrix(data.draw(rankings_for(case.record)))
    np.testing.assert_allclose(found, found.T, atol=1e-12)
    assert np.abs(found).max() <= 1 + 1e-12


@every_case
@settings(max_examples=30)
@given(data=st.data())
def test_is_one_for_a_ranking_and_itself(case: Case, data: st.DataObject) -> None:
    rankings = data.draw(rankings_for(case.record))
    expected = says_something(rankings).astype(float)
    if case.name == "tau-x":  # to tie two labels is a statement, too
        expected = ((~np.isnan(rankings)).sum(axis=1) > 1).astype(float)
    np.testing.assert_allclose(np.diag(case.matrix(rankings)), expected, atol=1e-12)


@every_case
@settings(max_examples=30)
@given(data=st.data())
def test_does_not_depend_on_the_order_of_labels(case: Case, data: st.DataObject) -> None:
    rankings = data.draw(rankings_for(case.record))
    shuffled = rankings[:, data.draw(st.permutations(range(rankings.shape[1])))]
    np.testing.assert_allclose(case.matrix(shuffled), case.matrix(rankings), atol=1e-12)


@every_case
@settings(max_examples=30)
@given(data=st.data())
def test_does_not_depend_on_other_rankings(case: Case, data: st.DataObject) -> None:
    rankings = data.draw(rankings_for(case.record))
    alone = case.matrix(rankings[:1])
    np.testing.assert_allclose(case.matrix(rankings)[:1, :1], alone, atol=1e-12)


@pytest.mark.parametrize("case", [c for c in CASES if c.name not in DISTANCES], ids=str)
@pytest.mark.parametrize("k", [2, 3, 5])
def test_is_zero_on_average_over_unrelated_rankings(case: Case, k: int) -> None:
    found = case.matrix(np.array(list(permutations(range(1, k + 1))), dtype=float))
    np.testing.assert_allclose(found.mean(axis=1), 0, atol=1e-12)


@pytest.mark.parametrize(
    "case",
    [c for c in CASES if c.name in ("kendall", "spearman", "tau-x", "weighted-tau")],
    ids=str,
)
@settings(max_examples=30)
@given(data=st.data())
def test_reversing_a_ranking_without_ties_turns_the_sign(case: Case, data: st.DataObject) -> None:
    k = data.draw(st.integers(2, 5))
    rows = data.draw(st.lists(st.permutations(range(1, k + 1)), min_size=2, max_size=5))
    rankings = np.array(rows, dtype=float)
    both = case.matrix(np.vstack([rankings, k + 1 - rankings]))
    n = len(rankings)
    assert np.diag(both[:n, n:]) == pytest.approx(-1)
    if case.name != "weighted-tau":  # whose weights are other ones when the ranking is reversed
        np.testing.assert_allclose(both[:n, n:], -both[:n, :n], atol=1e-12)


@pytest.mark.parametrize(
    "case", [c for c in CASES if c.record.matrix is None], ids=lambda case: str(case)
)
def test_embedding_is_narrow_and_has_no_use_for_more_rankings(case: Case) -> None:
    given = {**case.record.defaults(), **case.parameters}
    rankings = np.array(list(permutations(range(1, 6))), dtype=float)
    assert case.record.embed is not None
    widths = {case.record.embed(part, **given).shape[1] for part in (rankings[:9], rankings)}
    assert len(widths) == 1
    assert widths.pop() <= 5 * 5
