"""Kernels of components called one by one, outside of a tree: what tests compare with plain Python.

The arguments are those that the engine passes, and so is the way they take: through the typed
pointer.
"""

from __future__ import annotations

from typing import Any

from lrf.engine.address import address
from lrf.engine.jit import kernel
from lrf.engine.signatures import Judged, SweepNode

__all__ = ["call_accept", "call_gain", "call_sweep", "call_value"]


@kernel
def call_gain(gain: Any, left: Any, right: Any, whole: Any, params: Any) -> float:
    """Return the score of a cut.

    Parameters
    ----------
    gain : pointer
        As `compile_pointer` returns it.
    left, right, whole : Agreement or Variety
        Numbers that are float already.
    params : ndarray of float64
        The values of the component's parameters.
    """
    return gain(left, right, whole, address(params))


@kernel
def call_value(value: Any, side: Any, params: Any) -> float:
    """Return the value of a node; the arguments are as for `call_gain`."""
    return value(side, address(params))


@kernel
def call_accept(
    accept: Any, split: float, whole: Judged, left: Judged, right: Judged, params: Any
) -> bool:
    """Return whether a cut is accepted; `split` and the numbers of the sides are float."""
    return bool(accept(split, whole, left, right, address(params)))


@kernel
def call_sweep(sweep: Any, node: SweepNode, best: Any, params: Any) -> None:
    """Let a criterion look for the best cut of a node and write it to `best`."""
    sweep(node, best, address(params))
