"""One step down a tree, without a branch.

Whether a row goes left or right is as good as random to the processor, and a wrong guess costs
more than the step. The step is therefore arithmetic: the comparison, as 0 or 1, masks the way to
the right child. A compiler that sees where the 0 or 1 comes from makes a branch of it again, so
that it is led through an empty piece of assembler, which is the same on every machine.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from lrf.engine.jit import COMPILED, kernel

__all__ = ["NODE", "is_leaf", "leaf_number", "step"]

#: One node: rows with X[:, feature] < threshold go to the next node, others to `right`, which
#: counts from the root of the tree. A leaf has ~feature as its number, an infinite threshold that
#: no value is below, and is its own right child: whoever has arrived stays.
NODE = np.dtype([("threshold", np.float64), ("feature", np.int32), ("right", np.int32)])

_WORD = ir.IntType(64)
_HALF = ir.IntType(32)
_DOUBLE = ir.DoubleType()


def _field(builder: Any, node: Any, name: str, kind: Any, size: int) -> Any:
    """Load a field of the node that `node` points to."""
    fields = NODE.fields
    assert fields is not None
    offset = ir.Constant(_WORD, fields[name][1])
    value = builder.load(builder.bitcast(builder.gep(node, [offset]), kind.as_pointer()))
    value.align = size
    return value


def _hide(builder: Any, number: Any) -> Any:
    """Return the number such that the compiler does not know what it may be."""
    return builder.asm(ir.FunctionType(_WORD, [_WORD]), "", "=r,0", [number], False)


@intrinsic
def _step(
    typing_context: Any, nodes: Any, root: Any, node: Any, X: Any, row: Any
) -> tuple[Any, Any]:
    """Return where a row goes from a node."""
    signature = types.int64(nodes, types.int64, types.int64, X, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, root, node, _, row = arguments
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        table = context.make_array(signature.args[3])(context, builder, arguments[3])
        width = cgutils.unpack_tuple(builder, table.shape)[1]
        offset = builder.mul(builder.add(root, node), ir.Constant(_WORD, NODE.itemsize))
        here = builder.gep(builder.bitcast(data, ir.IntType(8).as_pointer()), [offset])
        threshold = _field(builder, here, "threshold", _DOUBLE, 8)
        feature = _field(builder, here, "feature", _HALF, 4)
        right = builder.sext(_field(builder, here, "right", _HALF, 4), _WORD)
        sign = builder.ashr(feature, ir.Constant(_HALF, 31))
        column = builder.zext(builder.and_(feature, builder.not_(sign)), _WORD)
        value = builder.load(
            builder.gep(table.data, [builder.add(builder.mul(row, width), column)])
        )
        not_below = builder.fcmp_unordered("uge", value, threshold)
        mask = builder.neg(_hide(builder, builder.zext(not_below, _WORD)))
        left = builder.add(node, ir.Constant(_WORD, 1))
        return builder.add(left, builder.and_(builder.sub(right, left), mask))

    return signature, generate


if COMPILED:

    @kernel(inline=True)
    def step(nodes: Any, root: int, node: int, X: Any, row: int) -> int:
        """Return where a row goes from a node; both nodes count from the root."""
        return int(_step(nodes, root, node, X, row))

else:

    def step(nodes: Any, root: int, node: int, X: Any, row: int) -> int:
        """Return where a row goes from a node; both nodes count from the root."""
        here = nodes[root + node]
        goes_left = X[row, max(int(here["feature"]), 0)] < here["threshold"]
        return node + 1 if goes_left else int(here["right"])


@kernel(inline=True)
def is_leaf(nodes: Any, root: int, node: int) -> bool:
    """Whether a node is a leaf."""
    return nodes[root + node]["feature"] < 0


@kernel(inline=True)
def leaf_number(nodes: Any, root: int, node: int) -> int:
    """Return the number of a leaf within its tree."""
    return ~nodes[root + node]["feature"]
