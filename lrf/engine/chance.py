"""One random cut of an attribute.

Nothing is sorted. A cut lies anywhere between the least and the greatest value of the node, all
places being equally likely, and the samples are only counted off to its two sides.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.engine.address import address
from lrf.engine.codes import GAPS, NOMINAL
from lrf.engine.jit import kernel
from lrf.engine.judge import is_accepted, sum_up_range
from lrf.engine.records import (
    AGREEMENT,
    SCORE,
    SWEEP,
    Pointers,
    Room,
    Rules,
    Training,
    Votes,
)
from lrf.engine.seek import find_cut
from lrf.engine.sides import choose, goes_left, is_enough, is_pure
from lrf.engine.signatures import Agreement, Variety
from lrf.engine.sort import VOTE_BITS, VOTE_MASK
from lrf.engine.sweep import exceeds, write_best

__all__ = ["try_random_cut"]

#: Where samples without a value go, and the cut that tells them from all others.
RIGHT, LEFT, APART = 0, 1, 2


@kernel(part=True)
def _range_of(
    codes: Any, attribute: int, missing: int, samples: Any, start: int, end: int
) -> tuple[np.int64, np.int64, bool]:
    """Return the lowest and the highest code of a range, and whether values are missing.

    If all are, the highest is -1.
    """
    lowest = highest = np.int64(codes[attribute, np.uintp(samples[start] >> VOTE_BITS)])
    for i in range(start, end):
        code = np.int64(codes[attribute, np.uintp(samples[i] >> VOTE_BITS)])
        lowest = min(lowest, code)
        highest = max(highest, code)
    if highest != missing:
        return lowest, highest, False
    # Missing values have the largest code; where there are none, nobody pays for a second look.
    highest = np.int64(-1)
    for i in range(start, end):
        code = np.int64(codes[attribute, np.uintp(samples[i] >> VOTE_BITS)])
        highest = max(highest, np.int64(-1) if code == missing else code)
    return lowest, highest, True


@kernel(part=True)
def _draw_cut(training: Training, attribute: int, lowest: int, highest: int, rng: Any) -> int:
    """Return the last code below a value that is drawn between those of two codes."""
    offset, values = training.offsets[attribute], training.values
    share = rng.random()
    low, high = values[offset + lowest], values[offset + highest]
    value = (1.0 - share) * low + share * high
    below, above = lowest, highest
    while above - below > 1:
        middle = (below + above) // 2
        if values[offset + middle] <= value:
            below = middle
        else:
            above = middle
    return int(below)


@kernel(part=True)
def _put_aside(
    codes: Any,
    attribute: int,
    missing: int,
    missing_left: bool,
    first: int,
    last: int,
    samples: Any,
    start: int,
    end: int,
    keys: Any,
    spare: Any,
) -> int:
    """Write the votes of a range as keys: 0 for codes from `first` to `last`, before 1 for others.

    Returns how many come first.
    """
    n_left: Any = 0
    n_right: Any = 0
    if first == 0 and not missing_left:  # as always where all values are known
        for i in range(start, end):
            sample = samples[i]
            vote = sample & VOTE_MASK
            left = np.int64(np.int64(codes[attribute, np.uintp(sample >> VOTE_BITS)]) <= last)
            keys[n_left] = vote  # written to both sides, counted on one
            spare[n_right] = (np.int64(1) << VOTE_BITS) | vote
            n_left += left
            n_right += 1 - left
    else:
        gap_left = np.int64(missing_left)
        for i in range(start, end):
            sample = samples[i]
            vote = sample & VOTE_MASK
            code = np.int64(codes[attribute, np.uintp(sample >> VOTE_BITS)])
            left = goes_left(code, first, last, missing, gap_left)
            keys[n_left] = vote
            spare[n_right] = (np.int64(1) << VOTE_BITS) | vote
            n_left += left
            n_right += 1 - left
    for i in range(n_right):
        keys[n_left + i] = spare[i]
    return int(n_left)


@kernel(part=True)
def _score(
    training: Training,
    votes: Votes,
    size: int,
    n_left: int,
    n_seen: int,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    room: Room,
) -> bool:
    """Write the only cut of the keys into ``room.best``; return whether it is allowed."""
    keys, best = room.keys, room.best
    if rules.method != AGREEMENT:
        # Up to the first key of the right side, there is no other cut.
        shown = size if rules.method == SWEEP else n_left + 1
        find_cut(
            training, votes, keys, shown, n_seen, room.choice[SCORE], rules, pointers, agreement,
            variety, room,
        )  # fmt: skip
        return best[1] > 0.0
    if 2 * n_left <= size:
        weight, norm, own, cross = sum_up_range(training, votes, 0, n_left, room)
    else:  # the other side is shorter
        weight, norm, own, cross = sum_up_range(training, votes, n_left, size, room)
        norm += agreement.norm - 2.0 * cross
        weight, own, cross = agreement.weight - weight, agreement.own - own, agreement.norm - cross
    if weight < rules.minimum or agreement.weight - weight < rules.minimum:
        return False
    numbers = room.cuts.numbers
    numbers[0, 0], numbers[1, 0], numbers[2, 0], numbers[3, 0] = weight, norm, own, cross
    room.cuts.places[0] = n_left
    pointers.agreement_scores(
        numbers, 1, agreement, training.scale, room.cuts.scores,
        address(pointers.criterion_params),
    )  # fmt: skip
    write_best(room.cuts, 0, agreement, training.scale, best)
    return True


@kernel(part=True)
def _try_cut(
    training: Training,
    samples: Any,
    votes: Votes,
    start: int,
    end: int,
    n_seen: int,
    attribute: int,
    first: int,
    last: int,
    missing_left: int,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    tests: int,
    rng: Any,
    room: Room,
) -> None:
    """Make a cut the node's choice if it is better than the one before, and accepted.

    Codes from `first` to `last` go left; missing values do if `missing_left` is 1, go right if it
    is 0, and to the larger side if it is -1, since none is missing in the node.
    """
    size, choice = end - start, room.choice
    missing = training.missing[attribute]
    n_left = _put_aside(
        training.codes, attribute, missing, missing_left == 1, first, last, samples, start, end,
        room.keys, room.spare,
    )  # fmt: skip
    if not _score(training, votes, size, n_left, n_seen, rules, pointers, agreement, variety, room):
        return
    score = room.best[0]
    if not exceeds(score, choice[SCORE]):
        return
    pure = is_pure(rules, room.best)  # before others are judged, in asking how likely it is
    if is_accepted(
        training, votes, size, 0, n_left, n_seen, attribute, rules, pointers, agreement, variety,
        tests, rng, room,
    ):  # fmt: skip
        raised = 1 if training.kinds[attribute] == GAPS else 0
        choose(
            choice, score, attribute, last + raised, last + 1 + raised, missing_left,
            2.0 * room.best[2] > agreement.weight, pure,
        )  # fmt: skip


@kernel(part=True)
def try_random_cut(
    training: Training,
    samples: Any,
    votes: Votes,
    start: int,
    end: int,
    n_seen: int,
    attribute: int,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    tests: int,
    rng: Any,
    room: Room,
) -> bool:
    """Try a random cut of an attribute; return whether it has more than one value in the node.

    Missing values are tried on both sides of the cut, and by themselves.
    """
    missing = training.missing[attribute]
    lowest, highest, has_missing = _range_of(
        training.codes, attribute, missing, samples, start, end
    )
    if highest < 0 or (lowest == highest and not has_missing):
        return False
    first, last = np.int64(0), highest
    otherwise = -1
    if training.kinds[attribute] == NOMINAL:
        otherwise = 0
        drawn = start + int(rng.random() * (end - start))
        first = last = np.int64(training.codes[attribute, np.uintp(samples[drawn] >> VOTE_BITS)])
    elif lowest < highest:
        last = np.int64(_draw_cut(training, attribute, lowest, highest, rng))
    if is_enough(rules, room.choice):
        return True  # after drawing, so that the next attribute gets the same numbers
    n_places = 3 if has_missing else 1
    tests *= n_places
    for place in range(n_places):
        if place != APART and has_missing and lowest == highest:
            continue
        _try_cut(
            training, samples, votes, start, end, n_seen, attribute, first,
            highest if place == APART else last,
            int(place == LEFT) if has_missing else otherwise, rules, pointers, agreement,
            variety, tests, rng, room,
        )  # fmt: skip
    return True
