"""The inner nodes of a tree with their children, obvious and slow: by looking everything up."""

from __future__ import annotations


def pack(feature: list[int], right: list[int]) -> list[tuple[int, int, int]]:
    """Return the attribute and both children of each inner node of one tree.

    Nodes stand in pre-order; `right` holds right children, and the numbers of leaves.
    """
    inner = [node for node, attribute in enumerate(feature) if attribute >= 0]

    def child(node: int) -> int:
        return inner.index(node) if node in inner else ~right[node]

    return [(feature[node], child(node + 1), child(right[node])) for node in inner]
