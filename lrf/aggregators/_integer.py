"""Exact Kemeny orders of many labels by integer programming (Conitzer et al. 2006).

One variable a pair of labels says which comes first; each three labels a, b, c must not form a
cycle: 0 <= x_ab + x_bc - x_ac <= 1. Of these constraints, of which there are k^3 / 6, only those
that a solution violates are added (Grötschel, Jünger and Reinelt 1984). First the variables may
be fractions: that is quick, gives a lower bound, and with votes that agree a little the solution
is an order already. Only if it is not, the variables are made integers.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._scores import CLOSE
from lrf.aggregators._search import improve, settle, total_loss

__all__ = ["order_by_program"]

Array = npt.NDArray[Any]

# The solver's tolerances are absolute, about 1e-6; a power of two changes no digit.
SCALE = 1024.0
VIOLATED = 1e-6


class _Program:
    """The linear program of one election, with the constraints found so far.

    Parameters
    ----------
    losses : ndarray of float64, shape (n_labels, n_labels)
        ``losses[a, b]``: what it costs to place a before b.
    """

    def __init__(self, losses: Array) -> None:
        n_labels = len(losses)
        self.pairs = np.triu_indices(n_labels, 1)
        self.price = (losses - losses.T)[self.pairs] * SCALE
        self.constant = float(losses.T[self.pairs].sum())
        self.column = np.zeros((n_labels, n_labels), dtype=np.intp)
        self.column[self.pairs] = np.arange(len(self.price))
        self.triples = np.empty((0, 3), dtype=np.intp)

    def precedences(self, solution: Array) -> Array:
        """Return how much each label precedes each other one, shape (n_labels, n_labels)."""
        precedes = np.zeros(self.column.shape)
        precedes[self.pairs] = solution
        precedes.T[self.pairs] = 1 - solution
        return precedes

    def constrain(self, solution: Array) -> bool:
        """Add constraints that `solution` violates; return whether there were new ones."""
        found, amounts = _cyclic_triples(self.precedences(solution))
        worst = np.argsort(-amounts, kind="stable")[: len(self.price)]
        before = len(self.triples)
        self.triples = np.unique(np.concatenate([self.triples, found[worst]]), axis=0)
        return len(self.triples) > before

    def solve(self, integral: bool, seconds: float) -> Any:
        """Return scipy's answer for the constraints found so far."""
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array

        a, b, c = self.triples.T
        columns = np.stack([self.column[a, b], self.column[b, c], self.column[a, c]], axis=1)
        n_rows = len(columns)
        signs = np.tile([1.0, 1.0, -1.0], n_rows)
        ends = np.arange(0, 3 * n_rows + 1, 3)
        # HiGHS takes indices of 32 bits, and old versions of scipy leave converting them to us.
        indices = columns.ravel().astype(np.int32), ends.astype(np.int32)
        matrix = csr_array((signs, *indices), shape=(n_rows, len(self.price)))
        return milp(
            self.price,
            integrality=np.full(len(self.price), int(integral)),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(matrix, 0, 1),
            options={"time_limit": seconds, "mip_rel_gap": 0.0},
        )

    def bound(self, answer: Any) -> float:
        """Return the least loss that an order can have, as far as `answer` proves it."""
        value = answer.fun if answer.success else answer.mip_dual_bound
        return 0.0 if value is None else max(0.0, value / SCALE + self.constant)

    def order(self, solution: Array) -> Array:
        """Return the labels by how many others each precedes; an order if `solution` is one."""
        return np.argsort(-self.precedences(solution).sum(axis=1), kind="stable")


def _cyclic_triples(precedes: Array) -> tuple[Array, Array]:
    """Return the triples a < b < c that form a cycle, and by how much."""
    triples, amounts = [np.empty((0, 3), dtype=np.intp)], [np.empty(0)]
    for a in range(len(precedes) - 2):
        row = precedes[a, a + 1 :]
        turns = row[:, np.newaxis] + precedes[a + 1 :, a + 1 :] - row
        excess = np.triu(np.maximum(-turns, turns - 1), 1)
        b, c = np.nonzero(excess > VIOLATED)
        triples.append(np.stack([np.full(len(b), a), a + 1 + b, a + 1 + c], axis=1))
        amounts.append(excess[b, c])
    return np.concatenate(triples), np.concatenate(amounts)


def order_by_program(losses: Array, deadline: float) -> tuple[Array, float]:
    """Return an order of least loss, or the best that was found until the deadline.

    Parameters
    ----------
    losses : ndarray of float64, shape (n_labels, n_labels)
        ``losses[a, b]``: what it costs to place a before b; the smaller of the two costs of a
        pair is 0. Numbers around 1: sums closer than 1e-9 count as equal.
    deadline : float
        Reading of `time.monotonic` at which to stop.

    Returns
    -------
    order : ndarray of int, shape (n_labels,)
        Labels, best first.
    gap : float
        By how much another order could be better; 0 if it is proved that none is.
    """
    best = improve(np.arange(len(losses)), losses)
    least = total_loss(best, losses)
    bound, integral = 0.0, False
    program = _Program(losses)
    program.constrain((program.price < 0).astype(np.float64))
    while (seconds := deadline - time.monotonic()) > 0:
        answer = program.solve(integral, seconds)
        bound = max(bound, program.bound(answer))
        if answer.x is not None:
            rounded = improve(program.order(answer.x), losses)
            loss = total_loss(rounded, losses)
            if loss < least - CLOSE:
                best, least = rounded, loss
        if bound >= least - CLOSE:
            return settle(best, losses), 0.0
        if not answer.success:
            break
        if not program.constrain(answer.x):
            if integral:  # an order, and the solver says that none is better
                return settle(best, losses), 0.0
            integral = True
    return settle(best, losses), least - bound
