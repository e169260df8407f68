"""Rankings as vectors whose inner products are correlations.

The sweep adds such vectors up. Where they are whole numbers up to a common factor (Kendall and
Spearman of rankings without ties, and every indicator), the factor is taken out: all sums are
then exact, and equal cuts get exactly equal scores in whichever order they are added up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lrf.engine.vectors import EXACT_LANES, LANES, LANES_OF_SINGLES, aligned

__all__ = ["Embedding", "embed_matrix", "embed_vectors", "in_singles"]

_LARGEST_INTEGER = 2**15
_RELATIVE_ROUNDING = 1e-9
#: Whole numbers up to this one are exact as single floats.
_LARGEST_SINGLE = 2**24


class Embedding(NamedTuple):
    """The distinct rankings as vectors.

    Attributes
    ----------
    vectors : ndarray of float64 or float32, shape (n_distinct, width)
        Padded with zero columns to a width that the kernels like.
    squares : ndarray of float64, shape (n_distinct,)
        Inner product of each vector with itself.
    n_positive : int
        Number of leading columns that count positively in an inner product; the others count
        negatively.
    scale : float
        What inner products are multiplied by to get correlations.
    """

    vectors: Any
    squares: Any
    n_positive: int
    scale: float


def embed_vectors(vectors: Any) -> Embedding:
    """Prepare vectors whose inner products are correlations.

    Parameters
    ----------
    vectors : ndarray of float64, shape (n_distinct, width)
        Finite.

    Returns
    -------
    embedding : Embedding
    """
    return _prepare(np.asarray(vectors, dtype=np.float64), np.empty((len(vectors), 0)))


def in_singles(embedding: Embedding, weights: Any, products: bool = True) -> Embedding:
    """Return an embedding in single floats if all sums over a tree are exact in them.

    Parameters
    ----------
    embedding : Embedding
        In doubles.
    weights : ndarray of float64, shape (n_samples,)
        Weight of each sample; no tree weighs more than all of them together.
    products : bool
        Whether inner products are worked out as well as sums.

    Returns
    -------
    embedding : Embedding
        The same, or the given one where numbers could be rounded.
    """
    vectors = embedding.vectors
    count, width = vectors.shape
    if embedding.n_positive != width or not np.array_equal(weights, np.floor(weights)):
        return embedding
    largest = np.abs(vectors).max(initial=0.0)
    # What the kernels add up in single floats: a quarter of an inner product, and a number more.
    power = 2 if products else 1
    sums = weights.sum() * max(1.0, largest) ** power * (width // EXACT_LANES + 1)
    if sums > _LARGEST_SINGLE or not np.array_equal(vectors, np.rint(vectors)):
        return embedding
    padded = width + -width % LANES_OF_SINGLES
    singles = aligned((count, padded), np.float32)
    singles[:, :width] = vectors
    return Embedding(singles, embedding.squares, padded, embedding.scale)


def embed_matrix(matrix: Any) -> Embedding:
    """Embed any symmetric matrix of correlations, with signs where it is no inner product.

    Parameters
    ----------
    matrix : ndarray of float64, shape (n_distinct, n_distinct)
        Finite and symmetric.

    Returns
    -------
    embedding : Embedding
        Its inner products give the matrix up to rounding.
    """
    values, basis = np.linalg.eigh(matrix)
    kept = np.abs(values) > values.size * np.finfo(float).eps * np.abs(values).max(initial=0.0)
    columns = basis * np.sqrt(np.abs(values))
    return _prepare(columns[:, kept & (values > 0)], columns[:, kept & (values < 0)])


def _prepare(positive: Any, negative: Any) -> Embedding:
    factor = _common_factor(positive, negative)
    positive, negative = (_divide(part, factor) for part in (positive, negative))
    squares = (positive**2).sum(axis=1) - (negative**2).sum(axis=1)
    padded = [_pad(positive), _pad(negative)]
    vectors = aligned((len(positive), sum(part.shape[1] for part in padded)))
    np.concatenate(padded, axis=1, out=vectors)
    return Embedding(vectors, squares, padded[0].shape[1], float(factor**2))


def _common_factor(*parts: Any) -> float:
    """Return a number that all entries are small whole multiples of, or 1."""
    entries = np.abs(np.concatenate([part.ravel() for part in parts]))
    entries = entries[entries > 0]
    if entries.size == 0:
        return 1.0
    smallest = float(entries.min())
    for factor in (smallest, smallest / 2):
        multiples = entries / factor
        if multiples.max() > _LARGEST_INTEGER:
            continue
        whole = np.rint(multiples)
        if np.all(np.abs(multiples - whole) <= _RELATIVE_ROUNDING * multiples):
            return factor
    return 1.0


def _divide(part: Any, factor: float) -> Any:
    return part if factor == 1.0 else np.rint(part / factor)


def _pad(part: Any) -> Any:
    """Add zero columns up to a multiple of what the kernels take at a time."""
    missing = -part.shape[1] % LANES
    return np.pad(part, ((0, 0), (0, missing)))
