"""Grown trees as pictures that stay sharp at any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lrf.export.arrangement import arrange, check_direction, room_of
from lrf.export.cards import HEIGHT, MOST_PLACES, WIDTH, Card, text_at
from lrf.export.colours import label_colours
from lrf.export.markup import as_text, element
from lrf.export.views import TreeView, view_tree
from lrf.export.words import fitted, width_of

__all__ = ["export_svg"]

_MARGIN = 20.0
_LEGEND_ROW = 22.0
#: The names of the labels need some room, too.
_NARROWEST = 420.0
_STYLE = """
.lrf-tree{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.lrf-tree text{fill:#1c2430}.lrf-tree .lrf-faint,.lrf-tree .lrf-answer{fill:#5b6678}
.lrf-asks{fill:#f5f7fa;stroke:#c6cedb}.lrf-leaf{fill:#fff;stroke:#8f9db3;stroke-width:1.4}
.lrf-feature{font-size:12.5px;font-weight:600}.lrf-order{font-size:11.5px;font-weight:600}
.lrf-small{font-size:11px}
.lrf-faint,.lrf-key{font-size:10.5px;font-variant-numeric:tabular-nums}.lrf-answer{font-size:11px}
.lrf-key{font-size:12px}.lrf-below{text-anchor:end}.lrf-ground{fill:#fff}.lrf-edge{fill:none;stroke:#aab4c4;stroke-width:1.4}
@media (prefers-color-scheme:dark){.lrf-tree text{fill:#e7ebf2}
.lrf-tree .lrf-faint,.lrf-tree .lrf-answer{fill:#9eabbf}.lrf-asks{fill:#20262f;stroke:#3d4756}
.lrf-leaf{fill:#171c23;stroke:#66738a}.lrf-edge{stroke:#566274}.lrf-ground{fill:#11151a}}
"""


def export_svg(
    model: Any, tree: int = 0, max_depth: int | None = None, direction: str = "right"
) -> str:
    """Return a tree of a fitted model as a picture in SVG.

    Each node is a card: the feature that it asks for, the consensus of the training rankings that
    came there, how many these were and how much they agree with it (Kendall's tau-b, averaged). The
    bar has a field for each place, in which every label has its share of the height: where all
    rankings are the same, each field has a single colour. The picture needs no other program, and
    follows the reader's light or dark scheme.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    tree : int
        Which tree of a forest, counted from 0.
    max_depth : int, optional
        How deep to go; by default all the way, or as deep as 255 nodes allow.
    direction : {"right", "down"}
        To which side the tree grows.

    Returns
    -------
    str
        An element ``svg``, which is a complete file, and may stand inside of HTML.

    Raises
    ------
    ConfigError
        If there is no such tree or direction, or the depth is negative.

    Examples
    --------
    >>> from lrf import LabelRankingTree, export_svg
    >>> model = LabelRankingTree().fit([[1.0], [2.0], [4.0]], [[1, 2], [1, 2], [2, 1]])
    >>> export_svg(model)[:4]
    '<svg'
    """
    check_direction(direction)
    view = view_tree(model, tree, max_depth)
    width = max(room_of(view.nodes, direction)[0] + 2 * _MARGIN, _NARROWEST)
    legend, legend_height = _legend(view.labels, width)
    cards = arrange(view.nodes, direction, _MARGIN, _MARGIN + legend_height)
    height = room_of(view.nodes, direction)[1] + 2 * _MARGIN + legend_height
    return element(
        "svg",
        element("title", as_text(f"Tree {tree}: {len(view.nodes)} nodes")),
        element("style", _STYLE + _colours(len(view.labels))),
        element("rect", width="100%", height="100%", rx=12, class_="lrf-ground"),
        *legend,
        *_edges(view, cards, direction),
        *(
            card.draw(view.contents.places(number, MOST_PLACES), view.labels)
            for number, card in cards.items()
        ),
        xmlns="http://www.w3.org/2000/svg",
        class_="lrf-tree",
        role="img",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width=f"{width:.0f}",
        height=f"{height:.0f}",
    )


def _edges(view: TreeView, cards: dict[int, Card], direction: str) -> Iterator[str]:
    """Yield a curve to each child, and beside it which rows go there."""
    for number, node in view.nodes.items():
        for child in node.children:
            a, b = cards[number], cards[child]
            if direction == "right":
                x1, y1, x2, y2 = a.x + WIDTH, a.y + HEIGHT / 2, b.x, b.y + HEIGHT / 2
                middle = x1 + 22
                curve = f"M{x1:.1f} {y1:.1f}C{middle:.1f} {y1:.1f} {x1:.1f} {y2:.1f} "
                curve += f"{middle:.1f} {y2:.1f}L{x2:.1f} {y2:.1f}"
                words = text_at(x1 + 25, y2 - 6, b.node.answer, "lrf-answer", 11, 96)
            else:
                x1, y1, x2, y2 = a.x + WIDTH / 2, a.y + HEIGHT, b.x + WIDTH / 2, b.y
                curve = f"M{x1:.1f} {y1:.1f}C{x1:.1f} {y1 + 28:.1f} {x2:.1f} {y1 + 4:.1f} "
                curve += f"{x2:.1f} {y2:.1f}"
                words = text_at(x2 + 6, y2 - 8, b.node.answer, "lrf-answer", 11, WIDTH / 2 - 8)
            yield element("path", d=curve, class_="lrf-edge") + words


def _legend(labels: Sequence[str], width: float) -> tuple[list[str], float]:
    """Return a coloured square and the name of each label, and how much room they take."""
    drawn, x, y = [], _MARGIN, _MARGIN
    for j, label in enumerate(labels):
        name = fitted(label, 20)
        room = 12 * width_of(name) + 36
        if x > _MARGIN and x + room > width:
            x, y = _MARGIN, y + _LEGEND_ROW
        drawn.append(element("rect", x=x, y=y, width=12, height=12, rx=3, class_=f"lrf-{j}"))
        drawn.append(text_at(x + 18, y + 10.5, label, "lrf-key", 12, 240))
        x += room
    return drawn, y + _LEGEND_ROW - _MARGIN


def _colours(n_labels: int) -> str:
    colours = enumerate(label_colours(n_labels))
    return "".join(f".lrf-tree .lrf-{j}{{fill:{colour}}}" for j, colour in colours)
