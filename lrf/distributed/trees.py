"""What workers do: draw the rows of trees from a part of the data, and grow trees from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np

from lrf.bagging import plan_of_tree
from lrf.components import Array
from lrf.data.wanted import Wanted
from lrf.distributed.draws import Draws
from lrf.distributed.rows import read_rows
from lrf.distributed.survey import Schema
from lrf.elections import Members
from lrf.forest import Forest
from lrf.growth import parcel_of
from lrf.joining import PackedTrees, join_trees
from lrf.leaves import pack_leaves
from lrf.plan import Plan
from lrf.rankings import distinct_rankings

__all__ = ["Drawn", "GrownTree", "Order", "draw_part", "gather", "grow_trees", "join_all"]


@attrs.frozen(eq=False)
class Drawn:
    """Rows of a part that some trees are grown from.

    Parameters
    ----------
    X : ndarray of float64, shape (n_rows, n_features)
        Their features.
    Y : ndarray of float64, shape (n_rows, n_labels)
        Their positions.
    places : list of ndarray of int32
        For each tree the rows here that it gets, as often as they were drawn.
    """

    X: Array
    Y: Array
    places: list[Array]

    def __sizeof__(self) -> int:
        """Return the number of bytes, by which Dask knows what moving it would cost."""
        return int(self.X.nbytes + self.Y.nbytes + sum(places.nbytes for places in self.places))


@attrs.frozen(eq=False)
class GrownTree:
    """A tree, and the distinct rankings that its leaves count by.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        The distinct rankings.
    packed : list of PackedTrees
        The tree.
    """

    rankings: Array
    packed: list[PackedTrees]


@attrs.frozen(eq=False)
class Order:
    """What is wanted of every part.

    Parameters
    ----------
    wanted : Wanted
        Where the rankings are.
    schema : Schema
        What all parts have in common.
    draws : Draws
        Which rows each tree gets.
    batches : list of range
        The trees of each batch.
    witnesses : ndarray of int64
        Numbers of rows that are wanted besides.
    """

    wanted: Wanted
    schema: Schema
    draws: Draws
    batches: list[range]
    witnesses: Array


def draw_part(table: Any, called: str, first: int, order: Order) -> list[Drawn]:
    """Return the rows of a part that the trees of each batch want, and at last the witnesses.

    Parameters
    ----------
    table, called
        As for `read_rows`.
    first : int
        The number of the part's first row.
    order : Order
        What is wanted.
    """
    schema, draws, witnesses = order.schema, order.draws, order.witnesses
    rows = read_rows(table, called, order.wanted)
    if rows is None:
        X, Y = np.empty((0, len(schema.features))), np.empty((0, len(schema.labels)))
    else:
        X, Y = schema.encode(rows)
    last = first + len(X)
    wishes = [[draws.rows(tree, first, last) - first for tree in batch] for batch in order.batches]
    wishes.append([witnesses[(witnesses >= first) & (witnesses < last)] - first])
    return [_drawn(X, Y, wish) for wish in wishes]


def _drawn(X: Array, Y: Array, wish: Sequence[Array]) -> Drawn:
    kept, places = np.unique(np.concatenate(wish), return_inverse=True)
    edges = np.cumsum([len(rows) for rows in wish])[:-1]
    return Drawn(X[kept], Y[kept], np.split(places.astype(np.int32), edges))


def gather(parts: Sequence[Drawn]) -> Drawn:
    """Return the rows that were drawn from all parts together.

    Parameters
    ----------
    parts : sequence of Drawn
        Part after part.
    """
    starts = np.cumsum([0, *(len(part.X) for part in parts)])[:-1].tolist()
    shifted = [
        [places + start for places in part.places]
        for part, start in zip(parts, starts, strict=True)
    ]
    return Drawn(
        np.concatenate([part.X for part in parts]),
        np.concatenate([part.Y for part in parts]),
        [np.concatenate(places) for places in zip(*shifted, strict=True)],
    )


def grow_trees(
    parts: Sequence[Drawn], plan: Plan, seed: int, trees: range, nominal: Sequence[int]
) -> list[GrownTree]:
    """Grow some trees, each from its own rows.

    Parameters
    ----------
    parts : sequence of Drawn
        Their rows, part after part.
    plan : Plan
        What to grow; its rows are drawn already.
    seed : int
        What the seeds of the trees follow from.
    trees : range
        The numbers of the trees.
    nominal : sequence of int
        The nominal features.
    """
    drawn = gather(parts)
    grown = []
    for places, tree in zip(drawn.places, trees, strict=True):
        rows, counts = np.unique(places, return_counts=True)
        rankings, numbers = distinct_rankings(drawn.Y[rows])
        config = attrs.evolve(plan_of_tree(plan, tree).config, bootstrap=False, max_samples=None)
        own = attrs.evolve(plan, config=config)
        parcel = parcel_of(drawn.X[rows], rankings, numbers, own, counts.astype(float), nominal)
        packed = parcel.grow(own, [np.random.SeedSequence(seed, spawn_key=(tree,))])
        grown.append(GrownTree(rankings, packed))
    return grown


def join_all(plan: Plan, n_features: int, trees: Sequence[GrownTree]) -> Forest:
    """Return the forest of some trees, in their order.

    Parameters
    ----------
    plan : Plan
        What the forest is grown by.
    n_features : int
        Number of features.
    trees : sequence of GrownTree
        The trees.
    """
    rankings, numbers = distinct_rankings(np.concatenate([tree.rankings for tree in trees]))
    edges = np.cumsum([len(tree.rankings) for tree in trees])[:-1]
    parts = [
        _renumbered(packed, own, len(rankings))
        for tree, own in zip(trees, np.split(numbers, edges), strict=True)
        for packed in tree.packed
    ]
    return join_trees(plan, n_features, rankings, parts)


def _renumbered(packed: PackedTrees, numbers: Array, n_distinct: int) -> PackedTrees:
    """Return trees whose leaves count by the distinct rankings of all trees."""
    own = packed.leaves.members()
    members = Members(own.starts, numbers[own.rankings], own.weights)
    return attrs.evolve(packed, leaves=pack_leaves(members, n_distinct))
