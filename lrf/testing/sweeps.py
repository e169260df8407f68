"""A criterion's own sweep against single cuts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lrf.components import Array
from lrf.testing.cuts import Judge
from lrf.testing.nodes import Node
from lrf.testing.subjects import close

__all__ = ["check_sweep"]


def check_sweep(judge: Judge, node: Node, scores: Array) -> None:
    """Hold a sweep to the best of the cuts, each of which it has been asked about on its own.

    Parameters
    ----------
    judge : Judge
        The criterion, which has a sweep.
    node : Node
        The samples.
    scores : ndarray of float64, shape (n - 1,)
        The score of each cut.

    Raises
    ------
    AssertionError
        If the sweep finds another cut, or one that is not possible.
    """
    sweep = judge.subject.record.sweep
    assert sweep is not None
    for keys, minimum in _orders(node):
        score, place = judge.sweep(sweep, node, keys, minimum)
        _check_cut(judge, node, keys, minimum, place)
        possible = _possible(node, keys, minimum)
        best = max((scores[cut - 1] for cut in possible if scores[cut - 1] > -np.inf), default=None)
        found = None if place == 0 else scores[int(place) - 1]
        if (best is None) != (found is None) or (best is not None and not close(found, best)):
            judge.subject.fail(
                f"its sweep chooses {_spoken(found)}, but judged one by one the best is "
                f"{_spoken(best)}"
            )
        judge.subject.expect(
            found is None or close(score, found),
            f"its sweep writes {score:.6g} to best[0] for a cut that scores {found or 0.0:.6g} "
            "when it is judged on its own",
        )


def _orders(node: Node) -> Iterator[tuple[Array, float]]:
    """Yield keys and the least weight of a child."""
    places = np.arange(len(node))
    yield places, 0.0
    yield places // 3, 0.0
    yield 7 * places, float(node.weights.sum()) / 3
    yield places, float(node.weights.sum())


def _check_cut(judge: Judge, node: Node, keys: Array, minimum: float, place: float) -> None:
    judge.subject.expect(
        place in range(len(node)),
        f"its sweep writes {place:.6g} to best[1]; it must be the number of samples left of the "
        f"cut, from 1 to {len(node) - 1} here, or 0",
    )
    cut = int(place)
    judge.subject.expect(
        cut == 0 or keys[cut - 1] != keys[cut], "its sweep cuts between two equal keys"
    )
    left = node.weights[:cut].sum()
    lighter = min(left, node.weights.sum() - left)
    judge.subject.expect(
        cut == 0 or lighter >= minimum - 1e-9,
        f"its sweep makes a child of weight {lighter:.6g}, where node.minimum is {minimum:.6g}",
    )


def _possible(node: Node, keys: Array, minimum: float) -> list[int]:
    left = np.cumsum(node.weights)[:-1]
    lighter = np.minimum(left, node.weights.sum() - left)
    possible = (keys[1:] != keys[:-1]) & (lighter >= minimum)
    return [int(cut) for cut in np.flatnonzero(possible) + 1]


def _spoken(score: float | None) -> str:
    return "no cut" if score is None else f"one that scores {score:.6g}"
