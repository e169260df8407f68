"""What criteria are held to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lrf.components import Array, Correlation, Criterion, ParameterValue
from lrf.config import choose, component_of
from lrf.plan import Part
from lrf.testing.criterion_laws import (
    check_compiled,
    check_highest,
    check_invariance,
    check_naive,
    check_numbers,
    check_value,
    check_weights,
)
from lrf.testing.cuts import Judge, compiled_call, plain_call
from lrf.testing.nodes import example_nodes
from lrf.testing.speed import check_criterion_speed
from lrf.testing.stumps import check_every_cut, check_stumps, check_the_obvious
from lrf.testing.subjects import as_subject
from lrf.testing.sweeps import check_sweep
from lrf.testing.timing import Limit

__all__ = ["check_criterion"]


def check_criterion(
    criterion: Criterion | str,
    *,
    correlation: Any = None,
    parameters: Mapping[str, ParameterValue] | None = None,
    naive: Callable[[Array, Array], float] | None = None,
    speed: Limit = False,
) -> None:
    """Hold a criterion to its laws.

    * The score of a cut is a number, or minus infinity. It depends neither on the order of the
      samples nor on that of the labels, nor on which side is called left.
    * A sample of weight 2 counts as two samples.
    * Compiled kernels return what they return as Python functions; these never raise.
    * A `sweep` finds the cut that is best when each is judged on its own, if it beats what is to
      beat; it never cuts between equal keys, respects the least weight of a child, leaves the node
      as it is, and does not depend on what is left in its memory.
    * `value` is on its scale, and, if that is "entropy" or "impurity", `gain` is by how much the
      split lowers it; the best cut of a `sweep` does not raise it.
    * All this holds for incomplete rankings, too, if the criterion's vectors or its correlation are
      defined for them.
    * The engine prefers cuts in the order of their scores, and grows trees of depth 1 that make the
      best cut, also of weighted, repeated and shuffled samples; two groups that are the reverse of
      each other are told apart.

    Parameters
    ----------
    criterion : Criterion or str
        A record, or the name of an installed one.
    correlation : str, mapping or Correlation, optional
        What the criterion is tested with instead of its default correlation, if it uses one.
    parameters : mapping, optional
        Values that differ from the defaults.
    naive : callable, optional
        ``naive(left, right) -> float``: the score of a cut, in the obvious way, from the rankings
        on both sides, arrays of positions with one row for each; a sample of weight 2 stands there
        twice. All scores of complete rankings must then be equal to it.
    speed : bool or float
        Whether to measure time as well: one sweep over all cuts must not take more than 1.15 times
        (or the given number of times) that of a built-in criterion of the same form. Without
        compilation nothing is measured.

    Raises
    ------
    AssertionError
        If a law is broken; tells which one, and on what.
    """
    subject = as_subject("criterion", criterion, parameters)
    part = _correlation(subject.record, correlation)
    plain, compiled = (Judge(subject, part, call) for call in (plain_call, compiled_call))
    for node in example_nodes(part):
        scores = plain.scores(node)
        check_numbers(subject, scores)
        check_highest(plain, node, scores)
        check_compiled(plain, compiled, node, scores)
        check_invariance(plain, node, scores)
        check_weights(plain, node)
        if naive is not None:
            check_naive(subject, naive, node, scores)
        if subject.record.value is not None:
            check_value(plain, node, scores)
        if subject.record.sweep is not None:
            check_sweep(plain, node, scores)
            check_sweep(compiled, node, scores)
        check_every_cut(plain, node, scores)
        check_stumps(plain, node)
    check_the_obvious(plain)
    if speed:
        check_criterion_speed(subject, part, speed)


def _correlation(record: Criterion, given: Any) -> Part[Correlation] | None:
    if record.embedding is not None:
        return Part(record.embedding, record.embedding.defaults())
    if record.correlation is None:
        return None
    choice = choose("correlation", "correlation", record.correlation if given is None else given)
    return Part(component_of("correlation", choice), choice.parameters)
