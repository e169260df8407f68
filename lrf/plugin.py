"""Everything the author of a component imports, for our own components and for strangers'.

    from lrf.plugin import Criterion, gain, hookimpl

A component is one module: functions, a record that names them, and a hook that returns the
record. Four decorators mark the functions that run inside the compiled engine. They are written
in the part of Python that numba compiles, and compiled when the component is first used.

======== ======================================== ============================================
kernel   arguments                                answer
======== ======================================== ============================================
gain     left, right, whole[, params]             float: how good a cut is; larger is better
value    side[, params]                           float: the value of one node
accept   split, whole, left, right[, params]      bool: whether the best cut is made
sweep    node, best[, params]                     nothing; writes the best cut into ``best``
======== ======================================== ============================================

The sides of a cut are named tuples of numbers (`lrf.engine.signatures`): `Agreement` (``weight``,
``norm``, ``own``) or `Variety` (``weight``, ``distinct``, ``log_sum``, ``square_sum``, ``cross``)
for gain and value, `Judged` (``weight``, ``distinct``, ``value``) for accept. ``params`` holds
the values of the component's parameters as float64, in the order of its record; a kernel that
needs none may leave it out.

A module may say which version of all this it is made for, ``LRF_API = 1``: where `API_VERSION` is
another one, it is turned away with a message, instead of failing somewhere inside.

Functions outside the engine (`embed`, `matrix`, `consensus`) are plain Python, called once per fit
or per batch. A loop in them that numpy cannot run at once is marked with `compiled`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar

from lrf.components import (
    Aggregator,
    Correlation,
    Criterion,
    Dataset,
    Kernel,
    Parameter,
    Preset,
    Reader,
    StoppingRule,
)
from lrf.engine.primitives import add_row, move_and_agree
from lrf.errors import (
    ComponentError,
    ConfigError,
    DataError,
    LrfError,
    RankingError,
    TimeLimitWarning,
)
from lrf.hookspecs import hookimpl
from lrf.rankings import average_positions, from_orders, order_labels, validate_rankings

__all__ = [
    "API_VERSION",
    "Aggregator",
    "ComponentError",
    "ConfigError",
    "Correlation",
    "Criterion",
    "DataError",
    "Dataset",
    "Kernel",
    "LrfError",
    "Parameter",
    "Preset",
    "RankingError",
    "Reader",
    "StoppingRule",
    "TimeLimitWarning",
    "accept",
    "add_row",
    "average_positions",
    "compiled",
    "from_orders",
    "gain",
    "hookimpl",
    "move_and_agree",
    "order_labels",
    "sweep",
    "validate_rankings",
    "value",
]

#: Version of what plugins rely on: hooks, records, and what functions are given and must return. It
#: changes when a plugin that works could stop working, not when something is added.
API_VERSION = 1

Function = TypeVar("Function", bound=Callable[..., Any])


def gain(function: Callable[..., float]) -> Kernel:
    """Mark the function that scores one cut from the summary numbers of both sides.

    Parameters
    ----------
    function : callable
        ``function(left, right, whole[, params]) -> float``. Called for each possible cut.
    """
    return Kernel(function, "gain")


def value(function: Callable[..., float]) -> Kernel:
    """Mark the function that gives the value of one node.

    Parameters
    ----------
    function : callable
        ``function(side[, params]) -> float``. Called a few times per node.
    """
    return Kernel(function, "value")


def accept(function: Callable[..., bool]) -> Kernel:
    """Mark the function that accepts or rejects an attribute's best cut.

    Parameters
    ----------
    function : callable
        ``function(split, whole, left, right[, params]) -> bool``. Called once per node and
        attribute.
    """
    return Kernel(function, "accept")


def sweep(function: Callable[..., Any]) -> Kernel:
    """Mark the function that runs over all cuts of one attribute itself.

    Parameters
    ----------
    function : callable
        ``function(node, best[, params]) -> None``. Called once per node and attribute. `node` is
        a `SweepNode`: the samples of the node in the order of the attribute. The function writes
        the best score to ``best[0]`` and the number of samples left of the cut to ``best[1]``
        (0 if there is no cut).
    """
    return Kernel(function, "sweep")


def compiled(function: Function) -> Function:
    """Compile a function with numba when it is first called, and keep the machine code on disk.

    For the loops of `embed`, `matrix` and `consensus`: importing the module stays cheap, and with
    ``NUMBA_DISABLE_JIT=1`` the function stays as it is.

    Parameters
    ----------
    function : callable
        Written in the part of Python that numba compiles, called by position; it may make arrays.
    """

    @cache
    def machine_code() -> Callable[..., Any]:
        from lrf.engine.jit import kernel

        code: Callable[..., Any] = kernel(function, makes_arrays=True)
        return code

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return machine_code()(*arguments)

    return call  # type: ignore[return-value]
