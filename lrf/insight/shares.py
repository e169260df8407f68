"""What each leaf of a forest answers: the shares of its votes, each different answer kept once."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import numpy as np

from lrf.components import Array
from lrf.elections import Members
from lrf.forest import Forest
from lrf.insight.aspects import Aspect
from lrf.shapes import Shape

__all__ = [
    "MOST_KEPT",
    "Shares",
    "Spread",
    "answers_of_nodes",
    "shares_by_tree",
    "shares_of",
    "spread_of",
]

#: How many numbers of answers are kept (64 MiB). Where there are more, they are put together again
#: whenever they are asked for: ranking by ranking, or, where rankings are incomplete, so that
#: leaves also ask their ancestors, tree by tree.
MOST_KEPT = 2**24


@attrs.frozen(eq=False)
class Shares:
    """The answers of leaves.

    Parameters
    ----------
    rows : ndarray of int, shape (n_leaves,)
        The answer of each leaf of the forest.
    table : ndarray of float32, shape (n_answers, width)
        The different answers.
    """

    rows: Array
    table: Array


def shares_of(forest: Forest, aspect: Aspect) -> Shares | None:
    """Return what each leaf answers; None if that is too much to be kept, tree by tree.

    Parameters
    ----------
    forest : Forest
        The forest, which keeps the answers.
    aspect : Aspect
        The question.
    """
    kept: dict[str, Shares | None] = forest.kept
    if aspect.name not in kept:
        kept[aspect.name] = _work_out(forest, aspect)
    return kept[aspect.name]


@attrs.frozen(eq=False)
class Spread:
    """The rankings that leaves are made of, and what each of these answers.

    Parameters
    ----------
    rows : ndarray of int, shape (n_leaves,)
        The group of rankings in each leaf of the forest.
    groups : Members
        The different groups, each of weight 1.
    ends, cells, parts : ndarray
        The answer of each distinct ranking, as a sparse row: where it begins, its columns, and
        what stands there.
    """

    rows: Array
    groups: Members
    ends: Array
    cells: Array
    parts: Array


def spread_of(forest: Forest, aspect: Aspect) -> Spread | None:
    """Return what the rankings in the leaves answer, where this is less than what leaves do.

    Parameters
    ----------
    forest : Forest
        The forest, which keeps the answers.
    aspect : Aspect
        The question.

    Returns
    -------
    spread : Spread or None
        None if leaves had better be asked, or must be, since rankings are incomplete.
    """
    name = f"{aspect.name}, spread"
    kept: dict[str, Spread | None] = forest.kept
    if name not in kept:
        kept[name] = None if np.isnan(forest.rankings).any() else _spread_out(forest, aspect)
    return kept[name]


def _spread_out(forest: Forest, aspect: Aspect) -> Spread | None:
    from scipy.sparse import csr_array

    groups, width = forest.leaves.groups(), aspect.width(forest.n_labels)
    sizes = np.diff(groups.starts)
    answers = csr_array(aspect.rows(forest.rankings))
    numbers = sizes[forest.leaves.group].mean() * np.diff(answers.indptr).mean()
    if numbers >= width and len(sizes) * width <= MOST_KEPT:
        return None
    weights = groups.weights / np.repeat(groups.totals(), sizes)
    return Spread(
        forest.leaves.group,
        Members(groups.starts.astype(np.uint32), groups.rankings.astype(np.uint32), weights),
        answers.indptr.astype(np.uint32),
        answers.indices.astype(np.uint32),
        answers.data.astype(np.float32),
    )


def _work_out(forest: Forest, aspect: Aspect) -> Shares | None:
    width = aspect.width(forest.n_labels)
    if np.isnan(forest.rankings).any():
        if len(forest.leaves) * width > MOST_KEPT:
            return None
        table = np.concatenate(list(shares_by_tree(forest, aspect)))
        return Shares(np.arange(len(table), dtype=np.int32), table)
    mixtures, rows = forest.leaves.mixtures, aspect.rows(forest.rankings)
    return Shares(forest.leaves.group, np.vstack((rows.astype(np.float32), _means(mixtures, rows))))


def shares_by_tree(forest: Forest, aspect: Aspect) -> Iterator[Array]:
    """Yield what the leaves of each tree answer, of shape (n_leaves, width), as float32.

    Parameters
    ----------
    forest : Forest
        The forest.
    aspect : Aspect
        The question.
    """
    for shape, answers in answers_of_nodes(forest, aspect):
        yield answers[shape.is_leaf].astype(np.float32)


def answers_of_nodes(forest: Forest, aspect: Aspect) -> Iterator[tuple[Shape, Array]]:
    """Yield the shape of each tree, and what all its nodes answer.

    Parameters
    ----------
    forest : Forest
        The forest.
    aspect : Aspect
        The question.

    Yields
    ------
    shape : Shape
        The tree.
    answers : ndarray of float64, shape (n_nodes, width)
        A node that knows nothing answers what its nearest ancestor does that knows something.
    """
    rows = np.hstack((aspect.rows(forest.rankings), aspect.known(forest.rankings)))
    counted = aspect.width(forest.n_labels) + aspect.counted(forest.n_labels)
    nothing = aspect.nothing(forest.n_labels)
    for shape in forest.shapes():
        yield shape, _filled(shape, rows, counted, nothing)


def _means(members: Members, rows: Array) -> Array:
    """Return the mean row of each group, by weight."""
    parts = [np.empty((0, rows.shape[1]), dtype=np.float32)]
    for groups in members.blocks(rows.shape[1]) if len(members) else ():
        block = members.select(groups)
        parts.append((block.sums(rows) / block.totals()[:, None]).astype(np.float32))
    return np.concatenate(parts)


def _filled(shape: Shape, rows: Array, counted: Array, nothing: float) -> Array:
    """Return the answers of a tree's nodes, which take what they lack from their ancestors."""
    from lrf.engine.backoff import add_up, fill_shares

    n_nodes, leaves = len(shape.parent), shape.leaves
    sums = np.zeros((n_nodes, rows.shape[1]))
    places = np.flatnonzero(shape.is_leaf)
    add_up(rows, leaves.starts, leaves.rankings, leaves.weights, places, shape.parent, sums)
    shares = np.empty((n_nodes, len(counted)))
    none = np.full(len(counted), -1)
    fill_shares(sums, counted, none, shape.parent, nothing, shares)
    return shares
