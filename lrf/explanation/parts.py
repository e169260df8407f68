"""The parts of a page that explains a prediction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lrf.explanation.record import Decision, Explanation
from lrf.export.markup import as_text, tag

__all__ = ["chips", "decisions", "examples", "moves", "pairs", "places"]

#: A page tells so many features, and tables show so many labels.
_MOST_FEATURES = 12
_MOST_LABELS = 20
_MOST_STEPS = 6


def chips(why: Explanation) -> str:
    """Return the predicted order."""
    shown, order = [], why.ranked
    for before, label in zip([None, *order], order, strict=False):
        if before is not None:
            tied = why.positions[before] == why.positions[label]
            shown.append(tag("span", "=" if tied else "&gt;", class_="sign"))
        shown.append(_chip(why, label))
    return tag("span", *shown, class_="order")


def places(why: Explanation) -> str:
    """Return a table of the chances of all places."""
    n_shown = min(len(why.labels), _MOST_LABELS)
    header = ["place", *(str(place + 1) for place in range(n_shown)), "expected"]
    rows = [
        [
            *(_heat(float(chance), j) for chance in why.places[j, :n_shown]),
            _cell(f"{why.expected[j]:.2f}"),
        ]
        for j in why.ranked[:n_shown]
    ]
    return _table(why, header, why.ranked[:n_shown], rows)


def pairs(why: Explanation) -> str:
    """Return a table of the chances of all pairs."""
    labels = why.ranked[:_MOST_LABELS]
    rows = [
        [_cell("") if a == b else _heat(float(why.pairwise[a, b]), a) for b in labels]
        for a in labels
    ]
    return _table(why, ["", *(why.labels[j] for j in labels)], labels, rows)


def moves(why: Explanation) -> str:
    """Return a table of what each feature did to each label."""
    labels = why.ranked[:_MOST_LABELS]
    most = max(float(abs(why.moves).max(initial=0.0)), 1e-12)
    first = [_cell(f"{why.base[j]:.2f}") for j in labels]
    last = [_cell(f"{why.expected[j]:.2f}") for j in labels]
    head = [as_text(why.labels[j]) for j in labels]
    lines = [tag("tr", *(tag("th", text, scope="col") for text in ["", *head]))]
    lines.append(_line("of all rows", first, "muted"))
    decisive = why.decisive()
    for f in decisive[:_MOST_FEATURES]:
        cells = [_move(float(why.moves[f, j]), j, most) for j in labels]
        lines.append(_line(f"{why.features[f]}: {why.values[f]}", cells))
    if len(decisive) > _MOST_FEATURES:
        rest = why.moves[decisive[_MOST_FEATURES:]].sum(axis=0)
        cells = [_move(float(rest[j]), j, most) for j in labels]
        lines.append(_line(f"others ({len(decisive) - _MOST_FEATURES})", cells))
    lines.append(_line("of this row", last, "total"))
    return tag("table", *lines, class_="heat")


def decisions(why: Explanation) -> str:
    """Return a list of what speaks for each neighbour's place."""
    return tag("ul", *(_decision(why, one) for one in why.decisions), class_="decisions")


def examples(why: Explanation) -> str:
    """Return a table of the nearest training rows."""
    head = tag("tr", *(tag("th", name, scope="col") for name in ("row", "share", "ranking")))
    rows = [
        tag("tr", _cell(str(e.row)), _cell(f"{e.proximity:.2f}"), tag("td", as_text(e.order)))
        for e in why.examples
    ]
    return tag("table", head, *rows)


def _decision(why: Explanation, one: Decision) -> str:
    names = (
        f"{_chip(why, one.first)} before {_chip(why, one.second)} "
        + tag("strong", f"{one.chance:.0%}", class_="number")
        + tag("span", f" · of all rows {one.base:.0%}", class_="muted number")
    )
    order = sorted(why.decisive(), key=lambda f: -abs(one.changes[f]))[:_MOST_STEPS]
    most = max(float(abs(one.changes).max()), 0.25)
    told = [f for f in order if abs(one.changes[f]) >= 0.005]
    steps = [_step(why, f, float(one.changes[f]), most) for f in told]
    return tag("li", tag("p", names), tag("ul", *steps, class_="steps"))


def _step(why: Explanation, feature: int, change: float, most: float) -> str:
    style = f"width:{abs(change) / most * 50:.1f}%"
    bar = tag("span", class_="up" if change > 0 else "down", style=style)
    words = tag("span", as_text(f"{why.features[feature]}: {why.values[feature]}"))
    number = tag("span", f"{change:+.0%}".replace("-", "−"), class_="number")
    return tag("li", words, tag("span", bar, class_="axis", aria_hidden="true"), number)


def _chip(why: Explanation, label: int) -> str:
    return tag("span", as_text(why.labels[label]), class_=f"label c{label}")


def _cell(text: str) -> str:
    return tag("td", as_text(text), class_="number")


def _heat(share: float, label: int) -> str:
    return tag("td", f"{share:.0%}", class_=f"cell number c{label}", style=f"--share:{share:.3f}")


def _move(move: float, label: int, most: float) -> str:
    if abs(move) < 0.005:
        return _cell("·")
    text = f"{'▲' if move < 0 else '▼'} {abs(move):.2f}"
    style = f"--share:{abs(move) / most:.3f}"
    return tag("td", text, class_=f"cell number c{label}", style=style)


def _line(name: str, cells: Iterable[str], class_: str | None = None) -> str:
    return tag("tr", tag("th", as_text(name), scope="row"), *cells, class_=class_)


def _table(
    why: Explanation, header: Sequence[str], labels: Sequence[int], rows: Sequence[Sequence[str]]
) -> str:
    head = tag("tr", *(tag("th", as_text(name), scope="col") for name in header))
    lines = [
        tag("tr", tag("th", _chip(why, label), scope="row"), *cells)
        for label, cells in zip(labels, rows, strict=True)
    ]
    return tag("table", head, *lines, class_="heat")
