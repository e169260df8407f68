"""An explanation as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lrf.explanation.record import Explanation

__all__ = ["explanation_text"]

#: Of more places a table fits on no screen.
_MOST_PLACES = 8
_MOST_MOVES = 4


def explanation_text(explanation: Explanation, most: int = 8) -> str:
    """Return an explanation as tables of text.

    Parameters
    ----------
    explanation : Explanation
        What there is to say.
    most : int
        How many features and pairs of neighbours are told at most.

    Returns
    -------
    str
        Lines without a newline at the end.
    """
    return "\n".join(_lines(explanation, most))


def _lines(why: Explanation, most: int) -> Iterator[str]:
    yield f"{why.name}: {why.order}"
    if why.truth is not None:
        yield f"truth: {why.truth}, tau {why.tau:.3f}"
    if why.note is not None:
        yield f"note: {why.note}"
    n_places = min(len(why.labels), _MOST_PLACES)
    yield "\nhow sure: expected place, that of all rows, and the chance of each place"
    yield from _table(
        ["", "place", "of all", *map(str, range(1, n_places + 1))],
        [
            [
                why.labels[j],
                f"{why.expected[j]:.2f}",
                f"{why.base[j]:.2f}",
                *(f"{chance:.0%}" for chance in why.places[j, :n_places]),
            ]
            for j in why.ranked
        ],
    )
    if why.decisions:
        yield "\nneighbours: chance to stand in this order, that of all rows, and why"
        yield from _table(["", "chance", "of all", ""], list(_decisions(why, most)), left=(0, 3))
    decisive = why.decisive(most)
    if decisive:
        yield "\ndecisive features: by how many places each moved labels; -1 is one place up"
        rows = [
            [why.features[f], why.values[f], f"{why.weights[f]:.2f}", _moves(why, f)]
            for f in decisive
        ]
        yield from _table(["", "value", "places", ""], rows, left=(0, 3))
    if why.examples:
        yield "\nnearest training rows: share of trees in which they meet, and their rankings"
        rows = [[f"row {e.row}", f"{e.proximity:.2f}", e.order] for e in why.examples]
        yield from _table(["", "share", ""], rows, left=(0, 2))


def _decisions(why: Explanation, most: int) -> Iterator[list[str]]:
    for one in why.decisions[:most]:
        steps = sorted(why.decisive(), key=lambda f: -abs(one.changes[f]))[:_MOST_MOVES]
        words = [f"{why.features[f]} {one.changes[f]:+.0%}" for f in steps if one.changes[f]]
        names = f"{why.labels[one.first]} before {why.labels[one.second]}"
        yield [names, f"{one.chance:.0%}", f"{one.base:.0%}", ", ".join(words)]


def _moves(why: Explanation, feature: int) -> str:
    moves = why.moves[feature]
    moved = [j for j in sorted(range(len(moves)), key=lambda j: -abs(moves[j])) if moves[j]]
    return ", ".join(f"{why.labels[j]} {moves[j]:+.2f}" for j in moved[:_MOST_MOVES])


def _table(
    header: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)
) -> Iterator[str]:
    """Yield lines in which columns stand below each other, numbers to the right."""
    lines = [[" ".join(cell.split()) for cell in row] for row in [header, *rows]]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [
            cell.ljust(width) if j in left else cell.rjust(width)
            for j, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        yield f"  {'   '.join(cells)}".rstrip()
