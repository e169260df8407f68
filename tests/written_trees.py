"""Trees for tests, as nested tuples and written down in pre-order."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

N_FEATURES = 3

#: A tree is None, a leaf, or an attribute with two trees.
trees = st.recursive(
    st.none(), lambda below: st.tuples(st.integers(0, N_FEATURES - 1), below, below), max_leaves=12
)


def written(tree: Any) -> tuple[list[int], list[int]]:
    """Return the attributes and right children of a tree's nodes in pre-order."""
    feature: list[int] = []
    right: list[int] = []

    def write(part: Any, n_leaves: int) -> int:
        place = len(feature)
        feature.append(-1 if part is None else part[0])
        right.append(n_leaves)
        if part is None:
            return n_leaves + 1
        n_leaves = write(part[1], n_leaves)
        right[place] = len(feature)
        return write(part[2], n_leaves)

    write(tree, 0)
    return feature, right
