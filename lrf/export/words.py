"""Small words about nodes, and texts that have to fit into some room."""

from __future__ import annotations

from itertools import accumulate
from unicodedata import east_asian_width

from lrf.tree import Tree

__all__ = ["fitted", "nodes_below", "rows", "width_of", "with_signs"]

_NARROW = frozenset("fijlrtI.,:;'|!()[] \"")
_WIDE = frozenset("mwMW@%")


def rows(weight: float) -> str:
    """Return such as "1 row" or "2.5 rows"."""
    return f"{weight:g} row" if weight == 1 else f"{weight:.6g} rows"


def nodes_below(tree: Tree, node: int, max_depth: int | None, form: str = "{}") -> str:
    """Return how many nodes lie below a node at which a picture ends, or nothing.

    Parameters
    ----------
    tree : Tree
        The tree.
    node : int
        The node.
    max_depth : int or None
        The depth of the last nodes that are shown; None: all are.
    form : str
        What to put such as "4 nodes" into.
    """
    if tree.feature[node] < 0 or tree.depth[node] != max_depth:
        return ""
    below = node + 1
    while below < tree.n_nodes and tree.depth[below] > tree.depth[node]:
        below += 1
    return form.format(f"{below - node - 1} nodes")


def with_signs(answer: str) -> str:
    """Return which rows go to a child, such as "≥ 2.45", with the signs of printed mathematics."""
    for plain, sign in ((">= ", "≥ "), ("!= ", "≠ ")):
        if answer.startswith(plain):
            return sign + answer.removeprefix(plain)
    return answer


def width_of(text: str) -> float:
    """Return about how wide a text is in a sans-serif font, in units of the font's size."""
    return sum(map(_width, text))


def fitted(text: str, width: float) -> str:
    """Return a text in one line, shortened if it is wider than `width` (as `width_of` measures)."""
    line = " ".join(text.split())
    if width_of(line) <= width:
        return line
    ends = accumulate(map(_width, line), initial=_width("…"))
    kept = sum(end <= width for end in ends) - 1
    return line[: max(kept, 0)].rstrip() + "…"


def _width(sign: str) -> float:
    if sign in _NARROW:
        return 0.32
    if sign in _WIDE:
        return 0.9
    if east_asian_width(sign) in "WF":
        return 1.0
    if sign in "<>=≥≠+":
        return 0.84
    return 0.68 if sign.isupper() else 0.6
