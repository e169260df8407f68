"""All cuts of an attribute with few values, in a node of many samples, without sorting.

Samples are added up by value, in one pass; the sweep then goes from value to value instead of from
sample to sample. A sum of vectors has no order only where it is exact, so that this is done where
vectors are single floats (see `embedding`): the numbers of a cut are then those of the other way,
to the last bit.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lrf.engine.binning import count_bins
from lrf.engine.codes import COMPLETE
from lrf.engine.jit import kernel, unsigned
from lrf.engine.records import AGREEMENT, Pointers, Room, Rules, Training, Votes
from lrf.engine.signatures import Agreement
from lrf.engine.sort import VOTE_BITS, VOTE_MASK
from lrf.engine.sweep import judge_block
from lrf.engine.vectors import add_vector, are_singles, exact_product

__all__ = ["are_worthwhile", "find_cut_by_value"]

#: Samples per value from which on sorting them takes longer.
_SAMPLES_PER_BIN = 2

_ONE = unsigned(1)


@kernel(inline=True)
def _count(training: Training, attribute: int, by_bins: bool) -> np.int64:
    """Return how many values an attribute has, or bins of values."""
    if by_bins:
        return count_bins(training.bins, attribute)
    return np.int64(training.offsets[attribute + 1] - training.offsets[attribute])


@kernel(inline=True)
def are_worthwhile(
    training: Training, attribute: int, by_bins: bool, size: int, rules: Rules, room: Room
) -> bool:
    """Whether an attribute of a node is to be cut by this way."""
    if not are_singles(training.vectors) or training.kinds[attribute] != COMPLETE:
        return False
    n_bins = _count(training, attribute, by_bins)
    if n_bins > room.bins.shape[0] or size < _SAMPLES_PER_BIN * n_bins:
        return False
    # What else a stopping rule may ask is counted from sorted samples.
    return rules.method == AGREEMENT and not rules.needs_distinct and rules.level == 0.0


@kernel(inline=True)
def _fill(
    codes: Any, vectors: Any, samples: Any, votes: Votes, start: int, end: int, attribute: int,
    n_bins: int, room: Room,
) -> None:  # fmt: skip
    """Add up weights, self-pairs and vectors of the samples of each code, or number of a bin."""
    bins, bin_weights, bin_owns = room.bins, room.bin_weights, room.bin_owns
    rankings, weights, owns = votes.ranking, votes.weight, votes.own
    for number in range(n_bins):
        bin_weights[number] = bin_owns[number] = 0.0
        for j in range(bins.shape[1]):
            bins[number, j] = 0.0
    for i in range(unsigned(start), unsigned(end)):
        sample = samples[i]
        vote = np.uintp(sample & VOTE_MASK)
        code = unsigned(codes[attribute, np.uintp(sample >> VOTE_BITS)])
        weight = weights[vote]
        bin_weights[code] += weight
        bin_owns[code] += owns[vote]
        add_vector(vectors, rankings[vote], weight, bins[code])


@kernel(part=True)
def find_cut_by_value(
    training: Training,
    samples: Any,
    votes: Votes,
    start: int,
    end: int,
    attribute: int,
    by_bins: bool,
    whole: Agreement,
    rules: Rules,
    pointers: Pointers,
    room: Room,
) -> bool:
    """Find the best cut, into ``room.best``; return whether there is more than one value, or bin.

    The keys on both sides of the cut are written to where they would be if each value had one.
    """
    n_bins = unsigned(_count(training, attribute, by_bins))
    if by_bins:
        numbers = training.bins.numbers
        _fill(numbers, training.vectors, samples, votes, start, end, attribute, n_bins, room)
    else:
        codes = training.codes
        _fill(codes, training.vectors, samples, votes, start, end, attribute, n_bins, room)
    bins, bin_weights, bin_owns = room.bins, room.bin_weights, room.bin_owns
    numbers, places = room.cuts.numbers, room.cuts.places
    left_sum, total, best, keys = room.left_sum, room.total, room.best, room.keys
    for j in range(left_sum.shape[0]):
        left_sum[j] = 0.0
    weight = own = 0.0
    n_cuts: Any = unsigned(0)
    before: Any = unsigned(0)
    n_used = 0
    for code in range(n_bins):
        if bin_weights[code] == 0.0:
            continue
        if min(weight, whole.weight - weight) >= rules.minimum and n_used > 0:
            numbers[0, n_cuts] = weight
            numbers[1, n_cuts] = exact_product(left_sum, left_sum)
            numbers[2, n_cuts] = own
            numbers[3, n_cuts] = exact_product(left_sum, total)
            places[n_cuts] = before + _ONE
            keys[before] = np.int64(before) << VOTE_BITS
            keys[before + _ONE] = np.int64(code) << VOTE_BITS
            n_cuts += _ONE
        weight += bin_weights[code]
        own += bin_owns[code]
        add_vector(bins, code, 1.0, left_sum)
        before = code
        n_used += 1
    best[0] = -math.inf
    best[1] = 0.0
    if n_cuts > 0:
        judge_block(
            room.cuts, np.int64(n_cuts), whole, training.scale, -math.inf,
            pointers.agreement_scores, pointers.criterion_params, best,
        )  # fmt: skip
    return n_used > 1
