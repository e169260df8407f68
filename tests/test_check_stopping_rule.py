"""What `check_stopping_rule` says of rules that break a law."""

from __future__ import annotations

import math
from typing import Any

import pytest

from lrf.plugin import Parameter, StoppingRule, accept
from lrf.testing import check_stopping_rule, rule_stumps
from lrf.tree import Tree


def rule(kernel: Any, **changes: Any) -> StoppingRule:
    return StoppingRule(**{"name": "odd", "summary": "for tests", "accept": kernel} | changes)


def complaint(component: StoppingRule, **options: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        check_stopping_rule(component, **options)
    return str(caught.value)


@accept
def large_enough(split: float, whole: Any, left: Any, right: Any, params: Any) -> bool:
    return min(left.weight, right.weight) >= params[0] * whole.weight


@accept
def left_is_heavier(split: float, whole: Any, left: Any, right: Any) -> bool:
    return left.weight > right.weight


@accept
def answers_a_number(split: float, whole: Any, left: Any, right: Any) -> bool:
    return left.weight * right.weight  # type: ignore[no-any-return]


@accept
def raising(split: float, whole: Any, left: Any, right: Any) -> bool:
    return 1.0 / (left.weight - right.weight) ** 2 > 0.0


@accept
def not_too_good(split: float, whole: Any, left: Any, right: Any) -> bool:
    return split > 0.5 * whole.value


@accept
def is_better(split: float, whole: Any, left: Any, right: Any) -> bool:
    return split < whole.value


@accept
def has_fewer_rankings(split: float, whole: Any, left: Any, right: Any) -> bool:
    return min(left.distinct, right.distinct) < whole.distinct


FACTOR = 1.0


@accept
def by_factor(split: float, whole: Any, left: Any, right: Any) -> bool:
    return left.weight + right.weight > 100.0 * FACTOR


SHARE = [Parameter("least", 0.1, minimum=0.0, maximum=0.5)]


def test_sound_rule_passes() -> None:
    check_stopping_rule(rule(large_enough, parameters=SHARE))
    check_stopping_rule(rule(large_enough, parameters=SHARE), parameters={"least": 0.5})
    check_stopping_rule(rule({"impurity": is_better}, needs_value=True))
    check_stopping_rule(rule({"entropy": is_better}, needs_value=True))
    check_stopping_rule(rule(has_fewer_rankings, needs_distinct=True))
    check_stopping_rule("gamma-ratio", parameters={"gamma": 0.5})


CUT = (
    "(split -0.903386, whole (weight 5, distinct 2, value -0.966945), "
    "left (weight 3, distinct 2, value -1), right (weight 2, distinct 1, value -0.758466))"
)
ANOTHER = (
    "(split 0.539292, whole (weight 22, distinct 20, value 0.543625), "
    "left (weight 2, distinct 2, value 0.609994), "
    "right (weight 20, distinct 20, value 0.532222))"
)


@pytest.mark.parametrize(
    ("kernel", "changes", "message"),
    [
        (
            left_is_heavier,
            {},
            f"it matters which side is left: it accepts a cut {CUT}, but not mirrored",
        ),
        (answers_a_number, {}, f"it answers 6.0, neither True nor False {CUT}"),
        (
            raising,
            {},
            "its accept, raising, failed with ZeroDivisionError: float division by zero (given "
            "-0.163479, Judged(weight 2, distinct 2, value -0.400576, chance 0), "
            "Judged(weight 1, distinct 1, value 0.0121778, chance 0), "
            "Judged(weight 1, distinct 1, value -0.339137, chance 0)); a kernel must not raise",
        ),
        (
            {"impurity": not_too_good},
            {"needs_value": True},
            f"it accepts a cut {ANOTHER} and rejects a better one (split 0.269646, "
            "whole (weight 22, distinct 20, value 0.543625), "
            "left (weight 2, distinct 2, value 0.304997), "
            "right (weight 20, distinct 20, value 0.266111))",
        ),
        (
            {"impurity": is_better},
            {},
            f"it does not say needs_value, but looks at it: it accepts a cut {ANOTHER}, but not "
            "(split 0, whole (weight 22, distinct 20, value 0), "
            "left (weight 2, distinct 2, value 0), right (weight 20, distinct 20, value 0))",
        ),
        (
            has_fewer_rankings,
            {},
            f"it does not say needs_distinct, but looks at it: it accepts a cut {CUT}, but not "
            "(split -0.903386, whole (weight 5, distinct 0, value -0.966945), "
            "left (weight 3, distinct 0, value -1), right (weight 2, distinct 0, value -0.758466))",
        ),
    ],
)
def test_broken_law(kernel: Any, changes: dict[str, Any], message: str) -> None:
    assert complaint(rule(kernel, **changes)) == f"stopping rule 'odd': {message}"


@pytest.mark.compiled
def test_constant_that_was_changed_after_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    check_stopping_rule(rule(by_factor))
    monkeypatch.setattr(f"{__name__}.FACTOR", 1e9)
    assert complaint(rule(by_factor)) == (
        "stopping rule 'odd': it rejects a cut (split 0.339861, "
        "whole (weight 2694, distinct 1058, value 0.459311), "
        "left (weight 2683, distinct 1058, value 0.339631), "
        "right (weight 11, distinct 10, value 0.396033)) as plain Python, but not compiled"
    )


def test_engine_that_does_not_obey(monkeypatch: pytest.MonkeyPatch) -> None:
    obedient = rule_stumps.grow_stump

    def disobedient(*data: Any, **settings: Any) -> Tree:
        return obedient(*data, **settings | {"stopping": "none"})

    monkeypatch.setattr(rule_stumps, "grow_stump", disobedient)
    message = complaint(rule(large_enough, parameters=SHARE), parameters={"least": 0.5})
    assert message == (
        "stopping rule 'odd': with 'mean-correlation', the root is split where the score is "
        "0.325397, but the best cut that the rule accepts has -inf"
    )


@pytest.mark.compiled
def test_speed_is_that_of_a_rule_that_accepts_everything() -> None:
    check_stopping_rule(rule(large_enough, parameters=SHARE), speed=True)


@accept
def slow(split: float, whole: Any, left: Any, right: Any) -> bool:
    total = 0.0
    for i in range(20000):
        total += math.sin(left.weight + right.weight + i)
    return total < 1e9


@pytest.mark.compiled
def test_slow_rule() -> None:
    message = complaint(rule(slow), speed=True)
    assert message.startswith("stopping rule 'odd': it takes ")
    assert message.endswith(
        " times the CPU time of a rule that accepts every cut; 1.15 are allowed"
    )
