"""Sums and inner products of embedded rankings, one wide register at a time.

These few loops are where a tree spends its time. A compiler that is left to itself vectorises them
well for some widths only, so that they are written as vectors of 64 bytes, eight doubles or
sixteen single floats, which every processor splits into as many registers as it takes. All widths
are multiples of that (see `embedding`), and the numbers are added up in the same order on every
machine. Single floats are for whole numbers that they hold exactly: half the memory and half the
work for the same sums.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from lrf.engine import primitives
from lrf.engine.jit import COMPILED, PRIMITIVES, kernel

__all__ = [
    "EXACT_LANES",
    "LANES",
    "LANES_OF_SINGLES",
    "add_vector",
    "aligned",
    "are_singles",
    "exact_product",
    "inner_product",
    "multiply_and_add",
    "signed_square",
]

LANES = 8
LANES_OF_SINGLES = 16

#: So many parts of an inner product are added up in single floats, each by itself.
EXACT_LANES = 4

_INDEX = ir.IntType(64)
_PLACE = ir.IntType(32)
_DOUBLE = ir.DoubleType()


class _Lanes(NamedTuple):
    """A wide vector: how many numbers of which kind, and how they are aligned in memory."""

    many: int
    number: Any
    suffix: str
    alignment: int

    @property
    def kind(self) -> Any:
        return ir.VectorType(self.number, self.many)


_OF_DOUBLES = _Lanes(LANES, _DOUBLE, "v8f64", 8)
_OF_SINGLES = _Lanes(LANES_OF_SINGLES, ir.FloatType(), "v16f32", 4)
_EIGHT_SINGLES = _Lanes(LANES, ir.FloatType(), "v8f32", 4)


def _lanes_of(array: Any) -> _Lanes:
    return _OF_SINGLES if array.dtype == types.float32 else _OF_DOUBLES


def _load(builder: Any, lanes: _Lanes, data: Any, index: Any) -> Any:
    address = builder.bitcast(builder.gep(data, [index]), lanes.kind.as_pointer())
    loaded = builder.load(address)
    loaded.align = lanes.alignment
    return loaded


def _load_row(builder: Any, lanes: _Lanes, kind: Any, data: Any, index: Any) -> Any:
    """Load numbers of a row of an array, single floats as doubles if these are wanted."""
    if lanes is _OF_DOUBLES and kind.dtype == types.float32:
        singles = _load(builder, _EIGHT_SINGLES, data, index)
        return builder.fpext(singles, lanes.kind)
    return _load(builder, lanes, data, index)


def _store(builder: Any, lanes: _Lanes, value: Any, data: Any, index: Any) -> None:
    address = builder.bitcast(builder.gep(data, [index]), lanes.kind.as_pointer())
    builder.store(value, address).align = lanes.alignment


def _in_all_lanes(builder: Any, lanes: _Lanes, number: Any) -> Any:
    if lanes is not _OF_DOUBLES:
        number = builder.fptrunc(number, lanes.number)
    nothing = ir.Constant(lanes.kind, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(_PLACE, 0))
    mask = ir.Constant(ir.VectorType(_PLACE, lanes.many), [0] * lanes.many)
    return builder.shuffle_vector(first, nothing, mask)


def _multiply_add(builder: Any, lanes: _Lanes, a: Any, b: Any, c: Any) -> Any:
    """Return a * b + c, rounded once where the processor can."""
    kind = ir.FunctionType(lanes.kind, [lanes.kind] * 3)
    name = f"llvm.fmuladd.{lanes.suffix}"
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [a, b, c])


def _across_lanes(builder: Any, lanes: _Lanes, vector: Any) -> Any:
    """Return the sum of the lanes as a double, halves added to each other.

    Single floats are exact for a quarter of the numbers (see `embedding`); doubles do the rest.
    """
    many = lanes.many
    while many > 1:
        if many == EXACT_LANES and lanes.number is not _DOUBLE:
            vector = builder.fpext(vector, ir.VectorType(_DOUBLE, many))
        many //= 2
        halves = [_some_of(builder, vector, first, many) for first in (0, many)]
        vector = builder.fadd(*halves)
    return builder.extract_element(vector, ir.Constant(_PLACE, 0))


def _some_of(builder: Any, vector: Any, first: int, many: int) -> Any:
    places = [ir.Constant(_PLACE, first + i) for i in range(many)]
    return builder.shuffle_vector(vector, vector, ir.Constant(ir.VectorType(_PLACE, many), places))


def _row_of(context: Any, builder: Any, kind: Any, array: Any, row: Any) -> Any:
    """Return where a row of a matrix begins."""
    struct = context.make_array(kind)(context, builder, array)
    width = cgutils.unpack_tuple(builder, struct.shape)[1]
    return builder.gep(struct.data, [builder.mul(row, width)])


def _data_of(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    return context.make_array(kind)(context, builder, array).data


def _loop(builder: Any, lanes: _Lanes, start: Any, stop: Any, body: Callable[[Any], None]) -> None:
    step = ir.Constant(_INDEX, lanes.many)
    with cgutils.for_range_slice(builder, start, stop, step, inc=True) as (index, _):
        body(index)


def _accumulator(builder: Any, lanes: _Lanes) -> Any:
    return cgutils.alloca_once_value(builder, ir.Constant(lanes.kind, [0.0] * lanes.many))


def _product(
    builder: Any, lanes: _Lanes, kinds: Any, vectors: tuple[Any, Any], start: Any, stop: Any
) -> Any:
    """Return the inner product of a range of columns of two vectors."""
    total = _accumulator(builder, lanes)

    def body(index: Any) -> None:
        x, y = (
            _load_row(builder, lanes, kind, vector, index)
            for kind, vector in zip(kinds, vectors, strict=True)
        )
        builder.store(_multiply_add(builder, lanes, x, y, builder.load(total)), total)

    _loop(builder, lanes, start, stop, body)
    return _across_lanes(builder, lanes, builder.load(total))


@intrinsic
def _are_singles(typing_context: Any, vectors: Any) -> tuple[Any, Any]:
    """Whether vectors hold single floats, which the compiler knows."""
    signature = types.boolean(vectors)
    answer = int(vectors.dtype == types.float32)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return ir.Constant(ir.IntType(1), answer)

    return signature, generate


@intrinsic
def _dot_in_doubles(typing_context: Any, first: Any, second: Any) -> tuple[Any, Any]:
    """Return the inner product of two sums, worked out in doubles."""
    signature = types.float64(first, second)
    lanes = _OF_DOUBLES

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args
        struct = context.make_array(kinds[0])(context, builder, arguments[0])
        size = cgutils.unpack_tuple(builder, struct.shape)[0]
        other = _data_of(context, builder, kinds[1], arguments[1])
        ends = ir.Constant(_INDEX, 0), size
        return _product(builder, lanes, kinds, (struct.data, other), *ends)

    return signature, generate


@intrinsic
def _dot(
    typing_context: Any, vectors: Any, row: Any, other: Any, start: Any, stop: Any
) -> tuple[Any, Any]:
    """Return the inner product of a range of columns of a row with another vector."""
    signature = types.float64(vectors, types.intp, other, types.intp, types.intp)
    lanes = _lanes_of(vectors)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args[0], signature.args[2]
        first = _row_of(context, builder, kinds[0], arguments[0], arguments[1])
        second = _data_of(context, builder, kinds[1], arguments[2])
        return _product(builder, lanes, kinds, (first, second), *arguments[3:])

    return signature, generate


@intrinsic
def _add(
    typing_context: Any, vectors: Any, row: Any, weight: Any, total: Any, start: Any, stop: Any
) -> tuple[Any, Any]:
    """Add a range of columns of a weighted row to a sum."""
    signature = types.void(vectors, types.intp, types.float64, total, types.intp, types.intp)
    lanes = _lanes_of(total)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first = _row_of(context, builder, signature.args[0], arguments[0], arguments[1])
        sums = _data_of(context, builder, signature.args[3], arguments[3])
        weight = _in_all_lanes(builder, lanes, arguments[2])

        def body(index: Any) -> None:
            x = _load_row(builder, lanes, signature.args[0], first, index)
            t = _load(builder, lanes, sums, index)
            _store(builder, lanes, _multiply_add(builder, lanes, weight, x, t), sums, index)

        _loop(builder, lanes, arguments[4], arguments[5], body)
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def _dot_and_add(
    typing_context: Any, vectors: Any, row: Any, weight: Any, total: Any, start: Any, stop: Any
) -> tuple[Any, Any]:
    """Return the inner product of a range of columns with a sum, to which they are then added."""
    signature = types.float64(vectors, types.intp, types.float64, total, types.intp, types.intp)
    lanes = _lanes_of(vectors)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        first = _row_of(context, builder, signature.args[0], arguments[0], arguments[1])
        sums = _data_of(context, builder, signature.args[3], arguments[3])
        weight = _in_all_lanes(builder, lanes, arguments[2])
        product = _accumulator(builder, lanes)

        def body(index: Any) -> None:
            x = _load(builder, lanes, first, index)
            t = _load(builder, lanes, sums, index)
            builder.store(_multiply_add(builder, lanes, x, t, builder.load(product)), product)
            _store(builder, lanes, _multiply_add(builder, lanes, weight, x, t), sums, index)

        _loop(builder, lanes, arguments[4], arguments[5], body)
        return _across_lanes(builder, lanes, builder.load(product))

    return signature, generate


def _magnitudes(builder: Any, lanes: _Lanes, vector: Any) -> Any:
    kind = ir.FunctionType(lanes.kind, [lanes.kind])
    function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fabs.{lanes.suffix}")
    return builder.call(function, [vector])


def _agreeing(builder: Any, lanes: _Lanes, votes: Any, leads: Any, equal: Any) -> Any:
    """Return votes with the signs of their leads, 0 where these are no more than `equal`."""
    width = 64 if lanes is _OF_DOUBLES else 32
    bits = ir.VectorType(ir.IntType(width), lanes.many)
    sign_bits = ir.Constant(bits, [1 << (width - 1)] * lanes.many)
    signs = builder.and_(builder.bitcast(leads, bits), sign_bits)
    turned = builder.xor(builder.bitcast(votes, bits), signs)
    told = builder.fcmp_ordered(">", _magnitudes(builder, lanes, leads), equal)
    nothing = ir.Constant(lanes.kind, [0.0] * lanes.many)
    return builder.select(told, builder.bitcast(turned, lanes.kind), nothing)


class _Samples:
    """Samples that are added to a sum, some columns at a time."""

    def __init__(
        self, context: Any, builder: Any, lanes: _Lanes, kinds: Any, arguments: Any
    ) -> None:
        matrix = context.make_array(kinds[0])(context, builder, arguments[0])
        self.columns = cgutils.unpack_tuple(builder, matrix.shape)[1]
        self._builder = builder
        self._lanes, self._kind = lanes, kinds[0]
        self._vectors = matrix.data
        self._rankings = _data_of(context, builder, kinds[1], arguments[1])
        self._weights = _data_of(context, builder, kinds[2], arguments[2])
        self._first, self._last = arguments[3:5]
        self._next = builder.add(self._first, ir.Constant(_INDEX, 1))
        self._begin = self._sample(self._first)

    def _sample(self, i: Any) -> tuple[Any, Any]:
        """Return where the vector of a sample begins, and its weight in all lanes."""
        builder = self._builder
        ranking = builder.load(builder.gep(self._rankings, [i]))
        ranking = builder.sext(ranking, _INDEX)
        row = builder.gep(self._vectors, [builder.mul(ranking, self.columns)])
        weight = builder.load(builder.gep(self._weights, [i]))
        return row, _in_all_lanes(builder, self._lanes, weight)

    def _load(self, row: Any, index: Any) -> Any:
        return _load_row(self._builder, self._lanes, self._kind, row, index)

    def add_to(self, sums: Any, indices: Any) -> list[Any]:
        """Add all samples to a sum, as many columns as there are lanes from each index on."""
        builder, lanes = self._builder, self._lanes
        row, weight = self._begin
        moved = []
        for index in indices:
            x, t = self._load(row, index), _load(builder, lanes, sums, index)
            here = _multiply_add(builder, lanes, weight, x, t)
            moved.append(cgutils.alloca_once_value(builder, here))
        step = ir.Constant(_INDEX, 1)
        with cgutils.for_range_slice(builder, self._next, self._last, step, inc=True) as (i, _):
            row, weight = self._sample(i)
            for index, here in zip(indices, moved, strict=True):
                x = self._load(row, index)
                builder.store(_multiply_add(builder, lanes, weight, x, builder.load(here)), here)
        found = [builder.load(here) for here in moved]
        for index, here in zip(indices, found, strict=True):
            _store(builder, lanes, here, sums, index)
        return found


@intrinsic
def _move_and_agree(
    typing_context: Any,
    vectors: Any,
    rankings: Any,
    weights: Any,
    first: Any,
    last: Any,
    left: Any,
    total: Any,
    width: Any,
    equal: Any,
) -> tuple[Any, Any]:
    """Move samples to the left; return how far `left`, and `total` less `left`, agree."""
    number = types.float64
    pair = types.UniTuple(number, 2)  # type: ignore[attr-defined]
    places = (types.intp, types.intp)
    signature = pair(vectors, rankings, weights, *places, left, total, types.intp, number)
    lanes = _EIGHT_SINGLES if left.dtype == types.float32 else _OF_DOUBLES

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args
        samples = _Samples(context, builder, lanes, kinds, arguments)
        sums = _data_of(context, builder, kinds[5], arguments[5])
        whole = _data_of(context, builder, kinds[6], arguments[6])
        width = arguments[7]
        equal = _in_all_lanes(builder, lanes, arguments[8])
        sides = [_accumulator(builder, lanes), _accumulator(builder, lanes)]

        def body(index: Any) -> None:
            indices = (index, builder.add(index, width))
            here = samples.add_to(sums, indices)
            loaded = [_load_row(builder, lanes, kinds[6], whole, i) for i in indices]
            there = [builder.fsub(a, b) for a, b in zip(loaded, here, strict=True)]
            for side, numbers in zip(sides, (here, there), strict=True):
                agreed = _agreeing(builder, lanes, numbers[0], numbers[1], equal)
                builder.store(builder.fadd(builder.load(side), agreed), side)

        def others(index: Any) -> None:
            samples.add_to(sums, (index,))

        _loop(builder, lanes, ir.Constant(_INDEX, 0), width, body)
        _loop(builder, lanes, builder.add(width, width), samples.columns, others)
        parts = [_across_lanes(builder, lanes, builder.load(side)) for side in sides]
        return context.make_tuple(builder, signature.return_type, parts)

    return signature, generate


if COMPILED:

    @kernel(inline=True)
    def add_row(vectors: Any, row: int, weight: float, sums: Any) -> None:
        """Add a weighted row of a matrix to a sum (see `primitives`)."""
        _add(vectors, row, weight, sums, 0, sums.shape[0])

    @kernel(inline=True)
    def move_and_agree(
        vectors: Any,
        rankings: Any,
        weights: Any,
        first: int,
        last: int,
        left: Any,
        total: Any,
        width: int,
        equal: float,
    ) -> tuple[float, float]:
        """Move samples to the left and see how far both sides agree (see `primitives`)."""
        return _move_and_agree(vectors, rankings, weights, first, last, left, total, width, equal)

    @kernel(inline=True)
    def are_singles(vectors: Any) -> bool:
        """Whether vectors hold single floats; no column then counts negatively."""
        return bool(_are_singles(vectors))

    @kernel(inline=True)
    def inner_product(vectors: Any, row: int, n_positive: int, other: Any) -> float:
        """Return the signed inner product of a row with another vector."""
        product = _dot(vectors, row, other, 0, n_positive)
        if not are_singles(vectors) and n_positive < vectors.shape[1]:
            product -= _dot(vectors, row, other, n_positive, vectors.shape[1])
        return float(product)

    @kernel(inline=True)
    def add_vector(vectors: Any, row: int, weight: float, total: Any) -> None:
        """Add a weighted row to a sum."""
        _add(vectors, row, weight, total, 0, vectors.shape[1])

    @kernel(inline=True)
    def multiply_and_add(
        vectors: Any, row: int, n_positive: int, weight: float, total: Any
    ) -> float:
        """Return the signed inner product of a row with a sum, to which it is then added."""
        product = _dot_and_add(vectors, row, weight, total, 0, n_positive)
        if not are_singles(vectors) and n_positive < vectors.shape[1]:
            product -= _dot_and_add(vectors, row, weight, total, n_positive, vectors.shape[1])
        return float(product)

    @kernel(inline=True)
    def exact_product(first: Any, second: Any) -> float:
        """Return the inner product of two sums of vectors, of whole numbers in single floats."""
        return float(_dot_in_doubles(first, second))

    PRIMITIVES[primitives.add_row] = add_row
    PRIMITIVES[primitives.move_and_agree] = move_and_agree

else:

    def are_singles(vectors: Any) -> bool:
        """Whether vectors hold single floats; no column then counts negatively."""
        return bool(vectors.dtype == np.float32)

    def exact_product(first: Any, second: Any) -> float:
        """Return the inner product of two sums of vectors, of whole numbers in single floats."""
        return float(first.astype(np.float64) @ second.astype(np.float64))

    def inner_product(vectors: Any, row: int, n_positive: int, other: Any) -> float:
        """Return the signed inner product of a row with another vector."""
        products = vectors[row].astype(np.float64) * other
        return float(products[:n_positive].sum() - products[n_positive:].sum())

    def add_vector(vectors: Any, row: int, weight: float, total: Any) -> None:
        """Add a weighted row to a sum."""
        total += weight * vectors[row]

    def multiply_and_add(
        vectors: Any, row: int, n_positive: int, weight: float, total: Any
    ) -> float:
        """Return the signed inner product of a row with a sum, to which it is then added."""
        product = inner_product(vectors, row, n_positive, total)
        add_vector(vectors, row, weight, total)
        return product


@kernel(inline=True)
def signed_square(total: Any, n_positive: int) -> float:
    """Return the signed inner product of a sum of rows with itself."""
    square = 0.0
    for j in range(n_positive):
        square += np.float64(total[j]) * np.float64(total[j])
    for j in range(n_positive, total.shape[0]):
        square -= np.float64(total[j]) * np.float64(total[j])
    return square


def aligned(shape: int | tuple[int, ...], kind: Any = np.float64) -> Any:
    """Return zeros that begin at the start of a cache line, so that no vector crosses two."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    line = 64
    raw = np.zeros(size + line, dtype=np.uint8)
    first = -raw.ctypes.data % line
    return raw[first : first + size].view(kind).reshape(shape)
