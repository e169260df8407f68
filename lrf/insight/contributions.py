"""What each attribute did to a prediction, followed along the ways that a row takes.

With each step down a tree, what is known about the rankings changes; the change is put down to the
attribute that was asked for. What all trees say at their roots, and the changes, add up to what
they say at the leaves.

References
----------
A. Palczewska, J. Palczewski, R. Marchese Robinson, D. Neagu (2014): Interpreting random forest
classification models using a feature contribution method. In: Integration of Reusable Systems.
"""

from __future__ import annotations

import numpy as np

from lrf.components import Array
from lrf.forest import Forest
from lrf.insight.aspects import Aspect
from lrf.insight.shares import answers_of_nodes

__all__ = ["contributions"]


def contributions(forest: Forest, X: Array, aspect: Aspect) -> tuple[Array, Array]:
    """Return what is answered without a look at the row, and how each attribute changes that.

    Parameters
    ----------
    forest : Forest
        The forest.
    X : ndarray of float64, shape (n_rows, n_features)
        No infinite values; NaN: missing.
    aspect : Aspect
        The question.

    Returns
    -------
    base : ndarray of float64, shape (width,)
        The mean answer of the roots.
    changes : ndarray of float64, shape (n_rows, n_features, width)
        Summed over features and added to `base`, they are the mean answer of the leaves.
    """
    width = aspect.width(forest.n_labels)
    base, changes = np.zeros(width), np.zeros((len(X), forest.n_features, width))
    for (shape, answers), leaves in zip(
        answers_of_nodes(forest, aspect), forest.apply(X).T, strict=True
    ):
        base += answers[0]
        node = leaves.astype(np.int64)
        rows = np.flatnonzero(node > 0)
        while rows.size:
            parent = shape.parent[node[rows]]
            changes[rows, shape.nodes["feature"][parent]] += answers[node[rows]] - answers[parent]
            node[rows] = parent
            rows = rows[parent > 0]
    return base / forest.n_trees, changes / forest.n_trees
