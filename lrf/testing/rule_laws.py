"""The laws of stopping rules, cut by cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import attrs
import numpy as np

from lrf.components import Kernel, Scale, StoppingRule
from lrf.engine.signatures import Judged
from lrf.testing.cuts import compiled_call, plain_call
from lrf.testing.subjects import Subject

__all__ = ["Cut", "Tested", "check_rule"]

Tested: TypeAlias = Subject[StoppingRule]

NUMBER_OF_CUTS = 200


@attrs.frozen
class Cut:
    """A cut as rules see it.

    Parameters
    ----------
    split : float
        The value of both children together.
    whole, left, right : Judged
        The numbers of the node and its children.
    """

    split: float
    whole: Judged
    left: Judged
    right: Judged

    def __str__(self) -> str:
        sides = ", ".join(
            f"{name} {_shown(getattr(self, name))}" for name in ("whole", "left", "right")
        )
        return f"split {self.split:.6g}, {sides}"


def _shown(side: Judged) -> str:
    chance = f", chance {side.chance:.6g}" if side.chance > 0.0 else ""
    return f"(weight {side.weight:.6g}, distinct {side.distinct:g}, value {side.value:.6g}{chance})"


def check_rule(subject: Tested, scale: Scale) -> None:
    """Hold a rule to its laws on cuts of many kinds.

    Raises
    ------
    AssertionError
        If one is broken.
    """
    kernel = subject.record.accept[scale]
    for cut in _cuts(scale, subject.record.needs_chance):
        accepted = _ask(subject, kernel, cut)
        _expect_same(subject, kernel, cut, accepted)
        mirrored = attrs.evolve(cut, left=cut.right, right=cut.left)
        subject.expect(
            _ask(subject, kernel, mirrored) == accepted,
            f"it matters which side is left: {_spoken(accepted)} ({cut}), but not mirrored",
        )
        better = _better(cut, scale)
        subject.expect(
            not accepted or _ask(subject, kernel, better),
            f"it accepts a cut ({cut}) and rejects a better one ({better})",
        )
        for what, other in _alike(subject.record, cut, scale):
            subject.expect(
                _ask(subject, kernel, other) == accepted,
                f"it does not say needs_{what}, but looks at it: {_spoken(accepted)} ({cut}), "
                f"but not ({other})",
            )


def _ask(subject: Tested, kernel: Kernel, cut: Cut) -> bool:
    answer = plain_call(subject, kernel, cut.split, cut.whole, cut.left, cut.right)
    if not isinstance(answer, bool | np.bool_):
        subject.fail(f"it answers {answer!r}, neither True nor False ({cut})")
    return bool(answer)


def _expect_same(subject: Tested, kernel: Kernel, cut: Cut, accepted: bool) -> None:
    compiled = compiled_call(subject, kernel, cut.split, cut.whole, cut.left, cut.right)
    subject.expect(
        compiled == accepted,
        f"{_spoken(accepted)} ({cut}) as plain Python, but not compiled",
    )


def _spoken(accepted: bool) -> str:
    return f"it {'accepts' if accepted else 'rejects'} a cut"


def _cuts(scale: Scale, with_chance: bool) -> Iterator[Cut]:
    """Yield cuts of many kinds: large and small, good and bad, of few and of many rankings."""
    rng, chances = np.random.default_rng(0), np.random.default_rng(1)
    for number in range(NUMBER_OF_CUTS):
        largest = (4, 40, 4000)[number % 3]
        n_left, n_right = (int(n) for n in rng.integers(1, largest, 2))
        k_left, k_right = (int(rng.integers(1, n + 1)) for n in (n_left, n_right))
        k = max(k_left, k_right, int(rng.integers(1, k_left + k_right + 1)))
        value, first, second = _values(scale, rng)
        split = (n_left * first + n_right * second) / (n_left + n_right)
        chance = float(chances.uniform() ** 3) if with_chance else 0.0
        yield Cut(
            split,
            Judged(float(n_left + n_right), float(k), value, chance),
            Judged(float(n_left), float(k_left), first),
            Judged(float(n_right), float(k_right), second),
        )


def _values(scale: Scale, rng: np.random.Generator) -> tuple[float, float, float]:
    """Return values of a node and of two children, often but not always better ones."""
    if scale == "similarity":
        whole = rng.uniform(-1, 1)
        children = np.clip(rng.normal(whole + 0.1, 0.3, 2), -1, 1)
    else:
        whole = rng.uniform(0, 3) if scale == "entropy" else rng.uniform(0, 1)
        children = whole * rng.uniform(0, 1.2, 2)
    return float(whole), float(children[0]), float(children[1])


def _better(cut: Cut, scale: Scale) -> Cut:
    """Return the cut with children half as far from the best there is."""

    def improve(value: float) -> float:
        return (1 + value) / 2 if scale == "similarity" else value / 2

    sides: dict[str, Any] = {
        name: side._replace(value=improve(side.value))
        for name, side in (("left", cut.left), ("right", cut.right))
    }
    sides["whole"] = cut.whole._replace(chance=cut.whole.chance / 2)
    return attrs.evolve(cut, split=improve(cut.split), **sides)


def _alike(rule: StoppingRule, cut: Cut, scale: Scale) -> Iterator[tuple[str, Cut]]:
    """Yield cuts that differ only in what the rule does not ask for."""
    whole, left, right = cut.whole, cut.left, cut.right
    if not rule.needs_distinct:
        sides = [side._replace(distinct=0.0) for side in (whole, left, right)]
        yield "distinct", Cut(cut.split, *sides)
    if not rule.needs_value:
        sides = [side._replace(value=0.0) for side in (whole, left, right)]
        yield "value", Cut(cut.split if scale == "similarity" else 0.0, *sides)
    if not rule.needs_chance:
        yield "chance", attrs.evolve(cut, whole=whole._replace(chance=1.0))
