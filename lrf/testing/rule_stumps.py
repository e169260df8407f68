"""Trees of depth 1 under a stopping rule, against the rule's answers for each attribute."""

from __future__ import annotations

import numpy as np

from lrf.components import Array, Correlation, Criterion
from lrf.engine.signatures import Judged
from lrf.plan import Part
from lrf.testing.cuts import Judge, plain_call
from lrf.testing.growing import as_setting, criterion_setting, grow_stump
from lrf.testing.nodes import Node
from lrf.testing.rule_laws import Tested
from lrf.testing.stumps import attributes_of, cut_of, cuts_of
from lrf.testing.subjects import Subject, close

__all__ = ["check_rule_stump"]


def check_rule_stump(
    subject: Tested, criterion: Part[Criterion], correlation: Part[Correlation] | None, node: Node
) -> None:
    """Hold the engine to a rule: the root is split by the best of the accepted cuts, or by none.

    Where several cuts of an attribute score alike, the engine may ask about any of them. What it
    answers to a rule that asks for chances is random: such a rule must be obeyed where the chance
    makes no difference.

    Raises
    ------
    AssertionError
        If it is split otherwise.
    """
    judge = Judge(
        Subject("criterion", criterion.record, criterion.parameters), correlation, plain_call
    )
    X = attributes_of(node)
    settings = {
        "criterion": criterion_setting(criterion, correlation),
        "stopping": as_setting(subject),
    }
    goes_left = cut_of(grow_stump(X, node.rankings, node.weights, **settings), X)
    found = -np.inf if goes_left is None else judge.score(node, goes_left)
    certain, possible = -np.inf, [-np.inf]
    for column in X.T:
        score, answers = _best_of(subject, judge, node, column)
        if all(answers):
            certain = max(certain, score)
        if any(answers):
            possible.append(score)
    subject.expect(
        (found > certain or close(found, certain)) and any(close(found, s) for s in possible),
        f"with {criterion.record.name!r}, the root is split where the score is {found:.6g}, but "
        f"the best cut that the rule accepts has {certain:.6g}",
    )


def _best_of(subject: Tested, judge: Judge, node: Node, column: Array) -> tuple[float, list[bool]]:
    """Return the best score of an attribute, and whether each cut that has it is accepted."""
    cuts = list(cuts_of(column, node.weights))
    scores = [judge.score(node, cut) for cut in cuts]
    best = max(scores)
    return best, [
        answer
        for cut, score in zip(cuts, scores, strict=True)
        if close(score, best)
        for answer in _answers(subject, judge, node, cut, score)
    ]


def _answers(
    subject: Tested, judge: Judge, node: Node, goes_left: Array, score: float
) -> list[bool]:
    """Return the answer, or those to the least and to the largest chance."""
    parts = (node, node.select(goes_left), node.select(~goes_left))
    whole, left, right = (_judged(judge, part) for part in parts)
    scale = judge.subject.record.scale
    accept = subject.record.accept[scale]
    split = (left.weight * left.value + right.weight * right.value) / whole.weight
    first = score if scale == "similarity" else split
    return [
        bool(plain_call(subject, accept, first, whole._replace(chance=chance), left, right))
        for chance in ((0.0, 1.0) if subject.record.needs_chance else (0.0,))
    ]


def _judged(judge: Judge, node: Node) -> Judged:
    counts = node.counts()
    return Judged(float(counts.sum()), float(np.count_nonzero(counts)), judge.value(node))
