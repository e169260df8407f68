"""How early attributes are asked for, and how soon after each other.

The minimal depth of an attribute is the depth of the first node that asks for it (Ishwaran et al.,
2010): what decides much is asked for near the root. The same below the nodes that ask for another
attribute shows which of them act together.

References
----------
H. Ishwaran, U. B. Kogalur, E. Z. Gorodeski, A. J. Minn, M. S. Lauer (2010): High-dimensional
variable selection for survival data. Journal of the American Statistical Association 105.
"""

from __future__ import annotations

import numpy as np

from lrf.components import Array
from lrf.forest import Forest
from lrf.shapes import Shape

__all__ = ["minimal_depths"]


def minimal_depths(forest: Forest) -> tuple[Array, Array]:
    """Return how deep each attribute is first asked for, and how soon after each other.

    Parameters
    ----------
    forest : Forest
        The forest.

    Returns
    -------
    depths : ndarray of float64, shape (n_trees, n_features)
        Edges from the root to the first node that asks for an attribute; where none does, one
        more than there are to the deepest leaf.
    below : ndarray of float64, shape (n_trees, n_features, n_features)
        ``below[t, a, b]``: edges from a node that asks for a, and no node above it does, to the
        first node below that asks for b, on average over such nodes; where none does, one more
        than there are to the deepest leaf below. NaN where no node asks for a.
    """
    n_features = forest.n_features
    depths = np.empty((forest.n_trees, n_features))
    below = np.empty((forest.n_trees, n_features, n_features))
    for tree, shape in enumerate(forest.shapes()):
        first, height = _first_below(shape, n_features)
        depths[tree] = np.minimum(first[0], height[0] + 1)
        for a in range(n_features):
            below[tree, a] = _after(shape, first, height, a)
    return depths, below


def _first_below(shape: Shape, n_features: int) -> tuple[Array, Array]:
    """Return how many edges lead from each node to the first that asks for each attribute.

    And to the deepest leaf below it. Infinitely many lead to where no node asks.
    """
    feature = shape.nodes["feature"]
    first = np.full((len(feature), n_features), np.inf)
    height = np.zeros(len(feature))
    for depth in range(int(shape.depth.max()) - 1, -1, -1):
        nodes = np.flatnonzero((shape.depth == depth) & (feature >= 0))
        left, right = shape.left[nodes], shape.right[nodes]
        height[nodes] = 1 + np.maximum(height[left], height[right])
        first[nodes] = np.minimum(first[left], first[right]) + 1
        first[nodes, feature[nodes]] = 0
    return first, height


def _after(shape: Shape, first: Array, height: Array, attribute: int) -> Array:
    """Return how soon others are asked for after the topmost nodes that ask for an attribute."""
    nodes = np.flatnonzero(shape.nodes["feature"] == attribute)
    if not len(nodes):
        return np.full(first.shape[1], np.nan)
    # In pre-order, a node lies below another one if it comes before that one's end.
    ends = np.maximum.accumulate(shape.end[nodes])
    topmost = nodes[np.concatenate(([True], nodes[1:] >= ends[:-1]))]
    children = np.minimum(first[shape.left[topmost]], first[shape.right[topmost]])
    soonest: Array = np.minimum(children + 1, height[topmost, None] + 1).mean(axis=0)
    return soonest
