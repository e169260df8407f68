"""The majority graph: its strongly connected components, and the orders that respect it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Component", "components_by_size", "first_extension", "mutual_reach"]

Array = npt.NDArray[Any]


class Component(NamedTuple):
    """Strongly connected components of one size, from many graphs.

    Attributes
    ----------
    graphs : ndarray of int, shape (m,)
        Which graph each lies in.
    members : ndarray of int, shape (m, size)
        Its vertices, ascending.
    """

    graphs: Array
    members: Array


def first_extension(beats: Array) -> tuple[Array, Array]:
    """Return the lexicographically first order that respects every edge of each graph.

    Parameters
    ----------
    beats : ndarray of bool, shape (n, k, k)
        ``beats[e, a, b]``: in graph e, a must stand before b.

    Returns
    -------
    orders : ndarray of int, shape (n, k)
        Vertices in order. Meaningless where there is none.
    exists : ndarray of bool, shape (n,)
        Whether there is such an order, which is so if the graph has no cycle.
    """
    n_graphs, size, _ = beats.shape
    graphs = np.arange(n_graphs)
    steps = beats.astype(np.int32)
    waiting_for = steps.sum(axis=1)
    exists = np.ones(n_graphs, dtype=bool)
    orders = np.empty((n_graphs, size), dtype=np.intp)
    for place in range(size):
        chosen = np.argmax(waiting_for == 0, axis=1)
        exists &= waiting_for[graphs, chosen] == 0
        orders[:, place] = chosen
        waiting_for -= steps[graphs, chosen]
        waiting_for[graphs, chosen] = 2 * size  # never again, whatever is subtracted
    return orders, exists


def mutual_reach(beats: Array) -> Array:
    """Return which vertices lie on a common cycle, or are the same.

    Parameters
    ----------
    beats : ndarray of bool, shape (n, k, k)
        The edges of each graph.

    Returns
    -------
    together : ndarray of bool, shape (n, k, k)
        Whether two vertices belong to one strongly connected component.
    """
    size = beats.shape[1]
    reach = (beats | np.eye(size, dtype=bool)).astype(np.float32)
    longest = 1
    while longest < size - 1:
        # The number of ways of each length; only whether there is one matters.
        reach = (reach @ reach > 0).astype(np.float32)
        longest *= 2
    reachable = reach > 0
    together: Array = reachable & reachable.transpose(0, 2, 1)
    return together


def components_by_size(together: Array) -> list[Component]:
    """Collect the components of more than one vertex, smallest first.

    Parameters
    ----------
    together : ndarray of bool, shape (n, k, k)
        As `mutual_reach` returns it.
    """
    sizes = together.sum(axis=2)
    is_first = together.argmax(axis=2) == np.arange(together.shape[1])
    found = []
    for size in np.unique(sizes[is_first & (sizes > 1)]):
        graphs, roots = np.nonzero(is_first & (sizes == size))
        members = np.nonzero(together[graphs, roots])[1].reshape(len(graphs), size)
        found.append(Component(graphs, members))
    return found
