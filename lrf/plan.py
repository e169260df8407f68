"""From a configuration to what the engine needs: records found, combinations checked, compiled.

The plugins are asked here, once for each model, and never again while it grows or predicts.
"""

from __future__ import annotations

import math
from typing import Any, Generic, TypeVar

import attrs
import numpy as np

from lrf.components import (
    Aggregator,
    Array,
    Component,
    Correlation,
    Criterion,
    Kernel,
    ParameterValue,
    StoppingRule,
)
from lrf.config import AUTO, Choice, ModelConfig, choose, component_of
from lrf.errors import ComponentError

__all__ = ["Part", "Plan", "compile_pointers", "growth_rules", "make_plan"]

# As many edges as a tree can have.
_NO_LIMIT = int(np.iinfo(np.int64).max)

# Sums of fractional weights may miss a whole number by rounding.
_LESS = 1.0 - 1e-12

Record = TypeVar("Record", bound=Component)


@attrs.frozen
class Part(Generic[Record]):
    """A component with the values of its parameters."""

    record: Record
    parameters: dict[str, ParameterValue]

    def numbers(self) -> Array:
        """Return the parameters as the component's kernels find them."""
        values = [self.parameters[parameter.name] for parameter in self.record.parameters]
        for parameter, value in zip(self.record.parameters, values, strict=True):
            if isinstance(value, str):
                raise ComponentError(
                    f"{self.record.name}.{parameter.name} is a word, "
                    f"but kernels can be given numbers only"
                )
        return np.array(values, dtype=np.float64)


@attrs.frozen
class Plan:
    """Everything that decides how a model grows and predicts.

    Parameters
    ----------
    config : ModelConfig
        What was asked for.
    criterion, stopping, leaf, aggregator : Part
        The components.
    correlation : Part or None
        The criterion's correlation, if it uses one, or its own embedding.
    """

    config: ModelConfig
    criterion: Part[Criterion]
    correlation: Part[Correlation] | None
    stopping: Part[StoppingRule]
    leaf: Part[Aggregator]
    aggregator: Part[Aggregator]


def make_plan(config: ModelConfig) -> Plan:
    """Find the components of a configuration and check that they go together.

    Parameters
    ----------
    config : ModelConfig
        A checked configuration.

    Returns
    -------
    plan : Plan

    Raises
    ------
    UnknownComponentError
        If no loaded plugin provides a component.
    ComponentError
        If the stopping rule cannot judge the criterion.
    """
    criterion: Part[Criterion] = _part("criterion", config.criterion)
    correlation: Part[Correlation] | None = None
    if config.criterion.correlation is not None:
        correlation = _part("correlation", config.criterion.correlation)
    elif criterion.record.embedding is not None:
        correlation = Part(criterion.record.embedding, criterion.record.embedding.defaults())
    stopping: Part[StoppingRule] = _part("stopping rule", config.stopping)
    _check_stopping(criterion.record, stopping.record)
    return Plan(
        config,
        criterion,
        correlation,
        stopping,
        _part("aggregator", config.leaf),
        _part("aggregator", _stand_in(config.aggregator)),
    )


def _stand_in(aggregator: Choice) -> Choice:
    """Return the aggregator that is planned with until the trees are grown and one is chosen."""
    if aggregator.name != AUTO:
        return aggregator
    return choose("aggregator", "aggregator", "average-ranking")


def _part(kind: str, choice: Choice) -> Part[Any]:
    return Part(component_of(kind, choice), dict(choice.parameters))


def _check_stopping(criterion: Criterion, rule: StoppingRule) -> None:
    if criterion.scale not in rule.accept:
        raise ComponentError(
            f"the stopping rule {rule.name!r} judges {_spoken(rule)} only, but the criterion "
            f"{criterion.name!r} measures {criterion.scale}; choose another stopping rule "
            f"('none' goes with every criterion)"
        )
    if rule.needs_value and criterion.value is None:
        raise ComponentError(
            f"the stopping rule {rule.name!r} compares a node with its children, but the "
            f"criterion {criterion.name!r} has no value of a node; choose another stopping rule "
            f"('none' goes with every criterion)"
        )
    if criterion.sweep is not None and criterion.value is not None:
        _check_sweep(criterion)


def _check_sweep(criterion: Criterion) -> None:
    if criterion.statistics == "variety":
        raise ComponentError(
            f"the criterion {criterion.name!r} sweeps by itself, so that its value can be given "
            f"the numbers of 'agreement' or the 'samples' only, not the numbers of 'variety'"
        )


def _spoken(rule: StoppingRule) -> str:
    return " and ".join(sorted(rule.accept))


def growth_rules(plan: Plan, n_features: int, exact: bool = False) -> Any:
    """Return the engine's `Rules` of a plan.

    Parameters
    ----------
    plan : Plan
        What is to be grown.
    n_features : int
        Number of attributes there are.
    exact : bool
        Whether weights are whole numbers and correlations at most 1, so that the criterion's
        highest score is the highest.
    """
    from lrf.engine.records import AGREEMENT, SWEEP, VARIETY, Rules

    config, criterion = plan.config, plan.criterion.record
    method = VARIETY if criterion.statistics == "variety" else AGREEMENT
    highest = criterion.highest
    deepest = min(config.max_depth or _NO_LIMIT, _NO_LIMIT)
    return Rules(
        method=SWEEP if criterion.sweep is not None else method,
        similarity=criterion.scale == "similarity",
        has_value=criterion.value is not None and plan.stopping.record.needs_value,
        by_samples=criterion.statistics == "samples",
        needs_distinct=plan.stopping.record.needs_distinct,
        highest=math.inf if highest is None or not exact else highest,
        # Where a value is 0 for a pure node only, no cut lowers it by more.
        pure_is_best=(
            method == VARIETY and criterion.scale != "similarity" and criterion.value is not None
        ),
        level=_level(plan.stopping),
        max_features=_count_features(config.max_features, n_features),
        root_fallback=config.root_fallback,
        max_depth=deepest,
        # Every child has a sample; so that samples of weight below 1 can be split at all, the
        # default of one sample asks for no weight.
        minimum=config.min_samples_leaf * _LESS if config.min_samples_leaf > 1 else 0.0,
        random_cuts=config.splitter == "random",
    )


def _level(stopping: Part[StoppingRule]) -> float:
    """Return the largest chance that a stopping rule accepts; 0 if it does not ask for chances."""
    return float(stopping.parameters["level"]) if stopping.record.needs_chance else 0.0


def _count_features(wanted: str | int | float | None, n_features: int) -> int:
    """Return the number of attributes to be tried per node."""
    if wanted is None:
        return n_features
    if wanted == "sqrt":
        return max(1, math.isqrt(n_features))
    if wanted == "log2":
        return max(1, int(math.log2(n_features)))
    if isinstance(wanted, float):
        return max(1, int(wanted * n_features))
    assert isinstance(wanted, int)
    return min(wanted, n_features)


def compile_pointers(plan: Plan, vectors: Any) -> Any:
    """Return the engine's `Pointers` of a plan, compiled or from the cache.

    Parameters
    ----------
    plan : Plan
        What is to be grown.
    vectors : ndarray of float64 or float32
        The rankings as vectors; sweeps are compiled for numbers of their kind.
    """
    from lrf.engine.records import Pointers

    criterion = plan.criterion.record
    # Compiling takes as long as growing many trees: values are compiled for who looks at them.
    value = criterion.value if plan.stopping.record.needs_value else None
    kernels = {"scores": criterion.gain, "value": value, "sweep": criterion.sweep}
    statistics = criterion.statistics

    def pointer(kind: str, wanted: str = "agreement") -> Any:
        kernel = kernels[kind] if wanted == statistics or kind == "sweep" else None
        return _compile(kernel, kind, wanted, criterion, vectors.dtype == np.float32)

    return Pointers(
        agreement_scores=pointer("scores"),
        agreement_value=pointer("value"),
        variety_scores=pointer("scores", "variety"),
        variety_value=pointer("value", "variety"),
        samples_value=pointer("value", "samples"),
        sweep=pointer("sweep"),
        accept=_compile(
            plan.stopping.record.accept[criterion.scale],
            "accept",
            "agreement",
            plan.stopping.record,
        ),
        criterion_params=plan.criterion.numbers(),
        stopping_params=plan.stopping.numbers(),
    )


def _compile(
    kernel: Kernel | None, kind: str, statistics: str, record: Component, singles: bool = False
) -> Any:
    from lrf.engine.idle import IDLE
    from lrf.engine.jit import compile_pointer
    from lrf.engine.score import compile_scores
    from lrf.engine.signatures import pointer_signature

    signature = pointer_signature(kind, statistics, singles)
    if kernel is None:
        return compile_pointer(IDLE[kind], signature)
    try:
        if kind == "scores":
            return compile_scores(kernel.function, statistics)
        return compile_pointer(kernel.function, signature)
    except Exception as error:  # whatever numba finds wrong with the author's function
        raise ComponentError(
            f"{record.name}: the {kernel.kind} {kernel.function.__name__!r} cannot be compiled: "
            f"{error}"
        ) from error
