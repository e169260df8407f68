"""What a growing tree works on: the training data, the rules, the samples, and room to work.

All arrays are made by numpy and handed in. The kernels themselves neither make nor free arrays, so
that they are compiled without reference counts, which threads would fight over.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lrf.engine.score import CUTS_AT_A_TIME, NUMBERS_OF_A_CUT
from lrf.engine.signatures import Variety
from lrf.engine.sort import MOST_DIGITS, MOST_RANKED, VOTE_BITS
from lrf.engine.vectors import aligned

__all__ = [
    "ABOVE",
    "AGREEMENT",
    "ATTRIBUTE",
    "BELOW",
    "MISSING_LEFT",
    "MOST_BINS",
    "PURE",
    "SCORE",
    "SWEEP",
    "VARIETY",
    "Cuts",
    "Nodes",
    "Pointers",
    "Room",
    "Rules",
    "Training",
    "Votes",
    "collect_samples",
    "make_nodes",
    "make_room",
    "room_size",
]

#: How a criterion judges cuts (`Rules.method`).
AGREEMENT, VARIETY, SWEEP = 0, 1, 2

#: What `Room.choice` holds.
SCORE, ATTRIBUTE, BELOW, ABOVE, MISSING_LEFT, PURE = range(6)
CHOICE_SIZE = 6

#: What `Room.best` holds: the score, the number of samples on the left, the numbers of both sides.
BEST_SIZE = 2 + 2 * len(Variety._fields)

#: How many values of an attribute are added up at most, and of vectors how long (see `by_value`):
#: what leaves the nearest memory is no quicker than sorting.
MOST_BINS = 256
_SHORT = 128


class Training(NamedTuple):
    """What all trees of a forest share.

    Attributes
    ----------
    codes : ndarray of uint32, shape (n_features, n_samples)
        Rank-coded attributes.
    kinds : ndarray of int8, shape (n_features,)
        Kind of each attribute (see `codes`).
    missing : ndarray of int64, shape (n_features,)
        The code of missing values of each attribute that has some.
    values : ndarray of float64, shape (total number of codes,)
        The value behind each code, attribute after attribute.
    offsets : ndarray of int64, shape (n_features + 1,)
        Where the codes of each attribute begin in `values`.
    bins : Bins
        Ranges of codes that large nodes do not cut.
    rankings : ndarray of uint32, shape (n_samples,)
        The row of each sample's ranking among the distinct ones.
    positions : ndarray of float64, shape (n_distinct, n_labels)
        The distinct rankings.
    vectors : ndarray of float64 or float32, shape (n_distinct, width)
        Their embedding.
    squares, n_positive, scale
        The rest of the embedding.
    log_table : ndarray of float64
        x ln x for x = 0, 1, 2, ...
    """

    codes: Any
    kinds: Any
    missing: Any
    values: Any
    offsets: Any
    bins: Any
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
        Whether the criterion has a value of a node, and the stopping rule looks at it.
    by_samples : bool
        Whether the value is worked out from the samples of the node, by a criterion that sweeps.
    needs_distinct : bool
        Whether the stopping rule wants the numbers of distinct rankings.
    highest : float
        What no score of a cut exceeds; infinity if that is not known.
    pure_is_best : bool
        Whether no cut is better than one with pure children, which are known to be pure.
    level : float
        The largest chance of a cut that the stopping rule accepts; 0 if it does not ask for it.
    max_features : int
        Number of attributes tried per node; attributes that are constant there do not count.
    root_fallback : bool
        Whether the root tries the other attributes too when none of these splits it.
    max_depth : int
        Number of edges to the deepest leaf allowed.
    minimum : float
        Least weight of a child.
    random_cuts : bool
        Whether one random cut of each attribute is tried, in place of all.
    """

    method: int
    similarity: bool
    has_value: bool
    by_samples: bool
    needs_distinct: bool
    highest: float
    pure_is_best: bool
    level: float
    max_features: int
    root_fallback: bool
    max_depth: int
    minimum: float
    random_cuts: bool


class Pointers(NamedTuple):
    """The compiled kernels of the components and their parameters.

    Each pointer that the method does not use points to a kernel that does nothing.
    """

    agreement_scores: Any
    agreement_value: Any
    variety_scores: Any
    variety_value: Any
    samples_value: Any
    sweep: Any
    accept: Any
    criterion_params: Any
    stopping_params: Any


class Votes(NamedTuple):
    """The different votes in a tree: a ranking with a weight.

    All that a criterion has to know of a sample fits into the number of its vote, and most votes
    are shared by many samples, so that these small tables stay in the cache.

    Attributes
    ----------
    ranking : ndarray of uint32, shape (n_votes,)
        Row among the distinct rankings.
    weight : ndarray of float64, shape (n_votes,)
        The weight.
    own : ndarray of float64, shape (n_votes,)
        The weight times the square of the ranking's vector.
    """

    ranking: Any
    weight: Any
    own: Any


class Cuts(NamedTuple):
    """Room for a block of cuts while they are judged.

    Attributes
    ----------
    numbers : ndarray of float64, shape (NUMBERS_OF_A_CUT, CUTS_AT_A_TIME + 8)
        What a sweep writes down of each cut; it may write one more than it keeps.
    places : ndarray of int64, shape (CUTS_AT_A_TIME + 8,)
        The number of samples on the left of each.
    scores : ndarray of float64, shape (CUTS_AT_A_TIME + 8,)
        The criterion's scores.
    """

    numbers: Any
    places: Any
    scores: Any


class Room(NamedTuple):
    """Working memory of one tree.

    Attributes
    ----------
    keys, spare : ndarray of int64, shape (n + 1,)
        Sort keys of a node's samples, with a place for one that is larger, and as much again.
    shuffled : ndarray of int64, shape (n + 1,)
        Keys whose votes are shuffled, for rules that ask how likely a cut is.
    digits : ndarray of uint32, shape (MOST_DIGITS,)
        Counts of digits while sorting.
    marks : ndarray of uint32, shape (2 * MOST_RANKED,)
        Marks of some dozens of keys while sorting.
    total, distinct_total : ndarray of float64, shape (width,)
        Sums over a node: of its rankings, and of its distinct rankings.
    left_sum, left_distinct, right_distinct : ndarray of float64, shape (width,)
        Sums on both sides of a cut.
    counts, left_counts : ndarray of float64, shape (n_distinct,)
        Weight of each distinct ranking in a node and left of a cut; zero in between.
    products : ndarray of float64, shape (n_distinct,)
        Inner product of each of the node's distinct rankings with the node's sum.
    seen : ndarray of uint32, shape (n + 1,)
        The distinct rankings of a node.
    seen_in_cut : ndarray of uint32, shape (n,)
        Those of one side of a cut.
    cuts : Cuts
        A block of cuts.
    bins : ndarray, shape (`MOST_BINS` or 0, width)
        Sums of the vectors of each value of an attribute, where they are short single floats.
    bin_weights, bin_owns : ndarray of float64, shape (MOST_BINS,)
        Their weights and self-pairs.
    best : ndarray of float64, shape (BEST_SIZE,)
        An attribute's best cut, as the sweeps write it.
    choice : ndarray of float64, shape (CHOICE_SIZE,)
        The node's best accepted cut: its score, attribute, codes on both sides, whether missing
        values go left, and whether both children are known to be pure.
    sweep_keys, sweep_rankings, sweep_weights : ndarray, shape (n,)
        Copies for a criterion that sweeps itself.
    sweep_left, sweep_right : ndarray, shape (width,)
        Sums on both sides for it.
    sweep_room : ndarray of float64
        Its own memory (see `SweepNode`).
    stack : ndarray of int64, shape (n + 1, 4)
        Nodes to come: start, end, depth, and the parent if it is a right child, else -1.
    attributes : ndarray of int32, shape (n_features,)
        The attributes, permuted by drawing.
    """

    keys: Any
    spare: Any
    shuffled: Any
    digits: Any
    marks: Any
    total: Any
    distinct_total: Any
    left_sum: Any
    left_distinct: Any
    right_distinct: Any
    counts: Any
    left_counts: Any
    products: Any
    seen: Any
    seen_in_cut: Any
    cuts: Cuts
    bins: Any
    bin_weights: Any
    bin_owns: Any
    best: Any
    choice: Any
    sweep_keys: Any
    sweep_rankings: Any
    sweep_weights: Any
    sweep_left: Any
    sweep_right: Any
    sweep_room: Any
    stack: Any
    attributes: Any


class Nodes(NamedTuple):
    """The nodes of a tree in pre-order and the rankings in its leaves.

    Attributes
    ----------
    feature : ndarray of int32, shape (n_nodes,)
        Attribute of an inner node, -1 for a leaf.
    below, above : ndarray of uint32, shape (n_nodes,)
        The codes on both sides of the cut; the code of the category that goes left, twice.
    missing_left : ndarray of uint8, shape (n_nodes,)
        Whether missing values go left.
    right : ndarray of int32, shape (n_nodes,)
        The right child of an inner node; the number of a leaf.
    member_start : ndarray of int64, shape (n_leaves + 1,)
        Where the rankings of each leaf begin.
    member_ranking : ndarray of int32, shape (n_members,)
        The distinct rankings in each leaf.
    member_weight : ndarray of float64, shape (n_members,)
        Their weights.
    """

    feature: Any
    below: Any
    above: Any
    missing_left: Any
    right: Any
    member_start: Any
    member_ranking: Any
    member_weight: Any


def collect_samples(training: Training, weights: Any) -> tuple[Any, Votes]:
    """Return the samples of positive weight and their votes.

    Parameters
    ----------
    training : Training
        Shared by all trees.
    weights : ndarray of float64, shape (n_samples,)
        Weight of each sample in this tree.

    Returns
    -------
    samples : ndarray of int64, shape (n,)
        The row of each sample in the upper and its vote, a row of `votes`, in the lower 32 bits.
        They are permuted as the tree grows, so that a node is a range.
    votes : Votes
    """
    rows = np.flatnonzero(weights > 0)
    rankings, weights = training.rankings[rows], weights[rows]
    n_distinct = len(training.positions)
    highest = weights.max()
    if highest * n_distinct <= len(rows) and np.array_equal(weights, np.floor(weights)):
        numbers = rankings + n_distinct * (weights.astype(np.int64) - 1)
        rankings = np.tile(np.arange(n_distinct, dtype=np.uint32), int(highest))
        weights = np.repeat(np.arange(1.0, highest + 1), n_distinct)
    else:
        numbers = np.arange(len(rows))
    samples = (rows << VOTE_BITS) | numbers
    return samples, Votes(rankings, weights, weights * training.squares[rankings])


def make_room(training: Training, size: int) -> Room:
    """Return the working memory of a tree.

    Parameters
    ----------
    training : Training
        Shared by all trees.
    size : int
        Number of samples in the tree.
    """
    n_distinct, width = training.vectors.shape
    kind = training.vectors.dtype
    n_features = len(training.codes)
    return Room(
        keys=np.empty(size + 1, np.int64),
        spare=np.empty(size + 1, np.int64),
        shuffled=np.empty(size + 1, np.int64),
        digits=np.empty(MOST_DIGITS, np.uint32),
        marks=np.zeros(2 * MOST_RANKED, np.uint32),
        total=aligned(width, kind),
        distinct_total=aligned(width, kind),
        left_sum=aligned(width, kind),
        left_distinct=aligned(width, kind),
        right_distinct=aligned(width, kind),
        counts=np.zeros(n_distinct),
        left_counts=np.zeros(n_distinct),
        products=np.empty(n_distinct),
        seen=np.empty(size + 1, np.uint32),
        seen_in_cut=np.empty(size, np.uint32),
        cuts=Cuts(
            aligned((NUMBERS_OF_A_CUT, CUTS_AT_A_TIME + 8)),
            np.empty(CUTS_AT_A_TIME + 8, np.int64),
            aligned(CUTS_AT_A_TIME + 8),
        ),
        bins=aligned((MOST_BINS if kind == np.float32 and width <= _SHORT else 0, width), kind),
        bin_weights=np.zeros(MOST_BINS),
        bin_owns=np.zeros(MOST_BINS),
        best=np.empty(BEST_SIZE),
        choice=np.empty(CHOICE_SIZE),
        sweep_keys=np.empty(size, np.int64),
        sweep_rankings=np.empty(size, np.int32),
        sweep_weights=np.empty(size),
        sweep_left=aligned(width, kind),
        sweep_right=aligned(width, kind),
        sweep_room=aligned(room_size(training.positions.shape[1], width)),
        stack=np.empty((size + 1, 4), np.int64),
        attributes=np.arange(n_features, dtype=np.int32),
    )


def room_size(n_labels: int, width: int) -> int:
    """Return how much memory a criterion that sweeps itself is given.

    Parameters
    ----------
    n_labels, width : int
        Numbers of labels and of columns of the vectors.
    """
    return 16 * (n_labels + width) + 1024


def make_nodes(size: int) -> Nodes:
    """Return room for the nodes of a tree.

    Parameters
    ----------
    size : int
        Number of samples in the tree.
    """
    capacity = 2 * size - 1
    return Nodes(
        feature=np.empty(capacity, np.int32),
        below=np.zeros(capacity, np.uint32),
        above=np.zeros(capacity, np.uint32),
        missing_left=np.zeros(capacity, np.uint8),
        right=np.empty(capacity, np.int32),
        member_start=np.zeros(size + 1, np.int64),
        member_ranking=np.empty(size, np.int32),
        member_weight=np.empty(size),
    )
