"""Trees from the shape of their inner nodes: in pre-order, two bits a node say everything.

The left child of an inner node is the next one, or the next leaf. The right child is the first
node behind the left subtree. So nothing has to be pointed at, and nothing can point wrong.
"""

from __future__ import annotations

from typing import Any

from lrf.engine.jit import kernel

__all__ = ["LEFT_LEAF", "RIGHT_LEAF", "link_trees"]

#: Bits of a node's shape: its left, its right child is a leaf.
LEFT_LEAF, RIGHT_LEAF = 1, 2


@kernel(inline=True)
def _link_tree(shape: Any, root: int, size: int, left: Any, right: Any, waiting: Any) -> int:
    """Write the children of one tree, and return its depth, or -1 if it is none.

    `waiting` are the nodes whose left subtree is not yet complete, with their depths.
    """
    n_waiting, n_leaves, depth, deepest = 0, 0, 0, 0
    for node in range(size):
        deepest = max(deepest, depth + 1)
        if not shape[root + node] & LEFT_LEAF:
            left[root + node] = node + 1
            waiting[0, n_waiting], waiting[1, n_waiting] = node, depth
            n_waiting += 1
            depth += 1
            continue
        left[root + node] = ~n_leaves
        n_leaves += 1
        above = node
        while shape[root + above] & RIGHT_LEAF:  # complete, and so may be those above it
            right[root + above] = ~n_leaves
            n_leaves += 1
            if n_waiting == 0:
                return deepest if node == size - 1 else -1
            n_waiting -= 1
            above, depth = waiting[0, n_waiting], waiting[1, n_waiting]
        right[root + above] = node + 1
        depth += 1
    return -1


@kernel
def link_trees(shape: Any, roots: Any, left: Any, right: Any, depths: Any, waiting: Any) -> int:
    """Write the children of all inner nodes, and the depths of the trees.

    Parameters
    ----------
    shape : ndarray of uint8, shape (n_inner,)
        `LEFT_LEAF`, `RIGHT_LEAF` and any other bits, tree after tree, each in pre-order.
    roots : ndarray of int64, shape (n_trees + 1,)
        Where each tree begins; a tree without inner nodes is a lone leaf.
    left, right : ndarray of int32, shape (n_inner,)
        Where the children are written: inner nodes counted from the root, or ~leaf, the leaves of
        a tree counted in pre-order.
    depths : ndarray of int32, shape (n_trees,)
        Where the depths are written.
    waiting : ndarray of int32, shape (2, size of the largest tree)
        Room.

    Returns
    -------
    wrong : int
        The first tree that is none, or -1 if all are trees.
    """
    for tree in range(roots.shape[0] - 1):
        root, size = roots[tree], roots[tree + 1] - roots[tree]
        depths[tree] = 0
        if size > 0:
            depths[tree] = _link_tree(shape, root, size, left, right, waiting)
        if depths[tree] < 0:
            return int(tree)
    return -1
