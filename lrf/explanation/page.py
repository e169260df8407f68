"""Explanations as a page."""

from __future__ import annotations

from collections.abc import Sequence

from lrf.explanation.parts import chips, decisions, examples, moves, pairs, places
from lrf.explanation.record import Explanation
from lrf.export.assets import fill_page
from lrf.export.colours import label_colours
from lrf.export.markup import as_text, tag

__all__ = ["explanations_page"]


def explanations_page(
    explanations: Sequence[Explanation], title: str = "Explained predictions"
) -> str:
    """Return explanations as a page in HTML that needs nothing else, not even a network.

    Parameters
    ----------
    explanations : sequence of Explanation
        What there is to say about each row.
    title : str
        The heading.

    Returns
    -------
    str
        The page.
    """
    n_labels = len(explanations[0].labels) if explanations else 0
    colours = "".join(
        f".c{j}{{--colour:{colour}}}" for j, colour in enumerate(label_colours(n_labels))
    )
    return fill_page(
        "explain.html",
        ["base.css", "explain.css"],
        [],
        title=as_text(title),
        colours=colours,
        articles="\n".join(map(_article, explanations)),
    )


def _article(why: Explanation) -> str:
    parts = [
        _section("How sure", "The chance of each label to stand in each place.", places(why)),
        _section(
            "Pairs", "How likely the label on the left stands before that on top.", pairs(why)
        ),
        _section(
            "Decisive features",
            "By how many places each feature moved each label, up (▲) or down (▼), along the ways "
            "that the row takes through the trees. The first line is where labels stand without a "
            "look at the row, the last one where they are expected for it.",
            moves(why),
        ),
    ]
    if why.decisions:
        says = "Why each label stands before its neighbour: from the chance among all rows to this."
        parts.append(_section("Neighbours in the order", says, decisions(why)))
    if why.examples:
        says = "The share of trees in which they fall into the same leaf, and how they are ranked."
        parts.append(_section("Nearest training rows", says, examples(why)))
    truth = ""
    if why.truth is not None:
        words = f"The truth is {why.truth}; Kendall's tau {why.tau:.3f}."
        truth = tag("p", as_text(words), class_="muted")
    if why.note is not None:
        truth += tag("p", as_text(why.note), class_="muted")
    head = tag("h2", as_text(why.name)) + tag("p", chips(why), class_="predicted") + truth
    return tag("article", head, tag("div", *parts, class_="parts"), class_="card")


def _section(title: str, about: str, content: str) -> str:
    words = tag("h3", as_text(title)) + tag("p", as_text(about), class_="muted about")
    return tag("section", words, tag("div", content, class_="scroll", tabindex="0"))
