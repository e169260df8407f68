"""Correlations are computed once per fit, and must not be what a fit waits for."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.correlation_cases import CASES, Case

Array = npt.NDArray[Any]


def orders(n: int, k: int) -> Array:
    """Return different rankings without ties."""
    rng = np.random.default_rng(0)
    found = np.unique(np.argsort(rng.random((n + n // 10, k)), axis=1), axis=0)[:n] + 1.0
    assert len(found) == n
    return found


@pytest.mark.parametrize("case", [case for case in CASES if case.record.matrix is None], ids=str)
def test_five_thousand_rankings_are_embedded_at_once(case: Case) -> None:
    rankings = orders(5000, 10)
    given = {**case.record.defaults(), **case.parameters}
    assert case.record.embed is not None
    start = perf_counter()
    case.record.embed(rankings, **given)
    assert perf_counter() - start < 1.0  # ten milliseconds as a rule


@pytest.mark.compiled
@pytest.mark.parametrize("case", [case for case in CASES if case.record.embed is None], ids=str)
def test_matrix_of_three_thousand_rankings_takes_seconds(case: Case) -> None:
    case.matrix(orders(10, 10))  # compiles
    rankings = orders(3000, 10)
    start = perf_counter()
    case.matrix(rankings)
    assert perf_counter() - start < 10.0  # about one second as a rule
