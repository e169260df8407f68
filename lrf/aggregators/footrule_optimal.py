"""The order with the least summed footrule distance to the votes (Dwork et al. 2001).

Spearman's footrule is the sum, over the labels, of how far their positions are apart (Diaconis
and Graham 1977). What a label costs in a place does not depend on the others, so the best order
is a cheapest assignment of labels to places, found exactly in k^3 steps. For votes without ties
its summed Kendall distance is at most twice the least possible.

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

__all__ = ["footrule_optimal", "lrf_aggregators"]

Array = npt.NDArray[Any]


def footrule_optimal(counts: Array) -> Array:
    """Return the order of least footrule distance of each election.

    Parameters
    ----------
    counts : ndarray of float64, shape (n, n_labels, 2 * n_labels - 1)
        ``counts[e, a, j]``: weight of the votes that have label a at position ``1 + j / 2``.

    Returns
    -------
    positions : ndarray of float64, shape (n, n_labels)
        Average positions for ties.
    """
    return in_batches(_optimal, counts)


def _optimal(counts: Array) -> Array:
    shares = shares_of(counts)
    half_places = np.arange(counts.shape[2]) / 2
    means = shares @ (1.0 + half_places)
    costs = shares @ np.abs(half_places[:, np.newaxis] - half_places)
    orders = cheapest_orders(costs[:, :, ::2], means)
    ordered = np.take_along_axis(costs, orders[:, :, np.newaxis], axis=1)
    return tie_neighbours(orders, means, lambda elections: _prices(ordered[elections]))


def _prices(costs: Array) -> Callable[[int, int], Array]:
    """Return what it costs to tie the labels in neighbouring places, that is, in their middle."""
    ahead = np.zeros((costs.shape[0], costs.shape[1] + 1, costs.shape[2]))
    np.cumsum(costs, axis=1, out=ahead[:, 1:])

    def price(start: int, end: int) -> Array:
        middle = start + end - 1
        return np.asarray(ahead[:, end, middle] - ahead[:, start, middle])

    return price


@hookimpl
def lrf_aggregators() -> list[Aggregator]:
    """Return the footrule-optimal order."""
    return [
        Aggregator(
            name="footrule-optimal",
            summary="order of least summed footrule distance to the votes, exactly",
            reference="Dwork, Kumar, Naor and Sivakumar (2001), Rank aggregation methods for the "
            "web, WWW10",
            statistic="positions",
            consensus=footrule_optimal,
        )
    ]
