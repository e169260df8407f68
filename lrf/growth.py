"""Growing forests: seeds, bootstrap, trees in parallel threads, and their arrays joined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import pairwise
from typing import Any

import attrs
import numpy as np

from lrf.bagging import settled
from lrf.blending import blended
from lrf.budget import check_training, check_trees
from lrf.cluster.engines import Engine, chosen_engine
from lrf.cluster.parcel import Parcel, log_table
from lrf.components import Array, Correlation
from lrf.defined import check_defined
from lrf.drawing import root_seed, tree_seeds
from lrf.errors import ComponentError
from lrf.forest import Forest
from lrf.handover import answer_of
from lrf.joining import PackedTrees, join_trees, pack_again
from lrf.plan import Part, Plan
from lrf.progress import Watch, in_background, progress_lines, reporting
from lrf.rankings import distinct_rankings
from lrf.threads import allowed_threads

__all__ = ["embed", "grow_forest", "parcel_of"]

#: Distinct rankings beyond which a correlation given as a matrix is refused: the matrix and its
#: eigenvectors would take gigabytes.
_MOST_IN_MATRIX = 8000

#: Parts into which the trees are divided per thread, so that no thread waits long for the last.
_PARTS_PER_JOB = 8

#: Values of features beyond which a tree may take long, so that Ctrl-C should not wait for it.
_LARGE = 100_000

#: Distinct rankings beyond which it is worth asking how long their vectors will be.
_MANY_RANKINGS = 10_000


def grow_forest(
    X: Array,
    Y: Array,
    plan: Plan,
    sample_weight: Array | None = None,
    random_state: Any = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    nominal: Sequence[int] = (),
    begun: Forest | None = None,
) -> Forest:
    """Grow the trees of a model.

    Parameters
    ----------
    X : ndarray of float64, shape (n_samples, n_features)
        No infinite values; NaN: missing. A nominal attribute holds numbers of categories.
    Y : ndarray of float64, shape (n_samples, n_labels)
        Average positions; NaN: not ranked.
    plan : Plan
        What to grow.
    sample_weight : ndarray of float64, shape (n_samples,), optional
        A row of weight 2 counts as two equal rows; a row of weight 0 is left out.
    random_state : int, numpy.random.Generator, numpy.random.RandomState or None
        Where the seeds of the trees come from.
    n_jobs : int, optional
        Number of threads; -1: all cores. The forest does not depend on it.
    verbose : int
        Whether to write how many trees are grown, and how long the rest will take.
    nominal : sequence of int
        Attributes whose values have no order; they are split into one value and the rest.
    begun : Forest, optional
        The first trees, grown from the same data and seed by the same rules, which need not be
        grown again.

    Returns
    -------
    forest : Forest

    Raises
    ------
    ClusterError
        If a backend of joblib is active whose workers cannot grow trees.
    """
    config = settled(plan.config, bool(np.isnan(Y).any()))
    plan = attrs.evolve(plan, config=config)
    rankings, numbers = distinct_rankings(Y)
    n_trees = config.n_estimators if config.estimator == "forest" else 1
    engine = chosen_engine(n_jobs) if n_trees > 1 else None
    n_threads = min(allowed_threads(n_jobs), n_trees) if engine is None and n_trees > 1 else 1
    width = _width(plan.correlation, rankings)
    check_training(len(X), X.shape[1], (len(rankings), width), n_threads)
    weights = np.ones(len(X)) if sample_weight is None else np.asarray(sample_weight, float)
    parcel = parcel_of(X, rankings, numbers, plan, weights, nominal, n_threads)

    def grow_some(seeds: Sequence[np.random.SeedSequence]) -> list[PackedTrees]:
        return parcel.grow(plan, seeds, watch.each)

    seed = root_seed(random_state)
    grown = [] if begun is None else [pack_again(begun)]
    seeds = tree_seeds(seed, n_trees)[0 if begun is None else begun.n_trees :]
    with _shown(verbose), (watch := Watch(len(seeds))).stopping_on_error():
        if engine is not None and seeds:
            trees = _on_engine(engine, parcel, plan, seeds, watch)
        elif not seeds or (n_threads == 1 and X.size < _LARGE):
            trees = grow_some(seeds)
        else:
            # This one also compiles, so that no thread has to wait for another.
            trees = in_background(lambda: grow_some(seeds[:1]))
            check_trees(trees, n_trees)
            trees += _in_threads(grow_some, seeds[1:], n_threads)
    forest = join_trees(plan, X.shape[1], rankings, grown + trees)
    return blended(forest, X, Y, weights, seed, nominal)


def _shown(verbose: int) -> AbstractContextManager[None]:
    """Write how far the growth has come, if that is wanted."""
    return reporting(progress_lines("trees")) if verbose else nullcontext()


def _in_threads(
    grow_some: Callable[[Sequence[np.random.SeedSequence]], list[PackedTrees]],
    seeds: Sequence[np.random.SeedSequence],
    n_threads: int,
) -> list[PackedTrees]:
    """Grow the trees of all seeds, in their order."""
    if n_threads == 1 or len(seeds) < 2:
        return in_background(lambda: grow_some(seeds)) if seeds else []
    from joblib import Parallel, delayed

    n_parts = min(len(seeds), _PARTS_PER_JOB * n_threads)
    edges = np.linspace(0, len(seeds), n_parts + 1).astype(int)
    run = Parallel(n_jobs=n_threads, require="sharedmem")
    parts = run(delayed(grow_some)(seeds[start:end]) for start, end in pairwise(edges))
    return [trees for part in parts for trees in part]


def _on_engine(
    engine: Engine,
    parcel: Parcel,
    plan: Plan,
    seeds: Sequence[np.random.SeedSequence],
    watch: Watch,
) -> list[PackedTrees]:
    """Grow the trees of all seeds elsewhere, in their order."""
    edges = np.linspace(0, len(seeds), min(len(seeds), engine.n_parts) + 1).astype(int)
    pieces = [(plan, seeds[start:end]) for start, end in pairwise(edges)]
    parts: list[list[PackedTrees]] = [[] for _ in pieces]
    for number, trees in engine.run(Parcel.grow, parcel, pieces):
        if not any(parts):
            check_trees(trees, len(seeds))
        parts[number] = trees
        watch.advance(len(pieces[number][1]))
    return [trees for part in parts for trees in part]


def _width(correlation: Part[Correlation] | None, rankings: Array) -> int:
    """Return into how many numbers each ranking is turned; 0 if that hardly matters."""
    record = None if correlation is None else correlation.record
    if record is None or record.embed is None or len(rankings) < _MANY_RANKINGS:
        return 0
    assert correlation is not None
    return int(np.shape(record.embed(rankings[:2], **correlation.parameters))[1])


def parcel_of(
    X: Array,
    rankings: Array,
    numbers: Array,
    plan: Plan,
    weights: Array,
    nominal: Sequence[int],
    n_threads: int = 1,
) -> Parcel:
    """Return what trees are grown from.

    Parameters
    ----------
    X : ndarray of float64, shape (n_samples, n_features)
        As for `grow_forest`.
    rankings, numbers : ndarray
        The distinct rankings, and which one each sample has, as `distinct_rankings` returns them.
    plan : Plan
        What to grow.
    weights : ndarray of float64, shape (n_samples,)
        Weights of the samples.
    nominal : sequence of int
        The nominal attributes.
    n_threads : int
        Number of threads.
    """
    from lrf.engine.codes import code_attributes

    codes = code_attributes(X, nominal, plan.config.max_bins, n_threads)
    check_defined(plan, rankings)
    return Parcel(codes, _training(plan, codes, rankings, numbers, weights), weights)


def _training(plan: Plan, codes: Any, rankings: Array, numbers: Array, weights: Array) -> Any:
    from lrf.engine.codes import GAPS
    from lrf.engine.embedding import in_singles
    from lrf.engine.records import Training

    embedding = embed(plan.correlation, rankings)
    embedding = in_singles(embedding, weights, plan.criterion.record.sweep is None)
    last = np.diff(codes.offsets) - 1
    has_gaps = codes.kinds == GAPS
    return Training(
        codes.codes,
        codes.kinds,
        np.where(has_gaps, last, -1),
        codes.values,
        codes.offsets,
        codes.bins,
        numbers.astype(np.uint32),
        rankings,
        embedding.vectors,
        embedding.squares,
        embedding.n_positive,
        embedding.scale,
        log_table(len(weights)),
    )


def embed(correlation: Part[Correlation] | None, rankings: Array) -> Any:
    """Return the distinct rankings as vectors of the criterion's correlation.

    Parameters
    ----------
    correlation : Part or None
        The correlation; None: vectors without columns.
    rankings : ndarray of float64, shape (n_distinct, n_labels)
        The distinct rankings.

    Returns
    -------
    embedding : lrf.engine.embedding.Embedding
    """
    from lrf.engine.embedding import embed_matrix, embed_vectors

    if correlation is None:
        return embed_vectors(np.empty((len(rankings), 0)))
    record = correlation.record
    rankings = rankings.view()
    rankings.flags.writeable = False  # trees are grown from the same array
    if record.embed is not None:
        vectors = answer_of("correlation", record, record.embed, rankings, **correlation.parameters)
        if vectors.ndim != 2 or len(vectors) != len(rankings) or not np.isfinite(vectors).all():
            raise ComponentError(
                f"the correlation {record.name!r} returned an array of shape {vectors.shape} for "
                f"{len(rankings)} rankings; embed must return one row of finite numbers for each"
            )
        return embed_vectors(vectors)
    from threadpoolctl import threadpool_limits

    matrix = _matrix(correlation, rankings)
    # On a busy machine the threads of BLAS wait for each other far longer than they work.
    with threadpool_limits(limits=1, user_api="blas"):
        return embed_matrix(matrix)


def _matrix(correlation: Part[Correlation], rankings: Array) -> Array:
    record = correlation.record
    assert record.matrix is not None
    count = len(rankings)
    if count > _MOST_IN_MATRIX:
        raise ComponentError(
            f"the correlation {record.name!r} is given as a matrix of all distinct rankings, and "
            f"{count} of them are too many (at most {_MOST_IN_MATRIX}: "
            f"{3 * 8 * count**2 / 2**30:.1f} GiB would be needed); use a correlation with embed, "
            f"such as 'kendall'"
        )
    matrix: Array = answer_of(
        "correlation", record, record.matrix, rankings, **correlation.parameters
    )
    if matrix.shape != (count, count) or not np.isfinite(matrix).all():
        raise ComponentError(
            f"the correlation {record.name!r} returned an array of shape {matrix.shape}; matrix "
            f"must return finite numbers of shape ({count}, {count})"
        )
    if np.abs(matrix - matrix.T).max() > 1e-8:
        raise ComponentError(f"the correlation {record.name!r} returned an asymmetric matrix")
    return (matrix + matrix.T) / 2
