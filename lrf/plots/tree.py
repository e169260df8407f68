"""A tree as a figure."""

from __future__ import annotations

from typing import Any

from lrf.export.arrangement import arrange, check_direction, room_of
from lrf.export.cards import HEIGHT, MOST_PLACES, WIDTH, Card
from lrf.export.colours import label_colours
from lrf.export.views import view_tree
from lrf.export.words import fitted, rows
from lrf.plots.canvas import FAINT, INK, axes_for

__all__ = ["plot_tree"]

#: How many units of the cards are an inch.
_PER_INCH = 84.0
_PADDING = 12.0


def plot_tree(
    model: Any,
    tree: int = 0,
    max_depth: int | None = None,
    direction: str = "down",
    ax: Any = None,
) -> Any:
    """Plot a tree of a fitted model with matplotlib.

    Each node is a card, with the same on it as in `lrf.export_svg`: the feature that it asks for,
    the consensus, the number of rows, how much their rankings agree with it, and a small bar of the
    labels in each place.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    tree : int
        Which tree of a forest, counted from 0.
    max_depth : int, optional
        How deep to go; by default all the way, or as deep as 255 nodes allow.
    direction : {"down", "right"}
        To which side the tree grows.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default on a new figure, which is as large as the tree.

    Returns
    -------
    ax : matplotlib.axes.Axes

    Raises
    ------
    ConfigError
        If matplotlib is not installed, there is no such tree or direction, or the depth is
        negative.

    Examples
    --------
    >>> from lrf import LabelRankingTree
    >>> from lrf.plots import plot_tree
    >>> model = LabelRankingTree().fit([[1.0], [2.0], [4.0]], [[1, 2], [1, 2], [2, 1]])
    >>> ax = plot_tree(model)  # doctest: +SKIP
    """
    check_direction(direction)
    view = view_tree(model, tree, max_depth)
    width, height = room_of(view.nodes, direction)
    is_new = ax is None
    ax = axes_for(ax, ((width + 20) / _PER_INCH, (height + 60) / _PER_INCH))
    ax.set(xlim=(-10, width + 10), ylim=(height + 10, -10), aspect="equal")
    ax.set_axis_off()
    colours = label_colours(len(view.labels))
    share = 0.98 if is_new else ax.get_position().width
    points = 72 * share * ax.figure.get_figwidth() / (width + 20)
    painter = _Painter(ax, points, colours)
    cards = arrange(view.nodes, direction)
    for number, node in view.nodes.items():
        for child in node.children:
            painter.edge(cards[number], cards[child], direction)
    for number, card in cards.items():
        painter.card(card)
        painter.bar(card, view.contents.places(number, MOST_PLACES))
    _legend(ax, view.labels, colours)
    return ax


class _Painter:
    """Draws cards and edges in units that are the same in both directions."""

    def __init__(self, ax: Any, points: float, colours: tuple[str, ...]) -> None:
        self.ax = ax
        # Letters have the size that they have on a card, however large the axes are.
        self.points = points
        self.colours = colours

    def text(self, x: float, y: float, words: str, size: float, room: float, **style: Any) -> None:
        bold = 1.15 if style.get("fontweight") == "bold" else 1.0
        style = {"color": INK, "va": "baseline", **style}
        shown = fitted(words, room / (bold * size)).replace("$", r"\$")
        self.ax.text(x, y, shown, fontsize=size * self.points, **style)

    def card(self, card: Card) -> None:
        from matplotlib.patches import FancyBboxPatch

        node, left, room = card.node, card.x + _PADDING, WIDTH - 2 * _PADDING
        leaf = node.question is None
        shape = FancyBboxPatch(
            (card.x + 8, card.y + 8), WIDTH - 16, HEIGHT - 16,
            boxstyle="round,pad=8,rounding_size=9", linewidth=1.2 if leaf else 0.9,
            facecolor="white" if leaf else "#f5f7fa", edgecolor="#8f9db3" if leaf else "#c6cedb",
        )  # fmt: skip
        self.ax.add_patch(shape)
        if node.question is None:
            self.text(left, card.y + 28, node.order, 11.5, room, fontweight="bold")
        else:
            asked = room - 62 if node.below else room
            self.text(left, card.y + 20, node.question.feature, 12.5, asked, fontweight="bold")
            self.text(left, card.y + 36, node.order, 11, room)
        words = f"{rows(node.weight)} · agreement {node.agreement:.2f}"
        self.text(left, card.y + 70, words, 10.5, room, color=FAINT)
        if node.below:
            self.text(
                left + room, card.y + 20, f"+{node.below}", 10.5, room, color=FAINT, ha="right"
            )

    def bar(self, card: Card, shares: Any) -> None:
        from matplotlib.patches import Rectangle

        room = WIDTH - 2 * _PADDING
        field = (room + 1.5) / shares.shape[1]
        for place in range(shares.shape[1]):
            top = card.y + (40 if card.node.question else 44)
            for label in shares[:, place].argsort(kind="stable")[::-1].tolist():
                high = 11 * float(shares[label, place])
                corner = (card.x + _PADDING + place * field, top)
                colour = self.colours[label]
                self.ax.add_patch(Rectangle(corner, field - 1.5, high, color=colour, linewidth=0))
                top += high

    def edge(self, above: Card, below: Card, direction: str) -> None:
        if direction == "down":
            x1, y1, x2, y2 = above.x + WIDTH / 2, above.y + HEIGHT, below.x + WIDTH / 2, below.y
            bends = [(x1, y1 + 28), (x2, y1 + 4)]
            at, room = (x2 + 6, y2 - 8), WIDTH / 2 - 8
        else:
            x1, y1 = above.x + WIDTH, above.y + HEIGHT / 2
            x2, y2 = below.x, below.y + HEIGHT / 2
            bends, at, room = [(x1 + 30, y1), (x1, y2)], (x1 + 25, y2 - 6), 96
        self.curve([(x1, y1), *bends, (x2, y2)])
        self.text(*at, below.node.answer, 11, room, color=FAINT)

    def curve(self, points: list[tuple[float, float]]) -> None:
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        path = Path(points, [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4])
        self.ax.add_patch(PathPatch(path, fill=False, edgecolor="#aab4c4", linewidth=1.1))


def _legend(ax: Any, labels: tuple[str, ...], colours: tuple[str, ...]) -> None:
    from matplotlib.patches import Patch

    names = [fitted(label, 20).replace("$", r"\$") for label in labels]
    handles = [Patch(color=c, label=n) for c, n in zip(colours, names, strict=True)]
    ax.legend(
        handles=handles, loc="lower left", bbox_to_anchor=(0, 1), ncols=6, frameon=False,
        fontsize="small", handlelength=0.9, handleheight=0.9, borderaxespad=0.2,
    )  # fmt: skip
