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

__all__ = ["ATTRIBUTE_MASK", "MISSING_LEFT_FLAG", "NODE", "NOMINAL_FLAG", "step"]

#: One inner node: rows with X[:, attribute] < threshold go left, others right. A child is the
#: number of an inner node, counted from the root of the tree, or ~leaf. The field `feature` holds
#: the attribute and two flags: of a nominal attribute, rows that equal the threshold go left; of
#: another, rows whose value is missing go left.
NODE = np.dtype(
    [
        ("threshold", np.float64),
        ("feature", np.int32),
        ("left", np.int32),
        ("right", np.int32),
    ]
)

NOMINAL_FLAG = 1 << 29
MISSING_LEFT_FLAG = 1 << 30
ATTRIBUTE_MASK = NOMINAL_FLAG - 1

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


def _goes_right(builder: Any, word: Any, value: Any, threshold: Any) -> Any:
    """Whether a value goes right, whatever the kind of attribute; missing values are unordered."""
    is_nominal = _has_flag(builder, word, NOMINAL_FLAG)
    missing_left = _has_flag(builder, word, MISSING_LEFT_FLAG)
    not_below = builder.fcmp_unordered("uge", value, threshold)
    is_missing = builder.fcmp_unordered("uno", value, value)
    kept_right = builder.and_(not_below, builder.not_(builder.and_(is_missing, missing_left)))
    differs = builder.fcmp_unordered("une", value, threshold)
    return builder.select(is_nominal, differs, kept_right)


def _has_flag(builder: Any, word: Any, flag: int) -> Any:
    bit = builder.and_(word, ir.Constant(_HALF, flag))
    return builder.icmp_unsigned("!=", bit, ir.Constant(_HALF, 0))


def _make_step(plain: bool) -> Any:
    """Return the step that goes without missing values and nominal attributes, or the other."""

    @intrinsic
    def take_step(
        typing_context: Any, nodes: Any, root: Any, at: Any, X: Any, row: Any
    ) -> tuple[Any, Any]:
        signature = types.int64(nodes, types.int64, types.int64, X, types.int64)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            _, root, at, _, row = arguments
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            table = context.make_array(signature.args[3])(context, builder, arguments[3])
            width = cgutils.unpack_tuple(builder, table.shape)[1]
            arrived = builder.ashr(at, ir.Constant(_WORD, 63))  # all ones if so, else zeros
            node = builder.add(root, builder.and_(at, builder.not_(arrived)))
            offset = builder.mul(node, ir.Constant(_WORD, NODE.itemsize))
            here = builder.gep(builder.bitcast(data, ir.IntType(8).as_pointer()), [offset])
            threshold = _field(builder, here, "threshold", _DOUBLE)
            word = _field(builder, here, "feature", _HALF)
            attribute = builder.and_(word, ir.Constant(_HALF, ATTRIBUTE_MASK))
            column = builder.zext(attribute, _WORD)
            left = builder.sext(_field(builder, here, "left", _HALF), _WORD)
            right = builder.sext(_field(builder, here, "right", _HALF), _WORD)
            place = builder.add(builder.mul(row, width), column)
            value = builder.load(builder.gep(table.data, [place]))
            if plain:
                goes_right = builder.fcmp_unordered("uge", value, threshold)
            else:
                goes_right = _goes_right(builder, word, value, threshold)
            mask = builder.neg(_hide(builder, builder.zext(goes_right, _WORD)))
            child = builder.add(left, builder.and_(builder.sub(right, left), mask))
            return builder.xor(child, builder.and_(builder.xor(child, at), arrived))

        return signature, generate

    return take_step


if COMPILED:
    _plain_step, _any_step = _make_step(plain=True), _make_step(plain=False)

    @kernel(inline=True)
    def step(nodes: Any, root: int, at: int, X: Any, row: int, plain: bool) -> int:
        """Return where a row goes from where it is.

        `plain` promises that no value is missing and no attribute nominal.
        """
        if plain:
            return int(_plain_step(nodes, root, at, X, row))
        return int(_any_step(nodes, root, at, X, row))

else:

    def step(nodes: Any, root: int, at: int, X: Any, row: int, plain: bool) -> int:
        """Return where a row goes from where it is; the same whatever `plain` promises."""
        if at < 0:
            return at
        node = nodes[root + at]
        word, threshold = int(node["feature"]), node["threshold"]
        value = X[row, word & ATTRIBUTE_MASK]
        if word & NOMINAL_FLAG:
            goes_left = value == threshold
        elif np.isnan(value):
            goes_left = bool(word & MISSING_LEFT_FLAG)
        else:
            goes_left = value < threshold
        return int(node["left"] if goes_left else node["right"])
