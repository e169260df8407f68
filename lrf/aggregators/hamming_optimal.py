"""The order that has the most labels in the places where the votes have them.

The Hamming distance of two rankings is the number of labels in different places (Deza and Huang
1998); a label of a tie has an equal chance of each of its places. As with the footrule, the best
order is a cheapest assignment of labels to places, found exactly in k^3 steps. To miss a place by
one is as bad as to miss it by far, so a label may end up far from most votes, but a place where
more than two thirds of them have it is certain.

Of several best orders the one is taken with the least squared differences of positions to the
votes. Neighbours of equal mean position then share their places if that takes them no farther
from the votes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from lrf.aggregators._assignment import cheapest_orders
from lrf.aggregators._batches import in_batches
from lrf.aggregators._places import tie_neighbours
from lrf.aggregators._scores import shares_of
from lrf.plugin import Aggregator, hookimpl

__all__ = ["hamming_optimal", "lrf_aggregators"]

Array = npt.NDArray[Any]


def hamming_optimal(chances: Array) -> Array:
    """Return the order of least Hamming distance of each election.

    Parameters
    ----------
    chances : ndarray of float64, shape (n, n_labels, n_labels)
        ``chances[e, a, p]``: weight of the votes that have label a in place p, ties giving each
        of their labels an equal share of each of their places.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Average positions for ties.
    """
    return in_batches(_optimal, chances)


def _optimal(chances: Array) -> Array:
    shares = shares_of(chances)
    means = shares @ (1.0 + np.arange(chances.shape[2]))
    costs = 1.0 - shares
    orders = cheapest_orders(costs, means)
    ordered = np.take_along_axis(costs, orders[:, :, np.newaxis], axis=1)
    return tie_neighbours(orders, means, lambda elections: _prices(ordered[elections]))


def _prices(costs: Array) -> Callable[[int, int], Array]:
    """Return what it costs to tie the labels in neighbouring places, so that all may be in each."""
    n_elections, n_labels, _ = costs.shape
    corner = np.zeros((n_elections, n_labels + 1, n_labels + 1))
    np.cumsum(np.cumsum(costs, axis=1), axis=2, out=corner[:, 1:, 1:])

    def price(start: int, end: int) -> Array:
        whole = corner[:, end, end] + corner[:, start, start]
        rest = corner[:, start, end] + corner[:, end, start]
        return np.asarray((whole - rest) / (end - start))

    return price


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return the Hamming-optimal order."""
    return [
        Aggregator(
            name="hamming-optimal",
            summary="order that puts the most labels where the votes have them, exactly",
            reference="Deza and Huang (1998), Metrics on permutations, a survey, Journal of "
            "Combinatorics, Information and System Sciences 23",
            statistic="places",
            consensus=hamming_optimal,
        )
    ]
