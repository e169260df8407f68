"""How kernels are compiled: the one place that knows about numba's decorators.

Machine code is kept on disk (`lrf.engine.cache`). With ``NUMBA_DISABLE_JIT=1`` every kernel is the
plain function.
"""

from __future__ import annotations

import types as pytypes
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

import numba
import numpy as np

from lrf.engine.cache import use_cache
from lrf.engine.parts import PartCompiler, compile_for_types_only

__all__ = [
    "COMPILED",
    "PRIMITIVES",
    "bind",
    "compile_around",
    "compile_pointer",
    "kernel",
    "unsigned",
]

COMPILED: bool = not numba.config.DISABLE_JIT

#: A number that cannot be negative: compiled, an index that need not be asked whether it counts
#: from the end. In Python it is a plain int, since old numpy makes floats of unsigned sums.
unsigned: Any = np.uintp if COMPILED else int

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(
    function: Function | None = None,
    *,
    inline: bool = False,
    part: bool = False,
    makes_arrays: bool = False,
) -> Any:
    """Compile a function of the engine on first use.

    Parameters
    ----------
    function : callable
        The kernel, when the decorator is used without arguments.
    inline : bool
        Whether to put the kernel's code into its callers: passing an array costs seven words, and
        a short kernel is called with many. Such a kernel is a part.
    part : bool
        Whether the kernel is called from kernels only, and compiled with each of them.
    makes_arrays : bool
        Whether the kernel makes arrays. Arrays are then counted by reference, also those that it
        is given, which in a hot loop is a third of the time, and the threads' quarrel.
    """
    if function is None:
        return lambda decorated: kernel(
            decorated, inline=inline, part=part, makes_arrays=makes_arrays
        )
    if not COMPILED:
        return function
    part = part or inline
    compiled = numba.njit(
        nogil=True,
        forceinline=inline,
        error_model="numpy",  # a division by zero gives inf or NaN
        _nrt=makes_arrays,
        no_cpython_wrapper=part,
        no_cfunc_wrapper=True,
        pipeline_class=PartCompiler if part else None,
    )(function)
    if part:
        compile_for_types_only(compiled)
    else:
        use_cache(compiled, function)
    return compiled


def bind(kernel: Callable[..., Any], arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """Return a kernel compiled for the types of some arguments, to be called with such only.

    A kernel looks at the types of its arguments at each call, which takes as long as a small tree
    does when they are tuples of many arrays and pointers.

    Parameters
    ----------
    kernel : callable
        A kernel that can be called from Python.
    arguments : tuple
        What it will be called with, or the like of it.
    """
    if not COMPILED:
        return kernel
    kinds = tuple(numba.typeof(argument) for argument in arguments)
    return kernel.compile(kinds)  # type: ignore[attr-defined]


def _drop_params(count: int) -> Callable[..., Any]:
    """Return a function of `count` arguments and params that calls ``inner`` without params."""
    by_count: dict[int, Callable[..., Any]] = {
        1: lambda a, params: inner(a),  # type: ignore[name-defined]  # noqa: F821
        2: lambda a, b, params: inner(a, b),  # type: ignore[name-defined]  # noqa: F821
        3: lambda a, b, c, params: inner(a, b, c),  # type: ignore[name-defined]  # noqa: F821
        4: lambda a, b, c, d, params: inner(a, b, c, d),  # type: ignore[name-defined]  # noqa: F821
    }
    return by_count[count]


@cache
def _helper(function: Callable[..., Any], makes_arrays: bool) -> Any:
    """Compile a function that a component's kernel calls, once however many call it.

    A division by zero gives inf or NaN. Nobody calls it from Python, and what could unpack its
    arguments there would take longer to compile than the function.
    """
    return numba.njit(
        error_model="numpy",
        _nrt=makes_arrays,
        forceinline=True,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=PartCompiler,
    )(_compilable(function, makes_arrays))


def _compilable(function: Callable[..., Any], makes_arrays: bool) -> Callable[..., Any]:
    """Return `function` such that the functions of its own file that it calls are compiled too.

    So an author may split a kernel into plain functions. The copy keeps file, line and names,
    by which numba finds it on disk.
    """
    primitives = _primitives_in(function)
    names = [
        name
        for name in function.__code__.co_names
        if (called := _plain_function(function.__globals__.get(name))) is not None
        and called.__code__.co_filename == function.__code__.co_filename
        and called is not function
    ]
    if not names and not primitives:
        return function
    scope = dict(function.__globals__) | primitives
    for name in names:
        scope[name] = _helper(_plain_function(scope[name]), makes_arrays)
    copy = pytypes.FunctionType(function.__code__, scope, function.__name__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


#: Kernels that take the places of plain functions which components call; see `vectors`.
PRIMITIVES: dict[Callable[..., Any], Any] = {}


def _primitives_in(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the engine's kernels for the primitives that a function calls, by its names."""
    called = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    return {
        name: PRIMITIVES[value]
        for name, value in called.items()
        if isinstance(value, pytypes.FunctionType) and value in PRIMITIVES
    }


def _plain_function(value: Any) -> Any:
    """Return the function that a global is or, like a record's kernel, holds; or None."""
    held = getattr(value, "function", value)
    return held if isinstance(held, pytypes.FunctionType) else None


def _with_params(function: Callable[..., Any], n_arguments: int, makes_arrays: bool) -> Any:
    """Return `function` with a last argument params, which it may have left out."""
    if function.__code__.co_argcount == n_arguments:
        return _compilable(function, makes_arrays) if COMPILED else function
    inner = function
    if COMPILED:
        inner = _helper(function, makes_arrays)
    return _in_place_of(function, _drop_params(n_arguments - 1), {"inner": inner})


def _in_place_of(
    function: Callable[..., Any], template: Callable[..., Any], scope: dict[str, Any]
) -> Any:
    """Return a copy of `template` that numba keeps on disk as if it were `function`.

    The copy takes over file and line of the author's function, and finds that function among its
    globals instead of in a closure, since numba cannot recognise a closure on disk.
    """
    code = function.__code__
    copied = template.__code__.replace(
        co_filename=code.co_filename,
        co_name=code.co_name,
        co_qualname=code.co_qualname,
        co_firstlineno=code.co_firstlineno,
    )
    copy = pytypes.FunctionType(copied, scope, code.co_name)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


_pointers: dict[tuple[Callable[..., Any], Any], Any] = {}


def compile_pointer(function: Callable[..., Any], signature: Any) -> Any:
    """Compile a component's function to a typed pointer that the engine can call.

    Parameters
    ----------
    function : callable
        Plain Python that numba compiles; its last argument (params) may be missing.
    signature : numba signature
        With all arguments.

    Returns
    -------
    pointer : object
        To be passed to kernels; the plain function when compilation is switched off.

    Raises
    ------
    TypeError
        If the function takes another number of arguments.
    """
    n_arguments = len(signature.args)

    def build(makes_arrays: bool) -> Any:
        return _with_params(function, n_arguments, makes_arrays)

    return _compile_once(function, n_arguments, build, signature)


def compile_around(
    template: Callable[..., Any],
    name: str,
    function: Callable[..., Any],
    n_arguments: int,
    signature: Any,
) -> Any:
    """Compile a function of the engine that calls a component's function to a typed pointer.

    Parameters
    ----------
    template : callable
        The function of the engine.
    name : str
        The global by which it calls the component's function.
    function : callable
        The component's function; its last argument (params) may be missing.
    n_arguments : int
        How many arguments the template calls it with, params being the last.
    signature : numba signature
        Of the template.

    Returns
    -------
    pointer : object
        To be passed to kernels; a plain function when compilation is switched off.

    Raises
    ------
    TypeError
        If the component's function takes another number of arguments.
    """

    def build(makes_arrays: bool) -> Any:
        inner = _with_params(function, n_arguments, makes_arrays)
        if COMPILED:
            inner = _helper(inner, makes_arrays)
        return _in_place_of(function, template, dict(template.__globals__) | {name: inner})

    return _compile_once(function, n_arguments, build, signature)


def _compile_once(
    function: Callable[..., Any], n_arguments: int, build: Callable[[bool], Any], signature: Any
) -> Any:
    key = (function, signature)
    if key not in _pointers:
        _check_arguments(function, n_arguments)
        _pointers[key] = _compile(build, signature)
    return _pointers[key]


def _check_arguments(function: Callable[..., Any], n_arguments: int) -> None:
    taken = function.__code__.co_argcount
    if taken not in (n_arguments, n_arguments - 1):
        raise TypeError(
            f"{function.__qualname__} takes {taken} arguments; it must take "
            f"{n_arguments - 1}, or {n_arguments} with params last"
        )


def _compile(build: Callable[[bool], Any], signature: Any) -> Any:
    """Compile a function that is told first that it makes no arrays, which fails if it does.

    Whichever way it was compiled, that is what lies on disk, and is found there by both.
    """
    if not COMPILED:
        return build(False)
    with suppress(Exception):  # numba has many ways to say that there would be arrays
        return _compile_to_pointer(build(False), signature, makes_arrays=False)
    return _compile_to_pointer(build(True), signature, makes_arrays=True)


def _compile_to_pointer(whole: Callable[..., Any], signature: Any, makes_arrays: bool) -> Any:
    from numba.core.ccallback import CFunc

    sides = (signature.args, signature.return_type)
    options = {"nopython": True, "error_model": "numpy", "_nrt": makes_arrays}
    pointer = CFunc(whole, sides, locals={}, options=options)
    use_cache(pointer, whole)
    pointer.compile()
    return pointer
