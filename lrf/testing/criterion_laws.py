"""The laws of the scores of cuts and the values of nodes."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import numpy as np

from lrf.components import Array
from lrf.testing.cuts import Judge, Tested
from lrf.testing.nodes import Node, make_node
from lrf.testing.subjects import close

__all__ = [
    "check_compiled",
    "check_highest",
    "check_invariance",
    "check_naive",
    "check_numbers",
    "check_value",
    "check_weights",
]

EXACT = 1e-9


def check_compiled(plain: Judge, compiled: Judge, node: Node, scores: Array) -> None:
    """Hold machine code to the answers of the Python function."""
    _expect_same(
        plain.subject,
        scores,
        compiled.scores(node),
        "a cut scores {} as plain Python, but {} compiled",
        EXACT,
    )
    if plain.subject.record.value is not None:
        values = [judge.value(node) for judge in (plain, compiled)]
        plain.subject.expect(
            close(values[1], values[0], EXACT),
            f"a node has the value {values[0]:.9g} as plain Python, but {values[1]:.9g} compiled",
        )


def check_numbers(subject: Tested, scores: Array) -> None:
    """Refuse scores that cannot be compared with others."""
    for cut in np.flatnonzero(np.isnan(scores)):
        subject.fail(
            f"a cut after {cut + 1} of {len(scores) + 1} samples scores nan; the score of a cut "
            f"that is not allowed is -math.inf"
        )


def check_highest(judge: Judge, node: Node, scores: Array) -> None:
    """Hold scores to the highest that the record promises for whole weights.

    The best cut that there is parts one ranking from another, each of them given several times.
    """
    subject, highest = judge.subject, judge.subject.record.highest
    if highest is None or (node.weights != np.floor(node.weights)).any():
        return
    other = int(np.argmax(node.codes != node.codes[0]))
    pure = node.select(np.repeat([0, other], 4))
    found = max(scores.max(), judge.scores(attrs.evolve(pure, weights=np.ones(8))).max())
    subject.expect(
        bool(found <= highest + EXACT),
        f"a cut scores {found:.9g}, but the record says that highest is {highest:.9g}",
    )


def check_invariance(judge: Judge, node: Node, scores: Array) -> None:
    """Hold shuffled samples, exchanged sides and exchanged labels to the same scores."""
    subject, places = judge.subject, np.arange(len(node))
    cut = len(node) // 2
    shuffled = np.random.default_rng(1).permutation(places)
    found = judge.score(node.select(shuffled), shuffled < cut)
    subject.expect(
        close(found, scores[cut - 1]),
        f"the order of the samples matters: a cut scores {scores[cut - 1]:.6g}, "
        f"but {found:.6g} when they are shuffled",
    )
    mirrored = judge.scores(node.select(places[::-1]))[::-1]
    _expect_same(
        subject, scores, mirrored, "it matters which side is left: a cut scores {}, or {} mirrored"
    )
    rankings = np.ascontiguousarray(np.roll(node.rankings, 1, axis=1))
    relabelled = judge.scores(make_node(rankings, node.weights, judge.correlation))
    _expect_same(
        subject, scores, relabelled, "the order of the labels matters: a cut scores {}, or {}"
    )


def check_weights(judge: Judge, node: Node) -> None:
    """Hold samples of twice the weight to the scores of pairs of samples."""
    heavier = judge.scores(attrs.evolve(node, weights=2 * node.weights))
    pairs = judge.scores(node.select(np.repeat(np.arange(len(node)), 2)))[1::2]
    _expect_same(
        judge.subject,
        heavier,
        pairs,
        "a cut of samples of twice the weight scores {}, but one of pairs of samples {}",
    )


def check_naive(
    subject: Tested, naive: Callable[[Array, Array], float], node: Node, scores: Array
) -> None:
    """Hold scores of complete rankings to those that the author works out in the obvious way."""
    copies = node.weights.astype(int)
    if (copies != node.weights).any() or np.isnan(node.rankings).any():
        return
    expected = [
        naive(
            np.repeat(node.rankings[:cut], copies[:cut], axis=0),
            np.repeat(node.rankings[cut:], copies[cut:], axis=0),
        )
        for cut in range(1, len(node))
    ]
    _expect_same(subject, np.array(expected), scores, "a cut scores {} by naive, but {}")


def check_value(judge: Judge, node: Node, scores: Array) -> None:
    """Hold the values of nodes to the scale that the record names."""
    subject, scale = judge.subject, judge.subject.record.scale
    value = judge.value(node)
    if scale == "similarity":
        subject.expect(
            abs(value) < 1 + EXACT, f"the value of a node is {value:.6g}, not from -1 to 1"
        )
        return
    pure = judge.value(node.select(np.full(3, 0)))
    subject.expect(abs(pure) < EXACT, f"the value of a pure node is {pure:.6g}; {scale} has 0")
    subject.expect(value > -EXACT, f"the value of a node is {value:.6g}; {scale} is at least 0")
    lowered = np.array([value - _children(judge, node, cut) for cut in range(1, len(node))])
    if subject.record.sweep is not None:
        best = float(lowered[int(np.argmax(scores))])
        subject.expect(
            best > -1e-6, f"the best cut lowers the {scale} by {best:.6g}, according to value"
        )
        return
    _expect_same(
        subject,
        lowered,
        scores,
        f"a split lowers the {scale} by {{}}, according to value, but its gain is {{}}",
    )


def _children(judge: Judge, node: Node, cut: int) -> float:
    """Return the values of both children of a cut, weighted by size."""
    places = np.arange(len(node))
    parts = [node.select(places < cut), node.select(places >= cut)]
    weights = [part.weights.sum() for part in parts]
    return float(np.average([judge.value(part) for part in parts], weights=weights))


def _expect_same(
    subject: Tested, first: Array, second: Array, complaint: str, largest_error: float = 1e-6
) -> None:
    for a, b in zip(first, second, strict=True):
        subject.expect(close(b, a, largest_error), complaint.format(f"{a:.9g}", f"{b:.9g}"))
