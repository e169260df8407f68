"""Choosing the split of one node: attributes drawn, sorted, swept, and their best cuts judged."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.engine.binning import are_coarse_enough, count_bins, ends_of_bins
from lrf.engine.by_value import are_worthwhile, find_cut_by_value
from lrf.engine.chance import try_random_cut
from lrf.engine.codes import GAPS, NOMINAL
from lrf.engine.jit import kernel, unsigned
from lrf.engine.judge import is_accepted
from lrf.engine.node import are_different, sum_up, summarise_agreement, summarise_variety
from lrf.engine.records import (
    ATTRIBUTE,
    PURE,
    SCORE,
    SWEEP,
    VARIETY,
    Pointers,
    Room,
    Rules,
    Training,
    Votes,
)
from lrf.engine.seek import find_cut, put_first
from lrf.engine.shuffle import best_score, count_tests
from lrf.engine.sides import choose, is_enough, is_pure
from lrf.engine.signatures import Agreement, Variety
from lrf.engine.sort import VOTE_BITS, VOTE_MASK, sort_keys
from lrf.engine.sweep import exceeds

__all__ = ["choose_split"]


@kernel(inline=True)
def _gather_keys(
    codes: Any, attribute: int, samples: Any, start: int, end: int, keys: Any
) -> tuple[np.int64, np.int64]:
    """Make the sort keys of a range; return the lowest and the highest code."""
    lowest = highest = np.int64(codes[attribute, np.uintp(samples[start] >> VOTE_BITS)])
    first = unsigned(start)
    for i in range(first, unsigned(end)):
        sample = samples[i]
        code = np.int64(codes[attribute, np.uintp(sample >> VOTE_BITS)])
        lowest = min(lowest, code)
        highest = max(highest, code)
        keys[i - first] = (code << VOTE_BITS) | (sample & VOTE_MASK)
    return lowest, highest


@kernel(part=True)
def _gather_with_gaps(
    codes: Any,
    attribute: int,
    missing: int,
    missing_first: bool,
    samples: Any,
    start: int,
    end: int,
    keys: Any,
) -> tuple[np.int64, np.int64, int]:
    """Make the sort keys of a range, missing values before or after all others.

    Codes are raised by one, so that 0 is free for missing values. Returns the lowest and the
    highest code and the number of missing values.
    """
    lowest, highest = np.int64(missing) + 1, np.int64(0)
    n_missing = 0
    for i in range(start, end):
        sample = samples[i]
        code = np.int64(codes[attribute, np.uintp(sample >> VOTE_BITS)])
        is_missing = code == missing
        n_missing += is_missing
        code = np.int64(0) if is_missing and missing_first else code + 1
        lowest = min(lowest, code)
        highest = max(highest, code)
        keys[i - start] = (code << VOTE_BITS) | (sample & VOTE_MASK)
    return lowest, highest, n_missing


@kernel(inline=True)
def _gather(
    codes: Any,
    attribute: int,
    kind: int,
    missing: Any,
    missing_first: bool,
    samples: Any,
    start: int,
    end: int,
    keys: Any,
) -> tuple[np.int64, np.int64, int]:
    """Make the sort keys of a range, of codes or of numbers of bins, whatever may be missing."""
    if kind == GAPS:
        return _gather_with_gaps(
            codes, attribute, missing, missing_first, samples, start, end, keys
        )
    lowest, highest = _gather_keys(codes, attribute, samples, start, end, keys)
    return lowest, highest, 0


@kernel(inline=True)
def _codes_around(
    training: Training, attribute: int, below: Any, above: Any
) -> tuple[np.int64, np.int64]:
    """Return the codes on both sides of a cut between bins, raised as the keys of bins are."""
    raised = np.int64(training.kinds[attribute] == GAPS)
    last, first = ends_of_bins(training.bins, attribute, below - raised, above - raised)
    if below < raised:  # missing values
        return np.int64(below), first + raised
    return last + raised, first + raised


@kernel(inline=True)
def _consider(
    training: Training,
    votes: Votes,
    size: int,
    first: int,
    last: int,
    n_seen: int,
    attribute: int,
    by_bins: bool,
    missing_left: int,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    tests: int,
    rng: Any,
    room: Room,
) -> None:
    """Make the cut in ``room.best`` the node's choice if it is better and accepted.

    Missing values go left if `missing_left` is 1, right if it is 0, and to the larger side if it
    is -1.
    """
    score = room.best[0]
    if not exceeds(score, room.choice[SCORE]):
        return
    if rules.level > 0.0 and missing_left >= 0 and training.kinds[attribute] != NOMINAL:
        tests *= 2  # missing values are tried on either side
    pure = is_pure(rules, room.best)  # before others are judged, in asking how likely it is
    if is_accepted(
        training, votes, size, first, last, n_seen, attribute, rules, pointers, agreement, variety,
        tests, rng, room,
    ):  # fmt: skip
        below, above = room.keys[last - 1] >> VOTE_BITS, room.keys[last] >> VOTE_BITS
        if by_bins:
            below, above = _codes_around(training, attribute, below, above)
        choose(
            room.choice, score, attribute, below, above, missing_left,
            2.0 * room.best[2] > agreement.weight, pure,
        )  # fmt: skip


@kernel(inline=True)
def _try_numeric(
    training: Training,
    votes: Votes,
    size: int,
    lowest: int,
    highest: int,
    n_seen: int,
    attribute: int,
    by_bins: bool,
    summed: bool,
    missing_left: int,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    tests: int,
    rng: Any,
    room: Room,
) -> None:
    """Sort and sweep the gathered keys, unless samples were added up; consider the cut.

    `missing_left` is -1 where nothing is missing.
    """
    if not summed:
        sort_keys(room.keys, room.spare, size, lowest, highest, room.digits, room.marks)
        find_cut(
            training, votes, room.keys, size, n_seen, room.choice[SCORE], rules, pointers,
            agreement, variety, room,
        )  # fmt: skip
    cut = int(room.best[1])
    if cut <= 0:
        return
    _consider(
        training, votes, size, 0, cut, n_seen, attribute, by_bins, missing_left, rules, pointers,
        agreement, variety, tests, rng, room,
    )  # fmt: skip


@kernel(part=True)
def _try_nominal(
    training: Training,
    votes: Votes,
    size: int,
    lowest: int,
    highest: int,
    n_seen: int,
    attribute: int,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    tests: int,
    rng: Any,
    room: Room,
) -> None:
    """Judge each category against the rest.

    Once sorted, a category is a range of keys. Swept by itself, up to the first key of the next
    category, its only cut is the one between it and the rest, whose numbers follow by subtraction.
    A criterion that sweeps itself is shown all samples, the category first. A rule that asks how
    likely a cut is gets asked about the best category only, since every question errs at times.
    """
    keys = room.keys
    sort_keys(keys, room.spare, size, lowest, highest, room.digits, room.marks)
    keys[size] = (np.int64(highest) + 1) << VOTE_BITS
    wanted = -math.inf
    if rules.level > 0.0:
        wanted = best_score(
            training, votes, keys, size, n_seen, True, room.choice[SCORE], math.inf, rules,
            pointers, agreement, variety, room,
        )  # fmt: skip
    first = 0
    while first < size:
        last = first + 1
        while last < size and keys[last] >> VOTE_BITS == keys[first] >> VOTE_BITS:
            last += 1
        if rules.method == SWEEP:
            put_first(keys, first, last, size, room.spare)
            shown, n_shown = room.spare, size
        else:
            shown, n_shown = keys[first : last + 1], last - first + 1
        find_cut(
            training, votes, shown, n_shown, n_seen, room.choice[SCORE], rules, pointers, agreement,
            variety, room,
        )  # fmt: skip
        if int(room.best[1]) > 0 and not exceeds(wanted, room.best[0]):
            _consider(
                training, votes, size, first, last, n_seen, attribute, False, 0, rules, pointers,
                agreement, variety, tests, rng, room,
            )  # fmt: skip
            if rules.level > 0.0:
                return
        first = last


@kernel(inline=True)
def _try_all_cuts(
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
    """Judge all cuts of an attribute; return whether it has more than one value in the node.

    Where values are missing, they are tried on the right first, then on the left.
    """
    size, keys = end - start, room.keys
    kind = training.kinds[attribute]
    by_bins = are_coarse_enough(training.bins, attribute, size) and are_different(
        training.bins.numbers, attribute, samples, start, end
    )
    summed = are_worthwhile(training, attribute, by_bins, size, rules, room)
    for turn in range(2):
        n_missing = 0
        lowest, highest = np.int64(0), np.int64(1)
        if summed:
            if not find_cut_by_value(
                training, samples, votes, start, end, attribute, by_bins, agreement, rules,
                pointers, room,
            ):  # fmt: skip
                return False
        elif by_bins:
            missing = count_bins(training.bins, attribute) - 1
            lowest, highest, n_missing = _gather(
                training.bins.numbers, attribute, kind, missing, turn == 1, samples, start, end,
                keys,
            )  # fmt: skip
        else:
            missing = training.missing[attribute]
            lowest, highest, n_missing = _gather(
                training.codes, attribute, kind, missing, turn == 1, samples, start, end, keys
            )
        if lowest == highest:
            return turn == 1
        if kind == NOMINAL:
            _try_nominal(
                training, votes, size, lowest, highest, n_seen, attribute, rules, pointers,
                agreement, variety, tests, rng, room,
            )  # fmt: skip
            return True
        _try_numeric(
            training, votes, size, lowest, highest, n_seen, attribute, by_bins, summed,
            turn if n_missing > 0 else -1, rules, pointers, agreement, variety, tests, rng, room,
        )  # fmt: skip
        if n_missing == 0:
            return True
    return True


@kernel(inline=True)
def _draw(attributes: Any, tried: int, rng: Any) -> int:
    """Move a random attribute among those not yet tried to place `tried`; return it."""
    chosen = tried + int(rng.random() * (attributes.shape[0] - tried))
    attribute = attributes[chosen]
    attributes[chosen] = attributes[tried]
    attributes[tried] = attribute
    return int(attribute)


@kernel(inline=True)
def choose_split(
    training: Training,
    samples: Any,
    votes: Votes,
    start: int,
    end: int,
    n_seen: int,
    is_root: bool,
    rules: Rules,
    pointers: Pointers,
    rng: Any,
    room: Room,
) -> None:
    """Find the best accepted cut, into ``room.choice``; its attribute is -1 if there is none.

    The rankings of the node must have been counted.
    """
    choice = room.choice
    choice[SCORE] = -math.inf
    choice[ATTRIBUTE] = -1.0
    choice[PURE] = 0.0
    if rules.method == SWEEP and (rules.by_samples or not rules.has_value):
        agreement = sum_up(training, n_seen, room)
    else:
        agreement = summarise_agreement(training, n_seen, room)
    if agreement.weight < 2.0 * rules.minimum:
        return
    variety = Variety(agreement.weight, 0.0, 0.0, 0.0, 0.0)
    if rules.method == VARIETY:
        variety = summarise_variety(training, n_seen, room)
    attributes = room.attributes
    n_attributes = attributes.shape[0]
    tests = 1
    if rules.level > 0.0:
        most = n_attributes if is_root and rules.root_fallback else rules.max_features
        tests = count_tests(training, samples, start, end, most)
    sampled = rules.max_features < n_attributes
    useful = 0
    for tried in range(n_attributes):
        if useful >= rules.max_features and not (
            is_root and rules.root_fallback and choice[ATTRIBUTE] < 0.0
        ):
            break
        attribute = _draw(attributes, tried, rng) if sampled else tried
        if is_enough(rules, choice) and not rules.random_cuts:
            useful += are_different(training.codes, attribute, samples, start, end)
        elif rules.random_cuts:
            useful += try_random_cut(
                training, samples, votes, start, end, n_seen, attribute, rules, pointers,
                agreement, variety, tests, rng, room,
            )  # fmt: skip
        else:
            useful += _try_all_cuts(
                training, samples, votes, start, end, n_seen, attribute, rules, pointers,
                agreement, variety, tests, rng, room,
            )  # fmt: skip
