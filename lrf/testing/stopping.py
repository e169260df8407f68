"""What stopping rules are held to."""

from __future__ import annotations

from collections.abc import Mapping

from lrf import __version__
from lrf.components import Correlation, Criterion, ParameterValue, Scale, StoppingRule
from lrf.plan import Part
from lrf.registry import get_registry
from lrf.testing.nodes import example_nodes
from lrf.testing.rule_laws import check_rule
from lrf.testing.rule_stumps import check_rule_stump
from lrf.testing.speed import check_stopping_speed
from lrf.testing.subjects import Subject, as_subject
from lrf.testing.timing import Limit

__all__ = ["check_stopping_rule"]


def check_stopping_rule(
    rule: StoppingRule | str,
    *,
    parameters: Mapping[str, ParameterValue] | None = None,
    speed: Limit = False,
) -> None:
    """Hold a stopping rule to its laws.

    * It answers True or False, the same compiled and as a Python function, which never raises.
    * It does not matter which side is called left.
    * A cut that is accepted would also be accepted if its children were better.
    * A rule that does not say `needs_value` does not look at values, one that does not say
      `needs_distinct` not at numbers of distinct rankings, and one that does not say
      `needs_chance` not at chances.
    * The engine obeys: the root of a tree is split by the best cut that the rule accepts, with a
      built-in criterion of each scale that the rule judges.

    Parameters
    ----------
    rule : StoppingRule or str
        A record, or the name of an installed one.
    parameters : mapping, optional
        Values that differ from the defaults.
    speed : bool or float
        Whether to measure time as well: small trees must not take more than 1.15 times (or the
        given number of times) what they take when every cut is accepted. Without compilation
        nothing is measured.

    Raises
    ------
    AssertionError
        If a law is broken; tells which one, and for which cut.
    """
    subject: Subject[StoppingRule] = as_subject("stopping rule", rule, parameters)
    for scale in subject.record.accept:
        check_rule(subject, scale)
        for criterion in _criteria(scale):
            correlation = _correlation(criterion)
            for node in example_nodes(correlation):
                check_rule_stump(subject, criterion, correlation, node)
            if speed:
                check_stopping_speed(subject, criterion.record, speed)


def _criteria(scale: Scale) -> list[Part[Criterion]]:
    """Return a built-in criterion of a scale that has values and a gain, if there is one."""
    found = []
    for entry in get_registry().entries("criterion"):
        record = entry.component
        assert isinstance(record, Criterion)
        ours = entry.provider == f"lrf {__version__}"
        if ours and record.scale == scale and record.value is not None and record.gain is not None:
            found.append(Part(record, record.defaults()))
    return found[:1]


def _correlation(criterion: Part[Criterion]) -> Part[Correlation] | None:
    name = criterion.record.correlation
    if name is None:
        return None
    record: Correlation = get_registry().get("correlation", name)
    return Part(record, record.defaults())
