"""Growing one tree, top down, with an explicit stack.

The samples of a node lie side by side in `Samples`; a split partitions them in place, so that
children are again ranges. Nodes are numbered in pre-order: the left child follows its parent.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from lrf.engine.jit import kernel
from lrf.engine.signatures import Agreement, Judged, SweepNode, Variety
from lrf.engine.sort import PLACE_BITS, PLACE_MASK, sort_keys
from lrf.engine.sweep import (
    BEST_SIZE,
    exceeds,
    sweep_agreement,
    sweep_variety,
    x_log_x,
)

__all__ = ["AGREEMENT", "SWEEP", "VARIETY", "Grown", "Pointers", "Rules", "Training", "grow"]

#: How a criterion judges cuts (`Rules.method`).
AGREEMENT, VARIETY, SWEEP = 0, 1, 2

_REORDER = {"reassoc", "contract", "nsz"}


class Training(NamedTuple):
    """What all trees of a forest share.

    Attributes
    ----------
    codes : ndarray of uint32, shape (n_features, n_samples)
        Rank-coded attributes.
    rankings : ndarray of int32, shape (n_samples,)
        The row of each sample's ranking among the distinct ones.
    positions : ndarray of float64, shape (n_distinct, n_labels)
        The distinct rankings.
    vectors, squares, n_positive, scale
        Their embedding.
    log_table : ndarray of float64
        x ln x for x = 0, 1, 2, ...
    """

    codes: Any
    rankings: Any
    positions: Any
    vectors: Any
    squares: Any
    n_positive: int
    scale: float
    log_table: Any


class Rules(NamedTuple):
    """How a tree is grown.

    Attributes
    ----------
    method : int
        `AGREEMENT`, `VARIETY` or `SWEEP`.
    similarity : bool
        Whether the criterion's score is the children's mean similarity; otherwise it is by how
        much the split lowers an impurity.
    has_value : bool
        Whether the criterion has a value of a node.
    needs_distinct : bool
        Whether the stopping rule wants the numbers of distinct rankings.
    max_features : int
        Number of attributes tried per node; attributes that are constant there do not count.
    root_fallback : bool
        Whether the root tries the other attributes too when none of these splits it.
    max_depth : int
        Number of edges to the deepest leaf allowed.
    minimum : float
        Least weight of a child.
    """

    method: int
    similarity: bool
    has_value: bool
    needs_distinct: bool
    max_features: int
    root_fallback: bool
    max_depth: int
    minimum: float


class Pointers(NamedTuple):
    """The compiled kernels of the components and their parameters.

    Each pointer that the method does not use points to a kernel that does nothing.
    """

    agreement_gain: Any
    agreement_value: Any
    variety_gain: Any
    variety_value: Any
    sweep: Any
    accept: Any
    criterion_params: Any
    stopping_params: Any


class Samples(NamedTuple):
    """The samples of the tree, permuted so that a node is a range."""

    rows: Any
    rankings: Any
    weights: Any
    products: Any


class Room(NamedTuple):
    """Working memory of one tree."""

    keys: Any
    spare: Any
    digits: Any
    total: Any
    distinct_total: Any
    left_sum: Any
    left_distinct: Any
    right_distinct: Any
    counts: Any
    left_counts: Any
    seen: Any
    best: Any
    answer: Any
    sweep_keys: Any
    sweep_rankings: Any
    sweep_weights: Any
    spare_samples: Samples


class Grown(NamedTuple):
    """A grown tree: nodes in pre-order and the rankings of its leaves, each cut to its length.

    Attributes
    ----------
    feature : ndarray of int32, shape (n_nodes,)
        Attribute of an inner node, -1 for a leaf.
    below, above : ndarray of uint32, shape (n_nodes,)
        The codes on both sides of the cut.
    right : ndarray of int32, shape (n_nodes,)
        The right child of an inner node; the number of a leaf.
    member_start : ndarray of int64, shape (n_leaves + 1,)
        Where the rankings of each leaf begin.
    member_ranking : ndarray of int32, shape (n_members,)
        The distinct rankings in each leaf.
    member_weight : ndarray of float64, shape (n_members,)
        Their weights.
    depth : int
        Number of edges to the deepest leaf.
    """

    feature: Any
    below: Any
    above: Any
    right: Any
    member_start: Any
    member_ranking: Any
    member_weight: Any
    depth: int


@kernel
def _room_for_samples(size: int) -> Samples:
    return Samples(
        np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size), np.empty(size)
    )


@kernel
def _make_room(training: Training, size: int) -> Room:
    n_distinct, width = training.vectors.shape
    return Room(
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.empty(256, np.int64),
        np.empty(width),
        np.empty(width),
        np.empty(width),
        np.empty(width),
        np.empty(width),
        np.zeros(n_distinct),
        np.zeros(n_distinct),
        np.empty(size, np.int32),
        np.empty(BEST_SIZE),
        np.empty(BEST_SIZE),
        np.empty(size, np.int64),
        np.empty(size, np.int32),
        np.empty(size),
        _room_for_samples(size),
    )


@kernel
def _collect_samples(training: Training, weights: Any) -> Samples:
    """Return the samples of positive weight."""
    size = 0
    for i in range(weights.shape[0]):
        if weights[i] > 0.0:
            size += 1
    samples = _room_for_samples(size)
    place = 0
    for i in range(weights.shape[0]):
        if weights[i] > 0.0:
            samples.rows[place] = i
            samples.rankings[place] = training.rankings[i]
            samples.weights[place] = weights[i]
            place += 1
    return samples


@kernel
def _is_pure(rankings: Any, start: int, end: int) -> bool:
    first = rankings[start]
    for i in range(start + 1, end):
        if rankings[i] != first:
            return False
    return True


@kernel(fastmath=_REORDER)
def _add_up(
    vectors: Any, rankings: Any, weights: Any, start: int, end: int, total: Any
) -> float:
    """Set `total` to the weighted sum of the vectors of a range; return the total weight."""
    total[:] = 0.0
    weight = 0.0
    for i in range(start, end):
        row = rankings[i]
        w = weights[i]
        weight += w
        for j in range(vectors.shape[1]):
            total[j] += w * vectors[row, j]
    return weight


@kernel(fastmath=_REORDER)
def _product(vectors: Any, row: int, n_positive: int, other: Any) -> float:
    product = 0.0
    for j in range(n_positive):
        product += vectors[row, j] * other[j]
    for j in range(n_positive, vectors.shape[1]):
        product -= vectors[row, j] * other[j]
    return product


@kernel(fastmath=_REORDER)
def _signed_square(total: Any, n_positive: int) -> float:
    square = 0.0
    for j in range(n_positive):
        square += total[j] * total[j]
    for j in range(n_positive, total.shape[0]):
        square -= total[j] * total[j]
    return square


@kernel
def _summarise_agreement(
    training: Training, samples: Samples, start: int, end: int, room: Room
) -> Agreement:
    """Fill in the products of the samples with the node's sum; return the node's numbers."""
    vectors, squares, n_positive = training.vectors, training.squares, training.n_positive
    rankings, weights, products = samples.rankings, samples.weights, samples.products
    total = room.total
    weight = _add_up(vectors, rankings, weights, start, end, total)
    norm = own = 0.0
    for i in range(start, end):
        product = _product(vectors, rankings[i], n_positive, total)
        products[i] = product
        norm += weights[i] * product
        own += weights[i] * squares[rankings[i]]
    return Agreement(weight, norm, own)


@kernel
def _count_rankings(samples: Samples, start: int, end: int, counts: Any, seen: Any) -> int:
    """Add up the weight of each distinct ranking of a range and list them in `seen`.

    `counts` must be zero before, and must be cleared with `_clear` after use.
    """
    n_seen = 0
    for i in range(start, end):
        ranking = samples.rankings[i]
        if counts[ranking] == 0.0:
            seen[n_seen] = ranking
            n_seen += 1
        counts[ranking] += samples.weights[i]
    return n_seen


@kernel
def _clear(counts: Any, seen: Any, n_seen: int) -> None:
    for i in range(n_seen):
        counts[seen[i]] = 0.0


@kernel
def _summarise_variety(
    training: Training, samples: Samples, start: int, end: int, n_seen: int, room: Room
) -> Variety:
    """Set the sum over the node's distinct rankings; return the node's numbers."""
    vectors, n_positive = training.vectors, training.n_positive
    counts, seen, log_table = room.counts, room.seen, training.log_table
    distinct_total = room.distinct_total
    distinct_total[:] = 0.0
    weight = log_sum = square_sum = cross = 0.0
    for i in range(n_seen):
        ranking = seen[i]
        count = counts[ranking]
        weight += count
        log_sum += x_log_x(count, log_table)
        square_sum += count * count
        for j in range(vectors.shape[1]):
            distinct_total[j] += vectors[ranking, j]
        cross += _product(vectors, ranking, n_positive, room.total)
    return Variety(weight, float(n_seen), log_sum, square_sum, cross)


@kernel
def _gather_keys(
    codes: Any, attribute: int, rows: Any, start: int, end: int, keys: Any
) -> tuple[int, int]:
    """Make the sort keys of a range; return the lowest and the highest code."""
    lowest = highest = np.int64(codes[attribute, rows[start]])
    for i in range(start, end):
        code = np.int64(codes[attribute, rows[i]])
        lowest = min(lowest, code)
        highest = max(highest, code)
        keys[i - start] = (code << PLACE_BITS) | (i - start)
    return lowest, highest


@kernel
def _sweep_by_component(
    training: Training,
    samples: Samples,
    start: int,
    end: int,
    minimum: float,
    pointers: Pointers,
    room: Room,
) -> None:
    """Hand the node's samples in the order of the attribute to the criterion's own sweep."""
    size = end - start
    for i in range(size):
        place = start + (room.keys[i] & PLACE_MASK)
        room.sweep_keys[i] = room.keys[i] >> PLACE_BITS
        room.sweep_rankings[i] = samples.rankings[place]
        room.sweep_weights[i] = samples.weights[place]
    room.answer[:] = 0.0
    room.answer[0] = -math.inf
    node = SweepNode(
        room.sweep_keys[:size],
        room.sweep_rankings[:size],
        room.sweep_weights[:size],
        training.positions,
        training.vectors,
        training.n_positive,
        training.scale,
        minimum,
    )
    pointers.sweep(node, room.answer, pointers.criterion_params)


@kernel
def _distinct_of_cut(
    samples: Samples, start: int, size: int, cut: int, room: Room
) -> tuple[float, float, float]:
    """Return the numbers of distinct rankings of the node, left and right of the cut."""
    keys, counts, seen = room.keys, room.left_counts, room.seen
    found = [0.0, 0.0, 0.0]
    for part in range(3):
        first = cut if part == 2 else 0
        last = cut if part == 1 else size
        n_seen = 0
        for i in range(first, last):
            ranking = samples.rankings[start + (keys[i] & PLACE_MASK)]
            if counts[ranking] == 0.0:
                counts[ranking] = 1.0
                seen[n_seen] = ranking
                n_seen += 1
        _clear(counts, seen, n_seen)
        found[part] = float(n_seen)
    return found[0], found[1], found[2]


@kernel
def _fill_in_sides(
    training: Training, samples: Samples, start: int, cut: int, whole: Agreement, room: Room
) -> None:
    """Write the numbers of both sides of a cut that a criterion's own sweep has found."""
    vectors, n_positive, left_sum = training.vectors, training.n_positive, room.left_sum
    left_sum[:] = 0.0
    weight = own = cross = 0.0
    for i in range(cut):
        place = start + (room.keys[i] & PLACE_MASK)
        row = samples.rankings[place]
        w = samples.weights[place]
        weight += w
        own += w * training.squares[row]
        cross += w * samples.products[place]
        for j in range(vectors.shape[1]):
            left_sum[j] += w * vectors[row, j]
    norm = _signed_square(left_sum, n_positive)
    best = room.answer
    best[2] = weight
    best[3] = norm * training.scale
    best[4] = own * training.scale
    best[5] = whole.weight - weight
    best[6] = ((whole.norm - 2.0 * cross) + norm) * training.scale
    best[7] = (whole.own - own) * training.scale


@kernel
def _is_accepted(
    rules: Rules,
    pointers: Pointers,
    whole: Judged,
    left: Judged,
    right: Judged,
    score: float,
) -> bool:
    if rules.similarity:
        split = score
    else:
        split = (left.weight * left.value + right.weight * right.value) / whole.weight
    return bool(pointers.accept(split, whole, left, right, pointers.stopping_params))


@kernel
def _judge_agreement(
    training: Training, rules: Rules, pointers: Pointers, whole: Agreement, best: Any
) -> tuple[Judged, Judged, Judged]:
    scaled = Agreement(whole.weight, whole.norm * training.scale, whole.own * training.scale)
    left = Agreement(best[2], best[3], best[4])
    right = Agreement(best[5], best[6], best[7])
    values = (0.0, 0.0, 0.0)
    if rules.has_value:
        params = pointers.criterion_params
        values = (
            pointers.agreement_value(scaled, params),
            pointers.agreement_value(left, params),
            pointers.agreement_value(right, params),
        )
    return (
        Judged(scaled.weight, 0.0, values[0]),
        Judged(left.weight, 0.0, values[1]),
        Judged(right.weight, 0.0, values[2]),
    )


@kernel
def _judge_variety(
    training: Training, rules: Rules, pointers: Pointers, whole: Variety, best: Any
) -> tuple[Judged, Judged, Judged]:
    scaled = Variety(
        whole.weight,
        whole.distinct,
        whole.log_sum,
        whole.square_sum,
        whole.cross * training.scale,
    )
    left = Variety(best[2], best[3], best[4], best[5], best[6])
    right = Variety(best[7], best[8], best[9], best[10], best[11])
    values = (0.0, 0.0, 0.0)
    if rules.has_value:
        params = pointers.criterion_params
        values = (
            pointers.variety_value(scaled, params),
            pointers.variety_value(left, params),
            pointers.variety_value(right, params),
        )
    return (
        Judged(scaled.weight, scaled.distinct, values[0]),
        Judged(left.weight, left.distinct, values[1]),
        Judged(right.weight, right.distinct, values[2]),
    )


@kernel
def _best_cut(
    training: Training,
    samples: Samples,
    start: int,
    end: int,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    room: Room,
) -> bool:
    """Find the best cut of the sorted node, into ``room.answer``; return if it is accepted."""
    size = end - start
    keys, best = room.keys, room.answer
    if rules.method == AGREEMENT:
        sweep_agreement(
            keys, start, size, samples.rankings, samples.weights,
            samples.products, training.vectors, training.squares,
            training.n_positive, training.scale, agreement, rules.minimum,
            pointers.agreement_gain, pointers.criterion_params, room.left_sum, best,
        )  # fmt: skip
    elif rules.method == VARIETY:
        room.right_distinct[:] = room.distinct_total
        sweep_variety(
            keys, start, size, samples.rankings, samples.weights,
            samples.products, training.vectors, training.squares,
            training.n_positive, training.scale, variety, rules.minimum,
            pointers.variety_gain, pointers.criterion_params, room.left_sum,
            room.left_distinct, room.right_distinct, room.left_counts, room.counts,
            training.log_table, best,
        )  # fmt: skip
        for i in range(start, end):
            room.left_counts[samples.rankings[i]] = 0.0
    else:
        _sweep_by_component(training, samples, start, end, rules.minimum, pointers, room)
    cut = int(best[1])
    if cut <= 0:
        return False
    whole, left, right = _judge_cut(
        training, samples, start, size, cut, rules, pointers, agreement, variety, room
    )
    return _is_accepted(rules, pointers, whole, left, right, best[0])


@kernel
def _judge_cut(
    training: Training,
    samples: Samples,
    start: int,
    size: int,
    cut: int,
    rules: Rules,
    pointers: Pointers,
    agreement: Agreement,
    variety: Variety,
    room: Room,
) -> tuple[Judged, Judged, Judged]:
    """Return what the stopping rule learns about the node and both sides of its cut."""
    if rules.method == VARIETY:
        return _judge_variety(training, rules, pointers, variety, room.answer)
    if rules.method == SWEEP:
        _fill_in_sides(training, samples, start, cut, agreement, room)
    whole, left, right = _judge_agreement(training, rules, pointers, agreement, room.answer)
    if not rules.needs_distinct:
        return whole, left, right
    n_whole, n_left, n_right = _distinct_of_cut(samples, start, size, cut, room)
    return (
        Judged(whole.weight, n_whole, whole.value),
        Judged(left.weight, n_left, left.value),
        Judged(right.weight, n_right, right.value),
    )


@kernel
def _draw(attributes: Any, tried: int, rng: Any) -> int:
    """Move a random attribute among those not yet tried to place `tried`; return it."""
    chosen = tried + int(rng.random() * (attributes.shape[0] - tried))
    attribute = attributes[chosen]
    attributes[chosen] = attributes[tried]
    attributes[tried] = attribute
    return int(attribute)


@kernel
def _choose_split(
    training: Training,
    samples: Samples,
    start: int,
    end: int,
    depth: int,
    rules: Rules,
    pointers: Pointers,
    attributes: Any,
    rng: Any,
    room: Room,
) -> tuple[int, int, int]:
    """Return the attribute of the best accepted cut and the codes on both its sides.

    The attribute is -1 if there is none.
    """
    size = end - start
    agreement = _summarise_agreement(training, samples, start, end, room)
    variety = Variety(agreement.weight, 0.0, 0.0, 0.0, 0.0)
    n_seen = 0
    if rules.method == VARIETY:
        n_seen = _count_rankings(samples, start, end, room.counts, room.seen)
        variety = _summarise_variety(training, samples, start, end, n_seen, room)
    n_attributes = attributes.shape[0]
    sampled = rules.max_features < n_attributes
    best_score = -math.inf
    best_attribute = -1
    below = above = 0
    useful = 0
    for tried in range(n_attributes):
        if useful >= rules.max_features and not (
            depth == 0 and rules.root_fallback and best_attribute < 0
        ):
            break
        attribute = _draw(attributes, tried, rng) if sampled else tried
        lowest, highest = _gather_keys(
            training.codes, attribute, samples.rows, start, end, room.keys
        )
        if lowest == highest:
            continue
        useful += 1
        sort_keys(room.keys, room.spare, size, lowest, highest, room.digits)
        accepted = _best_cut(
            training, samples, start, end, rules, pointers, agreement, variety, room
        )
        if accepted and exceeds(room.answer[0], best_score):
            best_score = room.answer[0]
            best_attribute = attribute
            cut = int(room.answer[1])
            below = room.keys[cut - 1] >> PLACE_BITS
            above = room.keys[cut] >> PLACE_BITS
    if rules.method == VARIETY:
        for i in range(start, end):
            room.counts[samples.rankings[i]] = 0.0
    return best_attribute, below, above


@kernel
def _partition(
    codes: Any, attribute: int, below: int, samples: Samples, start: int, end: int, spare: Samples
) -> int:
    """Move the samples with codes up to `below` to the front, keeping orders; return the middle."""
    middle = start
    n_right = 0
    for i in range(start, end):
        row = samples.rows[i]
        if codes[attribute, row] <= below:
            samples.rows[middle] = row
            samples.rankings[middle] = samples.rankings[i]
            samples.weights[middle] = samples.weights[i]
            middle += 1
        else:
            spare.rows[n_right] = row
            spare.rankings[n_right] = samples.rankings[i]
            spare.weights[n_right] = samples.weights[i]
            n_right += 1
    for i in range(n_right):
        samples.rows[middle + i] = spare.rows[i]
        samples.rankings[middle + i] = spare.rankings[i]
        samples.weights[middle + i] = spare.weights[i]
    return middle


@kernel
def grow(
    training: Training, weights: Any, rules: Rules, pointers: Pointers, rng: Any
) -> Grown:
    """Grow one tree.

    Parameters
    ----------
    training : Training
        Shared by all trees.
    weights : ndarray of float64, shape (n_samples,)
        Weight of each sample in this tree; a bootstrap is the numbers of draws. At least one is
        positive.
    rules : Rules
        How to grow.
    pointers : Pointers
        The components.
    rng : numpy.random.Generator
        Draws the attributes.

    Returns
    -------
    tree : Grown
    """
    samples = _collect_samples(training, weights)
    size = samples.rows.shape[0]
    room = _make_room(training, size)
    capacity = 2 * size - 1
    feature = np.empty(capacity, np.int32)
    below = np.zeros(capacity, np.uint32)
    above = np.zeros(capacity, np.uint32)
    right = np.empty(capacity, np.int32)
    member_start = np.zeros(size + 1, np.int64)
    member_ranking = np.empty(size, np.int32)
    member_weight = np.empty(size)
    attributes = np.arange(training.codes.shape[0]).astype(np.int32)
    stack = np.empty((size + 1, 4), np.int64)
    stack[0, 0] = 0
    stack[0, 1] = size
    stack[0, 2] = 0
    stack[0, 3] = -1
    n_stacked = 1
    n_nodes = n_leaves = n_members = deepest = 0
    while n_stacked > 0:
        n_stacked -= 1
        start, end = stack[n_stacked, 0], stack[n_stacked, 1]
        depth, parent = stack[n_stacked, 2], stack[n_stacked, 3]
        node = n_nodes
        n_nodes += 1
        if parent >= 0:
            right[parent] = node
        chosen = -1
        low = high = 0
        if depth < rules.max_depth and not _is_pure(samples.rankings, start, end):
            chosen, low, high = _choose_split(
                training, samples, start, end, depth, rules, pointers, attributes, rng, room
            )
        feature[node] = chosen
        if chosen < 0:
            n_seen = _count_rankings(samples, start, end, room.counts, room.seen)
            for i in range(n_seen):
                member_ranking[n_members] = room.seen[i]
                member_weight[n_members] = room.counts[room.seen[i]]
                n_members += 1
            _clear(room.counts, room.seen, n_seen)
            right[node] = n_leaves
            n_leaves += 1
            member_start[n_leaves] = n_members
            deepest = max(deepest, depth)
            continue
        below[node] = low
        above[node] = high
        middle = _partition(
            training.codes, chosen, low, samples, start, end, room.spare_samples
        )
        stack[n_stacked, 0] = middle
        stack[n_stacked, 1] = end
        stack[n_stacked, 2] = depth + 1
        stack[n_stacked, 3] = node
        stack[n_stacked + 1, 0] = start
        stack[n_stacked + 1, 1] = middle
        stack[n_stacked + 1, 2] = depth + 1
        stack[n_stacked + 1, 3] = -1
        n_stacked += 2
    return Grown(
        feature[:n_nodes].copy(),
        below[:n_nodes].copy(),
        above[:n_nodes].copy(),
        right[:n_nodes].copy(),
        member_start[: n_leaves + 1].copy(),
        member_ranking[:n_members].copy(),
        member_weight[:n_members].copy(),
        deepest,
    )
