"""A grown forest: flat arrays of all its trees, and how they vote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import attrs
import numpy as np

from lrf.backoff import (
    consensus_of_nodes,
    shares_of_leaves,
    spread_of_leaves,
    votes_of_leaves,
)
from lrf.cluster.engines import Engine, chosen_engine
from lrf.components import Array
from lrf.descent import Descent
from lrf.elections import Contributions, Members, contributions
from lrf.leaves import Leaves, smallest
from lrf.mixture import Blend
from lrf.nodes import columns_of_nodes, nodes_of_columns, places_of_leaves
from lrf.plan import Plan
from lrf.shapes import Shape, shape_of
from lrf.statistics import consensus, consensus_of
from lrf.threads import allowed_threads
from lrf.tree import Tree

__all__ = ["Forest"]

#: How many numbers of votes are held at a time while predicting.
_BLOCK_NUMBERS = 2**20

#: How many rows times trees are worth sending to another machine: a second or so.
_WORTH_SENDING = 2**23

#: How many numbers of features are sent to another machine at a time.
_SENT_NUMBERS = 2**18

#: How many numbers are kept of what leaves of incomplete rankings know (128 MiB). Where there are
#: more, they are worked out again by each prediction, tree by tree.
_MOST_SHARES = 2**23


@attrs.define(eq=False)
class Forest:
    """All trees of a model; a single tree is a forest of one.

    Parameters
    ----------
    plan : Plan
        What the forest was grown by.
    n_features : int
        Number of attributes.
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        The distinct training rankings.
    nodes : ndarray of `lrf.engine.descend.NODE`, shape (n_inner,)
        The inner nodes of all trees, one tree after the other, each in pre-order.
    roots : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins in `nodes`.
    first_leaf : ndarray of int64, shape (n_trees + 1,)
        Where the leaves of each tree begin in `leaves`.
    leaves : Leaves
        The training rankings in each leaf.
    depths : ndarray of int32, shape (n_trees,)
        Number of edges to the deepest leaf of each tree.
    blend : Blend or None
        What the trees' vote is mixed with, if it is.
    """

    plan: Plan
    n_features: int
    rankings: Array
    nodes: Array
    roots: Array
    first_leaf: Array
    leaves: Leaves
    depths: Array
    blend: Blend | None = None
    _voting: Contributions | None = attrs.field(default=None, init=False, repr=False)
    _table: Array | None = attrs.field(default=None, init=False, repr=False)
    _descent: Descent | None = attrs.field(default=None, init=False, repr=False)
    #: What was worked out about the forest, by name, so that it need not be again.
    kept: dict[str, Any] = attrs.field(factory=dict, init=False, repr=False)

    @property
    def n_trees(self) -> int:
        """Number of trees."""
        return len(self.roots) - 1

    @property
    def n_labels(self) -> int:
        """Number of labels."""
        return int(self.rankings.shape[1])

    @property
    def descent(self) -> Descent:
        """The ways of rows down the trees; looked for on first use."""
        if self._descent is None:
            self._descent = Descent(self.nodes, self.roots, self.first_leaf, self.n_features)
        return self._descent

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: everything but what can be worked out again."""
        fields = attrs.fields(type(self))
        return {field.name: getattr(self, field.name) for field in fields if field.init}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)
        self._voting = self._table = self._descent = None
        self.kept = {}

    def tree(self, index: int) -> Tree:
        """Return one tree to look at.

        Parameters
        ----------
        index : int
            From 0; negative numbers count from the end.

        Raises
        ------
        IndexError
            If there is no such tree.
        """
        if not -self.n_trees <= index < self.n_trees:
            raise IndexError(f"tree {index} does not exist; the forest has {self.n_trees} trees")
        shape = self._shape(index % self.n_trees, self.leaves.members())
        nodes, feature = shape.nodes, shape.nodes["feature"]
        return Tree(
            feature=feature,
            threshold=np.where(feature >= 0, nodes["threshold"], np.nan),
            left=shape.left,
            right=shape.right,
            parent=shape.parent,
            depth=shape.depth,
            weight=shape.below().totals(),
            positions=consensus_of_nodes(
                self.plan.leaf.record, self.plan.leaf.parameters, self.rankings, shape
            ),
            missing_left=nodes["missing_left"].astype(bool),
            nominal=nodes["nominal"].astype(bool),
        )

    def rankings_below(self, index: int) -> Members:
        """Return the training rankings below each node of a tree.

        Parameters
        ----------
        index : int
            Which tree, from 0.

        Returns
        -------
        Members
            A ranking stands there once for each leaf that it fell into; its number is its row in
            `rankings`.
        """
        return self._shape(index, self.leaves.members()).below()

    def _shape(self, index: int, leaves: Members) -> Shape:
        """Return all that the nodes of a tree imply; `leaves` are those of the whole forest."""
        nodes = self.nodes[self.roots[index] : self.roots[index + 1]]
        first, last = self.first_leaf[index : index + 2]
        return shape_of(nodes, leaves.select(np.arange(first, last)))

    def apply(self, X: Array) -> Array:
        """Return the leaf that each row reaches in each tree.

        Parameters
        ----------
        X : ndarray of float64, shape (n_rows, n_features)
            No infinite values; NaN: missing.

        Returns
        -------
        leaves : ndarray of int32, shape (n_rows, n_trees)
            Numbers of nodes, as in `tree`.
        """
        X = np.ascontiguousarray(X, dtype=np.float64)
        if "numbers of leaves" not in self.kept:
            places = places_of_leaves(self.nodes, self.roots, self.first_leaf)
            roots = np.repeat((self.roots + self.first_leaf)[:-1], np.diff(self.first_leaf))
            self.kept["numbers of leaves"] = (places - roots).astype(np.int32)
        leaves: Array = self.kept["numbers of leaves"][self.find_leaves(X, 0, len(X))]
        return leaves

    def predict(self, X: Array, n_jobs: int | None = None) -> Array:
        """Return the predicted positions.

        Parameters
        ----------
        X : ndarray of float64, shape (n_rows, n_features)
            No infinite values; NaN: missing.
        n_jobs : int, optional
            Number of threads; -1: all cores. The result does not depend on it.

        Returns
        -------
        positions : ndarray of float64, shape (n_rows, n_labels)

        Raises
        ------
        ClusterError
            If an engine is active whose workers cannot do it.
        """
        X = np.ascontiguousarray(X, dtype=np.float64)
        if len(X) == 0:
            return np.empty((0, self.n_labels))
        engine = chosen_engine(n_jobs) if len(X) * self.n_trees >= _WORTH_SENDING else None
        if engine is not None:
            return self._predict_there(engine, X)
        return self.predict_here(X, n_jobs)

    def _predict_there(self, engine: Engine, X: Array) -> Array:
        """Return the predicted positions, worked out by the workers of an engine."""
        size = max(1, _SENT_NUMBERS // max(1, X.shape[1]))
        size = max(1, min(size, -(-len(X) // engine.n_parts)))
        blocks = [(X[start : start + size],) for start in range(0, len(X), size)]
        positions = np.empty((len(X), self.n_labels))
        for number, part in engine.run(Forest.predict_here, self, blocks):
            positions[number * size : (number + 1) * size] = part
        return positions

    def predict_here(self, X: Array, n_jobs: int | None = None) -> Array:
        """Return the predicted positions, worked out by this process whatever engine is active.

        Parameters
        ----------
        X, n_jobs
            As for `predict`; at least one row, C-contiguous.
        """
        n_threads = allowed_threads(n_jobs) if len(X) > 1 else 1
        blocks = self._blocks(len(X), n_threads)
        if len(blocks) == 1 or n_threads == 1:
            return np.concatenate([self._predict_block(X, *block) for block in blocks])
        from joblib import Parallel, delayed

        parts = Parallel(n_jobs=min(n_threads, len(blocks)), require="sharedmem")(
            delayed(self._predict_block)(X, *block) for block in blocks
        )
        return np.concatenate(parts)

    def _blocks(self, n_rows: int, n_threads: int) -> list[tuple[int, int]]:
        """Return ranges of rows, enough for all threads and small enough for the memory."""
        size = max(1, _BLOCK_NUMBERS // max(1, self.width_of_votes()))
        if n_threads > 1:
            size = min(size, max(256, -(-n_rows // 8)))
        edges = [*range(0, n_rows, size), n_rows]
        return list(pairwise(edges))

    def width_of_votes(self) -> int:
        """Return how many numbers the votes on a row may take."""
        if self._is_additive():
            return self.n_labels**2
        return len(self.voting().rankings) + self.n_trees

    def _is_additive(self) -> bool:
        return self.plan.aggregator.record.statistic != "votes"

    def voting(self) -> Contributions:
        """Return what each leaf adds to the vote; worked out on first use."""
        if self._voting is None:
            plan = self.plan
            voting = "hard" if self.is_single else plan.config.voting
            if np.isnan(self.rankings).any():
                self._voting = self._incomplete_voting(voting)
            else:
                self._voting = contributions(
                    voting,
                    plan.leaf.record,
                    plan.leaf.parameters,
                    self.leaves.groups(),
                    self.leaves.group,
                    self.rankings,
                )
        return self._voting

    def _incomplete_voting(self, voting: str) -> Contributions:
        leaves = self.leaves.members()
        if voting == "hard":
            leaf = self.plan.leaf
            shapes = self._shapes(leaves)
            return votes_of_leaves(leaf.record, leaf.parameters, self.rankings, shapes)
        aggregator = self.plan.aggregator.record
        return spread_of_leaves(aggregator, self.rankings, leaves, self._shapes(leaves))

    def shapes(self) -> Iterator[Shape]:
        """Yield all that the nodes of each tree imply, and the rankings below them."""
        return self._shapes(self.leaves.members())

    def _shapes(self, leaves: Members) -> Iterator[Shape]:
        return (self._shape(index, leaves) for index in range(self.n_trees))

    @property
    def is_single(self) -> bool:
        """Whether this is a tree, whose leaves' consensus is the prediction itself."""
        return self.plan.config.estimator == "tree"

    def _predict_block(self, X: Array, start: int, end: int) -> Array:
        if self.is_single:
            leaves = self.find_leaves(X, start, end)[:, 0]
            voting = self.voting()
            return voting.rankings[voting.rows[leaves]]
        aggregator, parameters = self.plan.aggregator.record, self.plan.aggregator.parameters
        if self._is_additive():
            sums = self._add_up(X, start, end)
            if self.blend is not None:
                sums = self._mix(self.blend, sums / self.n_trees, X[start:end])
            return consensus(aggregator, parameters, sums, self.n_labels)
        weights = self._count_votes(self.find_leaves(X, start, end))
        return consensus_of(
            aggregator, self.n_labels, self.voting().rankings, weights, **parameters
        )

    def _mix(self, blend: Blend, means: Array, X: Array, linear: Array | None = None) -> Array:
        """Return the votes with what they are mixed with."""
        mixed = blend.mix(means, X, linear)
        # Positions may be anything, the chances of the other statistics may not.
        is_table = self.plan.aggregator.record.statistic != "rank-sum"
        return np.clip(mixed, 0.0, 1.0) if is_table else mixed

    def predict_chosen(self, X: Array, chosen: Array, linear: Array | None = None) -> Array:
        """Return the positions that some of the trees predict, others for each row.

        Parameters
        ----------
        X : ndarray of float64, shape (n_rows, n_features)
            C-contiguous rows without infinite values; NaN: missing. Not more than fit into the
            memory with their votes.
        chosen : ndarray of bool, shape (n_rows, n_trees)
            The trees that vote on each row, at least one.
        linear : ndarray of float64, shape (n_rows, width), optional
            What the linear model of a blend says, if it is not to be asked.

        Returns
        -------
        positions : ndarray of float64, shape (n_rows, n_labels)
        """
        aggregator, parameters = self.plan.aggregator.record, self.plan.aggregator.parameters
        if self._is_additive():
            sums = self.add_up_chosen(X, chosen)
            if self.blend is not None:
                means = sums / np.count_nonzero(chosen, axis=1)[:, None]
                sums = self._mix(self.blend, means, X, linear)
            return consensus(aggregator, parameters, sums, self.n_labels)
        weights = self._count_votes(self.find_leaves(X, 0, len(X)), chosen)
        return consensus_of(
            aggregator, self.n_labels, self.voting().rankings, weights, **parameters
        )

    def add_up_chosen(self, X: Array, chosen: Array) -> Array:
        """Return the sums over some of the trees of an additive statistic, unmixed.

        Parameters
        ----------
        X, chosen
            As for `predict_chosen`.
        """
        from lrf.engine.pool import add_entries

        if self._has_too_many_shares():
            return self._add_up_by_tree(X, 0, len(X), chosen)
        table, rows = self._get_table(), self.voting().rows
        leaves = self.find_leaves(X, 0, len(X))
        sums = np.zeros((len(X), table.shape[1]))
        add_entries(np.where(chosen, rows.astype(np.int64)[leaves], -1), table, sums)
        return sums

    def find_leaves(self, X: Array, start: int, end: int) -> Array:
        """Return the number of each row's leaf among all leaves, of shape (n_rows, n_trees).

        Parameters
        ----------
        X : ndarray of float64, shape (n_rows, n_features)
            C-contiguous rows without infinite values; NaN: missing.
        start, end : int
            The rows that are wanted.
        """
        return self.descent.find_leaves(X, start, end).T + self.first_leaf[:-1]

    def _add_up(self, X: Array, start: int, end: int) -> Array:
        """Return the sums over trees of an additive statistic."""
        if self._has_too_many_shares():
            return self._add_up_by_tree(X, start, end)
        table = self._get_table()
        sums = np.zeros((end - start, table.shape[1]))
        self.descent.accumulate(X, start, end, self.voting().rows, table, sums)
        return sums

    def _get_table(self) -> Array:
        """Return the statistic of each contribution to the vote; worked out on first use."""
        if self._table is None:
            self._table = self.voting().table(self.plan.aggregator.record)
        return self._table

    def _has_too_many_shares(self) -> bool:
        """Whether leaves of incomplete rankings know more than should be kept."""
        statistic = self.plan.aggregator.record.statistic
        width = self.n_labels if statistic == "rank-sum" else self.n_labels**2
        return (
            len(self.leaves) * width > _MOST_SHARES
            and self.plan.config.voting == "soft"
            and bool(np.isnan(self.rankings).any())
        )

    def _add_up_by_tree(self, X: Array, start: int, end: int, chosen: Array | None = None) -> Array:
        leaves = self.descent.find_leaves(X, start, end).T
        shapes = self._shapes(self.leaves.members())
        statistic = self.plan.aggregator.record.statistic
        trees = shares_of_leaves(statistic, self.rankings, shapes)
        counts = np.ones(leaves.shape) if chosen is None else chosen
        sums = (shares[leaves[:, i]] * counts[:, i, None] for i, shares in enumerate(trees))
        return np.asarray(sum(sums))

    def _count_votes(self, leaves: Array, chosen: Array | None = None) -> Array:
        """Return the weight of each ranking that is voted for."""
        from scipy.sparse import csr_array

        voting = self.voting()
        members = voting.members
        spread = csr_array(
            (members.weights, members.rankings, members.starts),
            shape=(len(members), len(voting.rankings)),
        )
        n_rows, n_trees = leaves.shape
        cast = csr_array(
            (
                np.ones(leaves.size) if chosen is None else chosen.ravel().astype(np.float64),
                voting.rows[leaves].ravel(),
                np.arange(0, leaves.size + 1, n_trees),
            ),
            shape=(n_rows, len(members)),
        )
        weights: Array = (cast @ spread).toarray()
        return weights

    def to_arrays(self) -> dict[str, Array]:
        """Return arrays that say all about the forest, by name."""
        leaves = self.leaves
        return {
            "rankings": self.rankings,
            "tree_size": np.diff(self.roots),
            **columns_of_nodes(self.nodes),
            "leaf_group": leaves.group,
            "leaf_weight": leaves.weight,
            "mixture_start": smallest(leaves.mixtures.starts),
            "mixture_ranking": smallest(leaves.mixtures.rankings),
            "mixture_weight": smallest(leaves.mixtures.weights),
            **({} if self.blend is None else self.blend.to_arrays()),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Array], plan: Plan, n_features: int) -> Forest:
        """Put a forest together from what `to_arrays` returned.

        Parameters
        ----------
        arrays : mapping of str to ndarray
            The arrays; they are trusted, check those of unknown origin before.
        plan : Plan
            The plan of the model.
        n_features : int
            Number of attributes.

        Raises
        ------
        DataError
            If the nodes are no trees, which is seen here first.
        """
        roots = np.concatenate(([0], np.cumsum(arrays["tree_size"])))
        nodes, depths = nodes_of_columns(
            arrays["threshold"], arrays["feature"], arrays["shape"], roots
        )
        mixtures = Members(
            arrays["mixture_start"].astype(np.int64, copy=False),
            arrays["mixture_ranking"].astype(np.int32, copy=False),
            arrays["mixture_weight"].astype(np.float64, copy=False),
        )
        rankings = arrays["rankings"]
        return cls(
            plan=plan,
            n_features=n_features,
            rankings=rankings,
            nodes=nodes,
            roots=roots,
            first_leaf=roots + np.arange(len(roots)),
            leaves=Leaves(arrays["leaf_group"], arrays["leaf_weight"], mixtures, len(rankings)),
            depths=depths,
            blend=Blend.from_arrays(arrays),
        )
