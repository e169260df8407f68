"""Trees of their shapes: the kernel and its twin agree on trees and on what is none."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lrf.engine.preorder import link_trees
from tests.naive.preorder import Children, link

NOTHING = -9


def linked(trees: list[list[int]]) -> tuple[int, list[Children]]:
    """Return what the kernel says is wrong, and the trees that it wrote."""
    roots = np.cumsum([0, *(len(tree) for tree in trees)])
    shape = np.array([bits for tree in trees for bits in tree], dtype=np.uint8)
    left, right = (np.full(len(shape), NOTHING, dtype=np.int32) for _ in range(2))
    depths = np.empty(len(trees), dtype=np.int32)
    waiting = np.empty((2, max(map(len, trees))), dtype=np.int32)
    wrong = link_trees(shape, roots, left, right, depths, waiting)
    parts = zip(roots, roots[1:], depths, strict=False)
    return int(wrong), [
        Children(left[a:b].tolist(), right[a:b].tolist(), int(depth)) for a, b, depth in parts
    ]


shapes = st.lists(st.integers(0, 15), min_size=1, max_size=12)


@st.composite
def trees(draw: st.DrawFn, size: int | None = None) -> list[int]:
    """Draw the shape of a tree."""
    size = draw(st.integers(1, 20)) if size is None else size
    n_left = draw(st.integers(0, size - 1))
    n_right = size - 1 - n_left
    more = draw(st.sampled_from([0, 4, 8, 12]))
    left = draw(trees(n_left)) if n_left else []
    right = draw(trees(n_right)) if n_right else []
    return [(not n_left) + 2 * (not n_right) + more, *left, *right]


@given(st.lists(trees(), min_size=1, max_size=4))
def test_trees_are_linked_as_the_naive_twin_does(forest: list[list[int]]) -> None:
    wrong, found = linked(forest)
    assert wrong == -1
    assert found == [link(tree) for tree in forest]


@given(shapes)
def test_what_is_no_tree_is_found(shape: list[int]) -> None:
    wrong, _ = linked([[3], [], shape, [3]])
    assert wrong == (2 if link(shape) is None else -1)


def test_lone_leaves_have_no_nodes() -> None:
    assert linked([[], []]) == (-1, [Children([], [], 0)] * 2)


def test_chains() -> None:
    """The deepest trees: all children on one side."""
    to_the_left, to_the_right = [2] * 999 + [3], [1] * 999 + [3]
    wrong, found = linked([to_the_left, to_the_right])
    assert wrong == -1
    assert [tree.depth for tree in found] == [1000, 1000]
    assert found[0].left == [*range(1, 1000), -1]
    assert found[1].right == [*range(1, 1000), ~1000]
