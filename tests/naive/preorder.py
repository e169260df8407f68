"""Trees of their shapes, obvious and slow: by recursion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Children(NamedTuple):
    """The children of the inner nodes of a tree, as `lrf.engine.preorder` writes them."""

    left: list[int]
    right: list[int]
    depth: int


def link(shape: list[int]) -> Children | None:
    """Return the children of one tree's inner nodes, or None if they are no tree."""
    children: dict[int, tuple[int, int]] = {}
    nodes, leaves = iter(range(len(shape))), iter(range(len(shape) + 1))
    try:
        depth = _grow(next(nodes), shape, nodes, leaves, children)
    except StopIteration:
        return None
    if next(nodes, None) is not None:
        return None
    pairs = [children[node] for node in range(len(shape))]
    return Children([left for left, _ in pairs], [right for _, right in pairs], depth)


def _grow(
    node: int,
    shape: list[int],
    nodes: Iterator[int],
    leaves: Iterator[int],
    children: dict[int, tuple[int, int]],
) -> int:
    """Note the children of a node and of all below it, and return how many edges go down."""
    found, depths = [], []
    for is_leaf in (shape[node] & 1, shape[node] & 2):
        if is_leaf:
            found.append(~next(leaves))
            depths.append(0)
        else:
            child = next(nodes)
            found.append(child)
            depths.append(_grow(child, shape, nodes, leaves, children))
    children[node] = (found[0], found[1])
    return 1 + max(depths)
