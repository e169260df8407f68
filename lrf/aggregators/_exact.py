"""The best order of the labels, given by how much each beats each other one.

Labels that no cycle of majorities joins are ordered by the majorities alone. So the majority graph
is split into its strongly connected components; each is solved on its own, by dynamic programming
if it is small and by integer programming if it is large, and the results are merged.

Labels are numbered by preference: of several best orders the one that starts with smaller numbers
is taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._components import components_by_size, first_extension, mutual_reach
from lrf.aggregators._dynamic import orders_by_subsets
from lrf.aggregators._integer import order_by_program

__all__ = ["LARGEST_BY_SUBSETS", "best_orders"]

Array = npt.NDArray[Any]

LARGEST_BY_SUBSETS = 12


def best_orders(margins: Array, deadline: float) -> tuple[Array, Array]:
    """Return the best order of each election.

    Parameters
    ----------
    margins : ndarray of float64, shape (n, n_labels, n_labels)
        By how much each label beats each other one, as `margins_of` returns them.
    deadline : float
        Reading of `time.monotonic` at which integer programming stops.

    Returns
    -------
    orders : ndarray of int, shape (n, n_labels)
        Labels, best first.
    gaps : ndarray of float64, shape (n,)
        By how much another order may be better; 0 if it is proved that none is.
    """
    beats = margins > 0
    gaps = np.zeros(len(margins))
    orders, acyclic = first_extension(beats)
    cyclic = np.flatnonzero(~acyclic)
    if len(cyclic):
        untangled, gaps[cyclic] = _untangle(margins[cyclic], beats[cyclic], deadline)
        orders[cyclic], _ = first_extension(untangled)
    return orders, gaps


def _untangle(margins: Array, beats: Array, deadline: float) -> tuple[Array, Array]:
    """Replace each component of the majority graphs by the chain of its best order."""
    together = mutual_reach(beats)
    gaps = np.zeros(len(margins))
    chains = beats & ~together
    losses = np.maximum(margins.transpose(0, 2, 1), 0.0)
    for graphs, members in components_by_size(together):
        rows, columns = members[:, :, np.newaxis], members[:, np.newaxis, :]
        inner = losses[graphs[:, np.newaxis, np.newaxis], rows, columns]
        local, local_gaps = _best_distinct(inner, deadline)
        order = np.take_along_axis(members, local, axis=1)
        chains[graphs[:, np.newaxis], order[:, :-1], order[:, 1:]] = True
        np.add.at(gaps, graphs, local_gaps)
    return chains, gaps


def _best_distinct(losses: Array, deadline: float) -> tuple[Array, Array]:
    """Solve each distinct component once: many elections of a forest share theirs."""
    number: dict[bytes, int] = {}
    codes = np.array([number.setdefault(matrix.tobytes(), len(number)) for matrix in losses])
    _, firsts = np.unique(codes, return_index=True)
    distinct = losses[firsts]
    if losses.shape[1] <= LARGEST_BY_SUBSETS:
        return orders_by_subsets(distinct)[codes], np.zeros(len(losses))
    solved = [order_by_program(matrix, deadline) for matrix in distinct]
    orders = np.array([order for order, _ in solved])
    return orders[codes], np.array([gap for _, gap in solved])[codes]
