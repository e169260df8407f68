"""Kernels that do nothing, for the pointers that a criterion leaves unused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["IDLE"]


def _scores(cuts: Any, n_cuts: int, whole: Any, scale: float, scores: Any, params: Any) -> None:
    return None


def _value(side: Any) -> float:
    return 0.0


def _sweep(node: Any, best: Any) -> None:
    best[1] = 0.0


#: By the kind of kernel.
IDLE: dict[str, Callable[..., Any]] = {"scores": _scores, "value": _value, "sweep": _sweep}
