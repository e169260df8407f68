"""One step down a tree, without a branch.

Whether a row goes left or right is as good as random to the processor, and a wrong guess costs
more than the step. The step is therefore arithmetic: the comparison, as 0 or 1, masks the way to
the right child. A compiler that sees where the 0 or 1 comes from makes a branch of it again, so
that it is led through an empty piece of assembler, which is the same on every machine.

Where a row is, is one number: a node counted from the root of its tree, or ~leaf once it has
arrived, which further steps leave as it is.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from lrf.engine.jit import COMPILED, kernel

__all__ = ["NODE", "step"]

#: One inner node: rows with X[:, feature] < threshold go left, others right. A child is the number
#: of an inner node, counted from the root of the tree, or ~leaf.
NODE = np.dtype(
    [
        ("threshold", np.float64),
        ("feature", np.int32),
        ("left", np.int32),
        ("right", np.int32),
    ]
)

_WORD = ir.IntType(64)
_HALF = ir.IntType(32)
_DOUBLE = ir.DoubleType()


def _field(builder: Any, node: Any, name: str, kind: Any) -> Any:
    """Load a field of the node that `node` points to."""
    fields = NODE.fields
    assert fields is not None
    offset = ir.Constant(_WORD, fields[name][1])
    value = builder.load(builder.bitcast(builder.gep(node, [offset]), kind.as_pointer()))
    value.align = 4
    return value


def _hide(builder: Any, number: Any) -> Any:
    """Return the number such that the compiler does not know what it may be."""
    return builder.asm(ir.FunctionType(_WORD, [_WORD]), "", "=r,0", [number], False)


@intrinsic
def _step(typing_context: Any, nodes: Any, root: Any, at: Any, X: Any, row: Any) -> tuple[Any, Any]:
    """Return where a row goes from a node."""
    signature = types.int64(nodes, types.int64, types.int64, X, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _, root, at, _, row = arguments
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        table = context.make_array(signature.args[3])(context, builder, arguments[3])
        width = cgutils.unpack_tuple(builder, table.shape)[1]
        arrived = builder.ashr(at, ir.Constant(_WORD, 63))  # all ones if so, else all zeros
        node = builder.add(root, builder.and_(at, builder.not_(arrived)))
        offset = builder.mul(node, ir.Constant(_WORD, NODE.itemsize))
        here = builder.gep(builder.bitcast(data, ir.IntType(8).as_pointer()), [offset])
        threshold = _field(builder, here, "threshold", _DOUBLE)
        column = builder.zext(_field(builder, here, "feature", _HALF), _WORD)
        left = builder.sext(_field(builder, here, "left", _HALF), _WORD)
        right = builder.sext(_field(builder, here, "right", _HALF), _WORD)
        place = builder.add(builder.mul(row, width), column)
        value = builder.load(builder.gep(table.data, [place]))
        not_below = builder.fcmp_unordered("uge", value, threshold)
        mask = builder.neg(_hide(builder, builder.zext(not_below, _WORD)))
        child = builder.add(left, builder.and_(builder.sub(right, left), mask))
        return builder.xor(child, builder.and_(builder.xor(child, at), arrived))

    return signature, generate


if COMPILED:

    @kernel(inline=True)
    def step(nodes: Any, root: int, at: int, X: Any, row: int) -> int:
        """Return where a row goes from where it is."""
        return int(_step(nodes, root, at, X, row))

else:

    def step(nodes: Any, root: int, at: int, X: Any, row: int) -> int:
        """Return where a row goes from where it is."""
        if at < 0:
            return at
        node = nodes[root + at]
        goes_left = X[row, node["feature"]] < node["threshold"]
        return int(node["left"] if goes_left else node["right"])
