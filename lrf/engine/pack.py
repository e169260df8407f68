"""Grown trees in the form in which rows go down them: inner nodes only, side by side."""

from __future__ import annotations

from typing import Any

from lrf.engine.descend import MISSING_LEFT_FLAG, NOMINAL_FLAG
from lrf.engine.jit import kernel

__all__ = ["pack_trees"]


@kernel
def pack_trees(
    feature: Any,
    right: Any,
    missing_left: Any,
    nominal: Any,
    roots: Any,
    words: Any,
    lefts: Any,
    rights: Any,
    packed_roots: Any,
    numbers: Any,
) -> None:
    """Write attributes and children of all inner nodes.

    Parameters
    ----------
    feature, right, missing_left : ndarray, shape (n_nodes,)
        Attributes of inner nodes, -1 for leaves; right children, counted from the root, or the
        numbers of the leaves; whether missing values go left. Trees stand in pre-order.
    nominal : ndarray of bool, shape (n_features,)
        Which attributes are nominal.
    roots : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins.
    words, lefts, rights : ndarray of int32, shape (n_inner,)
        Where the fields of `lrf.engine.descend.NODE` are written.
    packed_roots : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins there; written too.
    numbers : ndarray of int32, shape (size of the largest tree,)
        Room.
    """
    place = 0
    for tree in range(roots.shape[0] - 1):
        start, end = roots[tree], roots[tree + 1]
        packed_roots[tree] = place
        n_inner = 0
        for node in range(start, end):
            if feature[node] >= 0:
                numbers[node - start] = n_inner
                n_inner += 1
            else:
                numbers[node - start] = ~right[node]
        for node in range(start, end):
            attribute = feature[node]
            if attribute < 0:
                continue
            word = attribute
            if missing_left[node]:
                word += MISSING_LEFT_FLAG
            if nominal[attribute]:
                word += NOMINAL_FLAG
            words[place] = word
            lefts[place] = numbers[node + 1 - start]
            rights[place] = numbers[right[node]]
            place += 1
    packed_roots[roots.shape[0] - 1] = place
