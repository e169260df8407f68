"""Where the nodes of a binary tree are drawn."""

from __future__ import annotations

from lrf.errors import ConfigError
from lrf.export.cards import HEIGHT, WIDTH, Card
from lrf.export.views import NodeView

__all__ = ["arrange", "check_direction", "lay_out", "room_of"]

#: From one card to the next beside it, and to those of the next depth.
_BESIDE = {"right": HEIGHT + 14, "down": WIDTH + 18}
_DEEPER = {"right": WIDTH + 124, "down": HEIGHT + 56}


def check_direction(direction: str) -> None:
    """Refuse sides to which no tree grows.

    Raises
    ------
    ConfigError
        If it is neither "right" nor "down".
    """
    if direction not in _BESIDE:
        raise ConfigError(f"direction is 'right' or 'down', not {direction!r}")


def lay_out(nodes: dict[int, NodeView]) -> dict[int, float]:
    """Return each node's place beside the others of its tree, in units of one leaf.

    The last nodes of all branches stand side by side at 0, 1, 2, ...; others stand in the middle
    of their children, so that no two nodes of one depth are nearer than 1.

    Parameters
    ----------
    nodes : dict of int to NodeView
        The nodes that are drawn, in pre-order.
    """
    ends = [number for number, node in nodes.items() if not node.children]
    place = {number: float(i) for i, number in enumerate(ends)}
    for number in reversed(nodes):
        if number not in place:
            left, right = nodes[number].children
            place[number] = (place[left] + place[right]) / 2
    return place


def room_of(nodes: dict[int, NodeView], direction: str) -> tuple[float, float]:
    """Return how wide and how high the cards of some nodes are together.

    Parameters
    ----------
    nodes : dict of int to NodeView
        The nodes that are drawn.
    direction : {"right", "down"}
        To which side the tree grows.
    """
    n_ends = sum(not node.children for node in nodes.values())
    deepest = max(node.depth for node in nodes.values())
    beside, deeper = (n_ends - 1) * _BESIDE[direction], deepest * _DEEPER[direction]
    right, down = (deeper, beside) if direction == "right" else (beside, deeper)
    return right + WIDTH, down + HEIGHT


def arrange(
    nodes: dict[int, NodeView], direction: str, left: float = 0.0, top: float = 0.0
) -> dict[int, Card]:
    """Return a card for each node, in its place.

    Parameters
    ----------
    nodes : dict of int to NodeView
        The nodes that are drawn, in pre-order.
    direction : {"right", "down"}
        To which side the tree grows.
    left, top : float
        Where the room for the cards begins.
    """
    cards = {}
    for number, place in lay_out(nodes).items():
        beside = place * _BESIDE[direction]
        deeper = nodes[number].depth * _DEEPER[direction]
        x, y = (deeper, beside) if direction == "right" else (beside, deeper)
        cards[number] = Card(nodes[number], left + x, top + y)
    return {number: cards[number] for number in nodes}
