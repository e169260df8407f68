"""Kernels that are compiled as parts of others only.

numba makes machine code of every kernel, and of every kernel within each of its callers once more:
a kernel that stands at the end of a chain of six calls is optimised six times. A part is translated
once, and optimised where it ends up. It has no machine code of its own, so that Python cannot call
it, and it is not kept on disk.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import AnnotateTypes, NativeLowering
from numba.core.types.misc import unliteral

__all__ = ["PartCompiler", "compile_for_types_only"]


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code that waits to be linked into that of a caller."""

    def _optimize_final_module(self) -> None:
        """Leave it to the caller."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=False, analysis_only=False)
class _MakePart(LoweringPass):  # type: ignore[misc]
    """Take a library that waits."""

    _name = "lrf_make_part"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        state.library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class _OfferPart(LoweringPass):  # type: ignore[misc]
    """Let other kernels call the part; Python finds no code behind its name."""

    _name = "lrf_offer_part"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        lowered = state["cr"]
        described = lowered.fndesc
        name = described.qualname.rpartition(".")[2]
        entry = _dynfunc.make_function(
            described.lookup_module(), name, "", 0, lowered.env, (state.library,)
        )
        state.targetctx.insert_user_function(entry, described, [state.library])
        state["cr"] = lowered._replace(cfunc=entry)
        return True


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """numba's compiler for parts."""

    def define_pipelines(self) -> list[Any]:
        """Return numba's usual passes and two of our own."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_MakePart, AnnotateTypes)
        passes.add_pass_after(_OfferPart, NativeLowering)
        passes.finalize()
        return [passes]


def compile_for_types_only(part: Any) -> None:
    """Let a part be the same for each 0 and each True that it is called with, and for any other.

    numba would translate it once more for every constant; what a constant makes shorter, the
    compiler of machine code finds out by itself.

    Parameters
    ----------
    part : numba dispatcher
        It is changed.
    """
    resolve = part.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return resolve(
            tuple(unliteral(kind) for kind in args),
            {name: unliteral(kind) for name, kind in kws.items()},
        )

    part.get_call_template = get_call_template
