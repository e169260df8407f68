"""The trees of a page, as its script reads them."""

from __future__ import annotations

from typing import Any

import numpy as np

from lrf.components import Array
from lrf.errors import ConfigError
from lrf.export.contents import Contents, contents_of
from lrf.export.tables import as_cells, as_number
from lrf.tree import Tree

__all__ = ["trees_on_page"]


def trees_on_page(
    model: Any, tree: int, max_trees: int | None, most_nodes: int
) -> tuple[list[dict[str, Any]], list[list[Any]]]:
    """Return the trees of a page, and the different consensuses of their nodes.

    Parameters
    ----------
    model : LabelRankingTree or LabelRankingForest
        Fitted.
    tree : int
        The tree that is among them, however large it is.
    max_trees : int or None
        How many there are at most.
    most_nodes : int
        How many nodes all of them have at most, if nothing is said about their number.

    Raises
    ------
    ConfigError
        If `max_trees` is below 1.
    """
    numbers: dict[tuple[float, ...], int] = {}
    trees = [
        _written(model, index, numbers) for index in _chosen(model, tree, max_trees, most_nodes)
    ]
    return trees, as_cells(np.array(list(numbers)))


def _chosen(model: Any, tree: int, max_trees: int | None, most_nodes: int) -> list[int]:
    """Return the wanted tree and those before all others that there is room for."""
    if max_trees is not None and max_trees < 1:
        raise ConfigError(f"max_trees is at least 1, not {max_trees}")
    forest = model.forest_
    sizes = np.diff(forest.roots) + np.diff(forest.first_leaf)
    others = [index for index in range(forest.n_trees) if index != tree]
    room = sizes[tree] + np.cumsum(sizes[others])
    fitting = int(np.searchsorted(room, most_nodes, side="right"))
    return sorted([tree, *others[: fitting if max_trees is None else max_trees - 1]])


def _written(model: Any, index: int, numbers: dict[tuple[float, ...], int]) -> dict[str, Any]:
    grown: Tree = model.forest_.tree(index)
    contents = contents_of(model, index, grown)
    leaves = np.flatnonzero(grown.feature < 0).tolist()
    return {
        "index": index,
        "depth": grown.max_depth,
        "feature": grown.feature.tolist(),
        "threshold": [as_number(value) for value in grown.threshold.tolist()],
        "right": grown.right.tolist(),
        "missingLeft": grown.missing_left.astype(int).tolist(),
        "weight": [as_number(round(value, 6)) for value in grown.weight.tolist()],
        "agreement": contents.agreement(grown.positions).round(3).tolist(),
        "consensus": _numbered(grown.positions, numbers),
        "members": {str(leaf): _members(contents, leaf) for leaf in leaves},
    }


def _numbered(positions: Array, numbers: dict[tuple[float, ...], int]) -> list[int]:
    """Return the number of each consensus, and remember new ones."""
    return [numbers.setdefault(tuple(row), len(numbers)) for row in positions.tolist()]


def _members(contents: Contents, leaf: int) -> list[list[Any]]:
    ranking, weight = contents.at(leaf)
    pairs = zip(ranking.tolist(), weight.tolist(), strict=True)
    return [[number, as_number(round(count, 6))] for number, count in pairs]
