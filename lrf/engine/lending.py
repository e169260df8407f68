"""Records of many arrays, handed from kernel to kernel as one word.

A record that is passed by value is taken apart into several words for each of its arrays, hundreds
in all, at each call: most of the time of the compiler goes there, and some of the run. So the
outermost kernel lends its records to those that it calls: they are given the address of the whole,
and read the fields that they need. Fields that a loop uses are read before it, since the compiler
cannot know that what the loop writes is not the record.

Taking arrays and pointers to functions out of their Python objects takes longer than growing a
small tree. Records that many calls share are lent for long: written down once, where kernels find
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.core import cgutils, types
from numba.core.datamodel.models import PrimitiveModel
from numba.core.datamodel.registry import register_default
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.core.typing.typeof import typeof_impl
from numba.extending import NativeValue, infer_getattr, intrinsic, unbox

from lrf.engine.jit import COMPILED, kernel
from lrf.engine.vectors import aligned

__all__ = ["Lent", "Loan", "lend", "lend_for_long"]

_LINE = 64


class Lent(types.Type):
    """The type of a record's address.

    Parameters
    ----------
    record : numba.types.NamedTuple
        The type of the record.
    """

    def __init__(self, record: Any) -> None:
        self.record = record
        super().__init__(name=f"Lent({record})")

    def index_of(self, field: str) -> int | None:
        """Return the place of a field, or None if there is no such field."""
        fields = self.record.fields
        return fields.index(field) if field in fields else None


@register_default(Lent)
class _LentModel(PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Lent) -> None:
        whole = manager.lookup(kind.record).get_data_type()
        super().__init__(manager, kind, whole.as_pointer())


@infer_getattr
class _FieldsOfLent(AttributeTemplate):  # type: ignore[misc]
    key = Lent

    def generic_resolve(self, kind: Lent, field: str) -> Any:
        index = kind.index_of(field)
        return None if index is None else kind.record.types[index]


@lower_getattr_generic(Lent)
def _read_field(context: Any, builder: Any, kind: Lent, address: Any, field: str) -> Any:
    index = kind.index_of(field)
    place = cgutils.gep_inbounds(builder, address, 0, index)
    return context.unpack_value(builder, kind.record.types[index], place)


@intrinsic
def _lend(typing_context: Any, record: Any) -> tuple[Any, Any]:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole = context.data_model_manager[signature.args[0]]
        place = cgutils.alloca_once(builder, whole.get_data_type())
        context.pack_value(builder, signature.args[0], arguments[0], place)
        return place

    return Lent(record)(record), generate


if COMPILED:
    lend = _lend
else:

    def lend(record: Any) -> Any:
        """Return a record as kernels are given it: its address, or itself if nothing is compiled.

        The address is valid until the kernel returns that lends.
        """
        return record


class Loan(NamedTuple):
    """A record that lies where kernels find it, for as long as the loan is kept.

    Attributes
    ----------
    record : NamedTuple
        The record, which keeps its arrays alive.
    memory : ndarray of uint8
        What the address points into.
    address : int
        Where the record lies.
    kind : Lent
        Its type.
    """

    record: Any
    memory: Any
    address: int
    kind: Any


@typeof_impl.register(Loan)
def _type_of_loan(loan: Loan, context: Any) -> Any:
    return loan.kind


@unbox(Lent)
def _take_address(kind: Lent, loan: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(loan, "address")
    place = c.pyapi.long_as_voidptr(number)
    c.pyapi.decref(number)
    return NativeValue(c.builder.bitcast(place, c.context.get_value_type(kind)))


def _places(context: Any, kinds: Any) -> Iterator[tuple[int, Any]]:
    """Yield where each record begins in the memory of all, and last where they end."""
    place = 0
    for kind in kinds:
        yield place, kind
        size = context.get_abi_sizeof(context.data_model_manager[kind].get_data_type())
        place += size + -size % _LINE
    yield place, None


@intrinsic
def _write_down(typing_context: Any, records: Any, memory: Any) -> tuple[Any, Any]:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args[0].types
        start = context.make_array(signature.args[1])(context, builder, arguments[1]).data
        for number, (place, kind) in enumerate(_places(context, kinds)):
            if kind is not None:
                whole = context.data_model_manager[kind].get_data_type().as_pointer()
                record = builder.extract_value(arguments[0], number)
                target = builder.bitcast(cgutils.pointer_add(builder, start, place), whole)
                context.pack_value(builder, kind, record, target)
        return context.get_dummy_value()

    return types.void(records, memory), generate


@kernel
def _write(records: Any, memory: Any) -> None:
    """Write records down, each at the start of a cache line of the memory."""
    _write_down(records, memory)


def lend_for_long(*records: Any) -> tuple[Any, ...]:
    """Return records as kernels are given them that were compiled for loans.

    Parameters
    ----------
    *records : NamedTuple
        Their fields are looked at now; their arrays may be written to later.

    Returns
    -------
    loans : tuple of Loan
        The records themselves if nothing is compiled.
    """
    if not COMPILED:
        return records
    kinds = [numba.typeof(record) for record in records]
    context = numba.core.registry.cpu_target.target_context
    *places, (size, _) = _places(context, kinds)
    memory = aligned(size, np.uint8)
    _write(records, memory)
    start = memory.ctypes.data
    return tuple(
        Loan(record, memory, start + place, Lent(kind))
        for record, (place, kind) in zip(records, places, strict=True)
    )
