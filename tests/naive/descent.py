"""Going down a tree, obvious and slow: one row, one look at a time."""

from __future__ import annotations

from typing import Any


def leaf_of(nodes: Any, root: int, n_inner: int, row: Any) -> int:
    """Return the number of the leaf that a row of plain values reaches in a tree of `NODE`s."""
    at = 0 if n_inner else ~0
    while at >= 0:
        node = nodes[root + at]
        at = int(node["left"] if row[node["feature"]] < node["threshold"] else node["right"])
    return ~at


def numbers_of(row: Any, thresholds: list[list[float]]) -> list[int]:
    """Return how many of the thresholds on its attribute each value reaches."""
    return [sum(cut <= value for cut in cuts) for value, cuts in zip(row, thresholds, strict=True)]
