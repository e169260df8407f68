"""Nodes to test criteria with, and what the engine would tell a kernel about them.

All numbers are worked out from scratch for each side of each cut, from the whole matrix of
correlations.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs
import numpy as np

from lrf.components import Array, Correlation, Statistics
from lrf.engine.signatures import Agreement, SweepNode, Variety
from lrf.plan import Part
from lrf.rankings import distinct_rankings
from lrf.testing.tables import incomplete_rankings, strict_rankings, tied_rankings

if TYPE_CHECKING:
    from lrf.engine.embedding import Embedding

__all__ = ["Node", "example_nodes", "make_node"]


@attrs.frozen(eq=False)
class Node:
    """The samples of a node in the order of an attribute.

    Parameters
    ----------
    positions : ndarray of float64, shape (n_distinct, n_labels)
        The distinct rankings.
    codes : ndarray of int32, shape (n,)
        The ranking of each sample.
    weights : ndarray of float64, shape (n,)
        The weight of each sample.
    embedding : Embedding
        The distinct rankings as vectors.
    """

    positions: Array
    codes: Array
    weights: Array
    embedding: Embedding

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def rankings(self) -> Array:
        """The ranking of each sample, shape (n, n_labels)."""
        return self.positions[self.codes]

    def correlations(self) -> Array:
        """Return the correlations of the distinct rankings."""
        vectors, split = self.embedding.vectors, self.embedding.n_positive
        positive, negative = vectors[:, :split], vectors[:, split:]
        products: Array = positive @ positive.T - negative @ negative.T
        return products * self.embedding.scale

    def select(self, samples: Array) -> Node:
        """Return some of the samples, or all of them in another order."""
        return attrs.evolve(self, codes=self.codes[samples], weights=self.weights[samples])

    def counts(self) -> Array:
        """Return the weight of each distinct ranking."""
        return np.bincount(self.codes, self.weights, minlength=len(self.positions))

    def side(self, statistics: Statistics) -> Agreement | Variety | SweepNode:
        """Return the summary numbers of all samples, or these themselves.

        Parameters
        ----------
        statistics : {"agreement", "variety", "samples"}
            Which ones.
        """
        if statistics == "samples":
            return self.sweep_node(np.arange(len(self)))
        counts, correlations = self.counts(), self.correlations()
        weight = float(counts.sum())
        if statistics == "agreement":
            norm = float(counts @ correlations @ counts)
            return Agreement(weight, norm, float(counts @ np.diag(correlations)))
        present = counts > 0
        some = counts[present]
        return Variety(
            weight,
            float(present.sum()),
            float(some @ np.log(some)),
            float(some @ some),
            float(counts @ correlations @ present),
        )

    def sweep_node(self, keys: Array) -> SweepNode:
        """Return what a sweep is given; copies, which it may spoil.

        Parameters
        ----------
        keys : ndarray of int, shape (n,)
            Ascending; a cut is possible between two different ones.
        """
        from lrf.engine.records import room_size

        vectors = self.embedding.vectors
        return SweepNode(
            np.array(keys, dtype=np.int64),
            self.codes.astype(np.int32),
            self.weights.copy(),
            self.positions.copy(),
            vectors.copy(),
            self.embedding.n_positive,
            self.embedding.scale,
            0.0,
            float(self.weights.sum()),
            self.counts() @ vectors,
            np.zeros(vectors.shape[1]),
            -np.inf,
            np.zeros(room_size(self.positions.shape[1], vectors.shape[1])),
        )


def make_node(rankings: Array, weights: Array, correlation: Part[Correlation] | None) -> Node:
    """Return the node of some samples.

    Parameters
    ----------
    rankings : ndarray of float64, shape (n, n_labels)
        Average positions.
    weights : ndarray of float64, shape (n,)
        The weight of each sample.
    correlation : Part or None
        The criterion's correlation, if it uses one.
    """
    positions, codes = distinct_rankings(rankings)
    return Node(positions, codes, weights, _embed(correlation, positions))


def _embed(correlation: Part[Correlation] | None, positions: Array) -> Embedding:
    from lrf.engine.embedding import embed_matrix, embed_vectors

    if correlation is None:
        return embed_vectors(np.empty((len(positions), 0)))
    record, parameters = correlation.record, correlation.parameters
    if record.embed is not None:
        return embed_vectors(record.embed(positions, **parameters))
    assert record.matrix is not None
    return embed_matrix(record.matrix(positions, **parameters))


def example_nodes(correlation: Part[Correlation] | None) -> Iterator[Node]:
    """Yield nodes of a few samples: few and many rankings, strict and tied, of various weights.

    If the criterion's correlation is defined for incomplete rankings, so is one of the nodes.
    """
    ties = correlation is None or correlation.record.ties
    gaps = correlation is not None and correlation.record.incomplete
    rng = np.random.default_rng(0)
    few = strict_rankings(4)[[0, 1, 2, 15, 23]][rng.integers(0, 5, 16)]
    yield make_node(few, np.ones(16), correlation)
    yield make_node(few, rng.integers(1, 4, 16).astype(np.float64), correlation)
    yield make_node(few, rng.uniform(0.2, 3.0, 16), correlation)
    many = strict_rankings(5)
    yield make_node(many[rng.permutation(len(many))[:12]], np.ones(12), correlation)
    yield make_node(strict_rankings(2)[rng.integers(0, 2, 10)], np.ones(10), correlation)
    if ties:
        tied = tied_rankings(3)
        yield make_node(tied[rng.integers(0, len(tied), 14)], np.ones(14), correlation)
    if gaps:
        some = incomplete_rankings(4)
        yield make_node(some[rng.integers(0, len(some), 14)], np.ones(14), correlation)
