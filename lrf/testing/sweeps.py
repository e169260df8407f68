"""A criterion's own sweep against single cuts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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
    for keys, minimum in _orders(node):
        possible = _possible(node, keys, minimum)
        best = max((scores[cut - 1] for cut in possible if scores[cut - 1] > -np.inf), default=None)
        found = _found(judge, node, keys, minimum, scores)
        _expect_best(judge, found, best, "")
        if best is None:
            continue
        just_below = best - 1e-3 * max(1.0, abs(best))
        found = _found(judge, node, keys, minimum, scores, to_beat=just_below)
        _expect_best(judge, found, best, f" and node.to_beat is {just_below:.6g}")
        _found(judge, node, keys, minimum, scores, to_beat=best + 1.0)
    _check_room(judge, node, scores)


def _found(
    judge: Judge, node: Node, keys: Array, minimum: float, scores: Array, **changes: Any
) -> float | None:
    """Return the score of the cut that the sweep finds, None if there is none."""
    sweep = judge.subject.record.sweep
    assert sweep is not None
    score, place = judge.sweep(sweep, node, keys, minimum=minimum, **changes)
    _check_cut(judge, node, keys, minimum, place)
    if place == 0:
        return None
    found = float(scores[int(place) - 1])
    judge.subject.expect(
        close(score, found),
        f"its sweep writes {score:.6g} to best[0] for a cut that scores {found:.6g} when it is "
        "judged on its own",
    )
    return found


def _expect_best(judge: Judge, found: float | None, best: float | None, where: str) -> None:
    same = found is best is None or (found is not None and best is not None and close(found, best))
    judge.subject.expect(
        same,
        f"its sweep chooses {_spoken(found)}, but judged one by one the best is {_spoken(best)}"
        f"{where}",
    )


def _check_room(judge: Judge, node: Node, scores: Array) -> None:
    """Hold a sweep to the same answer whatever the sweep before has left in its memory."""
    keys = np.arange(len(node))
    room = node.sweep_node(keys).room
    backwards = node.select(keys[::-1][: len(node) // 2])
    sweep = judge.subject.record.sweep
    assert sweep is not None
    judge.sweep(sweep, backwards, keys[: len(backwards)], room=room)
    fresh = _found(judge, node, keys, 0.0, scores)
    used = _found(judge, node, keys, 0.0, scores, room=room)
    judge.subject.expect(
        fresh == used,
        f"its sweep chooses {_spoken(used)} instead of {_spoken(fresh)}, depending on what the "
        "sweep before has left in node.room",
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
