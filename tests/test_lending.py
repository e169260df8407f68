"""Records that kernels are given by their address."""

from __future__ import annotations

import gc
from typing import Any, NamedTuple

import numpy as np
import pytest

from lrf.engine.jit import COMPILED, bind, kernel
from lrf.engine.lending import Loan, lend_for_long


class Inner(NamedTuple):
    small: Any
    scale: float


class Outer(NamedTuple):
    numbers: Any
    inner: Inner
    flag: bool


@kernel
def weigh(outer: Outer, other: Inner, factor: float) -> float:
    """Add up all numbers of two records, and write the first."""
    total = 0.0
    for i in range(outer.numbers.shape[0]):
        total += outer.numbers[i] * outer.inner.scale
    outer.numbers[0] = 100.0
    if outer.flag:
        total += other.small[0] * other.scale
    return total * factor


def records() -> tuple[Outer, Inner]:
    return (
        Outer(np.array([1.0, 2.0, 3.0]), Inner(np.zeros(2, np.float32), 10.0), True),
        Inner(np.array([5.0], np.float32), 2.0),
    )


def test_kernels_read_and_write_what_is_lent() -> None:
    outer, other = records()
    lent = lend_for_long(outer, other)
    call = bind(weigh, (*lent, 1.0))
    assert call(*lent, 1.0) == 60.0 + 10.0
    assert outer.numbers.tolist() == [100.0, 2.0, 3.0]
    outer.numbers[:] = 0.0  # what is written later is seen
    assert call(*lent, 2.0) == 20.0


def test_a_loan_keeps_its_record() -> None:
    lent = lend_for_long(*records())
    call = bind(weigh, (*lent, 1.0))
    gc.collect()
    rubbish = [np.full(3, 7.0) for _ in range(1000)]
    assert call(*lent, 1.0) == 70.0
    assert len(rubbish) == 1000


@pytest.mark.parametrize("count", [1, 2])
def test_loans_are_records_where_nothing_is_compiled(count: int) -> None:
    wanted = records()[:count]
    lent = lend_for_long(*wanted)
    if not COMPILED:
        assert lent == wanted
        return
    assert all(isinstance(loan, Loan) for loan in lent)
    assert [loan.record for loan in lent] == list(wanted)
    assert all(loan.address % 64 == 0 for loan in lent)
