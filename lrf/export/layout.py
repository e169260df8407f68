"""Where the nodes of a binary tree are drawn."""

from __future__ import annotations

from lrf.export.views import NodeView

__all__ = ["lay_out"]


def lay_out(nodes: dict[int, NodeView]) -> dict[int, float]:
    """Return each node's place beside the others of its tree, in units of one leaf.

    The last nodes of all branches stand side by side at 0, 1, 2, ...; others stand in the middle
    of their children, so that no two nodes of one depth are nearer than 1.

    Parameters
    ----------
    nodes : dict of int to NodeView
        The nodes that are drawn, in pre-order.
    """
    place: dict[int, float] = {}
    ends = [number for number, node in nodes.items() if not node.children]
    place.update({number: float(i) for i, number in enumerate(ends)})
    for number in reversed(nodes):
        if number not in place:
            left, right = nodes[number].children
            place[number] = (place[left] + place[right]) / 2
    return place
