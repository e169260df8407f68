"""Whether a forest fits into memory, before it is grown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lrf.errors import MemoryLimitError
from lrf.memory import OVERRIDE, free_memory, in_words

__all__ = ["check_training", "check_trees"]

#: Bytes for each row and thread: keys, weights and room to sort them; the nodes of a tree.
_WORK = 100

#: Bytes for each row and attribute: its code.
_CODE = 4


def check_training(n_rows: int, n_features: int, vectors: tuple[int, int], n_threads: int) -> None:
    """Refuse training data whose codes alone do not fit into memory.

    Parameters
    ----------
    n_rows, n_features : int
        The shape of the features.
    vectors : tuple of int
        How many distinct rankings there are, and into how many numbers each is turned.
    n_threads : int
        How many trees are grown at a time.

    Raises
    ------
    MemoryLimitError
        With what is needed and what is there.
    """
    parts = {
        "codes of the features": (_CODE * n_rows * n_features, "fewer rows or features"),
        "vectors of the rankings": (
            8 * vectors[0] * vectors[1],
            "fewer labels or distinct rankings, or another criterion",
        ),
        "room to grow trees": (_WORK * n_rows * n_threads, "a smaller n_jobs, or fewer rows"),
    }
    free = free_memory()
    needed = sum(size for size, _ in parts.values())
    if free is None or needed <= free:
        return
    largest = max(parts, key=lambda name: parts[name][0])
    listed = ", ".join(f"{in_words(size)} for {name}" for name, (size, _) in parts.items())
    raise MemoryLimitError(
        f"growing this forest takes {in_words(needed)} of memory at least ({listed}), but "
        f"{in_words(free)} are free; use {parts[largest][1]}{OVERRIDE}"
    )


def check_trees(first: Sequence[Any], n_trees: int) -> None:
    """Refuse to grow the other trees if they do not fit into memory, judging by the first one.

    Parameters
    ----------
    first : sequence of PackedTrees
        The first tree, or the first few.
    n_trees : int
        How many there shall be.

    Raises
    ------
    MemoryLimitError
        With what is needed and what is there.
    """
    size = sum(part.nbytes for part in first) / sum(len(part.depths) for part in first)
    # All trees are joined at last, while their parts are still there.
    needed, free = round(2 * size * n_trees), free_memory()
    if free is not None and needed > free:
        raise MemoryLimitError(
            f"{n_trees} trees take about {in_words(needed)} of memory, judging by the first one, "
            f"but {in_words(free)} are free; use fewer trees (n_estimators), fewer rows for each "
            f"(max_samples), or smaller ones (min_samples_leaf, max_depth){OVERRIDE}"
        )
