"""A node as a card of a picture: what it asks, its consensus, its rows, and a bar of places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from lrf.components import Array
from lrf.export.markup import as_text, element
from lrf.export.views import NodeView
from lrf.export.words import fitted, rows

__all__ = ["HEIGHT", "MOST_PLACES", "WIDTH", "Card", "bar_of_places", "text_at"]

WIDTH, HEIGHT = 208.0, 80.0
_PADDING, _BAR = 12.0, 11.0
#: A bar shows so many of the first places.
MOST_PLACES = 12
#: Smaller shares of a place cannot be seen.
_SMALLEST = 0.01


def text_at(x: float, y: float, text: str, class_: str, size: float, width: float) -> str:
    """Return a line of text that fits into some room, with all of it in a tooltip if need be.

    The size is that of the letters; those in bold are wider, so that they are given a larger one.
    """
    shown = fitted(text, width / size)
    tip = element("title", as_text(text)) if shown != text else ""
    return element("text", as_text(shown), tip, x=x, y=y, class_=class_)


def bar_of_places(
    shares: Array, x: float, y: float, width: float, height: float, tips: Sequence[str]
) -> Iterator[str]:
    """Yield a bar with a field for each place, in which each label has its share of the height.

    Parameters
    ----------
    shares : ndarray of shape (n_labels, n_places)
        The labels of each place add up to 1.
    x, y, width, height : float
        Where the bar is.
    tips : sequence of str
        What labels are called in tooltips.
    """
    n_places = shares.shape[1]
    field = width / n_places
    for place in range(n_places):
        order = shares[:, place].argsort(kind="stable")[::-1].tolist()
        seen = [label for label in order if shares[label, place] >= _SMALLEST]
        words = [f"{tips[label]} {shares[label, place]:.0%}" for label in seen]
        parts, top = [element("title", as_text(f"place {place + 1}: {', '.join(words)}"))], y
        for label in seen:
            high = float(shares[label, place]) * height
            parts.append(
                element(
                    "rect", x=x + place * field, y=top, width=field - 1.5, height=high,
                    class_=f"lrf-{label}",
                )
            )  # fmt: skip
            top += high
        yield element("g", *parts)


@attrs.frozen
class Card:
    """A node where it is drawn; `x` and `y` are its left upper corner."""

    node: NodeView
    x: float
    y: float

    def draw(self, shares: Array, labels: Sequence[str]) -> str:
        """Return the card as an element.

        Parameters
        ----------
        shares : ndarray of shape (n_labels, n_places)
            By how much each label is in each place.
        labels : sequence of str
            The labels.
        """
        kind = "lrf-leaf" if self.node.question is None else "lrf-asks"
        box = element("rect", x=self.x, y=self.y, width=WIDTH, height=HEIGHT, rx=9, class_=kind)
        return element("g", box, *self._words(), *self._bar(shares, labels), class_="lrf-node")

    def _words(self) -> Iterator[str]:
        room, left = WIDTH - 2 * _PADDING, self.x + _PADDING
        node = self.node
        if node.question is None:
            yield text_at(left, self.y + 28, node.order, "lrf-order", 12.4, room)
        else:
            asked = room - 62 if node.below else room
            yield text_at(left, self.y + 20, node.question.feature, "lrf-feature", 13.8, asked)
            yield text_at(left, self.y + 36, node.order, "lrf-small", 11, room)
        words = f"{rows(node.weight)} · agreement {node.agreement:.2f}"
        yield text_at(left, self.y + 70, words, "lrf-faint", 10.5, room)
        if node.below:
            right = left + room
            yield text_at(right, self.y + 20, f"+{node.below}", "lrf-faint lrf-below", 10.5, room)

    def _bar(self, shares: Array, labels: Sequence[str]) -> Iterator[str]:
        top = self.y + (40 if self.node.question is None else 44)
        return bar_of_places(
            shares, self.x + _PADDING, top, WIDTH - 2 * _PADDING + 1.5, _BAR, labels
        )
