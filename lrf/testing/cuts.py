"""What a criterion says of the cuts of a node, each judged on its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import attrs
import numpy as np

from lrf.components import Array, Correlation, Criterion, Kernel
from lrf.engine.signatures import SweepNode, Variety
from lrf.plan import Part
from lrf.testing.nodes import Node
from lrf.testing.subjects import Subject, call_plainly

__all__ = ["Judge", "Tested", "compiled_call", "plain_call"]

Tested: TypeAlias = Subject[Criterion]
Call: TypeAlias = Callable[..., Any]


@attrs.frozen
class Judge:
    """A criterion that is asked about single cuts.

    Parameters
    ----------
    subject : Subject
        The criterion.
    correlation : Part or None
        Its correlation, if it uses one.
    call : callable
        ``call(subject, kernel, *arguments)`` calls a kernel: `plain_call` or `compiled_call`.
    """

    subject: Tested
    correlation: Part[Correlation] | None
    call: Call

    def score(self, node: Node, goes_left: Array) -> float:
        """Return the score of a cut.

        Parameters
        ----------
        node : Node
            The samples.
        goes_left : ndarray of bool, shape (n,)
            Which of them the cut puts to the left.
        """
        record = self.subject.record
        if record.sweep is not None:
            return self._score_by_sweep(record.sweep, node, goes_left)
        assert record.gain is not None
        sides = [
            part.side(record.statistics)
            for part in (node.select(goes_left), node.select(~goes_left), node)
        ]
        return float(self.call(self.subject, record.gain, *sides))

    def _score_by_sweep(self, sweep: Kernel, node: Node, goes_left: Array) -> float:
        """Return the score of the only cut that there is; minus infinity if it is refused."""
        samples = np.argsort(~goes_left, kind="stable")
        keys = ~goes_left[samples]
        best = self.sweep(sweep, node.select(samples), keys)
        return float(best[0]) if best[1] == goes_left.sum() else -np.inf

    def sweep(self, sweep: Kernel, node: Node, keys: Array, **changes: Any) -> Array:
        """Return the best score and the number of samples left of the cut, as the sweep writes.

        Parameters
        ----------
        sweep : Kernel
            The criterion's.
        node : Node
            The samples.
        keys : ndarray of int, shape (n,)
            Their keys, ascending.
        **changes
            Other values for fields of the `SweepNode`, such as ``minimum``.
        """
        given, before = (node.sweep_node(keys)._replace(**changes) for _ in range(2))
        best = np.zeros(2 + 2 * len(Variety._fields))
        best[0] = -np.inf
        self.call(self.subject, sweep, given, best)
        for name, now, then in zip(given._fields, given, before, strict=True):
            unchanged = name in ("left", "room") or np.array_equal(now, then, equal_nan=True)
            self.subject.expect(unchanged, f"its sweep changes node.{name}")
        return best[:2]

    def scores(self, node: Node) -> Array:
        """Return the score of each cut, after one sample, after two, and so on, shape (n - 1,)."""
        samples = np.arange(len(node))
        return np.array([self.score(node, samples < cut) for cut in range(1, len(node))])

    def value(self, node: Node) -> float:
        """Return the value of a node, which the criterion must have."""
        record = self.subject.record
        assert record.value is not None
        return float(self.call(self.subject, record.value, node.side(record.statistics)))


def plain_call(subject: Subject[Any], kernel: Kernel, *arguments: Any) -> Any:
    """Call a kernel's Python function."""
    try:
        return call_plainly(kernel, *arguments, params=subject.numbers())
    except Exception as error:
        name = kernel.function.__name__
        numbers = (
            "a node" if isinstance(arguments[0], SweepNode) else ", ".join(map(_shown, arguments))
        )
        raise AssertionError(
            f"{subject.kind} {subject.record.name!r}: its {kernel.kind}, {name}, failed with "
            f"{type(error).__name__}: {error} (given {numbers}); a kernel must not raise"
        ) from error


def _shown(argument: Any) -> str:
    if not isinstance(argument, tuple):
        return f"{argument:.6g}"
    names = getattr(argument, "_fields", ())
    numbers = [f"{name} {number:.6g}" for name, number in zip(names, argument, strict=True)]
    return f"{type(argument).__name__}({', '.join(numbers)})"


def compiled_call(subject: Subject[Any], kernel: Kernel, *arguments: Any) -> Any:
    """Call a kernel's machine code, through the pointer that the engine would call."""
    from lrf.engine import probe
    from lrf.engine.jit import compile_pointer
    from lrf.engine.signatures import pointer_signature

    statistics = "variety" if isinstance(arguments[0], Variety) else "agreement"
    if kernel.kind == "value" and isinstance(arguments[0], SweepNode):
        statistics = "samples"
    try:
        singles = isinstance(arguments[0], SweepNode) and arguments[0].vectors.dtype == np.float32
        signature = pointer_signature(kernel.kind, statistics, singles)
        pointer = compile_pointer(kernel.function, signature)
    except Exception as error:  # whatever numba finds wrong with the author's function
        raise AssertionError(
            f"{subject.kind} {subject.record.name!r}: its {kernel.kind}, "
            f"{kernel.function.__name__}, cannot be compiled: {error}"
        ) from error
    call: Call = getattr(probe, f"call_{kernel.kind}")
    return call(pointer, *arguments, subject.numbers())
