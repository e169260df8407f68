"""Records of many arrays, handed from kernel to kernel as one word.

A record that is passed by value is taken apart into several words for each of its arrays, hundreds
in all, at each call: most of the time of the compiler goes there, and some of the run. So the
outermost kernel lends its records to those that it calls: they are given the address of the whole,
and read the fields that they need. Fields that a loop uses are read before it, since the compiler
cannot know that what the loop writes is not the record.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.core.datamodel.models import PrimitiveModel
from numba.core.datamodel.registry import register_default
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, intrinsic

from lrf.engine.jit import COMPILED

__all__ = ["Lent", "lend"]


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
