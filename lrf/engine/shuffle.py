"""How likely a cut as good as the best one is if rankings have nothing to do with the attribute.

A permutation test: the votes of a node are shuffled against the sorted codes and swept again. It
ends as soon as its answer is certain (Besag, Clifford, 1991), which without a relation between
attribute and rankings is after a few shuffles.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.engine.codes import NOMINAL
from lrf.engine.jit import kernel
from lrf.engine.node import are_different
from lrf.engine.records import SWEEP, Pointers, Room, Rules, Training, Votes
from lrf.engine.seek import find_cut, put_first
from lrf.engine.signatures import Agreement, Variety
from lrf.engine.sort import VOTE_BITS, VOTE_MASK
from lrf.engine.sweep import TOLERANCE, exceeds

__all__ = ["best_score", "chance_of_cut", "count_tests"]


@kernel(part=True)
def count_tests(training: Training, samples: Any, start: int, end: int, most: int) -> int:
    """Return how many attributes a node tries: those that are not constant, but at most `most`."""
    tests = 0
    for attribute in range(training.codes.shape[0]):
        tests += are_different(training.codes, attribute, samples, start, end)
    return min(tests, most)


@kernel(part=True)
def _shuffle(keys: Any, size: int, rng: Any) -> None:
    """Exchange votes at random, while codes stay where they are (Fisher, Yates)."""
    for i in range(size - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        difference = (keys[i] ^ keys[j]) & VOTE_MASK
        keys[i] ^= difference
        keys[j] ^= difference


@kernel(part=True)
def best_score(
    training: Training,
    votes: Votes,
    keys: Any,
    size: int,
    n_seen: int,
    is_nominal: bool,
    to_beat: float,
    enough: float,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    room: Room,
) -> float:
    """Return the score of the best cut between sorted keys, minus infinity if there is none.

    Parameters
    ----------
    keys : ndarray of int64
        The keys, with one at place `size` that is no category.
    to_beat, enough : float
        A best cut that scores no more than the one may be overlooked; the search ends at one that
        reaches the other, up to rounding.
    training, votes, size, n_seen, is_nominal, rules, pointers, agreement, variety, room
        As everywhere.
    """
    best = -math.inf
    first = 0
    while first < size and (best == -math.inf or exceeds(enough, best)):
        last = size
        shown, n_shown = keys, size
        if is_nominal:
            last = first + 1
            while last < size and keys[last] >> VOTE_BITS == keys[first] >> VOTE_BITS:
                last += 1
            if rules.method == SWEEP:
                put_first(keys, first, last, size, room.spare)
                shown = room.spare
            else:
                shown, n_shown = keys[first : last + 1], last - first + 1
        find_cut(
            training, votes, shown, n_shown, n_seen, to_beat, rules, pointers, agreement, variety,
            room,
        )  # fmt: skip
        if int(room.best[1]) > 0:
            best = max(best, room.best[0])
        first = last
    return best


@kernel(part=True)
def chance_of_cut(
    training: Training,
    votes: Votes,
    size: int,
    n_seen: int,
    attribute: int,
    tests: int,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    rng: Any,
    room: Room,
) -> float:
    """Return the chance of a score like that of ``room.best``, times the number of tests.

    With a level a and m tests, at most m / a - 1 shuffles are needed: one that scores as much
    among them, and the chance exceeds the level.

    Parameters
    ----------
    training, votes, size, n_seen, rules, pointers, agreement, variety
        The node, its keys sorted.
    attribute : int
        The attribute, of whose categories every one counts if it is nominal.
    tests : int
        How many tests there are at this node.
    rng : numpy.random.Generator
        Shuffles.
    room : Room
        ``room.best`` is left as it is.

    Returns
    -------
    chance : float
        Above the level if the test ended early.
    """
    score, weight = room.best[0], room.best[2]
    below = score - 2.0 * TOLERANCE * max(1.0, abs(score))
    is_nominal = training.kinds[attribute] == NOMINAL
    most = math.ceil(tests / rules.level * (1.0 - TOLERANCE)) - 1
    keys, shuffled = room.keys, room.shuffled
    for i in range(size):
        shuffled[i] = keys[i]
    shuffled[size] = np.int64(-1)  # no category
    reached = done = 0
    while done < most and (reached + 1) * tests <= rules.level * (most + 1) * (1.0 + TOLERANCE):
        _shuffle(shuffled, size, rng)
        done += 1
        found = best_score(
            training, votes, shuffled, size, n_seen, is_nominal, below, score, rules, pointers,
            agreement, variety, room,
        )  # fmt: skip
        if found > -math.inf and not exceeds(score, found):
            reached += 1
    room.best[0], room.best[2] = score, weight
    if done < most:
        return min(1.0, reached / done * tests)
    return min(1.0, (reached + 1) / (most + 1) * tests)
